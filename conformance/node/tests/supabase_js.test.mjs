/** Unmodified supabase-js against a database as `baton pg setup` makes it: what an application does in an ordinary day. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { startServer } from '../harness/server.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { QUIET_MS, sleep, until, within } from '../harness/waiting.mjs';
import {
  ANN, BOB, EVE, JWT_SECRET, broadcasts, endClients, projectClient, subscribed, token,
} from '../harness/supabase_client.mjs';


let postgres;
let server;
const apps = () => [{ jwt_secret: JWT_SECRET, database_url: postgres.serverUrl() }];
before(async () => {
  postgres = await startPostgres();
  postgres.setUp();
  postgres.sql(`
    create table public.members (member uuid, room text, writes boolean);
    insert into public.members values ('${ANN}', 'team', true), ('${BOB}', 'team', false);
    grant select on public.members to authenticated;
    create policy reading on realtime.messages for select to authenticated using
      (exists (select from public.members where member = auth.uid() and room = realtime.topic()));
    create policy writing on realtime.messages for insert to authenticated with check
      (exists (select from public.members where member = auth.uid() and room = realtime.topic() and writes));
    create table public.todos (id int primary key, owner uuid, title text, done boolean default false);
    alter table public.todos enable row level security;
    alter table public.todos replica identity full;
    create policy own on public.todos for select to authenticated using ((select auth.uid()) = owner);
    grant select on public.todos to authenticated;
    alter publication supabase_realtime add table public.todos;
  `);
  server = await startServer({ apps: apps() });
});
afterEach(() => {
  endClients();
  postgres.sql('truncate public.todos');
});
after(async () => {
  await server?.stop();
  await postgres?.stop();
});

const own = (sub, seconds = 3600) => token({ role: 'authenticated', sub, seconds });

/**
 * A client of somebody who has signed in. The library writes a join down before it has asked for the token, so that the
 * first one goes out as the project's key; Supabase's documentation has applications wait for `setAuth()` for that reason.
 */
async function signedIn(sub, { at = server, accessToken = async () => own(sub), realtime } = {}) {
  const client = projectClient(at, { accessToken, realtime });
  await client.realtime.setAuth();
  return client;
}

test('a channel is joined, heard, answered and left', async () => {
  const [one, other] = [projectClient(server), projectClient(server)];
  const own = one.channel('room', { config: { broadcast: { self: true, ack: true } } });
  const [echo, heard] = [broadcasts(own), broadcasts(other.channel('room'))];
  await Promise.all([subscribed(own), subscribed(other.getChannels()[0])]);
  assert.equal(await own.send({ type: 'broadcast', event: 'say', payload: { text: 'hello' } }), 'ok');
  for (const messages of [echo, heard]) {
    const { event, payload } = await messages.next();
    assert.deepEqual([event, payload], ['say', { text: 'hello' }]);
  }
  const sockets = new Set([one.realtime.conn]);
  // Far over the limit of a message, too; in letters that compress, and in such that do not.
  for (const text of ['x'.repeat(270_000), 'x'.repeat(2_000_000), randomBytes(400_000).toString('base64')]) {
    assert.equal(await own.send({ type: 'broadcast', event: 'say', payload: { text } }), 'error');
  }
  assert.equal(await own.send({ type: 'broadcast', event: 'say', payload: { text: 'and on' } }), 'ok');
  assert.equal((await heard.next()).payload.text, 'and on');
  assert.equal(sockets.add(one.realtime.conn).size, 1, 'on the same connection');
  assert.equal(await one.removeChannel(own), 'ok');
  assert.deepEqual(one.getChannels(), []);
  const again = one.channel('room');
  await subscribed(again);
  const back = broadcasts(again);
  await other.getChannels()[0].send({ type: 'broadcast', event: 'e', payload: {} });
  await back.next();
});

test('members see who is there from the first sync on', async () => {
  const presence = (key) => ({ config: { presence: { key } } });
  const ann = projectClient(server).channel('presence', presence('ann'));
  const synced = [];
  ann.on('presence', { event: 'sync' }, () => synced.push(Object.keys(ann.presenceState()).sort().join()));
  await subscribed(ann);
  await ann.track({ at: 'home' });
  await until(() => synced.at(-1) === 'ann', 'ann sees herself');
  const bob = projectClient(server).channel('presence', presence('bob'));
  const joined = [];
  bob.on('presence', { event: 'join' }, ({ key }) => joined.push(key));
  await subscribed(bob);
  await until(() => joined.includes('ann'), 'bob is told of ann');
  await bob.track({ at: 'work', list: [1, { deep: true }] });
  await until(() => synced.at(-1) === 'ann,bob', 'ann sees bob');
  assert.deepEqual(ann.presenceState().bob[0].list, [1, { deep: true }]);
  await bob.untrack();
  await until(() => synced.at(-1) === 'ann', 'bob is gone');
});

test('a channel without presence that tracks is given the state', async () => {
  const silent = projectClient(server).channel('tracks', { config: { presence: { key: 'silent' } } });
  const watching = projectClient(server).channel('tracks', { config: { presence: { key: 'watching' } } });
  const joined = [];
  watching.on('presence', { event: 'join' }, ({ key }) => joined.push(key));
  await Promise.all([subscribed(silent), subscribed(watching)]);
  assert.equal(await silent.track({ n: 1 }), 'ok');
  await until(() => joined.includes('silent'), 'who watches is told');
  await until(() => silent.presenceState().silent, 'who tracks has the state');
});

test('private channels ask the policies for the user who is signed in', async () => {
  const clients = await Promise.all([ANN, BOB, EVE].map((sub) => signedIn(sub)));
  const [ann, bob, eve] = clients.map((client) =>
    client.channel('team', { config: { private: true, broadcast: { ack: true } } }),
  );
  const heard = broadcasts(bob);
  await Promise.all([subscribed(ann), subscribed(bob)]);
  await assert.rejects(subscribed(eve), /You do not have permissions to read from this Channel topic: team/);
  assert.equal(await ann.send({ type: 'broadcast', event: 'e', payload: { n: 1 } }), 'ok');
  assert.deepEqual((await heard.next()).payload, { n: 1 });
  assert.equal(await bob.send({ type: 'broadcast', event: 'e', payload: {} }), 'error');
  assert.equal(await ann.track({ here: true }), 'ok');
});

/** Joins, and waits until changes come. */
async function following(channel) {
  const told = new Promise((ready, failed) => {
    channel.on('system', {}, ({ extension, status, message }) => {
      if (extension === 'postgres_changes') (status === 'ok' ? ready : failed)(new Error(message));
    });
  });
  told.catch(() => {});
  await subscribed(channel);
  await within(told, 'Subscribed to PostgreSQL', 10_000);
}

test('who does not wait for the token is refused first, and comes in by itself', async () => {
  const client = projectClient(server, { accessToken: async () => own(ANN) });
  const states = [];
  client.channel('team', { config: { private: true } }).subscribe((status) => states.push(status));
  await until(() => states.at(-1) === 'SUBSCRIBED', 'joined', 10_000);
});

test('changes come to whom the rows belong, as far as the filter lets them', async () => {
  const seen = { ann: [], done: [], bob: [] };
  const todos = { schema: 'public', table: 'todos' };
  const ann = (await signedIn(ANN)).channel('todos');
  ann.on('postgres_changes', { event: '*', ...todos }, (change) => seen.ann.push(change));
  ann.on('postgres_changes', { event: 'UPDATE', ...todos, filter: 'done=eq.true' }, (change) => seen.done.push(change));
  const bob = (await signedIn(BOB)).channel('todos');
  bob.on('postgres_changes', { event: 'INSERT', ...todos, filter: 'id=in.(2,3)' }, (change) => seen.bob.push(change));
  await Promise.all([following(ann), following(bob)]);
  postgres.sql(`insert into todos (id, owner, title) values (1, '${ANN}', 'a'), (2, '${BOB}', 'b'), (4, '${BOB}', 'c')`);
  postgres.sql(`update todos set title = 'A'; update todos set done = true; delete from todos where owner = '${ANN}'`);
  await until(() => seen.ann.some(({ eventType }) => eventType === 'DELETE') && seen.bob.length > 0, 'the changes');
  await sleep(QUIET_MS);
  assert.deepEqual(seen.ann.map(({ eventType }) => eventType), ['INSERT', 'UPDATE', 'UPDATE', 'DELETE']);
  assert.deepEqual(seen.done.map(({ new: { id, done } }) => [id, done]), [[1, true]]);
  assert.deepEqual(seen.bob.map(({ new: { id } }) => id), [2]);
});

test('a token that is refreshed while the channel is open keeps it open', async () => {
  let held = own(ANN, 3);
  const client = await signedIn(ANN, { accessToken: async () => held });
  const channel = client.channel('team', { config: { private: true } });
  const heard = broadcasts(channel);
  const states = [];
  channel.subscribe((status) => states.push(status));
  await until(() => states.includes('SUBSCRIBED'), 'subscribed');
  held = own(ANN);
  await client.realtime.setAuth(); // as the library does by itself with each heartbeat
  await sleep(3_500);
  assert.deepEqual(states, ['SUBSCRIBED']);
  const service = projectClient(server, { key: token({ role: 'service_role' }) });
  const news = service.channel('team', { config: { private: true } });
  await subscribed(news);
  await news.send({ type: 'broadcast', event: 'e', payload: { n: 1 } });
  assert.deepEqual((await heard.next()).payload, { n: 1 });
});

test('a token that ends fails the channel, and the library comes back with the next one', async () => {
  let held = own(ANN, 2);
  const client = await signedIn(ANN, { accessToken: async () => held, realtime: { heartbeatIntervalMs: 1_000 } });
  const channel = client.channel('team', { config: { private: true } });
  const [states, notices] = [[], []];
  channel.on('system', {}, ({ message }) => notices.push(message));
  channel.subscribe((status) => states.push(status));
  await until(() => states.includes('CHANNEL_ERROR'), 'the end of the token');
  assert.ok(notices.some((text) => /Token has expired/.test(text)), `${notices}`);
  held = own(ANN); // the library asks for a token with each heartbeat, every 25 s unless it is told otherwise
  await until(() => states.at(-1) === 'SUBSCRIBED' && channel.state === 'joined', 'joined again', 15_000);
});

test('channels are joined again after the server restarts, with presence and changes', async () => {
  const first = await startServer({ apps: [{ ...apps()[0], database_slot: 'restarts' }] });
  const client = await signedIn(ANN, { at: first, realtime: { reconnectAfterMs: () => 100 } });
  const channel = client.channel('restarts', { config: { presence: { key: 'ann' } } });
  const changes = [];
  const ready = [];
  channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, ({ new: row }) => changes.push(row.id));
  channel.on('presence', { event: 'sync' }, () => {});
  channel.on('system', {}, ({ extension, ...told }) => {
    if (extension === 'postgres_changes' && told.status === 'ok') ready.push(told);
  });
  const states = [];
  channel.subscribe((status) => states.push(status));
  await until(() => ready.length === 1, 'changes come', 10_000);
  postgres.sql(`insert into todos (id, owner) values (1, '${ANN}')`);
  await until(() => changes.length === 1, 'a change');
  await first.stop();
  const again = await startServer({
    apps: [{ ...apps()[0], database_slot: 'restarts' }],
    listen: `127.0.0.1:${first.port}`,
  });
  try {
    await until(() => states.at(-1) === 'SUBSCRIBED' && ready.length === 2, 'joined again', 20_000);
    postgres.sql(`insert into todos (id, owner) values (2, '${ANN}')`);
    await until(() => changes.includes(2), 'a change after the restart');
    assert.deepEqual(changes, [1, 2]);
    assert.equal(await channel.track({ back: true }), 'ok');
    await until(() => channel.presenceState().ann, 'present again');
  } finally {
    endClients();
    await again.stop();
  }
});

test('a channel that is not joined sends over HTTP', async () => {
  const receiver = projectClient(server).channel('http');
  const heard = broadcasts(receiver);
  await subscribed(receiver);
  const sender = projectClient(server).channel('http');
  assert.equal(await sender.send({ type: 'broadcast', event: 'e', payload: { n: 1 } }), 'ok');
  assert.deepEqual((await heard.next()).payload, { n: 1 });
  assert.deepEqual(await sender.httpSend('a/b ü', { n: 2 }), { success: true });
  const { event, payload } = await heard.next();
  assert.deepEqual([event, payload], ['a/b ü', { n: 2 }]);
  assert.deepEqual(await sender.httpSend('bytes', Uint8Array.of(0, 255)), { success: true });
  assert.deepEqual([...new Uint8Array((await heard.next()).payload)], [0, 255]);
});

test('HTTP asks the policies as well, and says who may not', async () => {
  const bob = (await signedIn(BOB)).channel('team', { config: { private: true } });
  const heard = broadcasts(bob);
  await subscribed(bob);
  const ann = (await signedIn(ANN)).channel('team', { config: { private: true } });
  assert.deepEqual(await ann.httpSend('e', { n: 1 }), { success: true });
  assert.deepEqual((await heard.next()).payload, { n: 1 });
  await assert.rejects(bob.httpSend('e', { n: 2 }), /Unauthorized/);
});

test('what the database sends arrives', async () => {
  const channel = (await signedIn(BOB)).channel('team', { config: { private: true } });
  const heard = broadcasts(channel);
  await subscribed(channel);
  postgres.sql(`select realtime.send('{"n": 1}', 'told', 'team')`);
  const { event, payload, meta } = await heard.next();
  assert.deepEqual([event, payload.n, meta.id], ['told', 1, payload.id]);
});
