/** Unmodified realtime-js, with both serialisers: broadcast, presence, tokens, and the one topic space with Pusher. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import WebSocket from 'ws';
import { startServer } from '../harness/server.mjs';
import { connecting } from '../harness/supabase_connecting.mjs';
import { connect, disconnectAll, sdk, subscribe } from '../harness/pusher_client.mjs';
import { QUIET_MS, next, record, sleep, until, within } from '../harness/waiting.mjs';
import {
  JWT_SECRET, LIBRARIES, broadcasts, endClients, subscribed, supabaseClient, token,
} from '../harness/supabase_client.mjs';

let server;
before(async () => {
  server = await startServer({ apps: [{ jwt_secret: JWT_SECRET }] });
});
afterEach(() => {
  endClients();
  disconnectAll();
});
after(() => server.stop());

const VERSIONS = Object.keys(LIBRARIES);

for (const from of VERSIONS) {
  for (const to of VERSIONS) {
    test(`a broadcast of serialiser ${from} reaches one of ${to} as it was said, and its sender not`, async () => {
      const name = `from ${from} to ${to}`;
      const [sender, receiver] = [from, to].map((vsn) => supabaseClient(server, { vsn }).channel(name));
      const [own, heard] = [broadcasts(sender), broadcasts(receiver)];
      await Promise.all([subscribed(sender), subscribed(receiver)]);
      const payload = { number: 1.5, text: 'ü "\\ \u2028', list: [null, true, {}] };
      await sender.send({ type: 'broadcast', event: 'move', payload });
      const message = await heard.next();
      assert.deepEqual([message.event, message.type], ['move', 'broadcast']);
      assert.deepEqual(message.payload, payload);
      await sleep(QUIET_MS);
      assert.deepEqual(own.length, 0);
    });
  }

  test(`serialiser ${from}: who asks for it hears itself and is answered`, async () => {
    const channel = supabaseClient(server, { vsn: from }).channel(`own ${from}`, {
      config: { broadcast: { self: true, ack: true } },
    });
    const heard = broadcasts(channel, 'e');
    await subscribed(channel);
    assert.equal(await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } }), 'ok');
    assert.deepEqual((await heard.next()).payload, { n: 1 });
    assert.notEqual(await channel.send({ type: 'broadcast', event: 'pusher:x', payload: {} }), 'ok');
  });

  test(`serialiser ${from}: members see each other come, change and go`, async () => {
    const channels = ['ann', 'bob'].map((key) =>
      supabaseClient(server, { vsn: from }).channel(`presence ${from}`, { config: { presence: { key, enabled: true } } }),
    );
    const [ann, bob] = channels;
    const seen = [];
    ann.on('presence', { event: 'join' }, ({ key, newPresences }) => seen.push(['join', key, newPresences[0].at]));
    ann.on('presence', { event: 'leave' }, ({ key, leftPresences }) => seen.push(['leave', key, leftPresences[0].at]));
    bob.on('presence', { event: 'sync' }, () => {});
    await subscribed(ann);
    assert.equal(await ann.track({ at: 'home' }), 'ok');
    await subscribed(bob);
    await bob.track({ at: 'work' });
    await until(() => ann.presenceState().bob && bob.presenceState().ann, 'both know both');
    assert.equal(bob.presenceState().ann[0].at, 'home');
    await bob.track({ at: 'lunch' });
    await until(() => ann.presenceState().bob?.[0].at === 'lunch', 'a change is seen');
    assert.equal(ann.presenceState().bob.length, 1);
    await bob.untrack();
    await until(() => !ann.presenceState().bob, 'bob is gone');
    assert.deepEqual(seen.filter(([, key]) => key === 'bob').map(([what]) => what).slice(0, 1), ['join']);
    assert.deepEqual(seen.at(-1), ['leave', 'bob', 'lunch']);
    await bob.track({ at: 'back' });
    await until(() => ann.presenceState().bob, 'bob is back');
    await bob.unsubscribe();
    await until(() => !ann.presenceState().bob, 'who leaves the channel is gone');
  });

  test(`serialiser ${from}: a connection that breaks is re-established with its channels`, async () => {
    const sockets = [];
    class Recorded extends WebSocket {
      constructor(...settings) {
        super(...settings);
        sockets.push(this);
      }
    }
    const client = supabaseClient(server, { vsn: from, reconnectAfterMs: () => 50, transport: Recorded });
    const channel = client.channel(`broken ${from}`);
    const heard = broadcasts(channel);
    await subscribed(channel);
    sockets[0].terminate();
    await until(() => sockets.length === 2, 'another connection');
    await until(() => client.isConnected() && channel.state === 'joined', 'the channel is joined again');
    const other = supabaseClient(server).channel(`broken ${from}`);
    await subscribed(other);
    await other.send({ type: 'broadcast', event: 'e', payload: { after: true } });
    assert.deepEqual((await heard.next()).payload, { after: true });
  });

  test(`serialiser ${from}: a channel whose token ends joins again by itself with a new one`, async () => {
    const client = supabaseClient(server, { vsn: from });
    client.setAuth(token({ seconds: 5 })); // long enough for a join on a busy machine
    const channel = client.channel(`renewed ${from}`);
    const heard = broadcasts(channel);
    const states = [];
    channel.subscribe((status, error) => states.push([status, error?.message]));
    await until(() => states.length > 1, 'the end of the token', 15_000);
    assert.deepEqual(states.map(([status]) => status), ['SUBSCRIBED', 'CHANNEL_ERROR']);
    client.setAuth(token()); // as supabase-js does when a session is refreshed
    await until(() => channel.state === 'joined', 'joined again', 10_000);
    const other = supabaseClient(server).channel(`renewed ${from}`);
    await subscribed(other);
    await other.send({ type: 'broadcast', event: 'e', payload: {} });
    await heard.next();
  });

  test(`serialiser ${from}: without a database a private channel is refused in the words of Supabase`, async () => {
    const channel = supabaseClient(server, { vsn: from }).channel('secret', { config: { private: true } });
    await assert.rejects(subscribed(channel), /CHANNEL_ERROR: .*You do not have permissions to read from this Channel topic: secret(?!:)/);
  });
}

test('the log says once that the database is missing which would open private channels', async () => {
  const lines = () => server.log().match(/WARN a private channel refuses a client: .*set database_url/g) ?? [];
  for (const name of ['first', 'second']) {
    await assert.rejects(subscribed(supabaseClient(server).channel(name, { config: { private: true } })), /CHANNEL_ERROR/);
  }
  await until(() => lines().length > 0, 'a line in the log');
  assert.equal(lines().length, 1, server.log());
});

test('bytes arrive as they were sent', async () => {
  const [sender, receiver] = [1, 2].map(() => supabaseClient(server).channel('bytes'));
  const heard = broadcasts(receiver);
  await Promise.all([subscribed(sender), subscribed(receiver)]);
  const bytes = Uint8Array.from({ length: 300 }, (_, n) => n % 256);
  await sender.send({ type: 'broadcast', event: 'raw', payload: bytes.buffer });
  const { payload } = await heard.next();
  assert.deepEqual([...new Uint8Array(payload)], [...bytes]);
});

test('heartbeats are answered', async () => {
  const beats = [];
  const client = supabaseClient(server, { heartbeatIntervalMs: 100, heartbeatCallback: (status) => beats.push(status) });
  await subscribed(client.channel('alive'));
  await until(() => beats.filter((status) => status === 'ok').length >= 3, 'three heartbeats');
  assert.ok(!beats.includes('timeout') && !beats.includes('error'), `${beats}`);
});

test('a Pusher application and Supabase clients share a public channel', async () => {
  const pusher = await connect(server);
  const atPusher = await subscribe(pusher, 'shared');
  const channels = VERSIONS.map((vsn) => supabaseClient(server, { vsn }).channel('shared'));
  const heard = channels.map((channel) => broadcasts(channel));
  await Promise.all(channels.map(subscribed));
  await sdk(server).trigger('shared', 'price', { eur: 1.5 });
  for (const messages of heard) {
    const message = await messages.next();
    assert.deepEqual([message.event, message.payload], ['price', { eur: 1.5 }]);
  }
  const event = next(atPusher, 'move');
  await channels[0].send({ type: 'broadcast', event: 'move', payload: { x: 1.5 } });
  assert.deepEqual(await event, { x: 1.5 });
  const unjoined = supabaseClient(server).channel('shared');
  const late = next(atPusher, 'late');
  await unjoined.send({ type: 'broadcast', event: 'late', payload: { y: 2 } }); // over HTTP, as it has not joined
  assert.deepEqual(await late, { y: 2 });
});

test('no Supabase client gets into a protected channel of Pusher', async () => {
  const pusher = await connect(server);
  const protectedEvents = record(await subscribe(pusher, 'private-room'), 'e');
  for (const name of ['private-room', 'presence-room', '#server-to-user-1']) {
    await assert.rejects(subscribed(supabaseClient(server).channel(name)), /TopicNameReserved/);
  }
  const client = supabaseClient(server);
  const open = client.channel('room');
  const heard = broadcasts(open);
  await subscribed(open);
  await open.send({ type: 'broadcast', event: 'e', payload: {} });
  await sdk(server).trigger('private-room', 'e', 'secret');
  await until(() => protectedEvents.length, 'the event of the application');
  await sleep(QUIET_MS);
  assert.deepEqual(protectedEvents.map(({ data }) => data), ['secret']);
  assert.equal(heard.length, 0);
});

test('broadcasts over HTTP reach clients of both fronts, one by one and in a list', async () => {
  const pusher = await connect(server);
  const atPusher = record(await subscribe(pusher, 'http'), 'listed');
  const channels = VERSIONS.map((vsn) => supabaseClient(server, { vsn }).channel('http'));
  const heard = channels.map((channel) => broadcasts(channel));
  await Promise.all(channels.map(subscribed));
  const post = (path, body, { key = token(), type = 'application/json' } = {}) =>
    fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type },
      body,
    });
  const list = (messages) => JSON.stringify({ messages });
  const message = { topic: 'http', event: 'listed', payload: { n: 1 } };
  const answer = await post('', list([message, { ...message, topic: 'secret', private: true }]));
  assert.deepEqual([answer.status, await answer.text()], [202, '']);
  assert.equal((await post('/http/events/a%20name', '[1,2]')).status, 202);
  for (const messages of heard) {
    assert.deepEqual((await messages.next()).payload, { n: 1 });
    const { event, payload } = await messages.next();
    assert.deepEqual([event, payload], ['a name', [1, 2]]);
  }
  await until(() => atPusher.length, 'the event at Pusher');
  assert.deepEqual(atPusher[0].data, { n: 1 });

  const results = await post('?results=true', list([message, { ...message, private: true }, { ...message, event: 'phx_x' }]));
  const states = (await results.json()).results;
  assert.deepEqual(states.map(({ status }) => status), ['ok', 'error', 'error']);
  assert.match(states[1].response.reason, /^Unauthorized: /);

  for (const [body, options, status] of [
    [list([message]), { key: 'nonsense' }, 401],
    [list([message]), { key: token({ seconds: -1 }) }, 401],
    [list([{ topic: 'http', event: 'e' }]), {}, 422],
    [list([{ ...message, payload: [1] }]), {}, 422],
    ['nonsense', {}, 422],
    [list(Array(1001).fill(message)), {}, 429],
  ]) {
    assert.equal((await post('', body, options)).status, status, body.slice(0, 40));
  }
  assert.equal((await post('/http/events/e', '{}', { type: 'text/plain' })).status, 415);
  assert.equal((await post('/secret/events/e?private=true', '{}')).status, 403);
  assert.equal((await fetch(`${server.url}/api/broadcast`)).status, 405);
});

test('the service role broadcasts on private channels, which are those of Pusher', async () => {
  const service = token({ role: 'service_role' });
  const pusher = await connect(server);
  const atPusher = await subscribe(pusher, 'private-staff');
  const client = supabaseClient(server, { apikey: service });
  const channel = client.channel('staff', { config: { private: true } });
  const heard = broadcasts(channel);
  await subscribed(channel);
  await sdk(server).trigger('private-staff', 'news', { n: 1 });
  assert.deepEqual((await heard.next()).payload, { n: 1 });
  const event = next(atPusher, 'answer');
  await channel.send({ type: 'broadcast', event: 'answer', payload: { n: 2 } });
  assert.deepEqual(await event, { n: 2 });
});

/** The status and text with which a connection is refused. */
const refusal = (path, headers) => connecting(server, path, headers);

test('a key that is missing, expired or not of this project is refused with its reason', async () => {
  const path = '/realtime/v1/websocket';
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token().split('.')[1]}.`;
  for (const [apikey, reason] of [
    ['', 'API key is missing'],
    ['nonsense', 'The token provided is not a valid JWT'],
    [token({ seconds: -5 }), 'Token has expired'],
    [token({ secret: 'another' }), 'Failed to validate JWT signature'],
    [token({ role: null }), 'Fields `role` and `exp` are required in JWT'],
    [none, 'The token provided is not a valid JWT'],
  ]) {
    assert.deepEqual(await refusal(`${path}?apikey=${apikey}&vsn=2.0.0`), [401, reason]);
  }
  assert.deepEqual(await refusal(`${path}?apikey=${token()}&vsn=2.0.0`, { 'x-api-key': 'nonsense' }), [
    401, 'The token provided is not a valid JWT',
  ]);
  assert.equal((await refusal(`${path}?apikey=${token()}&vsn=9.0.0`))[0], 400);
});

test('an app of one\'s own takes no token that it has no key for', async () => {
  const own = await startServer({ apps: [{ secret: 'a secret of its own, long enough' }] });
  try {
    const socket = new WebSocket(`ws://${own.host}:${own.port}/socket/websocket?apikey=${token()}`);
    const status = await within(
      new Promise((done) => {
        socket.on('error', () => {});
        socket.on('unexpected-response', (_, response) => done(response.statusCode));
      }),
      'refusal',
    );
    assert.equal(status, 404);
  } finally {
    await own.stop();
  }
});
