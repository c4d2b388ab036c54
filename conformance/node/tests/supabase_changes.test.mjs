/** Database changes to unmodified realtime-js, from a real PostgreSQL, with filters, column lists and row-level security. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { send } from '../harness/signed_http.mjs';
import { QUIET_MS, sleep, until, within } from '../harness/waiting.mjs';
import {
  ANN, BOB, JWT_SECRET, LIBRARIES, endClients, subscribed, supabaseClient, token,
} from '../harness/supabase_client.mjs';


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
    create table public.todos (id bigint primary key, title text, done boolean, price numeric, tags text[],
      at timestamptz, details jsonb, secret text);
    grant select (id, title, done, price, tags, at, details) on public.todos to anon, authenticated;
    create table public.notes (id int primary key, owner uuid, text text);
    alter table public.notes enable row level security;
    alter table public.notes replica identity full;
    create policy own on public.notes for select to authenticated using ((select auth.uid()) = owner);
    grant select on public.notes to anon, authenticated;
    create table public.unkeyed (a int);
    grant select on public.unkeyed to anon;
    create table public.unpublished (id int primary key);
    create publication supabase_realtime for table public.todos, public.notes, public.unkeyed;
  `);
  server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.url() }] });
});
afterEach(() => {
  endClients();
  postgres.sql('truncate public.todos, public.notes, public.unkeyed');
});
after(async () => {
  await server?.stop();
  await postgres?.stop();
});

const VERSIONS = Object.keys(LIBRARIES);

/** A channel with these requests, once the server says that changes come; what comes is in `seen`. */
async function following(requests, { vsn, apikey = token(), name = 'changes', on = server } = {}) {
  const client = supabaseClient(on, { vsn, apikey });
  const channel = client.channel(name);
  const seen = [];
  for (const request of requests) {
    channel.on('postgres_changes', request, (change) => seen.push({ ...change, by: request }));
  }
  const told = new Promise((ready, failed) => {
    channel.on('system', {}, ({ extension, status, message }) => {
      if (extension === 'postgres_changes') (status === 'ok' ? ready : failed)(status === 'ok' ? undefined : new Error(message));
    });
  });
  told.catch(() => {});
  await subscribed(channel);
  await within(told, 'Subscribed to PostgreSQL', 10_000);
  return { channel, client, seen };
}

for (const vsn of VERSIONS) {
  test(`serialiser ${vsn}: rows come, change and go`, async () => {
    const { seen } = await following([{ event: '*', schema: 'public', table: 'todos' }], { vsn });
    postgres.sql(`insert into todos values (9007199254740993, 'Milk "fresh"', false, 1.50, '{a,"b c"}',
      '2026-01-01 00:00:00.12+00', '{"b": [1, null]}', 'hidden')`);
    postgres.sql(`update todos set done = true`);
    postgres.sql(`delete from todos`);
    await until(() => seen.length === 3, 'three changes');
    const [inserted, updated, deleted] = seen;
    assert.deepEqual(
      [inserted.eventType, inserted.schema, inserted.table, inserted.errors],
      ['INSERT', 'public', 'todos', null],
    );
    assert.match(inserted.commit_timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual(inserted.new, {
      id: 9007199254740992, // JavaScript's own rounding of 9007199254740993
      title: 'Milk "fresh"',
      done: false,
      price: 1.5,
      tags: ['a', 'b c'],
      at: '2026-01-01T00:00:00.12+00:00',
      details: { b: [1, null] },
    });
    assert.deepEqual(inserted.old, {});
    assert.deepEqual([updated.eventType, updated.new.done, updated.old], ['UPDATE', true, { id: 9007199254740992 }]);
    assert.deepEqual([deleted.eventType, deleted.new, deleted.old], ['DELETE', {}, { id: 9007199254740992 }]);
  });
}

test('requests of one channel are told apart, and each hears what it asked for', async () => {
  const { seen } = await following([
    { event: 'INSERT', schema: 'public', table: 'todos' },
    { event: '*', schema: 'public', table: 'todos', filter: 'done=eq.true' },
    { event: 'UPDATE', schema: 'public' },
    { event: '*', schema: 'public', table: 'todos', filter: 'id=in.(3,4),title=like.m%' },
  ]);
  postgres.sql(`insert into todos (id, title, done) values (1, 'a', true), (2, 'b', false), (3, 'milk', false), (4, 'x', false);
    update todos set done = true where id = 2`);
  await until(() => seen.length >= 8, 'all changes');
  await sleep(QUIET_MS);
  const by = (index) =>
    seen.filter(({ by: { event, filter } }) => [event, filter].join() === index).map(({ new: row }) => row.id);
  assert.deepEqual(by('INSERT,'), [1, 2, 3, 4]);
  assert.deepEqual(by('*,done=eq.true'), [1, 2]);
  assert.deepEqual(by('UPDATE,'), [2]);
  assert.deepEqual(by('*,id=in.(3,4),title=like.m%'), [3]);
});

test('columns that were asked for come, with the key', async () => {
  const { seen } = await following([{ event: '*', schema: 'public', table: 'todos', select: ['title'] }]);
  postgres.sql(`insert into todos (id, title, done) values (1, 'a', true)`);
  await until(() => seen.length === 1, 'a change');
  assert.deepEqual(seen[0].new, { id: 1, title: 'a' });
});

test('row-level security decides who hears of a row', async () => {
  const user = (sub, role = 'authenticated') => ({ apikey: token({ role, sub }) });
  const request = [{ event: '*', schema: 'public', table: 'notes' }];
  const [ann, bob, anon, service] = await Promise.all([
    following(request, user(ANN)), following(request, user(BOB)), following(request, user(ANN, 'anon')),
    following(request, user(undefined, 'postgres')),
  ]);
  postgres.sql(`insert into notes values (1, '${ANN}', 'a'), (2, '${BOB}', 'b'), (3, null, 'c'), (4, '${ANN}', 'd');
    update notes set text = 'e' where id in (2, 3)`);
  await until(() => service.seen.length === 6 && ann.seen.length === 2 && bob.seen.length === 2, 'what each may see');
  await sleep(QUIET_MS);
  assert.deepEqual(ann.seen.map(({ new: row }) => row.id), [1, 4]);
  assert.deepEqual(bob.seen.map(({ eventType, new: row }) => [eventType, row.text]), [['INSERT', 'e'], ['UPDATE', 'e']].map(([kind], n) => [kind, n ? 'e' : 'b']));
  assert.equal(anon.seen.length, 0);
  assert.deepEqual(service.seen.at(-1).old, { id: 3, owner: null, text: 'c' }, 'a full old row, for whom no policy counts');
  postgres.sql('delete from notes where id = 1');
  await until(() => bob.seen.length === 3, 'a row that is gone is told to all');
  assert.deepEqual(bob.seen[2].old, { id: 1 }, 'by its key alone');
});

test('rows that all may see and rows that one may see come in one order', async () => {
  const follow = (sub) => following([{ event: 'INSERT', schema: 'public' }], { apikey: token({ role: 'authenticated', sub }) });
  const [ann, again, bob] = await Promise.all([follow(ANN), follow(ANN), follow(BOB)]);
  postgres.sql(`do $$ begin for n in 1..200 loop
    insert into todos (id) values (n); insert into notes values (n, '${ANN}', 'x'); commit; end loop; end $$`);
  await until(() => ann.seen.length >= 400 && again.seen.length >= 400 && bob.seen.length >= 200, 'all rows');
  await sleep(QUIET_MS);
  const order = ({ seen }) => seen.map(({ table, new: row }) => `${table} ${row.id}`);
  const expected = Array.from({ length: 200 }, (_, n) => [`todos ${n + 1}`, `notes ${n + 1}`]);
  assert.deepEqual(order(ann), expected.flat());
  assert.deepEqual(order(again), expected.flat());
  assert.deepEqual(order(bob), expected.map(([todo]) => todo));
});

test('what does not fit is refused in words, and the channel stays', async () => {
  for (const [request, words] of [
    [{ event: '*', schema: 'public', table: 'missing' }, /Please check Realtime is enabled for the given connect parameters: \[event: \*, schema: public, table: missing/],
    [{ event: '*', schema: 'public', table: 'unpublished' }, /Please check Realtime is enabled/],
    [{ event: '*', schema: 'public', table: 'todos', filter: 'notacolumn=eq.1' }, /Exception: ERROR P0001 \(raise_exception\) invalid column for filter notacolumn/],
    [{ event: '*', schema: 'public', table: 'todos', filter: 'secret=eq.1' }, /invalid column for filter secret/],
    [{ event: '*', schema: 'public', table: 'todos', filter: 'id=eq.x' }, /invalid input syntax for type bigint: "x"/],
    [{ event: '*', schema: 'public', table: 'todos', filter: 'title=match.(' }, /invalid regular expression/],
    [{ event: '*', schema: 'public', table: 'todos', filter: 'wrong' }, /Error parsing `filter` params/],
    [{ event: '*' }, /No subscription params provided/],
    [{ event: '*', schema: 'public', table: 'todos', filter: `title=eq.'; drop table todos; --` }, null],
  ]) {
    const outcome = following([request]);
    if (words) await assert.rejects(outcome, words, JSON.stringify(request));
    else await outcome;
    endClients();
  }
  assert.equal(postgres.sql('select count(*) from todos'), '0');
});

test('a filter that takes the database too long is given up, and holds up nobody else', async () => {
  const slow = await following([{ event: '*', schema: 'public', table: 'todos', filter: 'title=match.^(.*)(.*)(.*)\\1\\2\\3$' }]);
  const other = await following([{ event: '*', schema: 'public', table: 'todos' }]);
  const told = [];
  slow.channel.on('system', {}, (said) => told.push(said));
  postgres.sql(`insert into todos (id, title) values (1, repeat('a', 201) || 'b' || repeat('a', 200) || 'c'), (2, 'short')`);
  await until(() => other.seen.length === 2, 'the rows, for who asked for all', 2_000);
  await until(() => told.length === 1, 'a word to who asked too much');
  assert.equal(told[0].status, 'error');
  assert.match(told[0].message, /the filter took the database more than 250 ms/);
});

test('a table without a key, and a role without rights, hear that there was a change', async () => {
  const { seen } = await following([{ event: '*', schema: 'public', table: 'unkeyed' }]);
  const other = await following([{ event: '*', schema: 'public', table: 'todos' }], { apikey: token({ role: 'postgres' }) });
  postgres.sql('insert into unkeyed values (1)');
  await until(() => seen.length === 1, 'a change');
  assert.deepEqual([seen[0].errors, seen[0].new], [['Error 400: Bad Request, no primary key'], {}]);
  postgres.sql(`insert into todos (id, secret) values (1, repeat('x', 2000000))`);
  await until(() => other.seen.length === 1, 'a large row');
  assert.deepEqual(other.seen[0].errors, ['Error 413: Payload Too Large']);
  assert.equal(other.seen[0].new.id, 1);
});

test('generated columns come with the others, and filters, lists and policies can name them', async () => {
  postgres.sql(`create table public.people (id int primary key, initial text generated always as (left(first, 1)) stored,
      first text, last text, "Whole" text generated always as (first || ' ' || last) stored, notes text);
    alter table public.people alter notes set storage external; alter table public.people enable row level security;
    create policy named on public.people for select to authenticated using (initial = 'A' or (select auth.uid()) = '${BOB}');
    grant select on public.people to authenticated; alter publication supabase_realtime add table public.people`);
  await sleep(1_200); // for a second it is believed which tables there are
  const follow = async (sub, request) => (await following([{ event: '*', schema: 'public', table: 'people', ...request }], {
    apikey: token({ role: 'authenticated', sub }),
  })).seen;
  const [all, whole, filtered] = await Promise.all([
    follow(ANN), follow(BOB, { select: ['Whole'] }), follow(BOB, { filter: 'initial=eq.B' }),
  ]);
  postgres.sql(`insert into people (id, first, last, notes) values (1, 'Ann', 'Lee', repeat('x', 5000)), (2, 'Bo', 'Ray', null), (3, null, 'Ito', null)`);
  postgres.sql(`update people set last = 'Roe' where id = 1`); // the large value is not in the stream
  postgres.sql(`update people set first = 'Bea' where id = 1`);
  await until(() => whole.length === 5 && filtered.length === 2 && all.length === 2, 'changes');
  assert.deepEqual(whole.slice(0, 5).map(({ new: row }) => row), [
    { id: 1, Whole: 'Ann Lee' }, { id: 2, Whole: 'Bo Ray' }, { id: 3, Whole: null }, { id: 1, Whole: 'Ann Roe' }, { id: 1, Whole: 'Bea Roe' },
  ]);
  assert.deepEqual(filtered.map(({ eventType, new: row }) => [eventType, row.id, row.initial]), [['INSERT', 2, 'B'], ['UPDATE', 1, 'B']]);
  const [inserted, updated] = all;
  assert.deepEqual(Object.keys(inserted.new), ['id', 'initial', 'first', 'last', 'Whole', 'notes']);
  assert.deepEqual([updated.new.initial, updated.new.Whole, updated.new.notes], ['A', 'Ann Roe', undefined]);
  // A column that is added comes as well. Deleted rows are told by their key, and to nobody who would learn from a filter what was in them.
  postgres.sql(`alter table public.people replica identity full;
    alter table public.people add letters int generated always as (length(first) + length(last)) stored;
    delete from people; insert into people (id, first, last) values (4, 'Bix', 'Fox'); update people set last = 'Foxx'`);
  await until(() => filtered.length === 4 && whole.length === 10, 'changes of the altered table');
  assert.deepEqual(whole.slice(5, 8).map(({ eventType, old }) => [eventType, old]), [2, 3, 1].map((id) => ['DELETE', { id }]));
  assert.deepEqual(filtered.slice(2).map(({ eventType }) => eventType), ['INSERT', 'UPDATE']);
  assert.deepEqual(filtered[3].new, { id: 4, initial: 'B', first: 'Bix', last: 'Foxx', Whole: 'Bix Foxx', notes: null, letters: 7 });
  postgres.sql('drop table public.people');
});

test('a table that is altered, and one that is added, are followed on', async () => {
  const { seen } = await following([{ event: '*', schema: 'public' }]);
  postgres.sql(`alter table todos add column extra int; grant select (extra) on todos to anon; insert into todos (id, extra) values (1, 5)`);
  await until(() => seen.length === 1, 'a change of an altered table');
  assert.equal(seen[0].new.extra, 5);
  postgres.sql(`alter table todos drop column extra; create table later (id int primary key);
    grant select on later to anon; alter publication supabase_realtime add table later; insert into later values (7)`);
  await until(() => seen.length === 2, 'a change of a new table');
  assert.deepEqual([seen[1].table, seen[1].new], ['later', { id: 7 }]);
  postgres.sql('drop table later');
});

test('nothing is lost and nothing doubled while the database crashes and comes back', async () => {
  const { seen } = await following([{ event: 'INSERT', schema: 'public', table: 'todos' }]);
  let next = 1;
  const insert = (count) => {
    postgres.sql(`insert into todos (id) select generate_series(${next}, ${next + count - 1})`);
    next += count;
  };
  for (let round = 0; round < 3; round += 1) {
    insert(1_000);
    await postgres.halt();
    await postgres.start();
    insert(500);
  }
  await until(() => seen.length >= 4_500, 'all changes', 30_000);
  await sleep(QUIET_MS);
  assert.deepEqual(seen.map(({ new: row }) => row.id), Array.from({ length: 4_500 }, (_, n) => n + 1));
});

test('with database_old_rows, policies decide about rows that are gone, and who loses sight of a row is told', async () => {
  postgres.sql(`create table public.cards (id int primary key, owner uuid, board text, "Text" text);
    alter table public.cards enable row level security; alter table public.cards replica identity full;
    create table public.boards (name text primary key, guest uuid); grant select on public.boards to authenticated;
    insert into public.boards values ('open', '${BOB}');
    create policy own on public.cards for select to authenticated using ((select auth.uid()) = owner);
    -- One that cannot be told without asking.
    create policy guests on public.cards for select to authenticated
      using (exists (select from public.boards where boards.name = cards.board and guest = auth.uid()));
    grant select on public.cards to authenticated, anon; alter publication supabase_realtime add table public.cards`);
  const careful = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.url(), database_slot: 'careful', database_old_rows: true }],
  });
  const follow = async (sub, request, role = 'authenticated') => {
    const { seen } = await following([{ event: '*', schema: 'public', table: 'cards', ...request }], {
      apikey: token({ role, sub }), on: careful,
    });
    return () => seen.splice(0).map(({ eventType, new: row, old }) => [eventType, row.id ?? null, old]);
  };
  const [ann, bob, eve, deletes, todo] = await Promise.all([
    follow(ANN), follow(BOB), follow(ANN, {}, 'anon'), follow(ANN, { event: 'DELETE' }), follow(undefined, { filter: 'Text=eq.todo' }, 'postgres'),
  ]);
  const settled = async (statements) => {
    postgres.sql(statements);
    await sleep(4 * QUIET_MS);
    return { ann: ann(), bob: bob(), eve: eve(), deletes: deletes(), todo: todo() };
  };
  const card = { id: 1, owner: ANN, board: 'closed', Text: 'todo' };
  assert.deepEqual(await settled(`insert into cards values (1, '${ANN}', 'closed', 'todo')`), {
    ann: [['INSERT', 1, {}]], bob: [], eve: [], deletes: [], todo: [['INSERT', 1, {}]],
  });
  // Bob comes to see it; nobody loses sight of it, but it is no longer to be done.
  assert.deepEqual(await settled(`update cards set board = 'open', "Text" = 'done'`), {
    ann: [['UPDATE', 1, { id: 1 }]], bob: [['UPDATE', 1, { id: 1 }]], eve: [], deletes: [], todo: [['DELETE', null, card]],
  });
  const open = { ...card, board: 'open', Text: 'done' };
  assert.deepEqual(await settled(`update cards set owner = null`), {
    ann: [['DELETE', null, open]], bob: [['UPDATE', 1, { id: 1 }]], eve: [], deletes: [['DELETE', null, open]], todo: [],
  });
  assert.deepEqual(await settled(`update cards set board = null, "Text" = 'todo'`), {
    ann: [], bob: [['DELETE', null, { ...open, owner: null }]], eve: [], deletes: [], todo: [['UPDATE', 1, { ...open, owner: null }]],
  });
  assert.deepEqual(await settled(`update cards set owner = '${ANN}'; delete from cards`), {
    ann: [['UPDATE', 1, { id: 1 }], ['DELETE', null, { ...card, board: null }]], bob: [], eve: [],
    deletes: [['DELETE', null, { ...card, board: null }]],
    todo: [['UPDATE', 1, { ...card, board: null, owner: null }], ['DELETE', null, { ...card, board: null }]],
  });
  await careful.stop();
  postgres.sql('drop table public.cards, public.boards');
});

test('who follows is told when the slot is lost, and hears of what changes from then on', async () => {
  const { seen, channel } = await following([{ event: 'INSERT', schema: 'public', table: 'todos' }]);
  const told = [];
  channel.on('system', {}, (said) => told.push(said));
  postgres.sql('insert into todos (id) values (1)');
  await until(() => seen.length === 1, 'a change');
  // As when PostgreSQL gives up a slot that keeps too much of its log.
  postgres.sql(`do $$ begin loop
      perform pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = 'baton';
      begin
        perform pg_drop_replication_slot('baton');
        exit;
      exception when object_in_use then perform pg_sleep(0.005);
      end;
    end loop; end $$; insert into todos (id) values (2)`);
  await until(() => told.some(({ status, message }) => status === 'error' && /Changes were missed.*Read the tables again/.test(message)), 'a word about it', 10_000);
  await until(() => told.some(({ message }) => message === 'Subscribed to PostgreSQL'), 'and when changes come again', 10_000);
  postgres.sql('insert into todos (id) values (3)');
  await until(() => seen.length === 2, 'the next change');
  assert.equal(seen[1].new.id, 3);
});

test('an idle database is not asked anything', async () => {
  await following([{ event: '*', schema: 'public', table: 'todos' }]);
  const asked = () =>
    postgres.sql(`select max(query_start) from pg_stat_activity where application_name = 'baton' and backend_type = 'client backend'`);
  // What it asks when it begins to follow, and when a connection that an earlier test broke is re-established, comes to an end.
  await until(async () => {
    const before = asked();
    assert.notEqual(before, '', 'the server has connections');
    await sleep(2_000);
    return asked() === before;
  }, 'two seconds without a question', 20_000);
});

test('metrics tell how the database of an app is, how far its changes are behind, and what policies answered', async () => {
  const lonely = { id: 'lonely', key: 'lonely-key', secret: 'the secret of the lonely' };
  const nowhere = { id: 'nowhere', key: 'nowhere-key', secret: 'the secret of nowhere', database_url: 'postgres://nobody@127.0.0.1:1/none' };
  postgres.sql(`create table public.slow (id int primary key); alter table public.slow enable row level security;
    grant select on public.slow to anon; create policy slow on public.slow for select to anon using ((select true from pg_sleep(1.2)));
    alter publication supabase_realtime add table public.slow;`);
  const own = await startServer({
    apps: [{ id: 'own', jwt_secret: JWT_SECRET, database_url: postgres.url(), database_slot: 'metrics' }, lonely, nowhere],
  });
  try {
    /** What a metric has for an app; undefined where it has nothing. */
    const seen = async (name, app = 'own', more = '') => {
      const { text } = await send(own, 'GET', '/metrics');
      const value = new RegExp(`^baton_database_${name}\\{app="${app}"${more}\\} (\\S+)$`, 'm').exec(text)?.[1];
      return value === undefined ? undefined : Number(value);
    };
    await until(async () => (await seen('up')) === 1, 'connected');
    assert.deepEqual([await seen('up', 'nowhere'), await seen('up', 'lonely')], [0, undefined]);
    assert.deepEqual([await seen('feed_up'), await seen('feed_lag_seconds')], [undefined, undefined], 'nobody has asked for changes');
    const { seen: changes } = await following([{ event: '*', schema: 'public', table: 'slow' }], { on: own });
    assert.equal(await seen('feed_up'), 1);
    // The message of the stream in hand when the page is written may be a few milliseconds old.
    await until(async () => (await seen('feed_lag_seconds')) === 0, 'nothing is in hand');
    // A policy that takes a second holds the feed up.
    postgres.sql('insert into public.slow values (1)');
    await until(async () => (await seen('feed_lag_seconds')) > 0.5, 'the feed is behind');
    await until(() => changes.length === 1, 'the row');
    await until(async () => (await seen('feed_lag_seconds')) === 0, 'nothing is in hand');
    // Without a table `realtime.messages` no policy can be asked.
    const questions = await seen('policy_questions_total');
    await assert.rejects(subscribed(supabaseClient(own).channel('private', { config: { private: true } })));
    assert.equal(await seen('policy_questions_total'), questions + 1);
    assert.equal(await seen('policy_failures_total', 'own', ',cause="failed"'), questions + 1);
    const stranger = await supabaseClient(own).channel('other');
    await subscribed(stranger);
    assert.equal(await seen('policy_questions_total'), questions + 1, 'a public channel asks nothing');
    await postgres.halt();
    await until(async () => (await seen('up')) === 0 && (await seen('feed_up')) === 0, 'the database is down');
    assert.equal(await seen('feed_lag_seconds'), undefined, 'nobody knows');
    await postgres.start();
    await until(async () => (await seen('up')) === 1 && (await seen('feed_lag_seconds')) === 0, 'it is back', 20_000);
  } finally {
    await own.stop();
    postgres.sql('drop table public.slow');
  }
});
