/** The rows that are there and then the changes, to unmodified realtime-js; and changes while tokens are renewed. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import WebSocket from 'ws';
import { startServer } from '../harness/server.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { QUIET_MS, sleep, until } from '../harness/waiting.mjs';
import { ANN, BOB, JWT_SECRET, LIBRARIES, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';

let postgres;
let server;
before(async () => {
  postgres = await startPostgres();
  postgres.sql(`
    create role anon nologin noinherit; create role authenticated nologin noinherit;
    create schema auth;
    create function auth.uid() returns uuid language sql stable as
      $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
    grant usage on schema auth, public to anon, authenticated;
    create table public.todos (id bigint primary key, title text, list text);
    create table public.notes (id int primary key, owner uuid, text text);
    alter table public.notes enable row level security;
    create policy own on public.notes for select to authenticated using ((select auth.uid()) = owner);
    grant select on public.notes, public.todos to anon, authenticated;
    create publication supabase_realtime for table public.todos, public.notes;
  `);
  const app = { jwt_secret: JWT_SECRET, database_url: postgres.url() };
  server = await startServer({ apps: [{ ...app, snapshot_rows: 100 }] });
});
afterEach(() => {
  endClients();
  postgres.sql('truncate public.todos, public.notes');
});
after(async () => {
  await server?.stop();
  await postgres?.stop();
});

/** The sockets of all clients, the newest last. */
const sockets = [];
class Watched extends WebSocket {
  constructor(...given) {
    super(...given);
    sockets.push(this);
  }
}

const ALL = { event: '*', schema: 'public', table: 'todos' };

/** A channel with these requests; `told` has everything in its order: changes, and `ready` or an error's text. */
async function follow(requests, { vsn, apikey = token(), on = server, name = 'rows' } = {}) {
  const client = supabaseClient(on, { vsn, apikey, transport: Watched });
  const channel = client.channel(name);
  const told = [];
  for (const request of requests) {
    channel.on('postgres_changes', request, ({ eventType, new: row, old }) => told.push([eventType, eventType === 'DELETE' ? old : row]));
  }
  channel.on('system', {}, ({ status, message }) => told.push(status === 'ok' ? 'ready' : message));
  await subscribed(channel);
  await until(() => told.some((it) => typeof it === 'string'), 'a word about changes', 10_000);
  return { client, channel, told };
}

for (const vsn of Object.keys(LIBRARIES)) {
  test(`serialiser ${vsn}: the rows come, then a word, and then the changes`, async () => {
    postgres.sql(`insert into todos values (1, 'Milk', 'home'), (2, 'Ink', 'work'), (3, 'Tea', 'home')`);
    const { told } = await follow([{ ...ALL, filter: 'list=eq.home', snapshot: true }], { vsn });
    const rows = [{ id: 1, title: 'Milk', list: 'home' }, { id: 3, title: 'Tea', list: 'home' }];
    assert.deepEqual(told, [...rows.map((row) => ['INSERT', row]), 'ready']);
    postgres.sql(`update todos set title = 'Green tea' where id = 3; delete from todos where id = 1`);
    postgres.sql(`insert into todos values (4, 'Ham', 'home'), (5, 'Pen', 'work')`);
    await until(() => told.length >= 5, 'changes');
    await sleep(QUIET_MS);
    assert.deepEqual(told.slice(3), [
      ['UPDATE', { id: 3, title: 'Green tea', list: 'home' }], ['INSERT', { id: 4, title: 'Ham', list: 'home' }],
    ]);
  });
}

test('two requests of one channel: only the one that asks for rows gets them, each what it may see', async () => {
  postgres.sql(`insert into todos values (1, 'Milk', 'home');
    insert into notes values (1, '${ANN}', 'of Ann'), (2, '${BOB}', 'of Bob')`);
  const notes = { event: 'INSERT', schema: 'public', table: 'notes', snapshot: true };
  const { told } = await follow([ALL, notes], { apikey: token({ role: 'authenticated', sub: BOB }) });
  assert.deepEqual(told, [['INSERT', { id: 2, owner: BOB, text: 'of Bob' }], 'ready']);
  const anon = await follow([notes]);
  assert.deepEqual(anon.told, ['ready']);
});

test('who connects again gets the rows as they are then', async () => {
  postgres.sql(`insert into todos values (1, 'Milk', 'home')`);
  const { told } = await follow([{ ...ALL, snapshot: true }]);
  const socket = sockets.at(-1);
  socket.terminate();
  await once(socket, 'close');
  postgres.sql(`delete from todos; insert into todos values (2, 'Ham', 'home')`);
  await until(() => told.length === 4, 'the rows', 15_000);
  assert.deepEqual(told.slice(2), [['INSERT', { id: 2, title: 'Ham', list: 'home' }], 'ready']);
});

test('what is refused says what to do, and other requests go on', async () => {
  postgres.sql(`insert into todos select n, 'x', 'y' from generate_series(1, 101) n`);
  const many = await follow([{ ...ALL, snapshot: true }]);
  assert.match(many.told[0], /the snapshot has more than 100 rows \(setting snapshot_rows\); use a filter that fewer rows pass$/);
  const wild = await follow([{ event: '*', schema: 'public', snapshot: true }]);
  assert.match(wild.told[0], /A snapshot is not supported for wildcard subscriptions/);
  const off = await startServer({ apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.url(), database_slot: 'off' }] });
  const refused = await follow([{ ...ALL, snapshot: true }], { on: off });
  assert.match(refused.told[0], /snapshots are off: set snapshot_rows for the app$/);
  assert.deepEqual((await follow([ALL], { on: off })).told, ['ready']);
  await off.stop();
});

test('a renewed token brings no rows again, and no change is lost or doubled by it', async () => {
  postgres.sql(`insert into todos values (0, 'first', 'home')`);
  const fresh = () => token({ role: 'authenticated', sub: ANN, jti: `${Math.random()}` });
  const clients = await Promise.all([[{ ...ALL, snapshot: true }], [ALL]].map((requests) => follow(requests, { apikey: fresh() })));
  const end = Date.now() + 3_000;
  let written = 0;
  let renewed = 0;
  const goesOn = () => Date.now() < end || renewed <= 20 || written <= 200;
  const push = (count) => {
    for (let n = 0; n < count; n += 1) clients.forEach(({ channel }) => channel.channelAdapter.push('access_token', { access_token: fresh() }));
  };
  const renewing = (async () => {
    while (goesOn()) {
      renewed += 1;
      await Promise.all(clients.map(({ client }) => client.setAuth(fresh())));
      // Also many at once, as a server reads them that stood still for a moment.
      if (renewed % 8 === 0) push(8);
      await sleep(15);
    }
  })();
  while (goesOn()) {
    await postgres.sqlLater(`insert into todos select n, 'x', 'home' from generate_series(${written + 1}, ${written + 20}) n`);
    written += 20;
    await sleep(5);
  }
  await renewing;
  for (const [{ told }, before] of [[clients[0], [0]], [clients[1], []]]) {
    const ids = () => told.filter((it) => typeof it !== 'string').map(([, row]) => row.id);
    await until(() => ids().length >= written + before.length, 'all changes', 10_000);
    await sleep(QUIET_MS);
    assert.deepEqual(ids(), [...before, ...Array.from({ length: written }, (_, n) => n + 1)]);
  }
  // Faster than the database can answer: what comes once that is over still comes, and once.
  push(200);
  await Promise.all(clients.map(async ({ told }) => {
    const [from, ready] = [told.length, (it) => it === 'ready'];
    await until(() => told.slice(from).some(ready), 'changes come again', 10_000);
    await sleep(4 * QUIET_MS);
    told.length = 0;
  }));
  postgres.sql(`insert into todos values (-1, 'last', 'home')`);
  const rows = ({ told }) => told.filter((it) => it !== 'ready');
  await until(() => clients.every((it) => rows(it).length > 0), 'a change', 10_000);
  await sleep(QUIET_MS);
  for (const it of clients) assert.deepEqual(rows(it), [['INSERT', { id: -1, title: 'last', list: 'home' }]]);
});
