/** Why a user sees a row or may join a private channel, against a real PostgreSQL that `baton pg setup` has made ready. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { OPERATOR, READER, TOKENS, bearer, ofApp } from '../harness/inspector.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { BINARY, startServer } from '../harness/server.mjs';
import { until } from '../harness/waiting.mjs';
import { ANN, BOB, JWT_SECRET, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';

const APP = { id: 'shop', key: 'shop-key', secret: 'shop-secret-0123456789', jwt_secret: JWT_SECRET };
const PLAIN = { id: 'plain', key: 'plain-key', secret: 'plain-secret-0123456789' };

let postgres;
let server;
let operator;
before(async () => {
  postgres = await startPostgres();
  postgres.setUp();
  postgres.sql(`
    create schema sales; grant usage on schema sales to authenticated, service_role;
    create table sales.orders (id int, line int, owner uuid, team text, note text, secret text, primary key (id, line));
    alter table sales.orders enable row level security;
    grant select (id, line, owner, team, note) on sales.orders to authenticated;
    grant select on sales.orders to service_role;
    create policy "own orders" on sales.orders for select to authenticated using (owner = auth.uid());
    create policy "of the team" on sales.orders for select to authenticated using (team = auth.jwt() ->> 'team');
    create policy "not withdrawn" on sales.orders as restrictive for select to public using (note <> 'withdrawn');
    create policy "of writers" on sales.orders for insert to authenticated with check (true);
    create policy "of staff" on sales.orders for select to service_role using (true);
    insert into sales.orders values (1, 1, '${ANN}', 'red', 'a', 's'), (2, 1, '${ANN}', 'red', 'withdrawn', 's'),
      (3, 1, null, null, 'b', 's'), (4, 1, null, null, null, 's');
    create table public.open (id int primary key, text text); create view public.seen as select 1 as a;
    grant select on public.open to anon, authenticated;
    insert into public.open values (1, 'a');
    create table public.hidden (id int primary key);
    alter table public.hidden enable row level security; grant select on public.hidden to authenticated, service_role;
    create table public.unpublished (id int primary key); grant select on public.unpublished to authenticated;
    create table public.unkeyed (a int); grant select on public.unkeyed to authenticated;
    create table public.failing (id int primary key);
    alter table public.failing enable row level security; grant select on public.failing to authenticated, service_role;
    create policy "divides" on public.failing for select using (1 / id > 0);
    insert into public.failing values (0), (1);
    alter publication supabase_realtime add table sales.orders, public.open, public.hidden, public.unkeyed, public.failing;
    create policy "members join" on realtime.messages for select to authenticated
      using (realtime.topic() = 'room' and extension = 'broadcast');
    create policy "hosts send" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'room' and (auth.jwt() ->> 'host')::boolean);
  `);
  server = await startServer({ apps: [{ ...APP, database_url: postgres.serverUrl() }, PLAIN], settings: { ...TOKENS, inspector_mcp: 'read' } });
  operator = bearer(server, OPERATOR);
});
after(async () => {
  endClients();
  await server?.stop();
  await postgres?.stop();
});

const explain = async (body, caller = operator) => {
  const { status, json, text } = await caller.post('database/explain', { app: 'shop', ...body });
  assert.equal(status, 200, text);
  return json;
};
const row = (key, more = {}) => explain({ table: 'sales.orders', key, user: ANN, ...more });
const outcomes = ({ policies }) => Object.fromEntries(policies.map(({ name, counts, outcome }) => [name, counts ? outcome : 'does not count']));
const failed = ({ steps }) => steps.filter(({ ok }) => ok === false).map(({ what }) => what);

describe('a row', () => {
  test('the policy that lets it pass is named', async () => {
    const found = await row({ id: 1, line: 1 });
    assert.equal(found.verdict, `User ${ANN} (role authenticated) sees the row: policy "own orders" lets it pass.`);
    assert.deepEqual([found.visible, found.certain, failed(found)], [true, true, []]);
    assert.deepEqual(outcomes(found), {
      'own orders': 'true', 'of the team': 'null', 'not withdrawn': 'true', 'of writers': 'does not count', 'of staff': 'does not count',
    });
    assert.deepEqual(found.columns_hidden, ['secret']);
    const { roles, kind, command, expression } = found.policies.find(({ name }) => name === 'own orders');
    assert.deepEqual([roles, kind, command, expression], [['authenticated'], 'permissive', 'select', '(owner = auth.uid())']);
  });

  test('claims count', async () => {
    const found = await row({ id: 1, line: 1 }, { user: BOB, claims: { team: 'red' } });
    assert.match(found.verdict, /policy "of the team" lets it pass/);
    assert.equal(outcomes(found)['own orders'], 'false');
  });

  test('no permissive policy holds', async () => {
    const found = await row({ id: 1, line: 1 }, { user: BOB });
    assert.match(found.verdict, /does not see the row: policies "of the team", "own orders" are not true for the row/);
    assert.deepEqual([found.visible, failed(found)], [false, ['The policies let the row pass']]);
  });

  test('a restrictive policy refuses it', async () => {
    const found = await row({ id: 2, line: 1 });
    assert.match(found.verdict, /does not see the row: restrictive policy "not withdrawn" is not true for the row/);
    const unknown = await row({ id: 4, line: 1 }, { claims: { team: 'red' } });
    assert.equal(outcomes(unknown)['not withdrawn'], 'null');
    assert.equal(unknown.visible, false);
  });

  test('no policy is for the role', async () => {
    const found = await explain({ table: 'hidden', key: { id: 1 }, user: ANN });
    assert.match(found.verdict, /There is no such row in public.hidden/);
    postgres.sql('insert into public.hidden values (1)');
    const there = await explain({ table: 'hidden', key: { id: 1 }, user: ANN });
    assert.match(there.verdict, /no permissive policy for select is for the role authenticated/);
    assert.match(there.steps.at(-1).fix, /create policy/);
  });

  test('a policy that ends in an error hides its row alone', async () => {
    const found = await explain({ table: 'failing', key: { id: 0 }, user: ANN });
    assert.match(found.verdict, /division by zero/);
    assert.deepEqual(found.policies[0].error, { code: '22012', message: 'division by zero' });
    assert.equal(found.visible, false);
    assert.equal((await explain({ table: 'failing', key: { id: 1 }, user: ANN })).visible, true);
  });

  test('without row-level security every row is seen', async () => {
    const found = await explain({ table: 'open', key: { id: '1' } });
    assert.match(found.verdict, /^Role anon sees the row, as every row of public.open/);
  });

  test('rights are missing', async () => {
    const anon = await explain({ table: 'sales.orders', key: { id: 1, line: 1 } });
    assert.match(anon.verdict, /Role anon may not use the schema sales/);
    const nobody = await explain({ table: 'open', key: { id: 1 }, role: 'nobody' });
    assert.match(nobody.verdict, /The database has no role nobody/);
    const unkeyed = await explain({ table: 'unkeyed', user: ANN });
    assert.match(unkeyed.verdict, /public.unkeyed has no primary key/);
    const unpublished = await explain({ table: 'unpublished', user: ANN });
    assert.match(unpublished.verdict, /it is not in the publication supabase_realtime/);
    assert.match(unpublished.steps[0].fix, /alter publication supabase_realtime add table public.unpublished/);
  });

  test('a table without a row says which policies there are', async () => {
    const found = await row({});
    assert.match(found.verdict, /Policies decide for each row of sales.orders: add its primary key, such as id = 7/);
    assert.deepEqual([found.visible, found.certain], [null, false]);
    assert.equal(found.policies.length, 5);
  });

  test('what is not meant is refused', async () => {
    const refused = async (body, expected, status = 400) => {
      const { status: got, json } = await operator.post('database/explain', { app: 'shop', ...body });
      assert.deepEqual([got, expected.test(json?.error)], [status, true], JSON.stringify(json));
    };
    await refused({}, /table, with the key of a row, or channel/);
    await refused({ table: 'no.such' }, /There is no table "such" in the schema "no"$/);
    await refused({ table: 'Orders' }, /There is no table "Orders".*did you mean sales.orders\?/);
    await refused({ table: 'seen' }, /public.seen is no table: only tables/);
    await refused({ table: 'open', channel: 'a' }, /not both/);
    await refused({ table: 'open', keys: {} }, /no "keys" here; there are app, table, key/);
    await refused({ table: 'realtime.messages' }, /name a channel in place/);
    await refused({ table: 'open', role: 'postgres' }, /is a superuser/);
    await refused({ table: 'sales.orders', key: { id: 1 } }, /primary key of sales.orders is id, line: give exactly these/);
    await refused({ table: 'sales.orders', key: { id: 1, line: 1, note: 'a' } }, /not part of it: note/);
    await refused({ table: 'open', key: { id: 'x' } }, /key does not fit: invalid input syntax for type integer: "x"/);
    await refused({ app: 'plain', table: 'open' }, /has no database/, 404);
    await refused({ app: 'nobody', table: 'open' }, /no app/, 404);
  });
});

describe('a private channel', () => {
  test('is explained for reading and for writing', async () => {
    const found = await explain({ channel: 'room', user: ANN });
    assert.match(found.verdict, /may join the channel, and hears broadcast; sends nothing on it: policy "hosts send" is not true for the topic/);
    assert.deepEqual([found.read, found.write], [{ broadcast: true, presence: false }, { broadcast: false, presence: false }]);
    const [joins] = found.policies;
    assert.deepEqual([joins.name, joins.direction, joins.outcome], ['members join', 'read', { broadcast: 'true', presence: 'false' }]);
  });

  test('claims count', async () => {
    const found = await explain({ channel: 'room', user: ANN, claims: { host: true } });
    assert.match(found.verdict, /may join the channel, and hears broadcast; may send broadcast and presence/);
    assert.deepEqual(found.write, { broadcast: true, presence: true });
  });

  test('is refused as clients are', async () => {
    const found = await explain({ channel: 'other', user: ANN });
    assert.match(found.verdict, /may not join the channel: policy "members join" is not true for the topic/);
    const client = supabaseClient(server, { apikey: token({ role: 'authenticated', sub: ANN }), app: APP });
    await client.setAuth(token({ role: 'authenticated', sub: ANN }));
    await assert.rejects(subscribed(client.channel('other', { config: { private: true } })), /do not have permissions/);
    const anon = await explain({ channel: 'room' });
    assert.match(anon.verdict, /no permissive policy for select is for the role anon/);
    const failing = await explain({ channel: 'room', user: ANN, claims: { host: 'perhaps' } });
    assert.match(failing.verdict, /sends nothing on it: the policies for insert fail.*invalid input syntax for type boolean/);
  });
});

test('the tables that are read, and what followers ask for', async () => {
  const client = supabaseClient(server, { apikey: token({ role: 'authenticated', sub: ANN }), app: APP });
  await client.setAuth(token({ role: 'authenticated', sub: ANN }));
  const channel = client.channel('changes').on('postgres_changes', { event: '*', schema: 'sales', table: 'orders' }, () => {});
  await subscribed(channel);
  const found = await until(async () => {
    const read = await operator.read('database/tables', { app: 'shop' });
    return read.followed.length > 0 && read;
  }, 'a follower');
  assert.deepEqual(found.followed, [{ schema: 'sales', table: 'orders', role: 'authenticated', subscriptions: 1 }]);
  const orders = found.tables.find(({ table }) => table === 'orders');
  assert.deepEqual(
    [orders.schema, orders.key, orders.row_level_security, orders.policies, orders.replica_identity],
    ['sales', ['id', 'line'], true, 4, 'default'],
  );
  assert.deepEqual(found.tables.map(({ table }) => table), ['failing', 'hidden', 'open', 'unkeyed', 'orders']);
});

test('readers and apps look at tables, and ask no policies', async () => {
  const reader = bearer(server, READER);
  assert.equal((await reader.get('database/tables', { app: 'shop' })).status, 200);
  assert.equal((await reader.post('database/explain', { app: 'shop', table: 'open' })).status, 403);
  const shop = await ofApp(server, APP);
  // Whoever has the app's key need not have the secret of its tokens, and so may not ask as any user.
  assert.equal((await shop.post('database/explain', { app: 'shop', table: 'open' })).status, 403);
  assert.equal((await shop.get('database/tables')).status, 200);
  const plain = await ofApp(server, PLAIN);
  assert.equal((await plain.get('database/tables', { app: 'shop' })).status, 404);
  await explain({ table: 'open', key: { id: 1 } });
  const { entries } = await operator.read('audit', { limit: 1000 });
  assert.ok(entries.some(({ action, subject }) => action === 'explain policies' && /public.open with id = 1, for role anon/.test(subject)));
});

test('`baton explain` prints the same', async () => {
  const baton = (...args) =>
    promisify(execFile)(BINARY, ['explain', ...args, '--url', server.url, '--app', 'shop'], {
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', BATON_INSPECTOR_TOKEN: OPERATOR },
    });
  const { stdout } = await baton('sales.orders', 'id=1', 'line=1', '--user', BOB, '--claims', '{"team":"red"}');
  assert.match(stdout, /^User .* sees the row: policy "of the team" lets it pass\.\n {2}policy of the team \(permissive, for select to authenticated\): true\n {6}\(team = /);
  assert.match(stdout, /policy own orders .*: false\n {6}\(owner = auth\.uid\(\)\)/);
  assert.match((await baton('--channel', 'room', '--user', ANN)).stdout, /hears broadcast; .*\n {2}policy members join .*: broadcast true, presence false\n/);
  const { verdict } = JSON.parse((await baton('open', 'id=1', '--json')).stdout);
  assert.match(verdict, /sees the row/);
  await assert.rejects(baton('open', 'id=x'), ({ code, stderr }) => code === 1 && /invalid input syntax/i.test(stderr));
  await assert.rejects(baton('open', '7'), ({ code, stderr }) => code === 2 && /COLUMN=VALUE/.test(stderr));
});

test('assistants ask the same', async () => {
  const call = async (name, given) => {
    const response = await fetch(`${server.url}/inspector/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: { app: 'shop', ...given } } }),
    });
    return (await response.json()).result;
  };
  const explained = await call('explain_policies', { table: 'sales.orders', key: { id: 1, line: 1 }, user: ANN });
  assert.match(JSON.stringify(explained), /own orders.*lets it pass/);
  assert.match(JSON.stringify(await call('database_tables', {})), /supabase_realtime.*orders/);
});

test('a policy cannot leave its role, or change anything', async () => {
  postgres.sql(`
    create table public.trap (id int primary key); alter table public.trap enable row level security;
    grant select on public.trap to authenticated, service_role; insert into public.trap values (1);
    create table public.caught (who text); grant insert on public.caught to public;
    create function public.spring() returns boolean language plpgsql as $$
      begin
        insert into public.caught values (current_user);
        begin execute 'reset role'; exception when others then null; end;
        begin execute 'set role service_role'; exception when others then null; end;
        if current_user <> 'authenticated' then raise exception 'became %', current_user; end if;
        return true;
      end $$;
    create policy trap on public.trap for select using (public.spring());
  `);
  const found = await explain({ table: 'trap', key: { id: 1 }, user: ANN });
  assert.deepEqual([found.visible, outcomes(found)], [true, { trap: 'true' }]);
  assert.equal(postgres.sql('select count(*) from public.caught'), '0');
});

test('reading a row runs nothing that its owner wrote', async () => {
  // A sequence moves whatever is rolled back.
  postgres.sql(`
    create sequence public.casts; create type public.mood as enum ('sad', 'happy');
    create function public.mood_text(mood) returns text language plpgsql as
      $$ begin perform nextval('public.casts'); return 'cast'; end $$;
    create cast (public.mood as text) with function public.mood_text(mood);
    create table public.moods (id int primary key, mood public.mood);
    alter table public.moods enable row level security; grant select on public.moods to authenticated, service_role;
    create policy happy on public.moods for select using (mood = 'happy');
    insert into public.moods values (1, 'happy'), (2, 'sad'), (3, null);
    create table public.by_mood (mood public.mood primary key);
    alter table public.by_mood enable row level security; grant select on public.by_mood to authenticated, service_role;
    create policy happy on public.by_mood for select using (mood = 'happy'); insert into public.by_mood values ('happy');
    alter publication supabase_realtime add table public.moods, public.by_mood;
  `);
  const seen = [];
  for (const id of [1, 2, 3]) {
    const found = await explain({ table: 'moods', key: { id }, user: ANN });
    seen.push([found.visible, outcomes(found).happy]);
  }
  assert.deepEqual(seen, [[true, 'true'], [false, 'false'], [false, 'null']]);
  const found = await explain({ table: 'by_mood', key: { mood: 'happy' }, user: ANN });
  assert.deepEqual([found.visible, outcomes(found).happy, found.certain], [true, null, false]);
  assert.match(found.steps.find(({ what }) => /The row can be read/.test(what)).value, /type that is not PostgreSQL's own/);
  assert.equal(postgres.sql('select is_called from public.casts'), 'f');
});

test("nothing of a table's owner runs with rights that the owner lacks", async () => {
  // The planner evaluates immutable functions of indexes, whoever reads. A sequence moves whatever is rolled back.
  postgres.sql(`
    create role mallory login; create schema mal authorization mallory; create sequence public.stolen; grant usage on sequence public.stolen to service_role;
    create table public.vault_of_service (a int); grant select on public.vault_of_service to service_role;
    grant usage on schema mal to authenticated, service_role; grant usage on schema auth to mallory;
    set role mallory;
    create table mal.t (id int primary key, owner uuid); insert into mal.t values (1, '${ANN}');
    alter table mal.t enable row level security; create policy own on mal.t for select using (owner = auth.uid());
    grant select on mal.t to authenticated, service_role;
    create function mal.f(int) returns int language plpgsql immutable as $$
      begin
        if current_user = 'service_role' then perform nextval('public.stolen'); end if;
        return 1;
      end $$;
    create index on mal.t ((id + mal.f(1)));
    reset role;
    alter publication supabase_realtime add table mal.t;
  `);
  const found = await explain({ table: 'mal.t', key: { id: 1 }, user: ANN });
  assert.deepEqual([found.visible, found.certain, outcomes(found).own], [true, false, null]);
  assert.match(found.steps.find(({ what }) => /The row can be read/.test(what)).value, /rights that the owner lacks/);
  // Where the server may act as the owner, the owner itself reads.
  postgres.sql('grant mallory to baton');
  const read = await explain({ table: 'mal.t', key: { id: 1 }, user: ANN });
  assert.deepEqual([read.visible, read.certain, outcomes(read).own], [true, true, 'true']);
  const service = await explain({ table: 'mal.t', key: { id: 1 }, role: 'service_role' });
  assert.match(service.verdict, /sees the row, as every row/);
  assert.equal(postgres.sql('select is_called from public.stolen'), 'f');
});

test('a row that is too large is not read', async () => {
  postgres.sql(`insert into public.open select 77, repeat('x', 3000000)`);
  const found = await explain({ table: 'open', key: { id: 77 } });
  assert.deepEqual([found.visible, found.certain], [true, false]);
});

test('a policy may name what its role may not', async () => {
  postgres.sql(`
    create schema vault; create table vault.friends (of uuid); insert into vault.friends values ('${ANN}');
    grant select on vault.friends to authenticated;
    create table public.letters (id int primary key); alter table public.letters enable row level security;
    grant select on public.letters to authenticated, service_role; insert into public.letters values (1);
    create policy friends on public.letters for select to authenticated using (auth.uid() in (select of from vault.friends));
    alter publication supabase_realtime add table public.letters;
  `);
  const unknown = await explain({ table: 'letters', key: { id: 1 }, user: ANN });
  assert.deepEqual([unknown.visible, unknown.certain, outcomes(unknown)], [true, false, { friends: null }]);
  assert.match(unknown.verdict, /sees the row: the result of policy "friends" is not known/);
  const { value, fix } = unknown.steps.at(-1);
  assert.match(`${value} ${fix}`, /permission denied for schema vault.*grant usage on schema/);
  // Names are looked up as the server's login.
  postgres.sql('grant usage on schema vault to baton');
  const seen = await explain({ table: 'letters', key: { id: 1 }, user: ANN });
  assert.deepEqual([seen.visible, outcomes(seen)], [true, { friends: 'true' }]);
  const not = await explain({ table: 'letters', key: { id: 1 }, user: BOB });
  assert.deepEqual([not.visible, outcomes(not)], [false, { friends: 'false' }]);
  // Without the right to the table PostgreSQL refuses every row.
  postgres.sql('revoke select on vault.friends from authenticated');
  assert.match((await explain({ table: 'letters', key: { id: 1 }, user: ANN })).verdict, /permission denied for table friends/);
});

test('where service_role cannot read the table, what PostgreSQL shows is known all the same', async () => {
  postgres.sql('revoke select on sales.orders from service_role');
  const found = await row({ id: 1, line: 1 });
  postgres.sql('grant select on sales.orders to service_role');
  assert.deepEqual([found.visible, found.certain, outcomes(found)['own orders']], [true, false, null]);
  const there = found.steps.find(({ what }) => /The row can be read/.test(what));
  assert.match(`${there.value} ${there.fix}`, /permission denied.*grant select on sales.orders to service_role/);
});

test('one whose policies do not end is cut off, and others go on', async () => {
  postgres.sql(`
    create table public.endless (id int primary key); alter table public.endless enable row level security;
    grant select on public.endless to authenticated, service_role; insert into public.endless values (1);
    create policy endless on public.endless for select using (pg_sleep(60) is null);
  `);
  const found = await explain({ table: 'endless', key: { id: 1 }, user: ANN });
  assert.deepEqual([found.visible, outcomes(found)], [false, { endless: 'too slow' }]);
  assert.equal((await explain({ table: 'open', key: { id: 1 } })).visible, true);
});
