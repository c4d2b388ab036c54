/** Other settings for a server that goes on (SIGHUP): what they change, for whom, and what they leave alone. */
import { after, afterEach, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import tls from 'node:tls';
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { makeCertificate } from '../harness/certificate.mjs';
import { startPostgres } from '../harness/postgres.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { startServer } from '../harness/server.mjs';
import { api, publish, send } from '../harness/signed_http.mjs';
import { JWT_SECRET, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { sleep, until, within } from '../harness/waiting.mjs';

const SHOP = { id: 'shop', key: 'shop-key', secret: 'the secret of the shop, long enough' };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'the secret of the chat, long enough' };
const ECHO = { id: 'echo', key: 'echo-key', secret: 'the secret of the echo, long enough' };

const ends = [];
afterEach(async () => {
  endAll();
  endClients();
  for (const end of ends.splice(0).reverse()) await end();
});

async function start(options) {
  const server = await startServer(options);
  ends.push(() => server.stop());
  return server;
}

/** A metric of which there is one series. */
async function metric(server, name) {
  const { text } = await send(server, 'GET', '/metrics');
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
}

/** The refusals of an app, as the server counts them. */
async function refused(server, app) {
  const { text } = await send(server, 'GET', '/metrics');
  const counted = [...text.matchAll(new RegExp(`^baton_refused_total\\{[^}]*app="${app}"[^}]*\\} (\\d+)$`, 'gm'))];
  return counted.reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('apps', () => {
  test('one is added while the clients of another go on, and neither hears the other', async () => {
    const server = await start({ apps: [SHOP] });
    const shopper = await RawClient.connect(server, { app: SHOP });
    await shopper.subscribe('news');
    await assert.rejects(RawClient.connect(server, { app: CHAT }));
    const log = await server.reload({ apps: [SHOP, CHAT] });
    assert.match(log, /in effect apps=2 added=1 changed=0 removed=0/);
    const chatter = await RawClient.connect(server, { app: CHAT });
    await chatter.subscribe('news');
    const once = { app: CHAT, headers: { 'idempotency-key': 'one' } };
    for (let n = 0; n < 2; n += 1) assert.equal((await publish(server, 'once', 'e', '1', {}, once)).status, 200);
    const { json } = await api(server, 'GET', '/channels/once/history', { app: CHAT });
    assert.equal(json.messages.length, 1, 'the key is known');
    await assert.rejects(chatter.subscribe('private-x' + 'x'.repeat(300)));
    assert.equal(await refused(server, 'chat'), 1);
    for (const app of [SHOP, CHAT]) assert.equal((await publish(server, 'news', 'e', app.id, {}, { app })).status, 200);
    assert.equal((await shopper.event('e')).data, 'shop');
    assert.equal((await chatter.event('e')).data, 'chat');
    await Promise.all([shopper.settle(), chatter.settle()]);
    assert.ok(![...shopper.messages, ...chatter.messages].some(({ event }) => event === 'e'));
  });

  test('one is removed: its clients are closed for good, and those of the others stay', async () => {
    const server = await start({ apps: [SHOP, CHAT] });
    const [shopper, chatter] = [await RawClient.connect(server, { app: SHOP }), await RawClient.connect(server, { app: CHAT })];
    await shopper.subscribe('presence-room', { user_id: 'ann' });
    assert.match(await server.reload({ apps: [CHAT] }), /in effect apps=1 added=0 changed=0 removed=1/);
    const { code, reason } = await shopper.close();
    assert.deepEqual([code, reason], [4001, 'The app was removed from the server']);
    assert.equal((await api(server, 'GET', '/channels', { app: SHOP })).status, 404);
    await chatter.settle();
    // Back again, with nothing left of what it was.
    await server.reload({ apps: [CHAT, SHOP] });
    const { json } = await api(server, 'GET', '/channels', { app: SHOP });
    assert.deepEqual(json, { channels: {} });
    await RawClient.connect(server, { app: SHOP });
  });

  test('one is disabled: its clients are closed with the code that stops them', async () => {
    const server = await start({ apps: [SHOP, CHAT] });
    const [shopper, chatter] = [await RawClient.connect(server, { app: SHOP }), await RawClient.connect(server, { app: CHAT })];
    await server.reload({ apps: [{ ...SHOP, enabled: false }, CHAT] });
    assert.equal((await shopper.close()).code, 4003);
    assert.equal((await api(server, 'GET', '/channels', { app: SHOP })).status, 403);
    await chatter.settle();
    await server.reload({ apps: [SHOP, CHAT] });
    await RawClient.connect(server, { app: SHOP });
  });

  test('its limits are those of open connections too, and its counts go on', async () => {
    const server = await start({ apps: [{ ...SHOP, channels_per_connection: 1 }] });
    const client = await RawClient.connect(server, { app: SHOP });
    await client.subscribe('one');
    await assert.rejects(client.subscribe('two'));
    const before = await refused(server, 'shop');
    assert.ok(before > 0);
    await server.reload({ apps: [{ ...SHOP, channels_per_connection: 2, max_connections: 1 }] });
    await client.subscribe('two');
    await assert.rejects(RawClient.connect(server, { app: SHOP }), /4004/);
    assert.ok((await refused(server, 'shop')) > before, 'the counters did not begin again');
    assert.equal((await publish(server, ['one', 'two'], 'e', '1', {}, { app: SHOP })).status, 200);
    await client.event('e', 'one');
    await client.event('e', 'two');
  });

  test('another key and secret: new ones are taken, former ones are not, and open connections stay', async () => {
    const server = await start({ apps: [SHOP] });
    const client = await RawClient.connect(server, { app: SHOP });
    await client.subscribe('private-room');
    const rotated = { ...SHOP, key: 'shop-key-2', secret: 'another secret of the shop, as long' };
    assert.match(await server.reload({ apps: [rotated] }), /in effect/);
    assert.equal((await publish(server, 'private-room', 'e', '1', {}, { app: SHOP })).status, 401);
    assert.equal((await publish(server, 'private-room', 'e', '2', {}, { app: rotated })).status, 200);
    assert.equal((await client.event('e')).data, '2');
    await assert.rejects(RawClient.connect(server, { app: SHOP }), /4001/);
    // What it signs from now on is signed with the new one.
    client.app = rotated;
    await client.subscribe('private-other');
  });

  test('many reloads under traffic lose and repeat nothing', async () => {
    const server = await start({ apps: [SHOP] });
    const client = await RawClient.connect(server, { app: SHOP });
    await client.subscribe('numbers');
    let goesOn = true;
    const reloads = (async () => {
      for (let n = 0; n < 20; n += 1) {
        await server.reload({ apps: n % 2 ? [SHOP] : [SHOP, CHAT, { ...ECHO, max_connections: n }] });
      }
      goesOn = false;
    })();
    let sent = 0;
    while (goesOn) assert.equal((await publish(server, 'numbers', 'e', String(sent++), {}, { app: SHOP })).status, 200);
    await reloads;
    for (let n = 0; n < sent; n += 1) assert.equal((await client.event('e')).data, String(n));
    await client.settle();
    assert.ok(!client.messages.some(({ event }) => event === 'e'));
  });
});

describe('the whole server', () => {
  test('what is wrong is said with its place, and changes nothing', async () => {
    const server = await start({ apps: [SHOP] });
    const log = await server.reload({ apps: [SHOP, { ...CHAT, max_connections: -1 }], settings: { colour: 'green' } });
    assert.match(log, /ERROR reload: .*baton\.toml.*colour/);
    assert.match(log, /ERROR reload: .*max_connections/);
    assert.match(log, /reload: the previous settings remain in effect/);
    await RawClient.connect(server, { app: SHOP });
    await assert.rejects(RawClient.connect(server, { app: CHAT }), /4001/);
    assert.match(await server.reload({ apps: [SHOP, CHAT], settings: {} }), /in effect/);
    await RawClient.connect(server, { app: CHAT });
  });

  test('metrics tell whether the last reload was followed, and when the settings in effect were read', async () => {
    const began = Date.now() / 1_000;
    const server = await start({ apps: [SHOP] });
    const seen = async () => [
      await metric(server, 'baton_config_last_reload_successful'),
      await metric(server, 'baton_config_last_reload_success_timestamp_seconds'),
    ];
    const [atStart, startedAt] = await seen();
    assert.equal(atStart, 1);
    assert.ok(startedAt > began && startedAt <= Date.now() / 1_000, `${startedAt}`);
    await server.reload({ settings: { colour: 'green' } });
    assert.deepEqual(await seen(), [0, startedAt]);
    // Read, and not followed.
    await server.reload({ apps: [{ ...SHOP, database_url: 'postgres://nowhere/?sslmode=wrong' }] });
    assert.deepEqual(await seen(), [0, startedAt]);
    await server.reload({ settings: {} });
    const [again, at] = await seen();
    assert.equal(again, 1);
    assert.ok(at > startedAt && at <= Date.now() / 1_000, `${at} after ${startedAt}`);
    assert.ok(Math.abs((await metric(server, 'process_start_time_seconds')) - began) < 5);
  });

  test('an emptied file does not put the development app in place of all', async () => {
    const server = await start({ apps: [SHOP] });
    const client = await RawClient.connect(server, { app: SHOP });
    assert.match(await server.reload({ apps: [] }), /publicly known secret.*previous settings remain/s);
    await client.settle();
    assert.equal((await api(server, 'GET', '/channels', { app: { id: '1', key: 'app-key', secret: 'app-secret' } })).status, 404);
  });

  test('a file that cannot be read to its end does not keep the server from stopping', async () => {
    const server = await start({ apps: [SHOP] });
    const path = server.config;
    rmSync(path);
    execFileSync('mkfifo', [path]);
    server.child.kill('SIGHUP');
    await until(() => server.log().includes('reload: reading the settings'), 'the reload');
    server.child.kill('SIGTERM');
    assert.deepEqual(await within(server.exited, 'exit', 10_000), { code: 0, signal: null });
  });

  test('what is read at start alone keeps its value, and is named', async () => {
    const server = await start({ apps: [SHOP], settings: { loop_queue_messages: 1_000 } });
    const log = await server.reload({ settings: { loop_queue_messages: 2_000, log_level: 'debug', messages_per_second: 1 } });
    assert.match(log, /WARN reload: this setting is read only at start.* setting=loop_queue_messages/);
    assert.ok(!/setting=(log_level|messages_per_second)/.test(log));
    // The others are in effect at once, for open connections as well.
    await assert.rejects(RawClient.connect(server, { app: CHAT }), /4001/);
    await server.logged(/DEBUG refused cause=app/);
    await server.reload({ settings: { loop_queue_messages: 1_000 } });
    const quiet = server.log().length;
    await assert.rejects(RawClient.connect(server, { app: CHAT }), /4001/);
    await sleep(50);
    assert.ok(!/DEBUG/.test(server.log().slice(quiet)));
  });

  test('the address decides how strong secrets are, so it does not change', async () => {
    const open = { listen: '0.0.0.0:0' };
    const server = await start({ apps: [{ ...SHOP, secret: 'MgyxTIXZXgDt2OmGvkG1iSzEVkoTq0TfLpd2pe1Y' }], listen: null, settings: open });
    const log = await server.reload({ apps: [{ ...SHOP, secret: 'app-secret' }], settings: { listen: '127.0.0.1:0' } });
    assert.match(log, /listens on 0\.0\.0\.0:0, where secrets must be stronger: restart.*previous settings remain/s);
    assert.equal((await api(server, 'GET', '/channels', { app: { ...SHOP, secret: 'app-secret' } })).status, 401);
  });

  test('limits of messages are those of open connections too', async () => {
    const server = await start({ apps: [SHOP] });
    const client = await RawClient.connect(server, { app: SHOP });
    await server.reload({ settings: { messages_per_second: 1 } });
    await client.settle();
    for (let n = 0; n < 5; n += 1) client.send({ event: 'pusher:ping', data: {} });
    assert.equal((await client.close()).code, 1008);
  });

  test('fewer idempotency keys are remembered where there may be fewer', async () => {
    const server = await start({ apps: [SHOP] });
    const send = (key) => publish(server, 'once', 'e', key, {}, { app: SHOP, headers: { 'idempotency-key': key } });
    await send('one');
    await server.reload({ settings: { idempotency_entries: 1 } });
    await send('one');
    await send('two');
    await send('one');
    const { json } = await api(server, 'GET', '/channels/once/history', { app: SHOP });
    assert.deepEqual(json.messages.map(({ data }) => data), ['one', 'two', 'one']);
  });

  test('a certificate that expires soon is warned of at start and at each reload, until it is renewed', async () => {
    const days = (from, to) => [from, to].map((n) => new Date(Date.now() + n * 86_400_000));
    const [late, fresh] = [makeCertificate('ecdsa', days(-7, 3)), makeCertificate('ecdsa', days(-3, 7))];
    ends.push(late.remove, fresh.remove);
    const server = await start({ apps: [SHOP], tls: late });
    const warning = /WARN tls_certificate = ".*": it expires at 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC: renew it/g;
    const expires = async () => (await metric(server, 'baton_tls_certificate_not_after_seconds')) - Date.now() / 1_000;
    assert.equal(server.log().match(warning)?.length, 1);
    assert.ok(Math.abs((await expires()) - 3 * 86_400) < 60);
    const since = Date.now() / 1_000 - (await metric(server, 'baton_tls_certificate_not_before_seconds'));
    assert.ok(Math.abs(since - 7 * 86_400) < 60, `${since}`);
    assert.equal((await server.reload()).match(warning)?.length, 1);
    copyFileSync(fresh.certificate, late.certificate);
    copyFileSync(fresh.key, late.key);
    assert.equal((await server.reload()).match(warning), null);
    assert.ok(Math.abs((await expires()) - 7 * 86_400) < 60);
    // TLS is not switched off, so the certificate is still that one.
    await server.reload({ settings: { tls_certificate: '', tls_key: '' } });
    assert.ok(Math.abs((await expires()) - 7 * 86_400) < 60);
  });

  test('a certificate is renewed for connections to come; TLS is not switched off', async () => {
    const [first, second] = [makeCertificate(), makeCertificate()];
    ends.push(first.remove, second.remove);
    const server = await start({ apps: [SHOP], tls: first });
    const shown = async () => {
      const socket = tls.connect({ port: server.port, host: server.host, rejectUnauthorized: false });
      await within(once(socket, 'secureConnect'), 'handshake');
      const { fingerprint256 } = socket.getPeerCertificate();
      socket.destroy();
      return fingerprint256;
    };
    const client = await RawClient.connect(server, { app: SHOP });
    const before = await shown();
    copyFileSync(second.certificate, first.certificate);
    assert.match(await server.reload(), /tls_key.*previous settings remain/s, 'the key of the former one is none of this one');
    assert.equal(await shown(), before);
    copyFileSync(second.key, first.key);
    assert.match(await server.reload(), /in effect/);
    assert.notEqual(await shown(), before);
    await client.settle();
    const log = await server.reload({ settings: { tls_certificate: '', tls_key: '' } });
    assert.match(log, /setting=tls_certificate/);
    assert.notEqual(await shown(), before);
  });
});

describe('Supabase clients', () => {
  test('another JWT secret: new tokens are taken, former ones are not, and what was revoked stays so', async () => {
    const app = { ...SHOP, jwt_secret: JWT_SECRET };
    const server = await start({ apps: [app] });
    const other = 'another secret that signs the tokens of these tests';
    const iat = Math.floor(Date.now() / 1000); // a token of a later second would be one that was not revoked
    const eve = (secret) => token({ role: 'authenticated', sub: 'eve', secret, iat });
    const opens = (apikey) => subscribed(supabaseClient(server, { apikey }).channel('room'));
    const first = await opens(token());
    await opens(eve(JWT_SECRET));
    const revoked = await api(server, 'POST', '/tokens/revoke', { app, body: { sub: 'eve' } });
    assert.equal(revoked.status, 200, revoked.text);
    await server.reload({ apps: [{ ...app, jwt_secret: other }] });
    await opens(token({ secret: other }));
    await assert.rejects(opens(token()));
    await assert.rejects(opens(eve(other)));
    assert.equal(first.state, 'joined');
  });

  test('who holds a key that is removed is put out of its channels, and joins no more', async () => {
    const [kept, removed] = ['sb_secret_kept0123456789abcd', 'sb_secret_gone0123456789abcd'];
    const app = { ...SHOP, api_keys: [kept, removed] };
    const server = await start({ apps: [app] });
    const holder = async (key) => {
      const client = supabaseClient(server, { apikey: key });
      return { client, channel: await subscribed(client.channel('room', { config: { private: true } })) };
    };
    const [good, bad] = [await holder(kept), await holder(removed)];
    await server.reload({ apps: [{ ...app, api_keys: [kept] }] });
    await until(() => bad.channel.state !== 'joined', 'the end of the channel');
    await assert.rejects(subscribed(bad.client.channel('other', { config: { private: true } })));
    await subscribed(good.client.channel('other', { config: { private: true } }));
    assert.equal(good.channel.state, 'joined');
    // Back again, for those who come from then on.
    await server.reload({ apps: [app] });
    await holder(removed);
  });

  test('a database comes, changes and goes while clients are connected', async () => {
    const postgres = await startPostgres();
    ends.push(() => postgres.stop());
    postgres.sql(`create role anon nologin; create role authenticated nologin;
      create table public.todos (id int primary key); grant select on public.todos to anon;
      create publication supabase_realtime for table public.todos;`);
    const without = { ...SHOP, jwt_secret: JWT_SECRET };
    const server = await start({ apps: [without, CHAT] });
    const chatter = await RawClient.connect(server, { app: CHAT });
    const channel = supabaseClient(server).channel('room');
    const seen = [];
    const told = [];
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'todos' }, ({ new: row }) => seen.push(row.id));
    channel.on('system', {}, ({ status, message }) => told.push(`${status}: ${message}`));
    channel.subscribe();
    await until(() => told.some((text) => text.startsWith('error')), 'a refusal for want of a database');

    let id = 0;
    /** Whether rows reach the client, which joins again by itself. */
    const arrives = async () => {
      await until(() => told.some((text) => text.startsWith('ok: Subscribed')), 'subscribed to PostgreSQL', 30_000);
      id += 1;
      postgres.sql(`insert into public.todos values (${id})`);
      await until(() => seen.includes(id), `row ${id}`);
    };
    told.length = 0;
    await server.reload({ apps: [{ ...without, database_url: postgres.url() }, CHAT] });
    await arrives();
    // The app's other settings: nobody has to come again.
    told.length = 0;
    await server.reload({ apps: [{ ...without, database_url: postgres.url(), max_connections: 50 }, CHAT] });
    id += 1;
    postgres.sql(`insert into public.todos values (${id})`);
    await until(() => seen.includes(id), 'a row while the database stays');
    assert.deepEqual(told, []);
    // The same database by other settings.
    await server.reload({ apps: [{ ...without, database_url: postgres.url(), database_connections: 3 }, CHAT] });
    await arrives();
    told.length = 0;
    await server.reload({ apps: [without, CHAT] });
    await until(() => told.some((text) => text.startsWith('error')), 'a refusal for want of a database', 30_000);
    await until(() => postgres.sql(`select count(*) from pg_stat_activity where application_name like 'baton%'`) === '0', 'its connections ended');
    await chatter.settle();
    assert.deepEqual(seen, Array.from({ length: id }, (_, n) => n + 1), 'each once');
  });
});
