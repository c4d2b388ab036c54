/**
 * Apps that commands and the admin API manage while the server runs, and settings that it reads again by itself: what is
 * changed is in effect for clients within seconds, and what is wrong changes nothing.
 */
import { after, afterEach, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { makeCertificate } from '../harness/certificate.mjs';
import { startReceiver } from '../harness/receiver.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { BINARY, startServer } from '../harness/server.mjs';
import { api, publish, send } from '../harness/signed_http.mjs';
import { JWT_SECRET, token } from '../harness/supabase_client.mjs';
import { until } from '../harness/waiting.mjs';

const ADMIN_SECRET = 'what administrators sign their tokens with';

const folder = mkdtempSync(join(tmpdir(), 'baton-app-store-'));
const ends = [];
afterEach(async () => {
  endAll();
  for (const end of ends.splice(0).reverse()) await end();
});
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
async function start({ settings = {}, ...options } = {}) {
  const data_dir = join(folder, `${count++}`);
  const server = await startServer({ apps: [{ secret: 'a secret of its own, long enough' }], settings: { data_dir, api_jwt_secret: ADMIN_SECRET, ...settings }, ...options });
  ends.push(() => server.stop());
  return { ...server, dataDir: data_dir };
}

/** Runs `baton` with the server's settings; its output. A `status` that is expected may be another than 0. */
function baton(server, args, status = 0) {
  const [command, ...rest] = args;
  const run = spawnSync(BINARY, [command, ...rest, '--config', server.config], { encoding: 'utf8' });
  assert.equal(run.status, status, `${args.join(' ')}: ${run.stdout}${run.stderr}`);
  return status === 0 ? run.stdout : run.stderr;
}

/** The same, for its JSON. */
function app(server, ...args) {
  return JSON.parse(baton(server, ['app', ...args, '--json']));
}

function jwt(secret, claims = { exp: Math.floor(Date.now() / 1000) + 60 }) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** A call of the admin API. */
async function admin(server, method, path, body, token = jwt(ADMIN_SECRET)) {
  const response = await fetch(`${server.url}/admin${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text && JSON.parse(text), text };
}

/** Waits until a client of this app connects; the client. */
async function connects(server, app) {
  return until(async () => {
    const client = RawClient.open(server, { app });
    const isOpen = client.event('pusher:connection_established').then(() => true, () => false);
    const isClosed = client.closed.then(() => false);
    if (!(await Promise.race([isOpen, isClosed]))) return false;
    client.socket.close();
    await isClosed; // it holds a place until then
    return RawClient.connect(server, { app });
  }, 'a connection');
}

/** Whether a client of this app is closed with this code, and not let in. */
async function isClosed(server, app, code) {
  const client = RawClient.open(server, { app });
  const isOpen = client.event('pusher:connection_established').then(() => true, () => false);
  const seen = await Promise.race([client.closed, isOpen]);
  client.end();
  return seen.code === code;
}

async function isRefused(server, app, code) {
  const client = RawClient.open(server, { app });
  assert.equal((await client.close()).code, code);
}

describe('baton app', () => {
  test('makes, changes, disables and deletes an app while clients of others go on', async () => {
    const server = await start();
    const resident = await RawClient.connect(server);
    await resident.subscribe('news');
    const shop = app(server, 'create', '--id', 'shop', 'max_connections=1');
    assert.equal(statSync(join(server.dataDir, 'apps.sqlite')).mode & 0o777, 0o600);
    const client = await connects(server, shop);
    await client.subscribe('private-a');
    assert.equal((await publish(server, 'private-a', 'e', '1', {}, { app: shop })).status, 200);
    await client.event('e', 'private-a');
    await isRefused(server, shop, 4004);
    app(server, 'set', 'shop', 'max_connections=2');
    await connects(server, shop);
    app(server, 'disable', 'shop');
    assert.equal((await client.close()).code, 4003);
    await isRefused(server, shop, 4003);
    app(server, 'enable', 'shop');
    await connects(server, shop);
    assert.match(baton(server, ['app', 'list']), /^app-id +enabled +settings +app-key\nshop +enabled +store /m);
    assert.match(baton(server, ['app', 'show', 'shop']), new RegExp(`secret = "${shop.secret}"`));
    const { secret, declared_in: place, settings } = app(server, 'show', 'shop');
    assert.deepEqual([secret, place, settings.max_connections], [shop.secret, 'store', 2]);
    app(server, 'delete', 'shop');
    await until(() => isClosed(server, shop, 4001), 'it is gone');
    assert.equal((await publish(server, 'news', 'e', '1')).status, 200);
    await resident.event('e', 'news');
    assert.ok(!server.log().includes('ERROR'), server.log());
  });

  test('takes both keys while one is replaced', async () => {
    const server = await start();
    const before = app(server, 'create', '--id', 'shop');
    const old = await connects(server, before);
    const now = app(server, 'rotate-key', 'shop');
    assert.equal(now.previous_key, before.key);
    const young = await connects(server, now);
    for (const [client, keys] of [[old, before], [young, now], [await RawClient.connect(server, { app: before }), now]]) {
      client.app = keys;
      await client.subscribe('private-a');
      assert.equal((await publish(server, 'private-a', 'e', '1', {}, { app: { ...keys, id: 'shop' } })).status, 200);
      await client.event('e', 'private-a');
      await client.signIn({ id: '7' });
    }
    const mixed = { id: 'shop', key: before.key, secret: now.secret };
    assert.equal((await publish(server, 'a', 'e', '1', {}, { app: mixed })).status, 401, 'each key has its own secret');
    app(server, 'rotate-key', 'shop', '--end');
    await until(async () => (await publish(server, 'a', 'e', '1', {}, { app: before })).status === 401, 'the former key is over');
    await isRefused(server, before, 4001);
    assert.equal((await publish(server, 'a', 'e', '1', {}, { app: now })).status, 200);
  });

  test('refuses what a start would refuse, and needs no server', async () => {
    const server = await start({ settings: { watch_files: false } });
    assert.match(baton(server, ['app', 'create', 'max_connexions=5'], 2), /did you mean `max_connections`/);
    assert.match(baton(server, ['app', 'create', 'secret=app-secret'], 2), /is publicly known/);
    assert.match(baton(server, ['app', 'create', '--id', 'app-id'], 2), /is the id of another app too/);
    assert.match(baton(server, ['app', 'set', 'app-id', 'enabled=false'], 2), /there is no app "app-id" in the store; those of the settings file/);
    assert.match(baton(server, ['app', 'create', 'x'], 2), /expected SETTING=VALUE/);
    assert.match(baton(server, ['app', 'set', 'shop'], 2), /nothing to change/);
    app(server, 'create', '--id', 'twice');
    appendFileSync(server.config, '\n[[apps]]\nid = "twice"\nkey = "twice"\nsecret = "of twice"\n');
    assert.match(baton(server, ['app', 'list'], 2), /id = "twice" is the id of another app too/);
    app(server, 'delete', 'twice');
    assert.match(baton(server, ['app', 'list']), /^twice +enabled +settings/m, 'a stored app that is wrong can be fixed');
    const quiet = app(server, 'create');
    await new Promise((done) => setTimeout(done, 2500));
    await isRefused(server, quiet, 4001);
    await server.stop();
  });

  test('an app outlasts the server, and takes the place of the default one', async () => {
    const first = await start({ apps: [] });
    await RawClient.connect(first, { app: { key: 'app-key' } });
    const shop = app(first, 'create');
    await connects(first, shop);
    await isRefused(first, { key: 'app-key' }, 4001);
    assert.match(baton(first, ['app', 'delete', shop.id], 2), /is the last app/);
    await first.stop();
    const second = await start({ apps: [], settings: { data_dir: first.dataDir } });
    await RawClient.connect(second, { app: shop });
  });
});

describe('the admin API', () => {
  test('makes, changes, shows and deletes apps', async () => {
    const server = await start();
    const began = performance.now();
    const jwks = JSON.stringify({ keys: [{ kty: 'oct', k: 'a2V5LW9mLXRoZS1zaG9wLXRoYXQtbm9ib2R5LXNlZXM', alg: 'HS256' }] });
    const made = await admin(server, 'POST', '/apps', { id: 'shop', jwks, allowed_origins: ['https://shop.example'] });
    assert.equal(made.status, 201, made.text);
    const client = await RawClient.connect(server, { app: made.json, origin: 'https://shop.example' });
    assert.ok(performance.now() - began < 2000, 'it is in effect at once');
    const listed = (await admin(server, 'GET', '/apps')).json.apps;
    assert.deepEqual(listed.map(({ id, declared_in: where, connections }) => [id, where, connections]), [['app-id', 'settings', 0], ['shop', 'store', 1]]);
    const { json: shown, text } = await admin(server, 'GET', '/apps/shop');
    assert.deepEqual(shown.settings.allowed_origins, ['https://shop.example']);
    assert.ok(!text.includes('a2V5LW9m') && !text.includes(made.json.secret), 'secrets are shown to whoever makes them alone');
    const rotated = await admin(server, 'POST', '/apps/shop/rotate-key');
    assert.equal(rotated.json.previous_key, made.json.key);
    assert.equal((await admin(server, 'POST', '/apps/shop/rotate-key')).status, 422, 'one at a time');
    await RawClient.connect(server, { app: rotated.json, origin: 'https://shop.example' });
    const { json: ended } = await admin(server, 'POST', '/apps/shop/end-rotation');
    assert.deepEqual(ended, { id: 'shop', key: rotated.json.key, enabled: true }, 'no former key, and no copy of the secret');
    assert.equal((await admin(server, 'PATCH', '/apps/shop', { enabled: false, allowed_origins: null, jwks: null })).status, 200);
    assert.equal((await client.close()).code, 4003);
    assert.deepEqual(Object.keys((await admin(server, 'GET', '/apps/shop')).json.settings).sort(), ['enabled', 'id', 'key', 'secret']);
    assert.equal((await admin(server, 'PATCH', '/apps/shop', { enabled: true, backend_events_per_second: 2, read_requests_per_second: 1 })).status, 200);
    const shop = { id: 'shop', key: rotated.json.key, secret: rotated.json.secret };
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push(await publish(server, 'news', 'e', '1', {}, { app: shop }));
    assert.deepEqual(statuses.map(({ status }) => status), [200, 200, 429], 'a rate changes while the app is served');
    assert.match(statuses[2].text, /the app is over its limit of 2 events per second \(backend_events_per_second\)/);
    assert.equal(statuses[2].headers['retry-after'], '1');
    const reads = [];
    for (const path of ['/channels', '/channels', '/webhooks']) reads.push(await api(server, 'GET', path, { app: shop }));
    assert.deepEqual(reads.map(({ status }) => status), [200, 429, 429]);
    assert.match((await admin(server, 'PATCH', '/apps/shop', { enable: null })).json.error, /did you mean `enabled`/);
    assert.equal((await admin(server, 'DELETE', '/apps/shop')).status, 204);
    assert.equal((await admin(server, 'GET', '/apps/shop')).status, 404);
  });

  test("changes the quotas of an app's channels and of what its clients send together, while it is served", async () => {
    const server = await start({ settings: { loops: 2 } });
    const { json: shop } = await admin(server, 'POST', '/apps', { id: 'shop', client_events_per_second: 0 });
    const clients = [];
    for (let n = 0; n < 4; n += 1) clients.push(await RawClient.connect(server, { app: shop }));
    for (const client of clients) await client.subscribe('private-room');
    const change = async (settings) => assert.equal((await admin(server, 'PATCH', '/apps/shop', settings)).status, 200);
    const refused = async () => {
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
const line = metrics.split('\n').find((text) => ['baton_refused_total{', 'app="shop"', 'cause="quota"'].every((part) => text.includes(part)));
      return Number(line?.split(' ').at(-1));
    };

    await change({ max_channels: 3 });
    await clients[0].signIn({ id: 'ann' });
    const asked = clients.flatMap((client, n) => [client, client].map((one, m) => one.subscribe(`news-${n}-${m}`)));
    const outcomes = await Promise.allSettled(asked);
    const errors = outcomes.filter(({ status }) => status === 'rejected').map(({ reason }) => JSON.parse(reason.message).data);
    assert.equal(errors.length, 6, "of all loops together, and a user's own channel does not count");
    assert.deepEqual(errors[0], {
      type: 'LimitReached',
      error: "This app's limit of 3 channels with subscribers is reached: subscribe to one of them, or raise max_channels",
      status: 403,
    });
    assert.equal(await refused(), 6);
    await change({ max_channels: null });
    await clients[1].subscribe('another');

    await change({ total_client_messages_per_second: 1 });
    for (const client of clients) client.send({ event: 'client-e', channel: 'private-room', data: 1 });
    const one = await Promise.any(clients.map((client) => client.error()));
    assert.equal(one.code, 4301);
    assert.match(one.message, /all clients of this app together may send 1 messages per second; send fewer or raise total_client_messages_per_second/);
    await Promise.all(clients.map((client) => client.settle()));
    const before = await refused();
    assert.ok(before > 6 && before <= 9, `${before}`);
    await change({ total_client_messages_per_second: null, total_client_bytes_per_second: 100 });
    clients[2].send({ event: 'client-e', channel: 'private-room', data: 'x'.repeat(2_000) });
    await clients[3].event('client-e', 'private-room');
    await clients[2].settle();
    clients[3].send({ event: 'client-e', channel: 'private-room', data: 'x' });
    assert.match((await clients[3].error()).message, /together may send 100 bytes per second; send less or raise total_client_bytes_per_second/);
    assert.equal(await refused(), before + 1);

    // Supabase's clients may broadcast over HTTP, which counts as well; the project's own server does not.
    await change({ total_client_messages_per_second: 3, total_client_bytes_per_second: null, jwt_secret: JWT_SECRET, public_broadcast: ['*'] });
    const list = JSON.stringify({ messages: Array.from({ length: 4 }, () => ({ topic: 'room', event: 'e', payload: {} })) });
    const sendAs = (role) => send(server, 'POST', '/api/broadcast', list, { authorization: `Bearer ${token({ role })}` });
    const over = await sendAs('anon');
    assert.deepEqual([over.status, over.headers['retry-after']], [429, undefined], 'it never fits');
    assert.match(over.text, /together may send 3 messages per second.*; send smaller lists/);
    assert.equal(await refused(), before + 2);
    assert.equal((await sendAs('service_role')).status, 202);
  });

  test('sends webhooks of stored apps to private addresses only where the operator allows it', async () => {
    for (const webhook_addresses of ['by-app', 'private']) {
      const receiver = await startReceiver();
      ends.push(() => receiver.stop());
      const server = await start({ settings: { webhook_addresses, webhook_retry_s: 0 } });
      const { json: shop } = await admin(server, 'POST', '/apps', { id: 'shop', webhooks: [{ url: receiver.url, events: ['channel_occupied'] }] });
      await (await RawClient.connect(server, { app: shop })).subscribe('news');
      const rows = async () => (await api(server, 'GET', '/webhooks', { app: shop })).json.webhooks;
      const [row] = await until(async () => ((await rows()).length ? rows() : false), 'an outcome');
      const isAllowed = webhook_addresses === 'private';
      assert.equal(row.delivered, isAllowed, row.outcome);
      if (!isAllowed) assert.match(row.outcome, /127\.0\.0\.1, which the setting webhook_addresses does not allow/);
      assert.equal(receiver.requests.length, Number(isAllowed));
    }
  });

  test('answers what it cannot do, and to administrators alone', async () => {
    const server = await start();
    for (const [method, path, body, status, why] of [
      ['POST', '/apps', { max_connections: 'many' }, 422, /expected a whole number/],
      ['POST', '/apps', { id: 'app-id' }, 422, /another app/],
      ['POST', '/apps', { enabled: null }, 422, /no settings to remove/],
      ['POST', '/apps', { secret: 'app-secret' }, 422, /is publicly known/],
      ['POST', '/apps', { apps: [{ id: 'b' }] }, 422, /unknown setting `apps`/],
      ['POST', '/apps', { database_url: 'postgres://' }, 422, /in the store: database_url: /],
      ['POST', '/apps', '[]', 400, /JSON object/],
      ['POST', '/apps', '{', 400, /JSON object/],
      ['POST', '/apps', { allowed_origins: [null] }, 400, /no null/],
      ['POST', '/apps', { secret_file: '/etc/hostname' }, 400, /files are named by/],
      ['PATCH', '/apps/app-id', { jwks_file: '/etc/hostname' }, 400, /files are named by/],
      ['PATCH', '/apps/app-id', { enabled: false }, 404, /those of the settings file/],
      ['DELETE', '/apps/none', undefined, 404, /there is no app/],
      ['PUT', '/apps', {}, 405, /POST/],
      ['POST', '/apps/a', {}, 405, /PATCH/],
      ['GET', '/apps/a/rotate-key', undefined, 405, /POST/],
      ['GET', '/nothing', undefined, 404, /no such call/],
      ['DELETE', '/reload', undefined, 405, /POST/],
    ]) {
      const answer = await admin(server, method, path, body);
      assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
      assert.match(answer.json.error, why);
    }
    const expired = jwt(ADMIN_SECRET, { exp: 1 });
    for (const token of [jwt('another secret'), expired, jwt(ADMIN_SECRET, {}), 'x', '']) {
      for (const [method, path, body] of [['GET', '/apps'], ['POST', '/apps', {}], ['POST', '/reload'], ['GET', '/nothing']]) {
        assert.equal((await admin(server, method, path, body, token)).status, 403);
      }
    }
    assert.equal((await admin(server, 'GET', '/apps')).json.apps.length, 1);
    const closed = await start({ settings: { api_jwt_secret: '' } });
    assert.equal((await admin(closed, 'POST', '/apps', {}, jwt(''))).status, 404);
  });

  test('does not hold up others while another process has locked the store', async () => {
    const server = await start();
    assert.equal((await admin(server, 'POST', '/apps', { id: 'shop' })).status, 201);
    const hold = 'import sqlite3, sys; db = sqlite3.connect(sys.argv[1], isolation_level=None); db.execute("BEGIN EXCLUSIVE"); print(1, flush=True); sys.stdin.read()';
    const holder = spawn('python3', ['-c', hold, join(server.dataDir, 'apps.sqlite')], { stdio: ['pipe', 'pipe', 'inherit'] });
    ends.push(() => holder.kill());
    await once(holder.stdout, 'data');
    const asked = Array.from({ length: 6 }, () => admin(server, 'GET', '/apps/shop'));
    const began = performance.now();
    for (let n = 0; n < 10; n += 1) assert.equal((await fetch(`${server.url}/up`)).status, 200);
    assert.equal((await admin(server, 'GET', '/apps')).json.apps.length, 2);
    assert.ok(performance.now() - began < 4000, 'the store is waited for in a thread of its own');
    const { status, json } = await asked[0];
    assert.equal(status, 503);
    assert.match(json.error, /is locked by another process/);
    holder.stdin.end();
    await Promise.all(asked);
    assert.equal((await admin(server, 'GET', '/apps/shop')).json.declared_in, 'store');
  });

  test('says that it has no store where none is set', async () => {
    const server = await start({ settings: { data_dir: '' } });
    const answer = await admin(server, 'POST', '/apps', {});
    assert.equal(answer.status, 422);
    assert.match(answer.json.error, /set data_dir/);
    assert.match(baton(server, ['app', 'create'], 2), /set data_dir/);
  });
});

describe('settings are read again', () => {
  test('by baton reload, which says what is in effect or wrong; check --running changes nothing', async () => {
    const server = await start({ settings: { watch_files: false } });
    assert.match(baton(server, ['check', '--running', '--url', server.url]), /^A reload would change nothing\.$/m);
    const before = readFileSync(server.config, 'utf8');
    writeFileSync(server.config, `max_connections = 500\nbacklog = 77\n${before}\n[[apps]]\nid = "b"\nkey = "b"\nsecret = "of b"\n`);
    const told = baton(server, ['check', '--running', '--url', server.url]);
    assert.match(told, /New app: b\nChanged setting: max_connections\nThis would be in effect after a reload.\nNeeds a restart: backlog\n/);
    await isRefused(server, { key: 'b' }, 4001);
    assert.match(baton(server, ['reload', '--url', server.url]), /New app: b\nChanged setting: max_connections\nThis is in effect.\nNeeds a restart: backlog\n/);
    await RawClient.connect(server, { app: { key: 'b' } });
    appendFileSync(server.config, 'max_conections = 1\n');
    assert.equal((await admin(server, 'POST', '/reload')).status, 422);
    const wrong = spawnSync(BINARY, ['reload', '--url', server.url], { encoding: 'utf8', env: { ...process.env, BATON_API_JWT_SECRET: ADMIN_SECRET } });
    assert.equal(wrong.status, 2);
    assert.match(wrong.stderr, /unknown setting `max_conections`: did you mean `max_connections`\?\nThe previous settings remain in effect./);
    await RawClient.connect(server, { app: { key: 'b' } });
    const stranger = spawnSync(BINARY, ['reload', '--url', server.url], { encoding: 'utf8', env: { ...process.env, BATON_API_JWT_SECRET: 'another secret of theirs' } });
    assert.match(stranger.stderr, /refuses the token/);
    const nobody = spawnSync(BINARY, ['reload', '--url', 'http://127.0.0.1:1'], { encoding: 'utf8', env: { ...process.env, BATON_API_JWT_SECRET: ADMIN_SECRET } });
    assert.match(nobody.stderr, /nothing answers at 127.0.0.1:1/);
  });

  test('not by baton reload without api_jwt_secret; it says what does', async () => {
    const server = await start({ settings: { api_jwt_secret: '' } });
    const told = baton(server, ['reload'], 2);
    assert.match(told, /set api_jwt_secret, which signs the token; without it, send the server SIGHUP \(systemctl reload baton\)/);
    const asked = baton(server, ['reload', '--api-jwt-secret', ADMIN_SECRET, '--url', server.url], 2);
    assert.match(asked, /runs without api_jwt_secret, so that nobody can ask it: send it SIGHUP \(systemctl reload baton\)/);
    const elsewhere = baton(server, ['reload', '--api-jwt-secret', ADMIN_SECRET, '--url', `${server.url}/nowhere`], 2);
    assert.match(elsewhere, /has no \/admin\/reload: it is not Baton's address, or a proxy/);
  });

  test('when the file changes; a bad file keeps the settings, and the next good one counts', async () => {
    const server = await start();
    const client = await RawClient.connect(server);
    const before = readFileSync(server.config, 'utf8');
    appendFileSync(server.config, '\n[[apps]]\nid = "b"\nkey = "b"\nsecret = "of b"\n');
    await connects(server, { key: 'b' });
    appendFileSync(server.config, 'nonsense');
    await until(() => server.log().includes('previous settings remain in effect'), 'the refusal');
    await RawClient.connect(server, { app: { key: 'b' } });
    writeFileSync(server.config, before);
    await until(() => isClosed(server, { key: 'b' }, 4001), 'b is gone');
    client.send({ event: 'pusher:ping', data: {} });
    await client.event('pusher:pong');
    assert.equal(server.log().split('remain in effect').length, 2, 'a bad file is told once');
  });

  test('once for a change by an administrator; one that is refused hides no change of a file', async () => {
    const server = await start();
    appendFileSync(server.config, '\n[[apps]]\nid = "b"\nkey = "b"\nsecret = "of b"\n');
    assert.equal((await admin(server, 'POST', '/apps', { secret: 'app-secret' })).status, 422);
    await connects(server, { key: 'b' });
    const before = server.log().length;
    appendFileSync(server.config, '\n[[apps]]\nid = "c"\nkey = "c"\nsecret = "of c"\n');
    assert.equal((await admin(server, 'POST', '/apps', { id: 'shop' })).status, 201);
    await RawClient.connect(server, { app: { key: 'c' } });
    await new Promise((done) => setTimeout(done, 3000));
    assert.equal(server.log().slice(before).split('new settings are in effect').length, 2, 'its own change is no news');
    assert.equal(app(server, 'set', 'shop', 'max_connections=1').id, 'shop');
    await until(() => server.log().slice(before).split('new settings are in effect').length === 3, 'the change of a command');
  });

  test('when the certificate is renewed', async () => {
    const [first, second] = [makeCertificate(), makeCertificate()];
    ends.push(first.remove, second.remove);
    const server = await start({ tls: first });
    const serial = () => new Promise((done, fail) => {
      const socket = tls.connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false }, () => {
        done(socket.getPeerCertificate().serialNumber);
        socket.destroy();
      });
      socket.on('error', fail);
    });
    const before = await serial();
    copyFileSync(second.certificate, first.certificate);
    copyFileSync(second.key, first.key);
    await until(async () => (await serial()) !== before, 'the new certificate');
    assert.match(baton(server, ['reload', '--url', server.url]), /^Nothing has changed\.$/m);
  });
});
