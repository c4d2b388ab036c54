/** The claims of the peers' peer.toml, each checked with pusher-js, `ws`, Socket.IO's client or Pusher's server SDK. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

const here = fileURLToPath(new URL('.', import.meta.url));
const cache = join(here, '../../.cache/peers');
const library = createRequire(new URL('../../conformance/node/', import.meta.url));
const WebSocket = library('ws');
const Pusher = library('pusher-js');
const PusherSdk = library('pusher');

const HOST = '127.0.0.1';
const APP = { APP_ID: 'check', APP_KEY: 'check-key', APP_SECRET: 'check-secret' };
/** How long what must not come is waited for. */
const SILENCE_MS = 300;
const STOP_MS = 5_000;

const folder = mkdtempSync(join(tmpdir(), 'peers-check-'));
after(() => rmSync(folder, { recursive: true }));
const certificate = selfSigned();

function selfSigned() {
  const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
  const how = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=peer'.split(' ');
  const names = ['-addext', `subjectAltName=IP:${HOST}`, '-out', files.TLS_CERT, '-keyout', files.TLS_KEY];
  execFileSync('openssl', ['req', ...how, ...names], { stdio: 'ignore' });
  return { ...files, ca: readFileSync(files.TLS_CERT) };
}

/** The keys of a peer.toml, whose values are strings and lists of strings and so JSON too. */
function declaration(id) {
  const lines = readFileSync(join(here, id, 'peer.toml'), 'utf8').matchAll(/^(\w+) = (.+)$/gm);
  return Object.fromEntries([...lines].map(([, key, value]) => [key, JSON.parse(value)]));
}

async function freePort() {
  const server = createServer().listen(0, HOST);
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}

const accepts = (port) =>
  new Promise((done) => {
    const socket = connect(port, HOST);
    socket.once('connect', () => done(true)).once('error', () => done(false));
    socket.once('connect', () => socket.destroy());
  });

/** Starts a peer and waits until its port accepts. */
async function start(id, { start: [program, ...rest], processes }, secure) {
  const port = await freePort();
  const tls = secure ? { TLS_CERT: certificate.TLS_CERT, TLS_KEY: certificate.TLS_KEY } : {};
  const env = { ...process.env, HOST, PORT: String(port), ...APP, ...tls };
  const child = spawn(program, rest, { cwd: join(here, id), env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise((done) => child.once('exit', (...how) => done(how)));
  let running = true;
  ended.then(() => (running = false));
  for (let waited = 0; !(await accepts(port)); waited += 50) {
    assert.ok(running, `${id} ended before it listened`);
    assert.ok(waited < 10_000, `${id} does not listen after 10 s`);
    await sleep(50);
  }
  return {
    port,
    stop: async () => {
      process.kill(child.pid, 'SIGTERM');
      const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), STOP_MS);
      const [, signal] = await ended;
      clearTimeout(late);
      assert.notEqual(signal, 'SIGKILL', `${id} ends by SIGTERM within ${STOP_MS} ms`);
      await sleep(50);
      assert.equal(await accepts(port), false, 'nothing listens any more');
      if (processes === 'group') await until('nobody of its group is left', () => !isGroup(child.pid));
    },
  };
}

function isGroup(id) {
  try {
    return process.kill(-id, 0);
  } catch {
    return false;
  }
}

/** Waits until `condition` holds. */
async function until(what, condition) {
  for (let waited = 0; !condition(); waited += 10) {
    assert.ok(waited < 3_000, `${what} within 3 s`);
    await sleep(10);
  }
}

// ---- Pusher's protocol

const sdk = ({ port }) =>
  new PusherSdk({ appId: APP.APP_ID, key: APP.APP_KEY, secret: APP.APP_SECRET, host: HOST, port: String(port), useTLS: false });

/** A pusher-js client that is connected; `user` is its id in presence channels. */
async function pusherClient(server, context, user) {
  const client = new Pusher(APP.APP_KEY, {
    cluster: '',
    wsHost: HOST,
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) => {
        const member = channelName.startsWith('presence-') ? { user_id: user, user_info: { name: user } } : undefined;
        done(null, sdk(server).authorizeChannel(socketId, channelName, member));
      },
    },
  });
  context.after(() => client.disconnect());
  await until('connected', () => client.connection.state === 'connected');
  assert.match(client.connection.socket_id, /^\d+\.\d+$/);
  return client;
}

/** Subscribes; the channel, with all events that come in `seen`. */
async function subscribe(client, name) {
  const channel = client.subscribe(name);
  channel.seen = [];
  channel.bind_global((event, data) => {
    if (!/^pusher(_internal)?:sub/.test(event)) channel.seen.push([event, data]);
  });
  await until(`subscribed to ${name}`, () => channel.subscribed);
  return channel;
}

const PUSHER = {
  publish: async (server, context) => {
    const clients = [await pusherClient(server, context), await pusherClient(server, context)];
    for (const name of ['open', 'private-closed']) {
      const channels = [];
      for (const client of clients) channels.push(await subscribe(client, name));
      const outsider = await subscribe(clients[0], `${name}-other`);
      const events = [0, 1, 2].map((n) => ['said', { n, text: 'ä"\\ 💡' }]);
      for (const [event, data] of events) await sdk(server).trigger(name, event, data);
      for (const { seen } of channels) await until('three deliveries', () => seen.length >= 3);
      await sleep(SILENCE_MS);
      for (const { seen } of channels) assert.deepEqual(seen, events, 'each once and in order');
      assert.deepEqual(outsider.seen, []);
    }
    // pusher-js hides what comes for a channel that it has left, so the connection is listened to.
    const late = [];
    clients[0].connection.bind('message', ({ channel }) => late.push(channel));
    clients[0].unsubscribe('open');
    await sleep(SILENCE_MS);
    await sdk(server).trigger('open', 'said', 'last');
    await until('the delivery', () => clients[1].channel('open').seen.length === 4);
    await sleep(SILENCE_MS);
    assert.deepEqual(late, [], 'who has unsubscribed gets nothing');
  },

  'client-events': async (server, context) => {
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => pusherClient(server, context)));
    const [own, other, third] = await Promise.all([a, b, c].map((client) => subscribe(client, 'private-room')));
    const said = Array.from({ length: 30 }, (_, n) => ['client-said', { n }]);
    for (const [event, data] of said) assert.ok(own.trigger(event, data));
    for (const { seen } of [other, third]) await until('all deliveries', () => seen.length >= said.length);
    await sleep(SILENCE_MS);
    assert.deepEqual([own.seen, other.seen, third.seen], [[], said, said]);
  },

  presence: async (server, context) => {
    const ann = await pusherClient(server, context, 'ann');
    const first = await subscribe(ann, 'presence-room');
    assert.deepEqual([first.members.count, first.members.me.id], [1, 'ann']);
    const bobs = [await pusherClient(server, context, 'bob'), await pusherClient(server, context, 'bob')];
    for (const bob of bobs) {
      const room = await subscribe(bob, 'presence-room');
      assert.deepEqual(Object.keys(room.members.members).sort(), ['ann', 'bob']);
      assert.equal(room.members.count, 2);
    }
    await until('bob joined', () => first.seen.length > 0);
    await sleep(SILENCE_MS);
    assert.deepEqual(first.seen, [['pusher:member_added', { id: 'bob', info: { name: 'bob' } }]], 'joined once');
    bobs[0].unsubscribe('presence-room');
    await sleep(SILENCE_MS);
    assert.equal(first.seen.length, 1, 'stays while a connection of his does');
    bobs[1].disconnect();
    await until('bob left', () => first.seen.length > 1);
    await sleep(SILENCE_MS);
    assert.deepEqual(first.seen.slice(1).map(([event, { id }]) => [event, id]), [['pusher:member_removed', 'bob']]);
    assert.equal(first.members.count, 1);
  },

  echo: async ({ port }, context) => {
    const socket = new WebSocket(`ws://${HOST}:${port}/echo`);
    context.after(() => socket.terminate());
    const got = [];
    socket.on('message', (data, binary) => got.push(binary ? data : data.toString()));
    await new Promise((done, fail) => socket.once('open', done).once('error', fail));
    const sent = ['', 'x', 'ü'.repeat(512), 'y'.repeat(20_000), Buffer.from([0, 255, 1])];
    for (const message of sent) socket.send(message);
    await until('all echoes', () => got.length >= sent.length);
    assert.deepEqual(got, sent);
  },

  tls: async ({ port }, context) => {
    const socket = new WebSocket(`wss://${HOST}:${port}/app/${APP.APP_KEY}?protocol=7`, { ca: certificate.ca });
    context.after(() => socket.terminate());
    const got = [];
    socket.on('message', (text) => got.push(JSON.parse(text)));
    await until('established', () => got.length === 1);
    socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: 'open', auth: '' } }));
    await until('subscribed', () => got.length === 2);
    const body = JSON.stringify({ name: 'said', channels: ['open'], data: 'over TLS' });
    const query = sdk({ port }).createSignedQueryString({ method: 'POST', path: `/apps/${APP.APP_ID}/events`, body });
    assert.equal(await post(secureRequest, `https://${HOST}:${port}/apps/${APP.APP_ID}/events?${query}`, body), 200);
    await until('the delivery', () => got.length === 3);
    const { event, channel, data } = got[2];
    assert.deepEqual({ event, channel, data }, { event: 'said', channel: 'open', data: 'over TLS' });
  },
};

/** The status of a POST. */
const post = (ask, url, body) =>
  new Promise((done, fail) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const asked = ask(url, { method: 'POST', headers, ca: certificate.ca, agent: false }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    });
    asked.once('error', fail).end(body);
  });

// ---- Socket.IO

async function roomClient({ port }, context, scheme = 'ws', channel = 'room') {
  const { io } = createRequire(join(cache, 'socketio/'))('socket.io-client');
  const socket = io(`${scheme}://${HOST}:${port}`, { transports: ['websocket'], ca: certificate.ca, forceNew: true });
  context.after(() => socket.disconnect());
  socket.seen = [];
  socket.on('m', (...what) => socket.seen.push(what));
  await until('connected', () => socket.connected);
  await socket.timeout(3_000).emitWithAck('subscribe', channel);
  return socket;
}

async function publishToRoom({ port }, ask, scheme, context) {
  const members = await Promise.all([1, 2].map(() => roomClient({ port }, context, scheme === 'https' ? 'wss' : 'ws')));
  const body = JSON.stringify({ name: 'said', channels: ['room'], data: '{"n":1}' });
  assert.equal(await post(ask, `${scheme}://${HOST}:${port}/apps/${APP.APP_ID}/events?auth_key=k`, body), 200);
  for (const { seen } of members) await until('the delivery', () => seen.length > 0);
  await sleep(SILENCE_MS);
  for (const { seen } of members) assert.deepEqual(seen, [['room', '{"n":1}']]);
}

const SOCKETIO = {
  publish: (server, context) => publishToRoom(server, request, 'http', context),
  tls: (server, context) => publishToRoom(server, secureRequest, 'https', context),
  'client-events': async (server, context) => {
    const [own, other, third] = await Promise.all([1, 2, 3].map(() => roomClient(server, context)));
    const outsider = await roomClient(server, context, 'ws', 'elsewhere');
    const said = Array.from({ length: 30 }, (_, n) => ['room', { n }]);
    for (const [channel, data] of said) own.emit('publish', channel, data);
    for (const { seen } of [other, third]) await until('all deliveries', () => seen.length >= said.length);
    await sleep(SILENCE_MS);
    assert.deepEqual([own.seen, other.seen, third.seen, outsider.seen], [[], said, said, []]);
  },
};

const CHECKS = { pusher: PUSHER, socketio: SOCKETIO };

// ---- The peers

const isPeer = (id) => existsSync(join(here, id, 'peer.toml'));
const isInstalled = (id) => existsSync(join(cache, id, 'installed'));
const named = process.argv.slice(2);
const peers = named.length > 0 ? named : readdirSync(here).filter((id) => isPeer(id) && isInstalled(id));
assert.ok(peers.length > 0, 'no peer is installed: run `./install` in a folder of bench/peers');

for (const id of peers) {
  const peer = declaration(id);
  for (const feature of peer.features) {
    test(`${id}: ${feature}`, async (context) => {
      const server = await start(id, peer, feature === 'tls');
      const failures = [];
      await CHECKS[peer.protocol][feature](server, context).catch((failure) => failures.push(failure));
      await server.stop().catch((failure) => failures.push(failure));
      if (failures.length > 0) throw failures[0];
    });
  }
}
