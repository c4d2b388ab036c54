/** @supabase/realtime-js 1, which is phoenix.js under other names: what it can do of today's protocol. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import {
  DATA, Heard, RECONNECT_MS, URL_OF_BATON, VERSION, assertOnce, broadcast, check, crash, finish, lacks, within,
} from './checks.mjs';

const require = createRequire(import.meta.url);
const { env } = process;
const { RealtimeClient } = require(`realtime-js-${VERSION}`);

const always = () => true;

function connect(apikey = env.ANON_TOKEN) {
  const client = new RealtimeClient(`${URL_OF_BATON.replace('http', 'ws')}/realtime/v1`, { params: { apikey } });
  client.connect();
  return client;
}

/** Joins; every join that succeeded is counted in `joins`. */
async function join(client, topic, token) {
  const channel = client.channel(`realtime:${topic}`, { config: { broadcast: { self: false, ack: true } }, access_token: token });
  const answers = new Heard();
  channel.joins = new Heard();
  channel
    .subscribe()
    .receive('ok', () => answers.push({ ok: true }) && channel.joins.push(1))
    .receive('error', (response) => answers.push({ ok: false, response }));
  const { ok, response } = await answers.until(always, `answer to the join of ${topic}`);
  if (!ok) throw new Error(`refused: ${JSON.stringify(response)}`);
  return channel;
}

/** The payloads of broadcasts with this event's name. */
function said(channel, name) {
  const entries = new Heard();
  channel.on('broadcast', ({ event, payload }) => event === name && entries.push(payload));
  return entries;
}

const say = (channel) => (event, payload) => {
  const answer = new Promise((done) => channel.push('broadcast', { type: 'broadcast', event, payload }).receive('ok', done));
  return within(answer, 'answer to a broadcast');
};

/** Has DATA sent to a channel; it has to arrive once and as it was. */
async function receives(channel, topic, send = (event, payload) => broadcast(topic, event, payload)) {
  const [arrived, end] = [said(channel, 'said'), said(channel, 'end')];
  await send('said', DATA);
  await send('end', {});
  await end.until(always, `the broadcast after the one on ${topic}`);
  assertOnce(arrived);
}

await check('broadcast', async () => {
  const [ann, bob] = [await join(connect(), 'chat'), await join(connect(), 'chat')];
  const atAnn = said(ann, 'said');
  await receives(bob, 'chat', say(ann));
  await receives(ann, 'chat');
  assertOnce(atAnn); // the one over HTTP, and none of her own
});

await check('published', async () => receives(await join(connect(), 'news'), 'news'));

await check('leave', async () => {
  const client = connect();
  const [channel, other] = [await join(client, 'left'), await join(client, 'barrier')];
  await receives(channel, 'left');
  const frames = new Heard();
  client.onMessage(({ topic, event }) => topic === 'realtime:left' && event === 'broadcast' && frames.push(event));
  await within(new Promise((done) => channel.unsubscribe().receive('ok', done)), 'answer to leave');
  await broadcast('left', 'said', DATA);
  await receives(other, 'barrier');
  assert.deepEqual([...frames], []);
});

await check('refused', async () => {
  await assert.rejects(join(connect(), 'shut', env.EXPIRED_TOKEN), /expired/i);
  await assert.rejects(join(connect('nobody'), 'shut'), /refused: .*JWT/);
});

await check('reconnect', async () => {
  const channel = await join(connect(), 'lasting');
  await crash();
  await channel.joins.until((_) => channel.joins.length === 2, 'second join', RECONNECT_MS);
  await receives(channel, 'lasting');
});

lacks('sent over HTTP', 'comes with 2.8.0');
lacks('presence', 'comes with 2.0.0');
lacks('private', 'comes with 2.10.0');
lacks('changes', "its own are of a protocol that Supabase's server has given up");

finish();
