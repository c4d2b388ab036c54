/** What Supabase clients may say on public topics where an app has Pusher clients too: by every entrance. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { QUIET_MS, record, sleep, until } from '../harness/waiting.mjs';
import { connect, disconnectAll, sdk } from '../harness/pusher_client.mjs';
import { JWT_SECRET, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { Session } from '../harness/phoenix_client.mjs';

const SECRET = 'the secret of an app with Pusher clients';
const TOPICS = ['orders', 'cache-orders'];
const EVENT = 'OrderPaid';

const message = (topic) => ({ type: 'broadcast', event: EVENT, payload: { forged: topic } });

/** A Pusher client's channel, and what it hears of it, the kept event included. */
async function listen(server, topic) {
  const channel = (await connect(server)).subscribe(topic);
  const heard = record(channel, EVENT);
  await until(() => channel.subscribed, 'the subscription');
  return heard;
}

/** By WebSocket; answers what the server said. */
const bySocket = (vsn, payload = message) => async (server, topic) => {
  const channel = supabaseClient(server, { vsn }).channel(topic, { config: { broadcast: { ack: true } } });
  await subscribed(channel);
  return channel.send(payload(topic));
};

/** By long-poll. */
const byPoll = (vsn) => async (server, topic) => {
  const session = new Session(server, { query: `apikey=${token()}&vsn=${vsn}` });
  await session.open();
  const name = `realtime:${topic}`;
  const config = { broadcast: { ack: true } };
  const told = (join_ref, ref, event, payload) =>
    vsn === '1.0.0' ? { topic: name, event, payload, ref, join_ref } : [join_ref, ref, name, event, payload];
  const reply = (ref) => session.until((it) => (it.ref ?? it[1]) === ref, `the answer to ${ref}`);
  // With the first serialiser a body is one message.
  for (const [ref, event, payload] of [['1', 'phx_join', { config }], ['2', 'broadcast', message(topic)]]) {
    await session.say(told('1', ref, event, payload));
    const answer = await reply(ref);
    if (ref === '2') return (answer.payload ?? answer[4]).status;
  }
};

/** Over HTTP, whatever the form. */
const byPost = (path, body, type = 'application/json', key = () => token()) => async (server, topic) => {
  const answer = await fetch(`${server.url}/realtime/v1/api/broadcast${path(topic)}`, {
    method: 'POST',
    headers: { apikey: key(), 'content-type': type },
    body: body(topic),
  });
  const text = await answer.text();
  if (!text) return answer.status;
  return JSON.parse(text).results?.[0].status ?? answer.status;
};
const batch = (topic) => JSON.stringify({ messages: [{ topic, event: EVENT, payload: { forged: topic } }] });
const one = (topic) => `/${topic}/events/${EVENT}`;

const ENTRANCES = {
  'WebSocket, vsn 1.0.0': [bySocket('1.0.0'), 'error'],
  'WebSocket, vsn 2.0.0': [bySocket('2.0.0'), 'error'],
  'WebSocket, binary': [bySocket('2.0.0', (topic) => ({ ...message(topic), payload: new TextEncoder().encode(topic).buffer })), 'error'],
  'long-poll, vsn 1.0.0': [byPoll('1.0.0'), 'error'],
  'long-poll, vsn 2.0.0': [byPoll('2.0.0'), 'error'],
  'HTTP, a list': [byPost(() => '', batch), 202],
  'HTTP, a list with results': [byPost(() => '?results=true', batch), 'error'],
  'HTTP, one': [byPost(one, () => '{"forged":1}'), 403],
  'HTTP, one of bytes': [byPost(one, () => 'forged', 'application/octet-stream'), 403],
};

describe('an app with a Pusher secret', () => {
  let server;
  before(async () => {
    server = await startServer({ apps: [{ secret: SECRET, jwt_secret: JWT_SECRET }] });
  });
  afterEach(() => {
    endClients();
    disconnectAll();
  });
  after(() => server.stop());

  for (const [entrance, [send, refused]] of Object.entries(ENTRANCES)) {
    test(`nothing that a Supabase client says reaches Pusher's public channels: ${entrance}`, async () => {
      for (const topic of TOPICS) {
        if (topic.startsWith('cache-')) await sdk(server).trigger(topic, EVENT, { genuine: entrance });
        const heard = await listen(server, topic);
        await until(() => heard.length === (topic.startsWith('cache-') ? 1 : 0), 'what the cache has');
        assert.equal(await send(server, topic), refused, topic);
        await sleep(QUIET_MS);
        assert.deepEqual(heard.map(({ data }) => data), topic.startsWith('cache-') ? [{ genuine: entrance }] : []);
        if (topic.startsWith('cache-')) {
          const late = await listen(server, topic);
          await until(() => late.length === 1, 'what the cache still has');
          assert.deepEqual(late.map(({ data }) => data), [{ genuine: entrance }]);
        }
      }
    });
  }

  test('the service role speaks for the project, as a signed publish does', async () => {
    const heard = await listen(server, 'orders');
    const key = () => token({ role: 'service_role' });
    assert.equal(await byPost(() => '', batch, undefined, key)(server, 'orders'), 202);
    await until(() => heard.length === 1, 'the message');
  });

  test('Pusher publishes to Supabase clients as ever, and presence stays', async () => {
    const channel = supabaseClient(server).channel('orders', { config: { presence: { key: 'ann' } } });
    const heard = [];
    channel.on('broadcast', { event: EVENT }, ({ payload }) => heard.push(payload));
    channel.on('presence', { event: 'sync' }, () => {});
    await subscribed(channel);
    await sdk(server).trigger('orders', EVENT, { paid: true });
    await until(() => heard.length === 1, 'the message');
    assert.equal(await channel.track({ at: 'home' }), 'ok');
    await until(() => channel.presenceState().ann, 'the presence');
  });
});

test('an app says who may', async () => {
  for (const [public_broadcast, allowed] of [
    ['supabase', ['orders', 'chat-1', 'lobby']],
    ['none', []],
    [['chat-*', 'lobby'], ['chat-1', 'lobby']],
  ]) {
    const server = await startServer({ apps: [{ secret: SECRET, jwt_secret: JWT_SECRET, public_broadcast }] });
    try {
      for (const topic of ['orders', 'chat-1', 'lobby', 'a-chat-1', 'Lobby']) {
        const expected = allowed.includes(topic) || public_broadcast === 'supabase' ? 'ok' : 'error';
        assert.equal(await bySocket('2.0.0')(server, topic), expected, `${public_broadcast}: ${topic}`);
      }
    } finally {
      endClients();
      await server.stop();
    }
  }
});
