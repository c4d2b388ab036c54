/** The package baton-js: exactly once and in order, over a network that breaks at random moments. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import Echo from 'laravel-echo';
import Pusher from 'pusher-js';
import Pusher7 from 'pusher-js-7';
import { WebSocketServer } from 'ws';
import { withRecovery } from '../../../packages/baton-js/dist/index.js';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { connected, disconnectAll, pusherClient, sdk, subscribe } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { next, record, sleep, until } from '../harness/waiting.mjs';

const SHORT = { id: 'short', key: 'short-key', secret: 's', history_messages: 3 };
const NOTICE = { activityTimeout: 300, pongTimeout: 300 };

let server;
let network;
let application;
before(async () => {
  // Without the setting `recovery`: history is enough for clients that number what they get.
  server = await startServer({ apps: [{ history_messages: 5_000 }, SHORT] });
  network = await startBreakingProxy(server.port);
  application = sdk(server);
});
afterEach(disconnectAll);
after(async () => {
  network.stop();
  await server.stop();
});

const through = () => ({ ...server, port: network.port, url: `http://127.0.0.1:${network.port}` });

/** Numbers on several channels, published while the network breaks. */
async function publishNumbers(channels, count) {
  for (let number = 0; number < count; number += 1) {
    await application.triggerBatch(channels.map((channel) => ({ channel, name: 'number', data: number })));
    await sleep(2);
  }
}

const upTo = (count) => Array.from({ length: count }, (_, number) => number);

describe('withRecovery(pusher)', () => {
  for (const [name, how] of Object.entries(BREAKS)) {
    test(`delivers each event once and in order over many breaks (${name})`, async () => {
      const client = pusherClient(through(), { ...NOTICE, member: { user_id: 'u' } });
      const recovery = withRecovery(client);
      await connected(client);
      const channels = ['open', 'private-guarded', 'presence-room'].map((kind) => `${kind}-${name}`);
      const subscriptions = await Promise.all(channels.map((channel) => subscribe(client, channel)));
      const numbers = subscriptions.map((subscription) => record(subscription, 'number'));
      const recovered = record(subscriptions[0], 'baton:recovered');
      assert.equal(recovery.supported, true);
      let isOver = false;
      const breaking = (async () => {
        for (let round = 1; round <= 4; round += 1) {
          await sleep(Math.random() * 300);
          network.breakAll(how);
          await until(() => recovered.length === round, 'recovery', 15_000);
        }
        isOver = true;
      })();
      let published = 0;
      while (!isOver) {
        await application.triggerBatch(channels.map((channel) => ({ channel, name: 'number', data: published })));
        published += 1;
        await sleep(3);
      }
      await breaking;
      await until(() => numbers.every((all) => all.at(-1)?.data === published - 1), 'the last event');
      for (const all of numbers) assert.deepEqual(all.map(({ data }) => data), upTo(published));
    });
  }

  test('says what is lost, and goes on with what is live', async () => {
    const client = pusherClient(through(), { ...NOTICE, app: SHORT });
    const recovery = withRecovery(client);
    const lost = [];
    recovery.on('lost', ({ channel }) => lost.push(channel));
    await connected(client);
    const subscription = await subscribe(client, 'lossy');
    const numbers = record(subscription, 'number');
    network.breakAll(BREAKS.reset);
    for (const number of upTo(5)) await sdk(server, SHORT).trigger('lossy', 'number', number);
    await next(subscription, 'baton:lost', 10_000);
    await sdk(server, SHORT).trigger('lossy', 'number', 5);
    await until(() => numbers.length, 'what is live');
    assert.deepEqual([numbers.map(({ data }) => data), lost], [[5], ['lossy']]);
  });

  test('forgets a channel that is left: who subscribes again begins anew', async () => {
    const client = pusherClient(server);
    const recovery = withRecovery(client);
    await connected(client);
    await subscribe(client, 'left');
    await application.trigger('left', 'number', 0);
    await until(() => recovery.position('left')?.offset === 1, 'the position');
    client.unsubscribe('left');
    await application.trigger('left', 'number', 1);
    const numbers = record(await subscribe(client, 'left'), 'number');
    await application.trigger('left', 'number', 2);
    await until(() => numbers.length, 'what is live');
    assert.deepEqual(numbers.map(({ data }) => data), [2]);
  });

  test('keeps client events, encryption and the data of a payload as they are', async () => {
    const clients = [pusherClient(server), pusherClient(server)];
    clients.forEach((client) => withRecovery(client));
    const [one, other] = await Promise.all(clients.map((client) => subscribe(client, 'private-talk')));
    const heard = next(other, 'client-said');
    one.trigger('client-said', { epoch: '1', offset: 2 });
    assert.deepEqual(await heard, { epoch: '1', offset: 2 });
    const odd = next(one, 'odd');
    await application.trigger('private-talk', 'odd', { epoch: 'x', offset: 'y', text: '"epoch":"1","offset":2}' });
    assert.deepEqual(await odd, { epoch: 'x', offset: 'y', text: '"epoch":"1","offset":2}' });
  });

  test('goes on after a reload where it has a storage', async () => {
    const kept = new Map();
    const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
    const listeners = [];
    globalThis.addEventListener = (event, listener) => event === 'pagehide' && listeners.push(listener);
    const first = pusherClient(server);
    withRecovery(first, { storage });
    delete globalThis.addEventListener;
    const numbers = record(await subscribe(first, 'reloaded'), 'number');
    await application.trigger('reloaded', 'number', 0);
    await until(() => numbers.length, 'an event');
    listeners.forEach((listener) => listener());
    first.disconnect();
    await application.trigger('reloaded', 'number', 1);
    const second = pusherClient(server);
    withRecovery(second, { storage });
    const later = record(second.subscribe('reloaded'), 'number');
    await until(() => later.length, 'what the earlier page missed');
    assert.deepEqual(later.map(({ data }) => data), [1]);
  });

  test('is there in pusher-js 7', async () => {
    const client = new Pusher7(server.app.key, {
      cluster: '', wsHost: network.host, wsPort: network.port, forceTLS: false, enabledTransports: ['ws'],
    });
    try {
      withRecovery(client);
      await connected(client);
      const subscription = await subscribe(client, 'seven');
      const numbers = record(subscription, 'number');
      await application.trigger('seven', 'number', 0);
      await until(() => numbers.length, 'an event');
      network.breakAll(BREAKS.reset);
      await application.trigger('seven', 'number', 1);
      await next(subscription, 'baton:recovered', 10_000);
      await until(() => numbers.length > 1, 'what it missed');
      assert.deepEqual(numbers.map(({ data }) => data), [0, 1]);
    } finally {
      client.disconnect();
    }
  });
});

test('withRecovery(echo)', async () => {
  const echo = new Echo({
    broadcaster: 'reverb', key: server.app.key, client: pusherClient(through(), NOTICE),
  });
  const recovery = withRecovery(echo);
  const numbers = [];
  echo.channel('orders').listen('.number', (number) => numbers.push(number));
  await until(() => recovery.position('orders'), 'the subscription');
  await application.trigger('orders', 'number', 0);
  await until(() => numbers.length, 'an event');
  const recovered = new Promise((done) => recovery.on('recovered', done));
  network.breakAll(BREAKS.reset);
  await application.trigger('orders', 'number', 1);
  assert.deepEqual(await recovered, { channel: 'orders' });
  await until(() => numbers.length > 1, 'what it missed');
  assert.deepEqual(numbers, [0, 1]);
});

test('a server that numbers nothing is served as ever', async () => {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  const heard = [];
  sockets.on('connection', (socket) => {
    const say = (event, data, channel) => socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
    say('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 });
    socket.on('message', (bytes) => {
      const { event, data } = JSON.parse(bytes);
      heard.push({ event, data });
      if (event !== 'pusher:subscribe') return;
      say('pusher_internal:subscription_succeeded', {}, data.channel);
      say('number', 7, data.channel);
    });
  });
  http.listen(0, '127.0.0.1');
  await until(() => http.listening, 'the server');
  const { port } = http.address();
  const client = new Pusher('key', {
    cluster: '', wsHost: '127.0.0.1', wsPort: port, forceTLS: false, enabledTransports: ['ws'],
  });
  try {
    const recovery = withRecovery(client);
    assert.equal(await next(client.subscribe('plain'), 'number'), 7);
    assert.equal(recovery.supported, false);
    assert.deepEqual(heard[0].data, { auth: '', channel: 'plain', positions: true });
  } finally {
    client.disconnect();
    sockets.clients.forEach((socket) => socket.terminate());
    sockets.close();
    http.close();
  }
});

test('the package can be required', () => {
  const { withRecovery: required } = createRequire(import.meta.url)('../../../packages/baton-js/dist/index.cjs');
  assert.equal(typeof required, 'function');
});
