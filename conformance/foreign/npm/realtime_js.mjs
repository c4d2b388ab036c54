/**
 * @supabase/realtime-js as an application uses it, with a database behind Baton for private channels and changes. Arguments: the
 * serializer's version, or `own` for the library's, and the library's.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import {
  DATA, Heard, RECONNECT_MS, URL_OF_BATON, VERSION, assertOnce, broadcast, check, checkSince, crash, finish, since, sql, within,
} from './checks.mjs';
import { sleep, until } from '../../node/harness/waiting.mjs';

const require = createRequire(import.meta.url);
const vsn = process.argv[2];
const { env } = process;
const { RealtimeClient } = require(`realtime-js-${VERSION}`);

const always = () => true;

/** Every message that a client of a newer version got: it is given its WebSocket, as it brings none to a Node that has none. */
const frames = new Heard();
class Watched extends require('ws') {
  constructor(...given) {
    super(...given);
    this.on('message', (data) => frames.push(String(data)));
  }
}

/** A client that is not connected. */
function newClient(apikey = env.ANON_TOKEN) {
  return new RealtimeClient(`${URL_OF_BATON.replace('http', 'ws')}/realtime/v1`, {
    params: { apikey, eventsPerSecond: 1_000_000 },
    ...(since('2.12.0') && { transport: Watched }),
    ...(vsn !== 'own' && { vsn }),
  });
}

/** A client that connects, of the user whose token is given. */
async function connect(token) {
  const client = newClient();
  client.connect();
  if (token) await client.setAuth(token);
  return client;
}

/** Subscribes; every state that the library reports is in `states`. */
async function subscribed(channel, reached = 'SUBSCRIBED') {
  channel.states = new Heard();
  channel.subscribe((state, error) => channel.states.push({ state, error: String(error?.message ?? error ?? '') }));
  const { state, error } = await channel.states.until(always, `answer to the join of ${channel.topic}`);
  assert.equal(state, reached, error);
  return channel;
}

/** A channel's configuration, a new object each time: the library writes its defaults into it. */
const withAck = (config) => ({ config: { broadcast: { ack: true, self: false }, ...config } });

/** The payloads of broadcasts with this event's name. */
function said(channel, event) {
  const entries = new Heard();
  channel.on('broadcast', { event }, ({ payload }) => entries.push(payload));
  return entries;
}

/** Subscribes a channel of its own, and has DATA sent to it; it has to arrive once and as it was. */
async function receives(client, topic, send = (event, payload) => broadcast(topic, event, payload), config) {
  const channel = client.channel(topic, withAck(config));
  const [arrived, end] = [said(channel, 'said'), said(channel, 'end')];
  await subscribed(channel);
  const again = async () => {
    arrived.length = end.length = 0;
    await send('said', DATA);
    await send('end', {});
    await end.until(always, `the broadcast after the one on ${topic}`);
    assertOnce(arrived);
  };
  await again();
  return Object.assign(channel, { again });
}

const sends = (channel) => async (event, payload) => {
  let answer;
  // The oldest versions refuse by themselves what follows in the same turn of the event loop.
  do {
    answer = await within(channel.send({ type: 'broadcast', event, payload }), 'answer to a broadcast');
  } while (answer === 'rate limited' && (await sleep(10), true));
  assert.equal(answer, 'ok');
};

await check('broadcast', async () => {
  const ann = (await connect()).channel('chat', withAck());
  const atAnn = said(ann, 'said');
  await subscribed(ann);
  await receives(await connect(), 'chat', sends(ann));
  await broadcast('chat', 'said', DATA);
  await atAnn.until(always, 'a broadcast to the sender');
  assertOnce(atAnn); // the one over HTTP, and none of her own
});

await check('published', async () => {
  await receives(await connect(), 'news');
});

await checkSince('2.8.0', 'sent over HTTP', async () => {
  const unjoined = (await connect()).channel('posted');
  await receives(await connect(), 'posted', sends(unjoined));
});

await check('presence', async () => {
  const key = (name) => ({ config: { presence: { key: name } } });
  const [first, second] = [await connect(), await connect()];
  const [ann, bob] = [first.channel('room', key('ann')), second.channel('room', key('bob'))];
  const [states, joined, left] = [new Heard(), new Heard(), new Heard()];
  const list = () => Object.entries(ann.presenceState()).map(([name, metas]) => `${name}:${metas[0].at}`).sort().join();
  ann.on('presence', { event: 'sync' }, () => states.push(list()));
  ann.on('presence', { event: 'join' }, (event) => joined.push(event.key));
  ann.on('presence', { event: 'leave' }, (event) => left.push(event.key));
  bob.on('presence', { event: 'sync' }, () => {});
  await Promise.all([subscribed(ann), subscribed(bob)]);
  assert.equal(await ann.track({ at: 'home' }), 'ok');
  await states.until((text) => text === 'ann:home', 'ann sees herself');
  assert.equal(await bob.track({ at: 'work' }), 'ok');
  await states.until((text) => text === 'ann:home,bob:work', 'ann sees bob');
  await joined.until((name) => name === 'bob', 'join of bob');
  second.disconnect();
  await left.until((name) => name === 'bob', 'leave of bob');
  assert.equal(list(), 'ann:home');
});

await checkSince('2.10.0', 'private', async () => {
  const hidden = { private: true };
  const [ann, bob, eve] = await Promise.all([env.ANN_TOKEN, env.BOB_TOKEN, env.EVE_TOKEN].map(connect));
  const writer = await subscribed(ann.channel('team', withAck(hidden)));
  const reader = await receives(bob, 'team', sends(writer), hidden);
  await subscribed(eve.channel('team', withAck(hidden)), 'CHANNEL_ERROR');
  // Bob may read and not write.
  assert.equal(await within(reader.send({ type: 'broadcast', event: 'said', payload: {} }), 'answer'), 'error');
  // The public channel of the same name is another one.
  await receives(await connect(env.EVE_TOKEN), 'team');
});

await check('changes', async () => {
  const table = { schema: 'public', table: 'todos' };
  const follow = async (token, filter) => {
    const channel = (await connect(token)).channel('todos');
    const [changes, system] = [new Heard(), new Heard()];
    channel.on('postgres_changes', { ...table, ...filter }, (change) => changes.push(change));
    channel.on('system', {}, (message) => system.push(message));
    await subscribed(channel);
    await system.until(({ status }) => status === 'ok', 'Subscribed to PostgreSQL', RECONNECT_MS);
    return changes;
  };
  const [ann, done, bob] = await Promise.all([
    follow(env.ANN_TOKEN, { event: '*' }),
    follow(env.ANN_TOKEN, { event: 'UPDATE', filter: 'done=eq.true' }),
    follow(env.BOB_TOKEN, { event: '*' }),
  ]);
  await sql(`insert into todos (id, owner, title) values (1, '${env.ANN_ID}', 'Grüße 7351'), (2, '${env.BOB_ID}', 'end')`);
  await sql(`update todos set done = true where id = 1; delete from todos where id = 1`);
  await ann.until((change) => change.eventType === 'DELETE', 'the deletion');
  assert.deepEqual(ann.map(({ eventType }) => eventType), ['INSERT', 'UPDATE', 'DELETE']);
  assert.deepEqual(ann[0].new, { id: 1, owner: env.ANN_ID, title: 'Grüße 7351', done: false });
  await done.until(always, 'the update that the filter passes');
  assert.deepEqual(done.map(({ new: row }) => row.done), [true]);
  await bob.until((change) => change.eventType === 'DELETE', 'the deletion, whose key all are told');
  assert.deepEqual(bob.map(({ new: row }) => row.id), [2, undefined]);
});

await check('leave', async () => {
  const client = await connect();
  const left = await receives(client, 'left');
  const other = await receives(client, 'barrier');
  const messages = new Heard();
  left.on('broadcast', { event: 'late' }, () => messages.push(1));
  assert.equal(await within(left.unsubscribe(), 'answer to leave'), 'ok');
  await broadcast('left', 'late', DATA);
  await other.again();
  assert.deepEqual([...messages, ...frames.filter((text) => text.includes('late'))], []);
});

await check('refused', async () => {
  const client = await connect();
  // Where `setAuth` would look at the token itself, it expires on its way.
  client[since('2.11.0') ? 'accessTokenValue' : 'accessToken'] = env.EXPIRED_TOKEN;
  const channel = await subscribed(client.channel('shut'), 'CHANNEL_ERROR');
  assert.match(JSON.stringify(channel.states), /expired/i);
  const stranger = newClient('nobody');
  stranger.connect();
  const states = new Heard();
  stranger.channel('shut').subscribe((state) => states.push(state), 3_000);
  assert.notEqual(await states.until(always, 'the end of a join with a wrong key'), 'SUBSCRIBED');
});

await check('reconnect', async () => {
  const client = await connect();
  const channel = await receives(client, 'lasting');
  const crashed = crash();
  if (VERSION.startsWith('2.11.')) {
    // It connects again, and forgets its channels.
    await until(() => !client.isConnected(), 'the end of the connection', RECONNECT_MS);
    await until(() => client.isConnected(), 'a new connection', RECONNECT_MS);
    return void (await receives(client, 'again'));
  }
  await crashed;
  await channel.states.until((_) => channel.states.filter(({ state }) => state === 'SUBSCRIBED').length === 2, 'second join', RECONNECT_MS);
  await channel.again();
});

finish();
