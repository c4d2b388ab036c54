/**
 * phoenix.js as a page uses it, on the channels of Supabase Realtime. Arguments: the serializer's version (2.0.0, the library's own;
 * or 1.0.0, messages as objects, which its options set), and the library's.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import {
  DATA, Heard, RECONNECT_MS, URL_OF_BATON, VERSION, assertOnce, broadcast, check, crash, finish, lacks, since, within,
} from './checks.mjs';

const require = createRequire(import.meta.url);
const vsn = process.argv[2];
const { env } = process;

// What the library finds in a page.
globalThis.window = globalThis;
globalThis.XMLHttpRequest = require('xmlhttprequest').XMLHttpRequest;
globalThis.WebSocket = require('ws');
const { LongPoll, Presence, Socket } = require(`phoenix-${VERSION}`);

const always = () => true;

/** A socket that is connecting. */
function connect({ apikey = env.ANON_TOKEN, ...options } = {}) {
  const serializer =
    vsn === '1.0.0'
      ? {
          vsn,
          encode: (message, done) => done(JSON.stringify(message)),
          decode: (text, done) => done(JSON.parse(text)),
        }
      : {};
  const socket = new Socket(`${URL_OF_BATON.replace('http', 'ws')}/realtime/v1`, { params: { apikey }, ...serializer, ...options });
  socket.connect();
  return socket;
}

/** What a channel is sent under `event`. */
function heard(channel, event) {
  const entries = new Heard();
  channel.on(event, (payload) => entries.push(payload));
  return entries;
}

/** The payloads of broadcasts with this event's name. */
function said(channel, name) {
  const entries = new Heard();
  channel.on('broadcast', ({ event, payload }) => event === name && entries.push(payload));
  return entries;
}

/** Joins; every join that succeeded is counted in `joins`. */
async function join(socket, topic, config = {}, more = {}) {
  const channel = socket.channel(`realtime:${topic}`, { config: { broadcast: { self: false, ack: true }, ...config }, ...more });
  const answers = new Heard();
  channel.joins = new Heard();
  channel
    .join()
    .receive('ok', (response) => answers.push({ ok: true }) && channel.joins.push(response))
    .receive('error', (response) => answers.push({ ok: false, response }));
  const { ok, response } = await answers.until(always, `answer to the join of ${topic}`);
  if (!ok) throw Object.assign(new Error(`join of ${topic} refused: ${JSON.stringify(response)}`), { response });
  return channel;
}

/** Pushes, and waits for the answer: its status and response. */
function push(channel, event, payload) {
  const answer = new Promise((done) => {
    const pushed = channel.push(event, payload);
    for (const status of ['ok', 'error', 'timeout']) pushed.receive(status, (response) => done({ status, response }));
  });
  return within(answer, `answer to ${event}`);
}

const say = (channel, event, payload) => push(channel, 'broadcast', { type: 'broadcast', event, payload });

/** Has DATA sent to a channel; it has to arrive once and as it was. */
async function receives(channel, topic, send = (event, payload) => broadcast(topic, event, payload)) {
  const [arrived, end] = [said(channel, 'said'), said(channel, 'end')];
  await send('said', DATA);
  await send('end', {});
  await end.until(always, `the broadcast after the one on ${topic}`);
  assertOnce(arrived);
}

await check('broadcast', async () => {
  const [ann, bob] = await Promise.all([1, 2].map(() => join(connect(), 'chat')));
  const atAnn = said(ann, 'said');
  await receives(bob, 'chat', async (event, payload) => assert.equal((await say(ann, event, payload)).status, 'ok'));
  await receives(ann, 'chat');
  assertOnce(atAnn); // the one over HTTP, and none of her own
});

await check('published', async () => receives(await join(connect(), 'news'), 'news'));

await check('presence', async () => {
  const socket = connect();
  const [ann, bob] = [
    await join(connect(), 'room', { presence: { key: 'ann', enabled: true } }),
    await join(socket, 'room', { presence: { key: 'bob', enabled: true } }),
  ];
  const states = new Heard();
  let state = {};
  const list = () => states.push(Presence.list(state, (key, { metas }) => `${key}:${metas[0].at}`).sort().join());
  ann.on('presence_state', (whole) => list((state = Presence.syncState(state, whole))));
  ann.on('presence_diff', (diff) => list((state = Presence.syncDiff(state, diff))));
  const track = (channel, at) => push(channel, 'presence', { type: 'presence', event: 'track', payload: { at } });
  assert.equal((await track(ann, 'home')).status, 'ok');
  await states.until((text) => text === 'ann:home', 'ann sees herself');
  assert.equal((await track(bob, 'work')).status, 'ok');
  await states.until((text) => text === 'ann:home,bob:work', 'ann sees bob');
  socket.disconnect();
  states.length = 0;
  await states.until((text) => text === 'ann:home', 'bob is gone');
});

await check('leave', async () => {
  const socket = connect();
  const [channel, other] = [await join(socket, 'left'), await join(socket, 'barrier')];
  await receives(channel, 'left');
  const messages = new Heard();
  // Of a channel that was left the library itself drops messages: look at the socket.
  socket.onMessage(({ topic, event }) => topic === 'realtime:left' && event === 'broadcast' && messages.push(event));
  const left = new Promise((done) => channel.leave().receive('ok', done));
  await within(left, 'answer to leave');
  await broadcast('left', 'said', DATA);
  await receives(other, 'barrier');
  assert.deepEqual([...messages], []);
});

await check('refused', async () => {
  const error = await join(connect(), 'shut', {}, { access_token: env.EXPIRED_TOKEN }).then(
    () => assert.fail('joined with an expired token'),
    (refused) => refused,
  );
  assert.match(error.response?.reason ?? error.message, /expired/i);
  await assert.rejects(join(connect(), 'shut', { private: true }), /refused/);
  // The socket opens, so that the program is told the reason where it looks.
  const stranger = connect({ apikey: 'nobody' });
  await assert.rejects(join(stranger, 'shut'), /refused: .*JWT/);
  stranger.disconnect();
});

const hasBytes = since('1.6.0') && vsn === '2.0.0';
if (!hasBytes) lacks('binary', 'comes with 1.6.0 and the serializer 2.0.0');
else
  await check('binary', async () => {
    const channel = await join(connect(), 'bytes');
    const { status } = await push(channel, 'broadcast', new TextEncoder().encode('bytes').buffer);
    assert.notEqual(status, 'timeout', 'bytes get no answer');
    await receives(channel, 'bytes');
  });

if (vsn === '1.0.0') lacks('long-poll', 'with LongPoll the library ignores the serializer that its options set');
else
  await check('long-poll', async () => {
    const channel = await join(connect({ transport: LongPoll }), 'polled');
    await receives(channel, 'polled');
    assert.equal((await say(channel, 'said', DATA)).status, 'ok');
  });

await check('reconnect', async () => {
  const channel = await join(connect(), 'lasting');
  await crash();
  await channel.joins.until((_) => channel.joins.length === 2, 'second join', RECONNECT_MS);
  await receives(channel, 'lasting');
});

finish();
