/** pusher-js behind reverse proxies: pongs come through them, and connections break in front of them. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { startProxy } from '../harness/proxies.mjs';
import { connect, disconnectAll, sdk, subscribe } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { QUIET_MS, record, sleep, until } from '../harness/waiting.mjs';

/** How soon a client notices that nothing comes any more: pusher-js waits two minutes by default. */
const NOTICE = { activityTimeout: 400, pongTimeout: 400 };
/** Events of each client that may come twice after a break: those of a round trip and of the pause between two pings. */
const REPEATED = 25;

let server;
let application;
before(async () => {
  server = await startServer({ apps: [{ recovery: true }] });
  application = sdk(server);
});
afterEach(() => disconnectAll());
after(() => server.stop());

for (const name of ['nginx', 'haproxy']) {
  test(`clients behind ${name} miss nothing, whatever breaks`, async () => {
    const proxy = await startProxy(name, server.port);
    const network = await startBreakingProxy(proxy.port);
    try {
      const through = { ...server, port: network.port, url: `http://127.0.0.1:${network.port}` };
      const channel = `behind-${name}`;
      const all = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const client = await connect(through, { wsPath: `/resume/${randomUUID()}`, ...NOTICE });
          const subscription = await subscribe(client, channel);
          return { numbers: record(subscription, 'number'), standings: record(subscription, 'pusher:subscription_succeeded') };
        }),
      );
      let [published, isOver] = [0, false];
      const publishing = (async () => {
        for (; !isOver; published += 1) {
          await application.trigger(channel, 'number', published);
          await sleep(4);
        }
      })();
      const kinds = Object.values(BREAKS);
      for (const [round, how] of kinds.entries()) {
        const before = all.map(({ numbers }) => numbers.length);
        await until(() => all.every(({ numbers }, index) => numbers.length > before[index] + 20), 'events between two breaks');
        await sleep(QUIET_MS);
        assert.equal(network.breakAll(how), all.length);
        await until(() => all.every(({ standings }) => standings.length === round + 1), 'subscriptions after the break', 15_000);
      }
      isOver = true;
      await publishing;
      await until(() => all.every(({ numbers }) => numbers.some(({ data }) => data === published - 1)), 'the last event');
      for (const { numbers, standings } of all) {
        assert.deepEqual(standings.map(({ data }) => data), kinds.map(() => ({ recovered: true })));
        let newest = -1;
        for (const { data: number } of numbers) {
          assert.ok(number <= newest + 1, `${number} came after ${newest}`);
          newest = Math.max(newest, number);
        }
        assert.ok(numbers.length - published <= kinds.length * REPEATED, `${numbers.length - published} came twice`);
      }
    } finally {
      disconnectAll();
      network.stop();
      await proxy.stop();
    }
  });
}
