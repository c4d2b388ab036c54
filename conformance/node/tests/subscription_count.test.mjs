/** How many subscribe to a channel. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { QUIET_MS, record, sleep, until } from '../harness/waiting.mjs';
import { api } from '../harness/signed_http.mjs';

const counting = { id: 'counting', key: 'counting-key', secret: 's', subscription_count: true };

let server;
before(async () => {
  server = await startServer({ apps: [{}, counting] });
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

describe('where the app tells it', () => {
  test('pusher-js keeps the count as others come and go', async () => {
    const first = await connect(server, { app: counting });
    const channel = await subscribe(first, 'counted');
    await until(() => channel.subscriptionCount === 1, 'count 1');
    const second = await connect(server, { app: counting });
    await subscribe(second, 'counted');
    await until(() => channel.subscriptionCount === 2, 'count 2');
    second.unsubscribe('counted');
    await until(() => channel.subscriptionCount === 1, 'count 1 again');
  });

  test('not in presence channels, which tell members', async () => {
    const client = await RawClient.connect(server, { app: counting });
    await client.subscribe('presence-uncounted', { user_id: 'a' });
    await client.settle();
    assert.deepEqual(client.messages, []);
  });
});

describe('where it does not', () => {
  test('no event', async () => {
    const client = await connect(server);
    const counts = record(await subscribe(client, 'uncounted'), 'pusher:subscription_count');
    await sleep(QUIET_MS);
    assert.deepEqual(counts, []);
  });

  test('info=subscription_count is answered all the same', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('asked');
    const { json } = await api(server, 'GET', '/channels/asked', { query: { info: 'subscription_count' } });
    assert.deepEqual(json, { occupied: true, subscription_count: 1 });
  });
});
