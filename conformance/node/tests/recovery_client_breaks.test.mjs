/**
 * baton-js over many breaks at random moments: 1,000 events on each of several channels, client events of another client among
 * them, and 20 breaks. What arrives is compared with what a witness gets, whose connection never breaks.
 */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { withRecovery } from '../../../packages/baton-js/dist/index.js';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { connected, disconnectAll, pusherClient, sdk, subscribe } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { sleep, until } from '../harness/waiting.mjs';

const EVENTS = 1_000;
const ROUNDS = 20;
const KINDS = ['open', 'private', 'presence', 'cache', 'private-encrypted'];
/** How soon a client notices that nothing comes any more. */
const NOTICE = { activityTimeout: 300, pongTimeout: 300 };
/** Time for all events, within which the breaks are: a reset costs pusher-js a second of waiting. */
const LONGEST_MS = 90_000;

let server;
let application;
before(async () => {
  const app = { history_messages: 3 * EVENTS, client_events: true, client_events_per_second: 1_000 };
  server = await startServer({ apps: [app] });
  application = sdk(server);
});
after(async () => {
  disconnectAll();
  await server.stop();
});

/** A client with recovery, its subscriptions, and for each channel what its handlers were called with. */
async function reader(at, channels, user_id) {
  const client = pusherClient(at, { ...NOTICE, member: { user_id } });
  const recovery = withRecovery(client);
  await connected(client);
  const lost = [];
  recovery.on('lost', ({ channel }) => lost.push(channel));
  const got = {};
  for (const name of channels) {
    const channel = await subscribe(client, name);
    got[name] = [];
    for (const event of ['number', 'client-number']) channel.bind(event, ({ n }) => got[name].push(`${event} ${n}`));
  }
  return { client, got, lost };
}

/** Breaks a client's connection at random moments while it is open: also before its subscriptions are confirmed. */
async function breaking(client, network, how) {
  let count = 0;
  while (count < ROUNDS) {
    await until(() => client.connection.state === 'connected', 'the connection', 20_000);
    await sleep(Math.random() ** 2 * 500);
    if (client.connection.state === 'connected') count += network.breakAll(how) ? 1 : 0;
    await sleep(5);
  }
  return count;
}

describe('each event comes once and in order, whatever breaks', { concurrency: true }, () => {
  for (const [name, how] of Object.entries(BREAKS)) {
    test(`${name}, ${ROUNDS} times`, async (t) => {
      const network = await startBreakingProxy(server.port);
      t.after(network.stop);
      const channels = KINDS.map((kind) => `${kind}-${name}`);
      const talked = [`private-${name}`, `presence-${name}`];
      const broken = await reader({ ...server, port: network.port }, channels, 'broken');
      const witness = await reader(server, channels, 'witness');
      const speaker = await reader(server, talked, 'speaker');
      let isBroken = false;
      const breaks = breaking(broken.client, network, how).finally(() => (isBroken = true));
      breaks.catch(() => {}); // it is awaited below

      const began = Date.now();
      let published = 0;
      // Until all are published, and longer where breaks take their time.
      while (published < EVENTS || (!isBroken && Date.now() - began < LONGEST_MS)) {
        // Encrypted ones cannot be in a batch with others.
        const [encrypted, ...plain] = [...channels].reverse();
        await application.triggerBatch(plain.map((channel) => ({ channel, name: 'number', data: { n: published } })));
        await application.trigger(encrypted, 'number', { n: published });
        for (const channel of talked) speaker.client.channel(channel).trigger('client-number', { n: published });
        published += 1;
        await sleep(20);
      }
      assert.equal(await breaks, ROUNDS);

      for (const channel of channels) {
        const count = published * (talked.includes(channel) ? 2 : 1);
        await until(() => witness.got[channel].length >= count, `all of ${channel} at the witness`);
        await until(() => broken.got[channel].length >= count, `all of ${channel}`, 20_000);
        assert.deepEqual(broken.got[channel], witness.got[channel], channel);
        const numbers = broken.got[channel].filter((event) => event.startsWith('number'));
        assert.deepEqual(numbers, Array.from({ length: published }, (_, number) => `number ${number}`));
      }
      assert.deepEqual(broken.lost, []);
    });
  }
});
