/** Stopping: clients are told to come back, and the process leaves with 0. `restart.test.mjs` has what comes of it. */
import { after, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { next, until, within } from '../harness/waiting.mjs';
import { publish } from '../harness/signed_http.mjs';

const servers = [];
after(async () => {
  disconnectAll();
  endAll();
  for (const server of servers) await server.stop();
});

async function start() {
  const server = await startServer();
  servers.push(server);
  return server;
}

describe('SIGTERM', () => {
  test('closes every connection with a code after which clients wait a second, and a reason, and exits with 0', async () => {
    const server = await start();
    const clients = await Promise.all(Array.from({ length: 50 }, () => RawClient.connect(server)));
    server.child.kill('SIGTERM');
    const closes = await Promise.all(clients.map((client) => client.close(10_000)));
    assert.deepEqual([...new Set(closes.map(({ code }) => code))], [4101]);
    assert.match(closes[0].reason, /connect again in a second/);
    assert.deepEqual(await within(server.exited, 'exit', 10_000), { code: 0, signal: null });
  });

  test('what was published before is delivered before the close', async () => {
    const server = await start();
    const client = await RawClient.connect(server);
    await client.subscribe('last-words');
    for (let n = 0; n < 20; n += 1) await publish(server, 'last-words', 'e', String(n));
    server.child.kill('SIGTERM');
    assert.equal((await client.close(10_000)).code, 4101);
    const seen = client.messages.filter(({ event }) => event === 'e').map(({ data }) => Number(data));
    assert.deepEqual(seen, Array.from({ length: 20 }, (_, n) => n));
  });
});

describe('SIGUSR1', () => {
  test('is ignored, with a line in the log', async () => {
    const server = await start();
    const client = await RawClient.connect(server);
    server.child.kill('SIGUSR1');
    await until(() => /ignored signal=SIGUSR1/.test(server.log()), 'line in the log');
    await client.subscribe('still-here');
  });
});

describe('starting', () => {
  test('a port in use is exit status 1', async () => {
    const server = await start();
    await assert.rejects(startServer({ listen: `127.0.0.1:${server.port}` }), /exit 1 before/);
  });

  test('an unknown setting is exit status 2, with file, line and name', async () => {
    await assert.rejects(startServer({ settings: { colour: 'green' } }), (error) => {
      assert.match(error.message, /exit 2 before/);
      assert.match(error.message, /baton\.toml/);
      assert.match(error.message, /colour/);
      return true;
    });
  });

  test('an app without a secret is exit status 2', async () => {
    await assert.rejects(startServer({ apps: [{ secret: '' }] }), /exit 2 before[^]*secret/);
  });

  test('the default secret on a public address is exit status 2', async () => {
    await assert.rejects(startServer({ listen: '0.0.0.0:0' }), /exit 2 before/);
  });

  test('subscriptions work again on a server that took its place', async () => {
    const first = await start();
    const client = await connect(first);
    await subscribe(client, 'moved');
    await first.stop();
    const second = await start();
    const again = await connect(second);
    const event = next(await subscribe(again, 'moved'), 'e');
    await publish(second, 'moved', 'e', '1');
    assert.equal(await event, 1);
  });
});
