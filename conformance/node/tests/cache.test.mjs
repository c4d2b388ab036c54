/** Cache channels: the last event for those who come later. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, sdk } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { next, sleep } from '../harness/waiting.mjs';
import { api, publish } from '../harness/signed_http.mjs';

const brief = { id: 'brief', key: 'brief-key', secret: 's', cache_ttl_s: 1 };

let server;
before(async () => {
  server = await startServer({ apps: [{}, brief] });
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

const kinds = ['cache-', 'private-cache-', 'private-encrypted-cache-', 'presence-cache-'];
const memberOf = (channel, user_id) => (channel.startsWith('presence-') ? { user_id } : undefined);

/** The events that a new subscriber is given, in order, until it is quiet. */
async function given(channel, { app, user_id = 'late' } = {}) {
  const client = await RawClient.connect(server, { app });
  client.send({ event: 'pusher:subscribe', data: client.subscription(channel, memberOf(channel, user_id)) });
  await client.settle();
  return client.messages;
}

for (const kind of kinds) {
  describe(kind, () => {
    test('a miss: succeeded, then cache_miss', async () => {
      const events = await given(`${kind}empty`);
      assert.deepEqual(
        events.map(({ event, channel }) => [event, channel]),
        [
          ['pusher_internal:subscription_succeeded', `${kind}empty`],
          ['pusher:cache_miss', `${kind}empty`],
        ],
      );
    });

    test('a hit: succeeded, then the last event as it was published', async () => {
      await publish(server, `${kind}full`, 'old', '{"n":1}');
      await publish(server, `${kind}full`, 'new', '{"n":2,"big":12345678901234567890}');
      const events = await given(`${kind}full`);
      assert.deepEqual(
        events.map(({ event }) => event),
        ['pusher_internal:subscription_succeeded', 'new'],
      );
      assert.equal(events[1].data, '{"n":2,"big":12345678901234567890}');
    });
  });
}

test('pusher-js binds the cached event and the miss', async () => {
  const client = await connect(server);
  await next(client.subscribe('cache-for-js'), 'pusher:cache_miss');
  client.unsubscribe('cache-for-js');
  await sdk(server).trigger('cache-for-js', 'state', { on: true });
  const other = await connect(server);
  assert.deepEqual(await next(other.subscribe('cache-for-js'), 'state'), { on: true });
});

test('who comes and goes in a presence-cache channel does not become its last event', async () => {
  const first = await RawClient.connect(server);
  await first.subscribe('presence-cache-busy', { user_id: 'a' });
  await publish(server, 'presence-cache-busy', 'state', '1');
  const second = await RawClient.connect(server);
  await second.subscribe('presence-cache-busy', { user_id: 'b' });
  // Joins and leaves are gathered, so a member that leaves before the others were told of it is not announced at all.
  await first.event('pusher_internal:member_added');
  second.socket.close();
  await first.event('pusher_internal:member_removed');
  const events = await given('presence-cache-busy');
  assert.equal(events.at(-1).event, 'state');
});

test('a client event becomes the last event, as one of the API does', async () => {
  const client = await RawClient.connect(server);
  await client.subscribe('private-cache-whisper');
  client.send({ event: 'client-x', channel: 'private-cache-whisper', data: {} });
  await client.settle();
  const events = await given('private-cache-whisper');
  assert.equal(events.at(-1).event, 'client-x');
});

test('the last event outlives its channel, and not its time', async () => {
  await publish(server, 'cache-brief', 'x', '1', {}, { app: brief });
  assert.equal((await given('cache-brief', { app: brief })).at(-1).event, 'x');
  await sleep(1_300);
  assert.equal((await given('cache-brief', { app: brief })).at(-1).event, 'pusher:cache_miss');
});

test('info=cache tells data and time left', async () => {
  await publish(server, 'cache-info', 'x', '{"v":1}');
  const { json } = await api(server, 'GET', '/channels/cache-info', { query: { info: 'cache' } });
  assert.equal(json.cache.data, '{"v":1}');
  assert.ok(json.cache.ttl > 1_700 && json.cache.ttl <= 1_800, String(json.cache.ttl));
});

test('a channel that merely contains "cache-" keeps nothing', async () => {
  await publish(server, 'my-cache-x', 'x', '1');
  assert.deepEqual(
    (await given('my-cache-x')).map(({ event }) => event),
    ['pusher_internal:subscription_succeeded'],
  );
});
