/**
 * The inspector's API from outside: who is let in, what each role sees and changes, and how what is wrong is answered.
 */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { startServer } from '../harness/server.mjs';
import { api, publish, send } from '../harness/signed_http.mjs';
import { JWT_SECRET, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import {
  OPERATOR, READER, TOKENS, bearer, browser, call, ofApp, pathOf, signIn, signedKey, watch,
} from '../harness/inspector.mjs';
import { sleep, until } from '../harness/waiting.mjs';

const ADMIN_SECRET = 'what administrators sign their tokens with';
const SHOP = { id: 'shop', key: 'shop-key', secret: 'a secret of the shop that is long enough', jwt_secret: JWT_SECRET, public_broadcast: 'supabase' };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'a secret of the chat that is long enough', jwt_secret: JWT_SECRET, public_broadcast: 'supabase' };

const servers = [];
async function start(options = {}) {
  const settings = { ...TOKENS, api_jwt_secret: ADMIN_SECRET, ...options.settings };
  for (const name of Object.keys(settings)) if (settings[name] === undefined) delete settings[name];
  const server = await startServer({ apps: [SHOP, CHAT], ...options, settings });
  servers.push(server);
  return server;
}
afterEach(() => {
  endAll();
  endClients();
});
after(() => Promise.all(servers.map((server) => server.stop())));

function jwt(secret, claims = { exp: Math.floor(Date.now() / 1000) + 60 }, header = { alg: 'HS256' }) {
  const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

/** A sign-in that is to be refused: of them only some in a second are looked at. */
function refusedSignIn(server, body) {
  return until(async () => {
    const answer = await signIn(server, body);
    return answer.status !== 429 && answer;
  }, 'a sign-in');
}

/** Every call that changes something, with a body that is right but for what it names. */
const CHANGES = [
  ['POST', 'links'],
  ['POST', 'connection/close', { socket: '1.1' }],
  ['POST', 'user/close', { app: 'shop', user: 'nobody' }],
  ['POST', 'publish', { app: 'shop', channel: 'news', event: 'e', data: '{}' }],
  ['POST', 'sign', { app: 'shop', socket: '1.1', channel: 'private-a' }],
  ['POST', 'token', { app: 'shop' }],
  ['POST', 'webhooks/redeliver', { app: 'shop', id: 'none' }],
  ['POST', 'webhooks/simulate', { app: 'shop', event: 'channel_occupied', channel: 'a' }],
  ['POST', 'reload'],
  ['POST', 'apps', { id: 'another' }],
  ['PATCH', 'apps/shop', { client_events: false }],
  ['DELETE', 'apps/shop'],
  ['POST', 'apps/shop/rotate-key'],
  ['POST', 'apps/shop/end-rotation'],
];
const READS = ['overview', 'channels', 'connections', 'timeline', 'refusals', 'audit', 'apps', 'session'];

describe('the content of a body', () => {
  test('has to be said to be JSON, which forms of other pages cannot say', async () => {
    const server = await start();
    const body = JSON.stringify({ app: 'shop', channel: 'news', event: 'e', data: '{}' });
    const sent = async (type, name = 'publish', text = body, method = 'POST') => {
      const headers = { authorization: `Bearer ${OPERATOR}`, 'content-type': type };
      return (await call(server, method, name, { body: text, headers })).status;
    };
    for (const type of ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'multipart/form-data', '', 'application/jsonp', 'text/json']) {
      assert.equal(await sent(type), 415, type);
      assert.equal(await sent(type, 'session', JSON.stringify({ token: OPERATOR })), 415, `${type}, sign-in`);
      assert.equal(await sent(type, 'apps/shop', '{}', 'PATCH'), 415, `${type}, an app`);
    }
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON']) assert.equal(await sent(type), 200, type);
    // Without a body there is nothing to say.
    assert.equal((await bearer(server).post('links')).status, 200);
    assert.equal((await call(server, 'POST', 'publish', { body, headers: { 'content-type': 'text/plain' } })).status, 401, 'who asks comes first');
  });
});

describe('sign-in', () => {
  let server;
  before(async () => (server = await start()));

  test('needs one of the proofs', async () => {
    for (const name of [...READS, 'channel?channel=a', 'why?socket=1.1', 'nothing']) {
      const { status, json } = await send(server, 'GET', `/inspector/api/${name}`);
      assert.equal(status, 401, name);
      assert.match(json.error, /Sign in/);
    }
    for (const [method, name, body] of CHANGES) assert.equal((await call(server, method, name, { body })).status, 401, name);
    for (const authorization of ['Bearer ', 'Bearer x', `Basic ${OPERATOR}`, OPERATOR, `Bearer ${OPERATOR}x`, `Bearer ${OPERATOR.slice(1)}`]) {
      assert.equal((await call(server, 'GET', 'overview', { headers: { authorization } })).status, 401, authorization);
    }
  });

  test('tokens of the settings are bearers, and begin sessions', async () => {
    for (const [given, role, payloads] of [[OPERATOR, 'operator', true], [READER, 'reader', false]]) {
      const direct = await bearer(server, given).read('session');
      assert.deepEqual([direct.role, direct.app, direct.payloads], [role, null, payloads]);
      const { status, json, headers } = await signIn(server, { token: given });
      assert.equal(status, 200);
      assert.equal(headers['set-cookie'], undefined);
      assert.deepEqual([json.role, json.app, json.payloads, json.expires_s, typeof json.csrf], [role, null, payloads, 12 * 3600, 'string']);
      const session = await bearer(server, json.token).read('session');
      assert.deepEqual([session.role, session.csrf, session.node], [role, json.csrf, json.node]);
      assert.ok(session.expires_s <= 12 * 3600 && session.expires_s > 12 * 3600 - 60);
      assert.equal(session.token, undefined);
    }
    assert.equal((await signIn(server, { token: 'wrong' })).status, 401);
    assert.equal((await signIn(server, { token: '' })).status, 401);
  });

  test('a link signs in once, with the rights of who made it', async () => {
    const { status, json } = await bearer(server).post('links');
    assert.equal(status, 200);
    assert.equal(json.expires_s, 600);
    assert.match(json.link, new RegExp(`^${server.url}/inspector#link=`));
    const link = json.link.split('=')[1];
    const ann = await browser(server, { link });
    assert.deepEqual([ann.session.role, ann.session.app, ann.session.token], ['operator', null, undefined]);
    assert.equal((await signIn(server, { link })).status, 401);
    assert.equal((await signIn(server, { link: '' })).status, 401);
    const shop = await ofApp(server, SHOP);
    const other = await shop.post('links');
    assert.equal((await signIn(server, { link: other.json.link.split('=')[1] })).json.app, 'shop');
    const both = await Promise.all([1, 2, 3, 4].map(async () => signIn(server, { link })));
    assert.ok(both.every((one) => one.status === 401));
  });

  test('of many that use a link at once one is signed in', async () => {
    const link = (await bearer(server).post('links')).json.link.split('=')[1];
    const all = await Promise.all(Array.from({ length: 10 }, () => signIn(server, { link })));
    assert.equal(all.filter(({ status }) => status === 200).length, 1);
  });

  test('administrators have JWTs', async () => {
    const given = jwt(ADMIN_SECRET);
    assert.equal((await bearer(server, given).read('session')).role, 'operator');
    assert.equal((await signIn(server, { token: given })).json.role, 'operator');
    const now = Math.floor(Date.now() / 1000);
    for (const wrong of [jwt('another secret'), jwt(ADMIN_SECRET, { exp: now - 120 }), jwt(ADMIN_SECRET, {}), jwt(ADMIN_SECRET, { exp: now + 600, nbf: now + 300 }), jwt(ADMIN_SECRET, undefined, { alg: 'none' }), token(), `${given}x`]) {
      assert.equal((await bearer(server, wrong).get('session')).status, 401, wrong);
      assert.equal((await refusedSignIn(server, { token: wrong })).status, 401, wrong);
    }
  });

  test("an app's backend signs with the app's key", async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const time of [now, now - 50, now + 50]) {
      const { status, json } = await signIn(server, signedKey(SHOP, { time }));
      assert.deepEqual([status, json.role, json.app, json.payloads], [200, 'operator', 'shop', true]);
    }
    for (const time of [now - 70, now + 70, 0, Number.MAX_SAFE_INTEGER]) {
      const { status, json } = await signIn(server, signedKey(SHOP, { time }));
      assert.equal(status, 401, `${time}`);
      assert.match(json.error, /clock/);
    }
    const right = signedKey(SHOP);
    const wrong = [
      { ...right, time: right.time - 1 },
      { ...right, key: CHAT.key },
      { ...right, key: 'no such key' },
      { ...right, signature: '' },
      { ...right, signature: right.signature.slice(2) },
      { ...right, signature: `${right.signature}00` },
      signedKey(SHOP, { secret: CHAT.secret }),
      { ...right, signature: createHmac('sha256', SHOP.secret).update(`${right.key}\n${right.time}`).digest('hex') },
    ];
    for (const body of wrong) assert.equal((await refusedSignIn(server, body)).status, 401, JSON.stringify(body));
    for (const time of [String(now), now + 0.5, null, -1, true]) assert.equal((await signIn(server, { ...right, time })).status, 400, `${time}`);
    for (const lacking of ['key', 'time', 'signature']) {
      const { [lacking]: _, ...rest } = right;
      assert.equal((await signIn(server, rest)).status, 400, lacking);
    }
  });

  test('disabled apps, apps without a secret and previous keys sign nobody in', async () => {
    const other = await start({
      apps: [
        { ...SHOP, enabled: false },
        { ...CHAT, previous_key: 'the-key-before', previous_secret: 'the secret of the key before, long' },
      ],
    });
    assert.equal((await signIn(other, signedKey(SHOP))).status, 401);
    const before = { key: 'the-key-before', secret: 'the secret of the key before, long' };
    assert.equal((await signIn(other, signedKey(before))).status, 401);
    assert.equal((await signIn(other, signedKey({ ...before, secret: CHAT.secret }))).status, 401);
  });

  test('of the refused too many in a second get 429, and the right ones pass', async () => {
    const own = await start();
    const wrong = await Promise.all(Array.from({ length: 100 }, () => signIn(own, { token: 'wrong' })));
    const count = (status) => wrong.filter((one) => one.status === status).length;
    assert.equal(count(401) + count(429), 100);
    assert.ok(count(429) > 0 && count(401) <= 60, `${count(401)} were looked at`);
    assert.equal((await signIn(own, { token: OPERATOR })).status, 200);
  });

  test('sign-ins, and refused ones, are in the audit log, and no token is anywhere', async () => {
    const own = await start();
    const operator = bearer(own);
    const secrets = [OPERATOR, READER, 'a-wrong-token-of-somebody', ADMIN_SECRET];
    await signIn(own, { token: 'a-wrong-token-of-somebody' });
    const { json } = await signIn(own, { token: READER });
    await signIn(own, signedKey(SHOP));
    secrets.push(json.token, json.csrf);
    const link = (await operator.post('links')).json.link.split('=')[1];
    secrets.push(link);
    await signIn(own, { link });
    await bearer(own, 'a-wrong-token-of-somebody').get('overview');
    const { entries } = await operator.read('audit');
    const refusals = await operator.read('refusals');
    const all = JSON.stringify([entries, refusals, await operator.read('connections'), own.log()]);
    for (const secret of secrets) assert.ok(!all.includes(secret), secret);
    assert.equal(refusals.refusals[0].cause, 'signature');
    assert.deepEqual(entries.filter(({ action }) => action === 'sign-in').map(({ role, app }) => [role, app]), [['operator', null], ['operator', 'shop'], ['reader', null]]);
    assert.ok(entries.every(({ address }) => address === '127.0.0.1'));
    assert.ok(entries.some(({ action }) => /refused/.test(action)), 'the refused sign-in is in the audit log');
  });
});

describe('sessions', () => {
  test("the cookie is the page's alone", async () => {
    const server = await start();
    const { set, session } = await browser(server);
    const [pair, ...attributes] = set.split('; ');
    assert.match(pair, new RegExp(`^baton_inspector_${server.port}=[0-9a-f]{64}$`));
    assert.deepEqual(new Set(attributes), new Set(['Path=/', `Max-Age=${12 * 3600}`, 'HttpOnly', 'SameSite=Strict']));
    assert.equal(session.token, undefined);
    assert.ok(!pair.includes(session.csrf));
    // Behind a proxy that speaks TLS.
    const { headers } = await signIn(server, { token: OPERATOR, cookie: true }, { 'x-forwarded-proto': 'https' });
    assert.match(headers['set-cookie'][0], /; Secure/);
  });

  test('the path prefix is that of the calls', async () => {
    const server = await start({ settings: { path_prefix: '/ws' } });
    const { status, headers, json } = await send(server, 'POST', '/ws/inspector/api/session', JSON.stringify({ token: OPERATOR, cookie: true }));
    assert.equal(status, 200);
    const cookie = headers['set-cookie'][0].split(';')[0];
    const link = await send(server, 'POST', '/ws/inspector/api/links', '{}', { cookie, 'x-csrf-token': json.csrf });
    assert.ok(link.json.link.startsWith(`${server.url}/ws/inspector#link=`), link.text);
  });

  test('calls that change something need the CSRF token with the cookie, and with a bearer none', async () => {
    const server = await start();
    const ann = await browser(server);
    const bob = await browser(server);
    for (const name of READS) assert.equal((await call(server, 'GET', name, { headers: { cookie: ann.cookie } })).status, 200, name);
    const tokens = [undefined, '', 'x', bob.session.csrf, ann.session.csrf.slice(1), ann.cookie.split('=')[1]];
    for (const [method, name, body] of [...CHANGES, ['POST', 'check', {}], ['DELETE', 'session']]) {
      for (const csrf of tokens) {
        const headers = { cookie: ann.cookie, ...(csrf !== undefined && { 'x-csrf-token': csrf }) };
        assert.equal((await call(server, method, name, { body, headers })).status, 403, `${name} with ${csrf}`);
      }
    }
    assert.equal((await call(server, 'GET', 'session', { headers: { cookie: ann.cookie } })).status, 200, 'still signed in');
    assert.equal((await ann.post('publish', { app: 'shop', channel: 'news', event: 'e', data: '1' })).status, 200);
    assert.equal((await bearer(server).post('publish', { app: 'shop', channel: 'news', event: 'e', data: '1' })).status, 200);
  });

  test('a sign-out ends one session, and takes its cookie', async () => {
    const server = await start();
    const [ann, bob] = [await browser(server), await browser(server)];
    const { status, headers, text } = await ann.call('DELETE', 'session');
    assert.deepEqual([status, text], [204, '']);
    assert.match(headers['set-cookie'][0], new RegExp(`^baton_inspector_${server.port}=; .*Max-Age=0`));
    assert.equal((await ann.get('session')).status, 401);
    assert.equal((await bearer(server, ann.cookie.split('=')[1]).get('session')).status, 401);
    assert.equal((await bob.get('session')).status, 200);
    const { json } = await signIn(server, { token: READER });
    assert.equal((await bearer(server, json.token).call('DELETE', 'session')).status, 204, 'a reader signs out too');
    assert.equal((await bearer(server, json.token).get('session')).status, 401);
  });

  test('another server on this machine does not know the cookie, and its own one does not collide', async () => {
    const [one, two] = [await start(), await start()];
    const [ann, bob] = [await browser(one), await browser(two)];
    const cookie = `${ann.cookie}; ${bob.cookie}`;
    for (const server of [one, two]) assert.equal((await call(server, 'GET', 'session', { headers: { cookie } })).status, 200);
    assert.equal((await call(two, 'GET', 'session', { headers: { cookie: ann.cookie } })).status, 401);
  });

  test('they end when what they began with is changed by a reload', async () => {
    const server = await start();
    const given = { operator: { token: OPERATOR }, reader: { token: READER }, administrator: { token: jwt(ADMIN_SECRET) }, shop: signedKey(SHOP), chat: signedKey(CHAT) };
    const sessions = {};
    for (const [name, proof] of Object.entries(given)) sessions[name] = bearer(server, (await signIn(server, proof)).json.token);
    const link = (await sessions.operator.post('links')).json.link.split('=')[1];
    sessions.linked = bearer(server, (await signIn(server, { link })).json.token);
    const unused = (await sessions.operator.post('links')).json.link.split('=')[1];
    const left = async () => {
      const found = await Promise.all(Object.entries(sessions).map(async ([name, one]) => [name, (await one.get('session')).status]));
      return found.filter(([, status]) => status === 200).map(([name]) => name);
    };
    const settings = { ...TOKENS, api_jwt_secret: ADMIN_SECRET };
    assert.deepEqual(await left(), ['operator', 'reader', 'administrator', 'shop', 'chat', 'linked']);
    settings.inspector_token = 'another token of the operators 01';
    await server.reload({ settings });
    assert.deepEqual(await left(), ['reader', 'administrator', 'shop', 'chat']);
    assert.equal((await bearer(server).get('session')).status, 401);
    const late = await signIn(server, { link: unused });
    const isIn = late.status === 200 && (await bearer(server, late.json.token).get('session')).status === 200;
    assert.ok(!isIn, 'a link of a session that has ended signs nobody in');
    delete settings.inspector_reader_token;
    settings.api_jwt_secret = 'another secret of the administrators';
    await server.reload({ settings, apps: [{ ...SHOP, secret: 'another secret of the shop, as long' }, CHAT] });
    assert.deepEqual(await left(), ['chat']);
    await server.reload({ settings, apps: [SHOP, { ...CHAT, enabled: false }] });
    assert.deepEqual(await left(), []);
    // Back again: what has ended does not come back.
    await server.reload({ settings: { ...TOKENS, api_jwt_secret: ADMIN_SECRET }, apps: [SHOP, CHAT] });
    assert.deepEqual(await left(), []);
  });

  test('a call that waits ends with the token that it came with', async () => {
    const server = await start();
    const operator = bearer(server);
    const { cursor } = await operator.read('timeline');
    const waiting = operator.get('timeline', { after: cursor, wait_ms: 25_000 });
    await sleep(300);
    await server.reload({ settings: { ...TOKENS, inspector_token: 'another token of the operators 01' } });
    const status = await Promise.race([waiting.then(({ status }) => status), sleep(15_000).then(() => 'it still waits')]);
    assert.equal(status, 401);
    await waiting;
  });

  test('nobody signs others out by signing in often', async () => {
    const server = await start();
    const ann = await browser(server);
    const link = (await ann.post('links')).json.link.split('=')[1];
    for (let n = 0; n < 1_100; n += 100) {
      const all = await Promise.all(Array.from({ length: 100 }, () => signIn(server, signedKey(SHOP))));
      assert.ok(all.every(({ status }) => status === 200));
    }
    assert.equal((await ann.get('session')).status, 200, 'the session of an operator');
    const shop = await ofApp(server, SHOP);
    for (let n = 0; n < 101; n++) assert.equal((await shop.post('links')).status, 200);
    assert.equal((await signIn(server, { link })).status, 200, 'the link of an operator');
  });
});

/** Fills an app with something of everything, with this marker in each payload, and in what else is named. */
async function fill(server, app, marker, { names = '' } = {}) {
  const said = (what) => JSON.stringify({ [what]: marker });
  const member = await RawClient.connect(server, { app });
  const presence = `presence-room${names}`;
  await member.subscribe(presence, { user_id: `ann${names}`, user_info: { marker } });
  await member.subscribe(`private-room${names}`);
  await member.subscribe(`cache-room${names}`);
  const other = await RawClient.connect(server, { app });
  await other.subscribe(`private-room${names}`);
  await other.signIn({ id: `bob${names}`, user_info: { marker } });
  for (const channel of [presence, `private-room${names}`, `cache-room${names}`]) {
    assert.equal((await publish(server, channel, `event${names}`, said('published'), {}, { app })).status, 200);
  }
  member.send({ event: 'client-said', channel: `private-room${names}`, data: said('client') });
  await other.event('client-said');
  // What is refused has payloads too.
  member.send({ event: 'client-said', channel: `not-private${names}`, data: said('refused') });
  await member.error();
  member.send(`{"event":"${marker}`);
  await member.error();
  await publish(server, `private-room${names}`, `event${names}`, marker.repeat(1000), {}, { app });
  await api(server, 'POST', '/events', { app, body: `{"name":"x","data":"${marker}` });
  await api(server, 'POST', '/events', { app, body: { name: 'x', channel: 'not valid!', data: marker } });
  await api(server, 'POST', '/events', { app, body: { name: 'x', channel: 'a', data: { marker } } });
  member.send({ event: 'pusher:subscribe', data: { channel: `presence-other${names}`, auth: 'wrong:1', channel_data: said('user_id') } });
  const client = supabaseClient(server, { apikey: token() });
  let path;
  if (app.id === server.app.id) {
    const channel = client.channel(`room${names}`, { config: { broadcast: { ack: true, self: true }, presence: { key: `key${names}` } } });
    channel.on('presence', { event: 'sync' }, () => {});
    await subscribed(channel);
    await channel.track({ marker });
    await channel.send({ type: 'broadcast', event: `event${names}`, payload: { marker } });
    path = `room${names}`;
  }
  return { member, other, presence, supabase: path };
}

describe('readers', () => {
  const MARKER = 'marker-of-payloads-7f3a';

  async function answersOf(reader, filled, watched) {
    const answers = {};
    const read = async (name, parameters) => (answers[pathOf(name, parameters)] = (await reader.get(name, parameters)).text);
    for (const name of READS) await read(name);
    await watched.event({ type: 'message', channel_id: `public:${filled.supabase}` });
    answers.timeline = JSON.stringify(watched.events);
    const { channels } = await reader.read('channels', { app: 'shop' });
    for (const { id } of channels) {
      await read('channel', { app: 'shop', id });
      await read('connections', { app: 'shop', id });
      await read('why', { app: 'shop', id, event_name: 'event' });
    }
    const { connections } = await reader.read('connections');
    for (const { socket } of connections) {
      await read('connection', { socket });
      await read('why', { socket });
      await read('refusals', { socket });
    }
    for (const { id } of watched.events) {
      await read('event', { id });
      await read('why', { event: id });
      await read('why', { event: id, socket: filled.member.socketId });
    }
    for (const name of ['webhooks', 'snippets', 'apps/shop']) await read(name, { app: 'shop' });
    const check = { app: 'shop', socket: '1.2', channel: 'presence-a', channel_data: '{}', auth: 'a:b' };
    answers.check = (await reader.post('check', check)).text;
    return answers;
  }

  test('change nothing, and see no payload anywhere', async () => {
    const server = await start({ apps: [SHOP] });
    const reader = bearer(server, READER);
    const watched = await watch(reader);
    const operator = await watch(bearer(server));
    const filled = await fill(server, SHOP, MARKER);
    const answers = await answersOf(reader, filled, watched);
    await operator.read();
    assert.ok(JSON.stringify(operator.events).includes(MARKER), 'the operator sees them');
    const leaks = Object.entries(answers).filter(([, text]) => text.includes(MARKER));
    assert.deepEqual(leaks.map(([name, text]) => [name, text.slice(Math.max(0, text.indexOf(MARKER) - 100), text.indexOf(MARKER) + 60)]), []);
    const messages = watched.events.filter(({ type }) => type === 'message');
    assert.ok(messages.length >= 5, JSON.stringify(messages));
    assert.ok(messages.every(({ data, bytes }) => data === null && bytes > 0));
    const { cached, recent, users } = await reader.read('channel', { channel: 'cache-room' });
    assert.deepEqual([cached.data, recent[0].data, cached.bytes > 0, recent[0].bytes > 0], [null, null, true, true]);
    assert.equal(users, null);
    const presence = await reader.read('channel', { channel: filled.presence });
    assert.deepEqual(presence.users, [{ id: 'ann', info: null }]);
    for (const [method, name, body] of CHANGES) {
      const { status, json } = await reader.call(method, name, { body });
      assert.equal(status, 403, name);
      assert.match(json.error, /reader/);
    }
    // Nor by searching them, one character after the other.
    assert.equal((await reader.get('timeline', { text: 'marker' })).status, 403);
    for (const name of ['connections', 'channels', 'refusals']) {
      const { status, json } = await reader.get(name, { search: MARKER });
      assert.equal(status, 200);
      assert.ok(!JSON.stringify(json).includes(MARKER) && !json.total, name);
    }
    const still = await reader.read('connections', { app: 'shop' });
    assert.equal(still.total, 3);
  });

  test('see payloads where the settings say so, and change nothing', async () => {
    const server = await start({ apps: [SHOP], settings: { inspector_reader_payloads: true } });
    const reader = bearer(server, READER);
    assert.equal((await reader.read('session')).payloads, true);
    const watched = await watch(reader);
    const filled = await fill(server, SHOP, MARKER);
    const answers = await answersOf(reader, filled, watched);
    for (const name of ['timeline', pathOf('channel', { app: 'shop', id: 'public:cache-room' }), pathOf('channel', { app: 'shop', id: 'presence:room' })]) {
      assert.ok(answers[name]?.includes(MARKER), name);
    }
    for (const [method, name, body] of CHANGES) assert.equal((await reader.call(method, name, { body })).status, 403, name);
    // And no more once they say otherwise, the session that there is included.
    const settings = { ...TOKENS, api_jwt_secret: ADMIN_SECRET };
    await server.reload({ settings });
    assert.ok(!JSON.stringify(await reader.read('channel', { channel: 'cache-room' })).includes(MARKER));
  });
});

describe('the session of an app', () => {
  let server;
  let filled;
  let shop;
  let watched;
  let seen;
  const OTHERS = { channel: '-zq81', payload: 'marker-of-the-chat-5d21' };
  before(async () => {
    server = await start({ apps: [SHOP, CHAT] });
    shop = await ofApp(server, SHOP);
    watched = await watch(shop);
    seen = await watch(bearer(server));
    filled = await fill(server, CHAT, OTHERS.payload, { names: OTHERS.channel });
    // Refusals without a connection of the app, and a connection that has ended.
    filled.ended = await RawClient.connect(server, { app: CHAT });
    filled.ended.socket.close(4321, OTHERS.payload);
    await filled.ended.close();
    await publish(server, 'news', 'e', '1', {}, { app: { ...CHAT, secret: 'wrong' } });
    await until(async () => (await seen.read()).length === 0 && seen.events.length > 10, 'all events');
  });

  // The whole of it in one test, as the connections of `before` end with a test.
  test('sees and changes nothing of another app', async () => {
    const own = await RawClient.connect(server, { app: SHOP });
    await own.subscribe('news');
    const sockets = [filled.member, filled.other, filled.ended].map(({ socketId }) => socketId);
    const ids = seen.events.filter(({ app }) => app === 'chat').map(({ id }) => id);
    assert.ok(ids.length > 10);
    const hidden = [OTHERS.payload, OTHERS.channel, CHAT.key, ...sockets];
    const { channels } = await bearer(server).read('channels', { app: 'chat' });
    assert.ok(channels.length >= 4);
    const reads = [];
    const read = (name, parameters, statuses) => reads.push([name, parameters, statuses]);
    for (const name of ['overview', 'channels', 'connections', 'timeline', 'refusals', 'audit', 'session', 'snippets', 'webhooks']) {
      read(name, {}, [200]);
      if (name !== 'session' && name !== 'audit') read(name, { app: 'chat' }, [404, 403]);
      read(name, { limit: '1000' }, [200]);
    }
    for (const name of ['channels', 'connections', 'refusals']) {
      for (const search of [OTHERS.channel, sockets[0], 'event', 'signature', '127.0.0.1', '.']) read(name, { search }, [200]);
    }
    for (const { id, channel } of channels) {
      for (const by of [{ id }, { channel }]) {
        read('channel', by, [404]);
        read('channel', { ...by, app: 'chat' }, [404]);
        read('connections', by, [200]);
        read('connections', { ...by, app: 'chat' }, [404]);
        read('why', by, [200]);
        read('why', { ...by, app: 'chat' }, [404]);
      }
      read('refusals', { channel }, [200]);
      read('timeline', { channel, after: watched.cursor }, [200]);
    }
    for (const socket of sockets) {
      read('connection', { socket }, [404]);
      read('connection', { socket, app: 'shop' }, [404]);
      read('why', { socket }, [200, 404]);
      read('refusals', { socket }, [200]);
    }
    read('connections', { user: `bob${OTHERS.channel}` }, [200]);
    read('why', { channel: 'news', user: `bob${OTHERS.channel}` }, [200]);
    for (const id of ids) {
      read('event', { id }, [404]);
      read('why', { event: id }, [404]);
      read('why', { event: id, socket: own.socketId }, [404]);
    }
    const [run] = ids[0].split('-');
    for (const after of [`${run}-0`, ids[0], watched.cursor]) {
      for (const more of [{}, { app: 'shop' }, { channel: '*' }, { text: 'event' }, { event: '*' }, { type: 'message' }]) read('timeline', { after, ...more, limit: 1000 }, [200]);
    }
    for (const name of ['apps', 'apps/chat', 'apps/shop', 'reload']) read(name, {}, [403]);
    for (const [name, parameters, statuses] of reads) {
      const { status, text } = await shop.get(name, parameters);
      const path = pathOf(name, parameters);
      assert.ok(statuses.includes(status), `${path}: ${status} ${text}`);
      // What the caller has named itself may come back.
      const given = Object.values(parameters).join(' ');
      for (const one of hidden.filter((one) => !given.includes(one))) assert.ok(!text.includes(one), `${path} shows ${one}: ${text.slice(0, 500)}`);
      if (name === 'connections' && status === 200 && Object.keys(parameters).some((key) => ['channel', 'id', 'user'].includes(key))) {
        assert.equal(JSON.parse(text).total, 0, path);
      }
    }
    await watched.read();
    assert.ok(watched.events.length > 0 && watched.events.every(({ app }) => app === 'shop'), 'its own events come');
    assert.deepEqual((await shop.read('overview')).apps.map(({ app }) => app), ['shop']);
    assert.equal((await shop.read('overview')).server, null);

    const chat = { app: 'chat' };
    const forbidden = [
      ['POST', 'connection/close', { socket: sockets[0] }, [404]],
      ['POST', 'user/close', { ...chat, user: `bob${OTHERS.channel}` }, [404]],
      ['POST', 'publish', { ...chat, channel: `private-room${OTHERS.channel}`, event: 'e', data: '1' }, [404]],
      ['POST', 'sign', { ...chat, socket: sockets[0], channel: 'private-a' }, [404]],
      ['POST', 'check', { ...chat, socket: sockets[0], channel: 'private-a', auth: 'a:b' }, [404]],
      ['POST', 'webhooks/redeliver', { ...chat, id: 'x' }, [404]],
      ['POST', 'reload', undefined, [403]],
      ['POST', 'apps', { id: 'mine' }, [403]],
      ['PATCH', 'apps/chat', { enabled: false }, [403]],
      ['PATCH', 'apps/shop', { enabled: false }, [403]],
      ['DELETE', 'apps/chat', undefined, [403]],
      ['POST', 'apps/chat/rotate-key', undefined, [403]],
      ['POST', 'apps/shop/rotate-key', undefined, [403]],
    ];
    for (const [method, name, body, statuses] of forbidden) {
      const { status, text } = await shop.call(method, name, { body });
      assert.ok(statuses.includes(status), `${name}: ${status} ${text}`);
    }
    // Users of the same name are each app's own, and so is the answer about a signature.
    assert.equal((await shop.post('user/close', { user: `bob${OTHERS.channel}` })).json.closed, 0);
    const signed = createHmac('sha256', CHAT.secret).update('1.2:private-a').digest('hex');
    const { json, text } = await shop.post('check', { socket: '1.2', channel: 'private-a', auth: `${CHAT.key}:${signed}` });
    assert.equal(json.ok, false);
    assert.ok(!text.includes('app chat'), text);
    await Promise.all([filled.member.settle(), filled.other.settle()]);
  });

  test('sees its own refusals without a connection, and nothing of what is done to the server', async () => {
    await publish(server, 'news', 'e', '1', {}, { app: { ...SHOP, secret: 'wrong' } });
    const { refusals } = await shop.until('refusals', {}, (json) => json.refusals.length > 0 && json);
    assert.ok(refusals.every(({ app }) => app === 'shop'));
    await bearer(server).get('channel', { app: 'shop', channel: 'news' });
    const { entries } = await shop.read('audit');
    assert.ok(entries.length > 0 && entries.every(({ app, who }) => app === 'shop' && who === 'app shop'), JSON.stringify(entries));
  });

  test('learns how many events of its own were lost or left out, and of no others', async () => {
    const own = await start({ settings: { inspector_events_per_second: 1 } });
    const all = await watch(bearer(own));
    const app = await ofApp(own, SHOP);
    const before = await app.read('timeline');
    for (let n = 0; n < 20; n++) await publish(own, 'news', 'e', '1', {}, { app: CHAT });
    await all.read();
    assert.ok(all.sampled > 0);
    const page = await app.read('timeline', { after: before.cursor });
    assert.deepEqual([page.events, page.sampled], [[], 0]);
  });
});

describe('where it is served', () => {
  const own = Object.values(networkInterfaces()).flat().find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  test('names and pages of others are refused', async () => {
    const server = await start({ settings: { inspector_hosts: ['inspector.example.com'] } });
    const { port } = server;
    const headers = { authorization: `Bearer ${OPERATOR}` };
    for (const [more, status] of [
      [{ host: `127.0.0.1:${port}` }, 200],
      [{ host: `localhost:${port}` }, 200],
      [{ host: 'localhost' }, 200],
      [{ host: `[::1]:${port}` }, 200],
      [{ host: 'inspector.example.com' }, 200],
      [{ host: 'INSPECTOR.example.com:443' }, 200],
      [{ host: 'evil.example' }, 403],
      [{ host: `evil.example:${port}` }, 403],
      [{ host: '127.0.0.1.evil.example' }, 403],
      [{ host: 'x.inspector.example.com' }, 403],
      [{ host: 'inspector.example.com.evil.example' }, 403],
      [{ origin: server.url }, 200],
      [{ origin: `http://localhost:${port}` }, 403],
      [{ origin: 'http://evil.example' }, 403],
      [{ origin: `http://127.0.0.1:${port + 1}` }, 403],
      [{ origin: 'null' }, 403],
      [{ origin: '' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ 'sec-fetch-site': 'none' }, 200],
    ]) {
      for (const name of ['session', 'overview']) {
        const answer = await call(server, 'GET', name, { headers: { ...headers, ...more } });
        assert.equal(answer.status, status, JSON.stringify(more));
        if (status === 403) assert.ok(answer.json?.error, answer.text);
      }
      if (status === 403) {
        assert.equal((await call(server, 'POST', 'session', { body: { token: OPERATOR }, headers: more })).status, 403, JSON.stringify(more));
        assert.equal((await call(server, 'POST', 'publish', { body: {}, headers: { ...headers, ...more } })).status, 403);
      }
    }
    assert.equal((await send(server, 'GET', '/inspector', '', { host: 'evil.example' })).status, 403);
  });

  const FORWARDED = { forwarded: 'for=203.0.113.7', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a', 'x-real-ip': '203.0.113.7', via: '1.1 proxy', 'cf-connecting-ip': '203.0.113.7' };

  test('without a token to requests of this machine that no proxy has forwarded', async () => {
    const server = await start({ settings: { inspector_token: undefined, inspector_reader_token: undefined, api_jwt_secret: undefined } });
    const { headers } = await ofApp(server, SHOP);
    assert.equal((await call(server, 'GET', 'session', { headers })).status, 200);
    for (const [name, value] of Object.entries(FORWARDED)) {
      for (const path of ['/inspector', '/inspector/', pathOf('session')]) {
        assert.equal((await send(server, 'GET', path, '', { ...headers, [name]: value })).status, 404, `${path} with ${name}`);
      }
      assert.equal((await call(server, 'POST', 'session', { body: signedKey(SHOP), headers: { [name]: value } })).status, 404, name);
    }
    assert.equal((await send(server, 'GET', '/inspector')).status, 200);
    assert.equal((await bearer(server, '').get('session')).status, 401, 'no token is set, and an empty one is none');
    assert.equal((await signIn(server, { token: '' })).status, 401);
  });

  test('with a token to what proxies forward', async () => {
    const server = await start();
    for (const [name, value] of Object.entries(FORWARDED)) {
      const { status } = await call(server, 'GET', 'session', { headers: { authorization: `Bearer ${OPERATOR}`, [name]: value } });
      assert.equal(status, 200, name);
    }
  });

  test('to other machines with a token alone', { skip: !own && 'this machine has no address of its own' }, async () => {
    const apps = [SHOP, CHAT];
    const closed = await start({ apps, listen: '0.0.0.0:0', settings: { inspector_token: undefined, inspector_reader_token: undefined, api_jwt_secret: undefined } });
    const open = await start({ apps, listen: '0.0.0.0:0' });
    const headers = { authorization: `Bearer ${jwt(ADMIN_SECRET)}` };
    for (const host of ['127.0.0.1', own]) {
      for (const path of ['/inspector', pathOf('session')]) {
        assert.equal((await send({ ...closed, host }, 'GET', path, '', headers)).status, 404, `${host}${path}`);
        assert.equal((await send({ ...open, host }, 'GET', path, '', headers)).status, 200, `${host}${path}`);
      }
    }
    const at = { ...open, host: own, url: `http://${own}:${open.port}` };
    const ann = await browser(at);
    const { snippets } = await ann.read('snippets', { app: 'shop' });
    assert.ok(snippets.find(({ name }) => name === 'pusher-js').code.includes(`"${own}"`));
  });

  test('not at all where it is off', async () => {
    const server = await start({ settings: { inspector: false } });
    for (const path of ['/inspector', '/inspector/', pathOf('session'), pathOf('overview'), '/inspector/inspector.js']) {
      assert.equal((await send(server, 'GET', path, '', { authorization: `Bearer ${OPERATOR}` })).status, 404, path);
    }
    assert.equal((await signIn(server, { token: OPERATOR })).status, 404);
    const settings = { ...TOKENS, api_jwt_secret: ADMIN_SECRET };
    await server.reload({ settings });
    const ann = await browser(server);
    await server.reload({ settings: { ...settings, inspector: false } });
    assert.equal((await ann.get('session')).status, 404);
  });
});

describe('answers', () => {
  let server;
  let operator;
  before(async () => {
    server = await start({ apps: [SHOP] });
    operator = bearer(server);
  });

  test('of every kind say that no page may frame them and no cache store them', async () => {
    const authorization = `Bearer ${OPERATOR}`;
    const file = /(?:src|href)="(?:\.\/)?(?:inspector\/)?([^":]+\.(?:js|css))"/.exec((await send(server, 'GET', '/inspector/')).text)?.[1];
    const all = [
      await send(server, 'GET', '/inspector'),
      await send(server, 'GET', '/inspector/'),
      await send(server, 'HEAD', '/inspector/'),
      await send(server, 'GET', `/inspector/${file}`),
      await send(server, 'GET', '/inspector/nothing'),
      await send(server, 'POST', '/inspector/', '{}'),
      await send(server, 'GET', pathOf('session')),
      await send(server, 'GET', pathOf('session'), '', { authorization }),
      await send(server, 'GET', pathOf('session'), '', { authorization, host: 'evil.example' }),
      await send(server, 'GET', pathOf('nothing'), '', { authorization }),
      await send(server, 'PUT', pathOf('publish'), '{}', { authorization }),
      await send(server, 'POST', pathOf('publish'), 'x', { authorization }),
      await send(server, 'POST', pathOf('publish'), 'x'.repeat(2_000_000), { authorization }),
      await send(server, 'DELETE', pathOf('session'), '', { authorization }),
      await signIn(server, { token: OPERATOR, cookie: true }),
      await signIn(server, { token: 'wrong' }),
    ];
    assert.deepEqual(all.map(({ status }) => status), [200, 200, 200, 200, 404, 405, 401, 200, 403, 404, 405, 400, 413, 204, 200, 401]);
    for (const [n, { headers }] of all.entries()) {
      assert.equal(headers['x-content-type-options'], 'nosniff', `${n}`);
      assert.equal(headers['x-frame-options'], 'DENY', `${n}`);
      assert.equal(headers['referrer-policy'], 'no-referrer', `${n}`);
      assert.equal(headers['cache-control'], 'no-store', `${n}`);
      assert.match(headers['content-security-policy'], /default-src 'none'/, `${n}`);
      assert.match(headers['content-security-policy'], /frame-ancestors 'none'/, `${n}`);
      assert.ok(!/unsafe-(inline|eval)/.test(headers['content-security-policy'].replace(/style-src[^;]*/, '')), `${n}`);
      assert.equal(headers['access-control-allow-origin'], undefined, `${n}`);
    }
  });

  test('name the methods of a call', async () => {
    const gets = ['overview', 'channels', 'channel', 'connections', 'connection', 'timeline', 'event', 'refusals', 'audit', 'why', 'snippets', 'webhooks'];
    const posts = ['links', 'connection/close', 'user/close', 'publish', 'sign', 'check', 'webhooks/redeliver'];
    for (const [names, allow, others] of [[gets, 'GET', ['POST', 'PUT', 'DELETE', 'PATCH']], [posts, 'POST', ['GET', 'PUT', 'DELETE']]]) {
      for (const name of names) {
        for (const method of others) {
          const { status, headers, json } = await operator.call(method, name, method === 'GET' ? {} : { body: {} });
          assert.deepEqual([status, headers.allow], [405, allow], `${method} ${name}`);
          assert.ok(json.error);
        }
      }
    }
    const { status, headers } = await operator.call('PUT', 'session', { body: {} });
    assert.equal(status, 405);
    assert.deepEqual(new Set(headers.allow.split(', ')), new Set(['GET', 'POST', 'DELETE']));
    assert.equal((await operator.call('DELETE', 'apps')).headers.allow, 'GET, POST');
    for (const name of ['nothing', 'connection/nothing', 'apps/shop/nothing', '../apps', 'Overview', '']) {
      const answer = await operator.get(name);
      assert.equal(answer.status, 404, name);
    }
  });

  const RIGHT = {
    session: { token: OPERATOR },
    'connection/close': { socket: '1.1' },
    'user/close': { user: 'nobody' },
    publish: { channel: 'news', event: 'e', data: '{}' },
    sign: { socket: '1.1', channel: 'private-a' },
    check: { socket: '1.1', channel: 'private-a', auth: 'a:b' },
    'webhooks/redeliver': { id: 'none' },
  };

  test('to what is no JSON object are 400', async () => {
    for (const name of Object.keys(RIGHT)) {
      for (const body of ['x', '{', '[]', '"text"', '1', 'null', '{"a":1}x', '\u0000', '{"a":"\\ud800"}', `${'['.repeat(100_000)}`, `{"a":${'['.repeat(200)}${']'.repeat(200)}}`]) {
        const { status, json } = await operator.call('POST', name, { body });
        assert.equal(status, 400, `${name} ${body.slice(0, 20)}`);
        assert.ok(json.error, name);
      }
    }
  });

  test('to fields of a wrong type or missing are 400', async () => {
    const optional = { 'user/close': ['app'], publish: ['app', 'socket_id'], sign: ['app', 'channel_data'], check: ['app', 'channel_data'], 'webhooks/redeliver': ['app'] };
    for (const [name, right] of Object.entries(RIGHT)) {
      for (const field of [...Object.keys(right), ...(optional[name] ?? [])]) {
        for (const wrong of [1, true, [], {}, ['a']]) {
          const { status, json } = await operator.post(name, { ...right, [field]: wrong });
          assert.equal(status, 400, `${name} ${field} ${JSON.stringify(wrong)}`);
          assert.ok(json.error.includes(field), json.error);
        }
        if (field in right) {
          const { [field]: _, ...rest } = right;
          assert.equal((await operator.post(name, rest)).status, 400, `${name} without ${field}`);
        }
      }
    }
    for (const socket of ['', '1', '1.', '.1', '1.2.3', '-1.2', '+1.2', '1e3.2', ' 1.2', '99999999999999999999.1', '１.２']) {
      assert.equal((await operator.post('connection/close', { socket })).status, 400, socket);
      assert.equal((await operator.get('connection', { socket })).status, 400, socket);
      assert.equal((await operator.post('sign', { socket, channel: 'private-a' })).status, 400, socket);
    }
  });

  test('to switches that are no booleans are 400', async () => {
    for (const wrong of ['true', 1, {}]) {
      assert.equal((await signIn(server, { token: OPERATOR, cookie: wrong })).status, 400, `cookie ${wrong}`);
      assert.equal((await operator.post('user/close', { user: 'nobody', reconnect: wrong })).status, 400, `reconnect ${wrong}`);
    }
  });

  test('to bodies that are too large are 413, as JSON', async () => {
    const small = await start({ apps: [SHOP], settings: { http_body_bytes: 20_000 } });
    for (const name of ['session', 'publish', 'check']) {
      const { status, json } = await bearer(small).post(name, { token: 'x'.repeat(30_000) });
      assert.equal(status, 413, name);
      assert.match(json?.error ?? '', /http_body_bytes/);
    }
  });

  test('have limits within bounds, and no cursor ends a server', async () => {
    const client = await RawClient.connect(server, { app: SHOP });
    for (let n = 0; n < 3; n++) await client.subscribe(`limits-${n}`);
    for (const name of ['channels', 'connections', 'refusals', 'audit', 'timeline', 'webhooks']) {
      for (const limit of ['0', '1', '1000', '1001', '18446744073709551615', '']) {
        const { status, text } = await operator.get(name, { limit });
        assert.equal(status, 200, `${name} ${limit}: ${text}`);
      }
      for (const limit of ['-1', '1.5', 'x', '1e3', '18446744073709551616', ' 1', '0x10']) {
        assert.equal((await operator.get(name, { limit })).status, 400, `${name} ${limit}`);
      }
    }
    const one = await operator.read('channels', { limit: 1, search: 'limits-' });
    assert.deepEqual([one.channels.length, one.total], [1, 3]);
    const nonsense = ['x', '-1', '{}', '[]', '[1,2]', '[0,"a","b",-1]', '[0,"a","b",999]', '[4294967296,"a","b",1]', '1-x', 'x-1', '-', '--', 'ffffffff', '%00', '[['.repeat(500), '1-'.repeat(2_000)];
    const hugest = ['18446744073709551615', '18446744073709551615-18446744073709551615', '0-18446744073709551615', '[4294967295,"","",255]', 'ffffffff-18446744073709551615'];
    for (const name of ['channels', 'connections', 'refusals', 'audit', 'timeline']) {
      for (const after of [...nonsense, ...hugest]) {
        const { status, json, text } = await operator.get(name, { after, wait_ms: 0 });
        assert.ok(status === 200 || status === 400, `${name} ${after}: ${status} ${text}`);
        if (status === 400) assert.match(json.error, /after/);
      }
      assert.equal((await operator.get(name, { after: 'x' })).status, 400, name);
    }
    for (const id of [...nonsense, ...hugest]) {
      for (const [name, key] of [['event', 'id'], ['why', 'event']]) {
        const { status } = await operator.get(name, { [key]: id });
        assert.ok([400, 404].includes(status), `${name} ${id}: ${status}`);
      }
    }
    for (const wait_ms of ['-1', 'x', '1.5']) assert.equal((await operator.get('timeline', { wait_ms })).status, 400);
    assert.equal((await operator.get('channels', { sort: 'x' })).status, 400);
    assert.equal((await operator.get('timeline', { type: 'x' })).status, 400);
    assert.equal((await operator.get('timeline', { channel: 'a,'.repeat(60) })).status, 400);
    assert.equal((await operator.get('timeline', { event: 'a'.repeat(2_000) })).status, 400);
    assert.equal((await operator.get('channels', { app: 'none' })).status, 404);
    assert.equal((await operator.get('channel')).status, 400);
    assert.equal((await operator.get('channel', { id: 'x' })).status, 400);
    assert.equal((await operator.get('channel', { id: 'wrong:x' })).status, 400);
    assert.equal((await operator.get('why')).status, 400);
    assert.equal((await operator.get('overview')).status, 200);
  });

  test('with a cursor of a process that has ended begin again, and say so', async () => {
    const watched = await watch(operator);
    await publish(server, 'news', 'e', '1', {}, { app: SHOP });
    await watched.event({ type: 'message', event: 'e' });
    const [, number] = watched.cursor.split('-');
    const { restarted, events, cursor } = await operator.read('timeline', { after: `00000000-${number}` });
    assert.equal(restarted, true);
    assert.ok(events.some(({ event }) => event === 'e'));
    assert.notEqual(cursor.split('-')[0], '00000000');
    assert.equal((await operator.get('event', { id: `00000000-${number}` })).status, 404);
  });

  test('with a cursor of the future show what happens from now on', async () => {
    const watched = await watch(operator);
    const [run, number] = watched.cursor.split('-');
    const page = await operator.read('timeline', { after: `${run}-${Number(number) + 1_000_000}` });
    await publish(server, 'news', 'future', '1', {}, { app: SHOP });
    await operator.until('timeline', { after: page.cursor }, ({ events }) => events.some(({ event }) => event === 'future'), 'the event');
  });

  test('name the server in each answer', async () => {
    const { node } = await operator.read('session');
    for (const name of ['overview', 'channels', 'connections', 'timeline', 'refusals', 'audit', 'snippets', 'webhooks']) {
      assert.equal((await operator.read(name)).node, node, name);
    }
  });

  test('of the past have a value for each step', async () => {
    const { node, step_s: step, from_ms: from, stored, series } = await operator.read('stats', { points: 10 });
    assert.ok(node && step > 0 && from <= Date.now());
    assert.equal(stored, false, 'there is no data_dir');
    const { length } = series.connections;
    assert.ok(length <= 10);
    for (const [name, values] of Object.entries(series)) {
      assert.equal(values.length, length, name);
      assert.ok(values.every((value) => value === null || value >= 0), name);
    }
    const { series: ofApp } = await operator.read('stats', { app: 'shop' });
    for (const name of ['connections', 'channels', 'messages_in', 'messages_out', 'refusals']) assert.ok(ofApp[name], name);
    for (const name of ['cpu_ms', 'memory_bytes', 'p99_us']) assert.equal(ofApp[name], undefined, name);
    assert.equal((await operator.call('POST', 'stats')).status, 405);
    for (const parameters of [{ points: 'x' }, { from_ms: 'x' }, { to_ms: '-1' }]) assert.equal((await operator.get('stats', parameters)).status, 400);
  });

  test('of what the whole server does have its numbers', async () => {
    const own = await start({ apps: [SHOP, CHAT] });
    const client = await RawClient.connect(own, { app: SHOP });
    await client.subscribe('news');
    await publish(own, 'news', 'e', '1', {}, { app: SHOP });
    await client.event('e');
    await publish(own, 'news', 'e', '1', {}, { app: { ...SHOP, secret: 'wrong' } });
    const { server: all, apps, version, time_ms: time, uptime_s: uptime } = await bearer(own).until('overview', {}, (json) => json.server.latency.counts.some((count) => count > 0) && json);
    assert.match(version, /^\d+\.\d+/);
    assert.ok(Math.abs(time - Date.now()) < 5_000 && uptime < 120);
    assert.deepEqual([all.connections, all.subscriptions, all.channels, all.publishes >= 1, all.memory_bytes > 1e6, all.open_files > 3], [1, 1, 1, true, true, true]);
    assert.equal(all.latency.counts.length, all.latency.bounds_us.length + 1);
    assert.equal(all.refusals.signature, 1);
    assert.deepEqual(apps.map(({ app, connections, channels }) => [app, connections, channels]), [['shop', 1, 1], ['chat', 0, 0]]);
    assert.deepEqual(apps[0].refusals, { signature: 1 });
    assert.deepEqual((await bearer(own).read('overview', { app: 'chat' })).apps.map(({ app }) => app), ['chat']);
    assert.equal((await bearer(own).get('overview', { app: 'none' })).status, 404);
  });
});
