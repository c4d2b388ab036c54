/** A database as `baton pg setup` makes it: broadcasts that it sends, private channels, and changes, for realtime-js. */
import { spawnSync } from 'node:child_process';
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { BINARY, binary, startServer } from '../harness/server.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { connect, disconnectAll, subscribe } from '../harness/pusher_client.mjs';
import { QUIET_MS, next, sleep, until } from '../harness/waiting.mjs';
import {
  JWT_SECRET, LIBRARIES, broadcasts, endClients, subscribed, supabaseClient, token,
} from '../harness/supabase_client.mjs';


let postgres;
let server;
before(async () => {
  postgres = await startPostgres();
  postgres.setUp();
  postgres.sql(`
    create policy members on realtime.messages for select to authenticated using (realtime.topic() like 'room%');
    create table public.todos (id int primary key, title text);
    alter table public.todos enable row level security;
    create policy all_read on public.todos for select to anon, authenticated using (true);
    grant select on public.todos to anon, authenticated;
    alter publication supabase_realtime add table public.todos;
    create function public.tell() returns trigger language plpgsql as $$
      begin
        perform realtime.broadcast_changes('room:1', TG_OP, TG_OP, TG_TABLE_NAME, TG_TABLE_SCHEMA, NEW, OLD);
        return null;
      end $$;
    create trigger tell after insert or update or delete on public.todos for each row execute function public.tell();
  `);
  // As if nobody had looked after the table for ten days.
  postgres.sql(`select realtime.baton_partitions(null, now() - interval '10 days')`);
  server = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.serverUrl() }],
  });
});
afterEach(() => {
  endClients();
  disconnectAll();
});
after(async () => {
  await server?.stop();
  await postgres?.stop();
});

async function room(name, { vsn, role = 'authenticated' } = {}) {
  const client = supabaseClient(server, { vsn, apikey: token({ role }) });
  await client.setAuth(token({ role }));
  return client.channel(name, { config: { private: true } });
}

/** Sends until one has come, for the server may still be connecting, and then until all have that were on their way. */
async function firstCame(heard, send) {
  await until(async () => {
    send('{}');
    await sleep(100);
    return heard.length > 0;
  }, 'the first broadcast', 15_000);
  send('{"last": true}');
  await until(() => heard.at(-1)?.payload.last, 'the last of them');
  heard.length = 0;
}

for (const vsn of Object.keys(LIBRARIES)) {
  test(`serialiser ${vsn}: what the database sends comes in the order of sending, with its id`, async () => {
    const channel = await room(`room ${vsn}`, { vsn });
    const heard = [];
    channel.on('broadcast', { event: '*' }, (message) => heard.push(message));
    await subscribed(channel);
    await firstCame(heard, (payload) => postgres.sql(`select realtime.send('${payload}', 'ping', 'room ${vsn}')`));
    postgres.sql(`select realtime.send(jsonb_build_object('n', n), 'e', 'room ${vsn}') from generate_series(1, 20) n`);
    postgres.sql(`select realtime.send('{"n": 21, "text": "ü \\"x\\""}', 'e', 'room ${vsn}', true)`);
    await until(() => heard.length === 21, 'all of them');
    assert.deepEqual(heard.map(({ payload }) => payload.n), Array.from({ length: 21 }, (_, n) => n + 1));
    const stored = postgres.sql(`select string_agg(id::text, ',' order by seq) from realtime.messages where topic = 'room ${vsn}' and event = 'e'`);
    assert.deepEqual(heard.map(({ meta }) => meta.id), stored.split(','));
    assert.equal(heard[20].payload.text, 'ü "x"');
    assert.equal(heard[20].payload.id, heard[20].meta.id);
  });
}

test('a public channel, and Pusher\'s clients of the same, hear what is sent to it; the private one does not', async () => {
  const channel = supabaseClient(server).channel('news');
  const heard = broadcasts(channel);
  await subscribed(channel);
  const pusher = await connect(server);
  const news = await subscribe(pusher, 'news');
  const headline = next(news, 'headline');
  const hidden = await room('room news');
  const others = broadcasts(hidden);
  await subscribed(hidden);
  postgres.sql(`select realtime.send('{"a": 1}', 'headline', 'news', false)`);
  assert.equal((await heard.next()).payload.a, 1);
  assert.equal((await headline).a, 1);
  postgres.sql(`select realtime.send('{"a": 2}', 'headline', 'news', true)`);
  await sleep(QUIET_MS);
  assert.deepEqual([heard.length, others.length], [0, 0]);
});

test('bytes are bytes', async () => {
  const channel = await room('room bytes');
  const heard = broadcasts(channel);
  await subscribed(channel);
  postgres.sql(`select realtime.send_binary('\\x00ff10', 'e', 'room bytes')`);
  assert.deepEqual(new Uint8Array((await heard.next()).payload), new Uint8Array([0, 255, 16]));
});

test('a trigger broadcasts changes, and subscribers to the table are sent the same', async () => {
  const channel = await room('room:1');
  const heard = broadcasts(channel);
  await subscribed(channel);
  const changes = [];
  const other = supabaseClient(server).channel('todos');
  other.on('postgres_changes', { event: '*', schema: 'public', table: 'todos' }, (change) => changes.push(change));
  const told = new Promise((ready) => other.on('system', {}, ({ status }) => status === 'ok' && ready()));
  await subscribed(other);
  await told;
  postgres.sql(`insert into todos values (1, 'a'); update todos set title = 'b'; delete from todos`);
  for (const [event, record, old] of [
    ['INSERT', { id: 1, title: 'a' }, null],
    ['UPDATE', { id: 1, title: 'b' }, { id: 1, title: 'a' }],
    ['DELETE', null, { id: 1, title: 'b' }],
  ]) {
    const message = await heard.next();
    assert.equal(message.event, event);
    assert.deepEqual([message.payload.record, message.payload.old_record, message.payload.table], [record, old, 'todos']);
  }
  await until(() => changes.length === 3, 'the changes');
  assert.deepEqual(changes.map(({ eventType }) => eventType), ['INSERT', 'UPDATE', 'DELETE']);
});

test('what the database sends while the server is away is not lost', async () => {
  const away = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.url(), database_slot: 'other' }],
  });
  const client = supabaseClient(away, { apikey: token({ role: 'service_role' }) });
  const channel = client.channel('room away');
  const heard = broadcasts(channel);
  await subscribed(channel);
  await firstCame(heard, (payload) => postgres.sql(`select realtime.send('${payload}', 'ping', 'room away', false)`));
  // A connection of the server to the database that is lost, while the client stays.
  postgres.sql(`select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = 'other'`);
  postgres.sql(`select realtime.send(jsonb_build_object('n', n), 'e', 'room away', false) from generate_series(1, 50) n`);
  for (let n = 1; n <= 50; n += 1) assert.equal((await heard.next()).payload.n, n);
  await away.stop();
});

/** A room joined with `replay`; what was replayed and what came by itself, in one list. */
async function replayed(name, replay, { on = server, ...options } = {}) {
  const client = supabaseClient(on, { apikey: token({ role: 'authenticated' }), ...options });
  await client.setAuth(token({ role: 'authenticated' }));
  const channel = client.channel(name, { config: { private: true, broadcast: { replay } } });
  const heard = [];
  const told = [];
  channel.on('broadcast', { event: '*' }, (message) => heard.push(message));
  channel.on('system', {}, ({ message }) => told.push(message));
  await subscribed(channel);
  return { channel, heard, told };
}

for (const vsn of Object.keys(LIBRARIES)) {
  test(`serialiser ${vsn}: clients that join later get the history of all senders, in order`, async () => {
    const name = `room replay ${vsn}`;
    const first = await replayed(name, undefined, { vsn });
    const began = Date.now() - 60_000;
    postgres.sql(`select realtime.send(jsonb_build_object('n', n), 'e', '${name}') from generate_series(1, 5) n`);
    await until(() => first.heard.length === 5, 'what the database sends');
    const url = `${server.url}/realtime/v1/api/broadcast`;
    const headers = { authorization: `Bearer ${token({ role: 'service_role' })}`, 'content-type': 'application/json' };
    const messages = [{ topic: name, event: 'e', payload: { n: 6 }, private: true }];
    assert.equal((await fetch(url, { method: 'POST', headers, body: JSON.stringify({ messages }) })).status, 202);
    await until(() => first.heard.length === 6, 'what HTTP sends');
    const later = await replayed(name, { since: began }, { vsn });
    await until(() => later.heard.length === 6, 'all of it');
    assert.deepEqual(later.heard.map(({ payload }) => payload.n), [1, 2, 3, 4, 5, 6]);
    assert.ok(later.heard.every(({ meta }) => meta.replayed && meta.id));
    assert.equal(later.heard[4].meta.id, first.heard[4].meta.id);
    const rest = await replayed(name, { after: first.heard[3].meta.id }, { vsn });
    await until(() => rest.heard.length === 2, 'what came after');
    assert.deepEqual([rest.heard.map(({ payload }) => payload.n), rest.told], [[5, 6], []]);
  });
}

test('who asks is told when what the database sends arrives, or that it will not', async () => {
  const bare = await startServer({ apps: [{ jwt_secret: JWT_SECRET }] });
  for (const [on, expected] of [
    [server, { extension: 'system', status: 'ok', message: 'Replication connection established', channel: 'room ready' }],
    [bare, { extension: 'system', status: 'error', message: 'Replication connection was not established in time', channel: 'room ready' }],
  ]) {
    const client = supabaseClient(on, { apikey: token({ role: 'service_role' }) });
    const channel = client.channel('room ready', { config: { private: true, broadcast: { replication_ready: true } } });
    const told = [];
    channel.on('system', {}, (said) => told.push(said));
    await subscribed(channel);
    await until(() => told.length === 1, 'a word about it', 10_000);
    assert.deepEqual(told[0], expected);
  }
  await bare.stop();
});

test('what a server that has just started does not remember comes from the database, and nothing twice', async () => {
  postgres.sql(`select realtime.send(jsonb_build_object('n', n), 'e', 'room long') from generate_series(1, 30) n`);
  const last = postgres.sql(`select id from realtime.messages where topic = 'room long' and payload->>'n' = '20'`);
  const fresh = await startServer({
    apps: [{
      jwt_secret: JWT_SECRET, database_url: postgres.serverUrl(), database_slot: 'fresh',
      history_messages: 50, replay_messages: 1000,
    }],
  });
  const probe = await replayed('room probe', undefined, { on: fresh });
  await firstCame(probe.heard, (payload) => postgres.sql(`select realtime.send('${payload}', 'ping', 'room probe')`));
  const all = await replayed('room long', { since: Date.now() - 60_000, limit: 10 }, { on: fresh });
  await until(() => all.heard.length === 10, 'the newest ten');
  assert.deepEqual(all.heard.map(({ payload }) => payload.n), [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  const rest = await replayed('room long', { after: last, limit: 100 }, { on: fresh });
  await until(() => rest.heard.length === 10, 'what came after the twentieth');
  assert.deepEqual([rest.heard[0].payload.n, rest.told], [21, []]);
  const few = await replayed('room long', { after: last, limit: 3 }, { on: fresh });
  await until(() => few.heard.length === 3, 'the newest three');
  assert.match(few.told[0], /Messages were missed/);
  // While the database sends, some join: each hears all, whether replayed or not, once and in order.
  const since = Date.now() - 1_000;
  const sending = postgres.sqlLater(`do $$ begin for n in 1..600 loop
    perform realtime.send(jsonb_build_object('n', n), 'e', 'room busy'); commit; perform pg_sleep(0.001); end loop; end $$`);
  const joined = [];
  for (let n = 0; n < 12; n += 1) {
    joined.push(await replayed('room busy', { since, limit: 1000 }, { on: fresh }));
    await sleep(100);
  }
  await sending;
  for (const { heard } of joined) await until(() => heard.length >= 600, 'all that was sent');
  await sleep(QUIET_MS);
  const expected = Array.from({ length: 600 }, (_, n) => n + 1);
  for (const { heard } of joined) assert.deepEqual(heard.map(({ payload }) => payload.n), expected);
  assert.ok(joined.some(({ heard }) => heard.some(({ meta }) => meta.replayed) && heard.some(({ meta }) => !meta.replayed)));
  await fresh.stop();
});

test('partitions of days long gone are dropped, and those of the days to come are there', async () => {
  const days = () =>
    postgres.sql(`select count(*) filter (where c.relname < to_char(now() - interval '5 days', '"messages_"YYYY_MM_DD')),
        count(*) filter (where c.relname > to_char(now(), '"messages_"YYYY_MM_DD') and c.relname <> 'messages_default')
      from pg_inherits join pg_class c on c.oid = inhrelid where inhparent = 'realtime.messages'::regclass`);
  await until(() => days() === '0|3', 'old ones gone');
});

test('`baton pg check` finds nothing missing while the server runs', () => {
  const { status, stdout } = spawnSync(BINARY, ['pg', 'check', '--database', postgres.url()], { encoding: 'utf8' });
  assert.equal(status, 0, stdout);
});
