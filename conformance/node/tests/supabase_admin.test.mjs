/** Who is present, over HTTP; and the calls of Supabase's server for operators. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { connect, disconnectAll } from '../harness/pusher_client.mjs';
import { until } from '../harness/waiting.mjs';
import {
  ANN, JWT_SECRET, LIBRARIES, endClients, subscribed, supabaseClient, token,
} from '../harness/supabase_client.mjs';

const ADMIN_SECRET = 'what administrators sign their tokens with';

let postgres;
let server;
before(async () => {
  postgres = await startPostgres();
  postgres.setUp();
  postgres.sql(`create policy hearing on realtime.messages for select to authenticated
    using (extension = 'broadcast' or (extension = 'presence' and realtime.topic() = 'open'))`);
  server = await startServer({
    apps: [
      { jwt_secret: JWT_SECRET, database_url: postgres.serverUrl(), max_connections: 50 },
      { id: 'other', key: 'other-key', secret: 'a secret of its own, long enough', jwt_secret: 'another that is long enough' },
    ],
    settings: { api_jwt_secret: ADMIN_SECRET },
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

async function ask(path, { method = 'GET', key = token(), at = server } = {}) {
  const answer = await fetch(`${at.url}${path}`, { method, headers: key ? { authorization: `Bearer ${key}` } : {} });
  const text = await answer.text();
  return { status: answer.status, allow: answer.headers.get('allow'), body: text && JSON.parse(text) };
}
const present = (topic, query = '', options) =>
  ask(`/realtime/v1/api/presence/${encodeURIComponent(topic)}${query}`, options);

test('who is present is told over HTTP, a page at a time', async () => {
  assert.deepEqual((await present('room')).body, { users: [], connections: 0, next: null });
  const tracked = [['ann', { at: 'home' }], ['ann', { at: 'work' }], ['bob', {}], ['ü/x', { deep: [1] }]];
  for (const [key, state] of tracked) {
    const channel = supabaseClient(server).channel('room', { config: { presence: { key } } });
    await subscribed(channel);
    assert.equal(await channel.track(state), 'ok');
  }
  await until(async () => (await present('room')).body.connections === 4, 'all are there');
  const { body } = await present('room', '?limit=2');
  assert.deepEqual(body.users.map(({ id, connections }) => [id, connections]), [['ann', 2], ['bob', 1]]);
  assert.deepEqual(body.users[0].metas.map(({ at }) => at), ['home', 'work']);
  assert.ok(body.users[0].metas.every(({ phx_ref }) => typeof phx_ref === 'string'));
  assert.equal(body.next, 'bob');
  const rest = (await present('room', `?limit=2&after=${encodeURIComponent(body.next)}`)).body;
  assert.deepEqual([rest.users.map(({ id }) => id), rest.users[0].metas[0].deep, rest.next], [['ü/x'], [1], null]);
  assert.equal((await ask('/api/presence/room')).body.connections, 4, 'the other spelling of the path');
  const user = (await ask(`/realtime/v1/api/presence/room`, { key: '' })).status;
  assert.deepEqual([user, (await present('room', '', { key: token({ seconds: -1 }) })).status], [401, 401]);
  assert.deepEqual([(await present('room', '?limit=0')).status, (await present('private-x')).status], [422, 422]);
  assert.deepEqual(await ask('/realtime/v1/api/presence/room', { method: 'POST' }).catch((error) => error.name), 'SyntaxError');
});

test('on private channels the policies are asked, but not for the service role', async () => {
  const service = token({ role: 'service_role' });
  const signedIn = token({ role: 'authenticated', sub: ANN });
  for (const topic of ['open', 'closed']) {
    const channel = supabaseClient(server, { apikey: service }).channel(topic, {
      config: { private: true, presence: { key: 'service' } },
    });
    await subscribed(channel);
    assert.equal(await channel.track({}), 'ok');
  }
  const users = async (topic, key) => {
    const { status, body } = await present(topic, '?private=true', { key });
    return status === 200 ? body.users.map(({ id }) => id) : status;
  };
  assert.deepEqual(await users('open', service), ['service']);
  assert.deepEqual(await users('closed', service), ['service']);
  assert.deepEqual(await users('open', signedIn), ['service']);
  assert.deepEqual(await users('closed', signedIn), 403, 'broadcasts alone may be heard there');
  assert.deepEqual(await users('open', token()), 403);
  assert.deepEqual((await present('open')).body.users, [], 'the public channel of the name is another');
});

const admin = (path = '', method = 'GET', key = token({ secret: ADMIN_SECRET })) =>
  ask(`/api/tenants${path}`, { method, key });

test('apps are told to administrators, and nobody else, without their secrets', async () => {
  for (const key of ['', token(), token({ role: 'service_role' }), token({ secret: ADMIN_SECRET, seconds: -1 })]) {
    assert.equal((await admin('', 'GET', key)).status, 403);
    assert.equal((await admin('/app-id/shutdown', 'POST', key)).status, 403);
  }
  const { body } = await admin();
  assert.deepEqual(body.data.map(({ external_id }) => external_id), ['app-id', 'other']);
  const one = (await admin('/app-id')).body.data;
  assert.deepEqual(
    [one.name, one.max_concurrent_users, one.max_channels_per_client, one.suspend, one.extensions[0].settings.publication],
    ['app-id', 50, 1000, false, 'supabase_realtime'],
  );
  const told = JSON.stringify(body);
  for (const secret of [JWT_SECRET, 'app-secret', 'a secret of its own, long enough', 'postgresql:', ADMIN_SECRET]) {
    assert.ok(!told.includes(secret), secret);
  }
  assert.deepEqual((await ask('/realtime/v1/api/tenants/other', { key: token({ secret: ADMIN_SECRET }) })).body.data.extensions, []);
  assert.equal((await admin('/nobody')).status, 404);
});

test('what would change an app is answered with what to do', async () => {
  for (const [path, method] of [['', 'POST'], ['/app-id', 'PUT'], ['/app-id', 'PATCH'], ['/app-id', 'DELETE']]) {
    const { status, allow, body } = await admin(path, method);
    assert.deepEqual([status, allow], [405, 'GET'], `${method} ${path}`);
    assert.match(body.error, /settings/);
  }
  assert.deepEqual([(await admin('/app-id/reload')).status, (await admin('/app-id/x')).status], [405, 404]);
});

test('the health of an app is that of its database', async () => {
  const channel = supabaseClient(server, { apikey: token() }).channel('healthy');
  await subscribed(channel);
  const healthy = await until(async () => {
    const { data } = (await admin('/app-id/health')).body;
    return data.healthy && data.replication_connected && data;
  }, 'healthy', 15_000);
  assert.deepEqual(Object.keys(healthy).sort(), [
    'connected_cluster', 'db_connected', 'healthy', 'node', 'region', 'replication_connected',
  ]);
  assert.deepEqual([healthy.db_connected, healthy.connected_cluster], [true, 1]);
  assert.deepEqual((await admin('/other/health')).body.data.healthy, true, 'it needs no database');
  await postgres.halt();
  await until(async () => !(await admin('/app-id/health')).body.data.healthy, 'the loss is told', 15_000);
  await postgres.start();
  await until(async () => (await admin('/app-id/health')).body.data.healthy, 'healthy again', 30_000);
});

test('a reload has policies evaluated again', async () => {
  const channel = (key = token({ role: 'authenticated', sub: ANN })) =>
    supabaseClient(server, { apikey: key }).channel('reloaded', { config: { private: true } });
  await subscribed(channel());
  postgres.sql('alter policy hearing on realtime.messages using (false)');
  assert.equal((await admin('/app-id/reload', 'POST')).status, 204);
  await until(async () => {
    const outcome = await subscribed(channel()).then(() => 'in', (error) => error.message);
    endClients();
    await admin('/app-id/reload', 'POST'); // the policies' texts themselves are believed for five seconds
    return /do not have permissions/.test(outcome);
  }, 'refused', 15_000);
});

test('a shutdown sends the clients of one app away, and they come back', async () => {
  const closes = [];
  const clients = Object.keys(LIBRARIES).map((vsn) => supabaseClient(server, { vsn, reconnectAfterMs: () => 50 }));
  const channels = clients.map((client) => client.channel('parting'));
  const notices = [];
  channels.forEach((channel) => channel.on('system', {}, ({ message }) => notices.push(message)));
  await Promise.all(channels.map(subscribed));
  for (const client of clients) client.conn?.addEventListener?.('close', ({ code }) => closes.push(code));
  const pusher = await connect(server);
  const bystander = await connect(server, { app: server.apps[1] });
  const ids = [pusher, bystander].map((client) => client.connection.socket_id);
  assert.equal((await admin('/app-id/shutdown', 'POST')).status, 204);
  await until(() => notices.length === 2 && pusher.connection.socket_id !== ids[0], 'all are sent away', 10_000);
  assert.deepEqual([...new Set(notices)], ['Server requested disconnect']);
  await until(() => channels.every((channel) => channel.state === 'joined') && pusher.connection.state === 'connected', 'back', 10_000);
  assert.ok(closes.every((code) => code === 1012), `${closes}`);
  assert.equal(bystander.connection.socket_id, ids[1], 'who is of another app stays');
});

test('without its secret none of these calls is served, and it may not be an app\'s', async () => {
  const plain = await startServer({ apps: [{ jwt_secret: JWT_SECRET }] });
  try {
    const { status, body } = await ask('/api/tenants', { at: plain });
    assert.equal(status, 404);
    assert.match(body.error, /api_jwt_secret/);
    assert.deepEqual((await ask('/realtime/v1/api/ping', { at: plain, key: '' })).body, { message: 'Success' });
    assert.equal(await (await fetch(`${plain.url}/healthcheck`)).text(), 'ok');
  } finally {
    await plain.stop();
  }
  await assert.rejects(
    startServer({ apps: [{ jwt_secret: JWT_SECRET }], settings: { api_jwt_secret: JWT_SECRET } }),
    /api_jwt_secret is the jwt_secret of app/,
  );
});
