/**
 * Trying things out by the inspector's API: what a page needs to be a client, and webhooks of events that did not happen.
 */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { OPERATOR, READER, bearer, browser, call, ofApp, servers } from '../harness/inspector.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { startReceiver } from '../harness/receiver.mjs';
import { JWT_SECRET, endClients, subscribed, supabaseClient } from '../harness/supabase_client.mjs';
import { until } from '../harness/waiting.mjs';

const SHOP = { id: 'shop', key: 'shop-key', secret: 'a secret of the shop that is long enough', jwt_secret: JWT_SECRET, public_broadcast: 'supabase' };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'a secret of the chat that is long enough', allowed_origins: ['https://chat.example.com'] };

const { start, stopAll, atEnd } = servers({ apps: [SHOP, CHAT] });
afterEach(() => {
  endAll();
  endClients();
});
after(stopAll);

const audited = async (server, action) => (await bearer(server).read('audit')).entries.filter((entry) => entry.action === action);

describe('a client of an app', () => {
  let server;
  before(async () => (server = await start()));

  test('is told how to connect, and whether its page may', async () => {
    const shop = await bearer(server).read('client', { app: 'shop', origin: 'http://localhost:8080' });
    assert.deepEqual(
      [shop.key, shop.enabled, shop.origin_allowed, shop.supabase, shop.signs_tokens, shop.client_events],
      ['shop-key', true, true, true, true, true],
    );
    const may = async (origin) => (await bearer(server).read('client', { app: 'chat', origin })).origin_allowed;
    assert.deepEqual([await may('https://chat.example.com'), await may('http://localhost:8080')], [true, false]);
    const chat = await bearer(server).read('client', { app: 'chat' });
    assert.deepEqual([chat.supabase, chat.signs_tokens], [false, false]);
    assert.ok(!JSON.stringify([shop, chat]).includes('secret of'));
    assert.equal((await (await ofApp(server, CHAT)).get('client', { app: 'shop' })).status, 404);
    assert.equal((await bearer(server).get('client')).status, 400);
  });

  test('signs in as a user by the signature of an operator', async () => {
    const client = await RawClient.connect(server, { app: SHOP });
    const userData = JSON.stringify({ id: '7', user_info: { name: 'Ann' } });
    const { status, json } = await bearer(server).post('sign', { app: 'shop', socket: client.socketId, user_data: userData });
    assert.deepEqual([status, json.signed, json.auth], [200, `${client.socketId}::user::${userData}`, client.auth(json.signed)]);
    client.send({ event: 'pusher:signin', data: { auth: json.auth, user_data: userData } });
    await client.event('pusher:signin_success');
    const refused = async (body, token = OPERATOR) => (await bearer(server, token).post('sign', { app: 'shop', socket: '1.1', user_data: '{}', ...body })).status;
    assert.deepEqual(
      [await refused({}, READER), await refused({ socket: 'x' }), await refused({ channel: 'private-a' }), await refused({ user_data: 7 })],
      [403, 400, 400, 400],
    );
  });

  test('of Supabase has a token for some minutes, which is that of a user', async () => {
    const operator = bearer(server);
    const { status, json } = await operator.post('token', { app: 'shop', role: 'authenticated', sub: 'ann', claims: { team: 3 } });
    assert.equal(status, 200, JSON.stringify(json));
    const claims = JSON.parse(Buffer.from(json.token.split('.')[1], 'base64url'));
    assert.deepEqual([claims.role, claims.sub, claims.team, claims.aud, claims.exp - claims.iat], ['authenticated', 'ann', 3, 'authenticated', 300]);
    assert.equal(json.expires_s, 300);
    const channel = supabaseClient(server, { apikey: json.token }).channel('room');
    await subscribed(channel);
    const [entry] = await audited(server, 'sign token');
    assert.match(entry.subject, /app shop, .*"sub":"ann"/);
    assert.ok(!entry.subject.includes(json.token));
  });

  test('has no token that opens more than a user has, and none by those who may not', async () => {
    const status = async (caller, body) => (await caller.post('token', { app: 'shop', ...body })).status;
    const operator = bearer(server);
    for (const body of [{ role: 'service_role' }, { role: 'postgres' }, { claims: { role: 'service_role' } }, { claims: { exp: 9e9 } },
      { claims: [] }, { sub: 7 }, { sub: 'x'.repeat(201) }, { claims: { x: 'y'.repeat(5_000) } }]) {
      assert.equal(await status(operator, body), 400, JSON.stringify(body).slice(0, 80));
    }
    assert.equal(await status(operator, { app: 'chat' }), 409, 'there is no secret to sign with');
    assert.equal(await status(bearer(server, READER), {}), 403);
    // Its own key does not prove that its backend has the secret of the tokens.
    assert.equal(await status(await ofApp(server, SHOP), {}), 403);
    const page = await browser(server);
    assert.equal((await call(server, 'POST', 'token', { body: { app: 'shop' }, headers: { cookie: page.cookie } })).status, 403, 'without X-Csrf-Token');
    assert.equal(await status(page, {}), 200);
  });

  test('has no token that would make it a client of another app', async () => {
    const two = await start({ apps: [SHOP, { ...CHAT, jwt_secret: JWT_SECRET }] });
    assert.equal((await bearer(two).post('token', { app: 'shop' })).status, 200);
    const { status, json } = await bearer(two).post('token', { app: 'chat' });
    assert.equal(status, 409);
    assert.match(json.error, /one of app shop.*chat\.example\.com/);
  });
});

describe('a simulated webhook', () => {
  let server;
  let receiver;
  before(async () => {
    receiver = await startReceiver();
    atEnd(() => receiver.stop());
    server = await start({
      app: {
        webhooks: [
          { url: receiver.url, headers: { Authorization: 'Bearer a password of the receiver' } },
          { url: `${receiver.url}&second`, events: ['channel_occupied'] },
        ],
      },
      settings: { webhook_timeout_s: 1 },
    });
  });
  const simulate = (body, caller = bearer(server)) => caller.post('webhooks/simulate', { app: 'shop', receiver: 0, ...body });

  test('is one of each event as a real one is, signed, and marked', async () => {
    const bodies = {
      channel_occupied: { channel: 'private-a' },
      channel_vacated: { channel: 'private-a' },
      member_added: { channel: 'presence-room', user: '7' },
      member_removed: { channel: 'presence-room', user: '7' },
      client_event: { channel: 'presence-room', user: '7', client_event: 'client-typing', data: '{"at":"é\\""}', socket: '1.2' },
      cache_miss: { channel: 'cache-a' },
      subscription_count: { channel: 'a', subscription_count: 3 },
    };
    for (const [event, body] of Object.entries(bodies)) {
      receiver.requests.length = 0;
      const { status, json } = await simulate({ event, ...body });
      assert.equal(status, 200, JSON.stringify(json));
      const [request] = receiver.requests;
      assert.ok(receiver.isValid({ app: SHOP }, request), event);
      const { client_event: name, data, socket, user, ...own } = body;
      const expected = { name: event, ...own, ...(user && { user_id: user }), ...(name && { event: name, data, socket_id: socket }) };
      assert.deepEqual(request.events, [expected]);
      assert.equal(request.headers['x-baton-simulated'], 'true');
      assert.equal(request.headers.authorization, 'Bearer a password of the receiver');
      assert.deepEqual([json.delivered, json.status, json.answer, json.error, json.wanted], [true, 200, { body: 'ok', cut: false }, null, true]);
      assert.equal(json.request.body, request.body);
      // As sent, but for what the settings keep to themselves.
      for (const [name, value] of json.request.headers) {
        const sent = request.headers[name.toLowerCase()];
        assert.equal(value, name.toLowerCase() === 'authorization' ? '[hidden]' : sent, name);
      }
      const names = json.request.headers.map(([name]) => name);
      for (const name of ['host', 'user-agent', 'content-type', 'x-pusher-key', 'x-pusher-signature', 'x-baton-webhook-id', 'x-baton-simulated']) {
        assert.ok(names.includes(name), name);
      }
      assert.ok(!JSON.stringify(json).includes('password') && !json.url.includes('token='));
    }
  });

  test('is sent once, is not in the delivery log, and says what a filter would hold back', async () => {
    receiver.answer = 503;
    receiver.requests.length = 0;
    const { json } = await simulate({ receiver: 1, event: 'member_added', channel: 'presence-a', user: '7' });
    assert.deepEqual([json.wanted, json.delivered, json.status], [false, false, 503]);
    await new Promise((done) => setTimeout(done, 1_500));
    assert.equal(receiver.requests.length, 1);
    receiver.answer = 200;
    const log = await bearer(server).read('webhooks', { app: 'shop' });
    assert.deepEqual(log.webhooks, []);
    assert.deepEqual(log.receivers.map(({ id, events, headers }) => [id, events.length, headers]), [[0, 7, ['Authorization']], [1, 1, []]]);
    assert.ok(!JSON.stringify(log).includes('password') && !JSON.stringify(log).includes('token='));
    const [entry] = await audited(server, 'simulate webhook');
    assert.match(entry.subject, /^app shop, member_added on presence-a, to http/);
  });

  test('says why it did not arrive, and what to change', async () => {
    const event = { event: 'channel_occupied', channel: 'a' };
    const outcome = async (answer) => {
      receiver.answer = answer;
      const { json } = await simulate(event);
      receiver.answer = 200;
      return json;
    };
    const moved = await outcome((_, response) => void response.writeHead(302, { location: '/login' }).end());
    assert.match(`${moved.error} ${moved.fix}`, /302, to \/login.*redirects.*Set url/);
    assert.match((await outcome(401)).fix, /secret/);
    assert.match((await outcome(419)).fix, /CSRF/);
    const late = await outcome(() => undefined);
    assert.match(`${late.error} ${late.fix} ${late.status}`, /within 1 s.*webhook_timeout_s.*null/);
    assert.ok(late.duration_ms >= 900 && late.duration_ms < 5_000, String(late.duration_ms));
    const long = await outcome((_, response) => void response.writeHead(500).end(`<b>é${'x'.repeat(100_000)}`));
    assert.deepEqual([long.status, long.answer.cut, Buffer.byteLength(long.answer.body)], [500, true, 2_048]);
    assert.ok(long.answer.body.startsWith('<b>éxxx'));
    const closed = createServer();
    await new Promise((done) => closed.listen(0, '127.0.0.1', done));
    const { port } = closed.address();
    await new Promise((done) => closed.close(done));
    const webhooks = [{ url: `http://127.0.0.1:${port}/` }];
    const other = await start({ app: { webhooks } });
    const refused = (await bearer(other).post('webhooks/simulate', { app: 'shop', ...event })).json;
    assert.match(`${refused.error} ${refused.fix}`, /cannot be reached.*localhost/);
    const strict = await start({ app: { webhooks }, settings: { webhook_addresses: 'public' } });
    const forbidden = (await bearer(strict).post('webhooks/simulate', { app: 'shop', ...event })).json;
    assert.match(`${forbidden.error} ${forbidden.page}`, /webhook_addresses.*where-requests-may-go/);
  });

  test('is refused where the server would never send such an event, or somebody may not', async () => {
    receiver.requests.length = 0;
    for (const [body, status] of [
      [{}, 400],
      [{ event: 'nothing', channel: 'a' }, 400],
      [{ event: 'channel_occupied' }, 400],
      [{ event: 'channel_occupied', channel: 'a:b' }, 400],
      [{ event: 'member_added', channel: 'private-a', user: '7' }, 400],
      [{ event: 'member_added', channel: 'presence-a' }, 400],
      [{ event: 'cache_miss', channel: 'a' }, 400],
      [{ event: 'client_event', channel: 'a', socket: 'x' }, 400],
      [{ event: 'client_event', channel: 'a', data: 'x'.repeat(70_000) }, 413],
      [{ event: 'subscription_count', channel: 'a', subscription_count: -1 }, 400],
      [{ event: 'channel_occupied', channel: 'a', receiver: 2 }, 404],
      [{ event: 'channel_occupied', channel: 'a', receiver: 'x' }, 400],
      [{ event: 'channel_occupied', channel: 'a', receiver: null }, 400],
      [{ app: 'chat', event: 'channel_occupied', channel: 'a' }, 409],
      [{ app: 'none', event: 'channel_occupied', channel: 'a' }, 404],
    ]) {
      const answer = await simulate(body);
      assert.equal(answer.status, status, `${JSON.stringify(body).slice(0, 90)}: ${answer.text}`);
    }
    const right = { event: 'channel_occupied', channel: 'a' };
    assert.equal((await simulate(right, bearer(server, READER))).status, 403);
    assert.equal((await simulate(right, await ofApp(server, CHAT))).status, 404);
    assert.equal((await bearer(server).get('webhooks/simulate')).status, 405);
    assert.equal(receiver.requests.length, 0);
    assert.equal((await simulate(right, await ofApp(server, SHOP))).status, 200);
  });

  test('leaves room for others while a receiver does not answer', async () => {
    const waiting = [];
    receiver.answer = (_, response) => void waiting.push(response);
    const all = Array.from({ length: 6 }, () => simulate({ event: 'channel_occupied', channel: 'a' }));
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    receiver.answer = 200;
    assert.deepEqual(statuses, [200, 200, 503, 503, 503, 503], 'an app has two at a time, so that others have room');
    waiting.forEach((response) => response.end());
    await until(async () => (await simulate({ event: 'channel_occupied', channel: 'a' })).status === 200, 'room again');
  });
});
