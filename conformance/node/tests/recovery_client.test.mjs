/** The package baton-js: what it announces, forgets and leaves as it is. Many breaks are in recovery_client_breaks.test.mjs. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import Echo from 'laravel-echo';
import Pusher7 from 'pusher-js-7';
import { withRecovery } from '../../../packages/baton-js/dist/index.js';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { connected, disconnectAll, pusherClient, sdk, subscribe } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { next, QUIET_MS, record, sleep, until } from '../harness/waiting.mjs';

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

const upTo = (count) => Array.from({ length: count }, (_, number) => number);

describe('withRecovery(pusher)', () => {
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

  test('forgets a channel that is left while the connection is down', async () => {
    const client = pusherClient(through());
    const recovery = withRecovery(client);
    await connected(client);
    await subscribe(client, 'left-away');
    await application.trigger('left-away', 'number', 0);
    await until(() => recovery.position('left-away')?.offset === 1, 'the position');
    network.breakAll(BREAKS.reset);
    await next(client.connection, 'connecting');
    client.unsubscribe('left-away');
    await application.trigger('left-away', 'number', 1);
    await connected(client);
    const numbers = record(await subscribe(client, 'left-away'), 'number');
    await application.trigger('left-away', 'number', 2);
    await until(() => numbers.length, 'what is live');
    assert.deepEqual(numbers.map(({ data }) => data), [2]);
  });

  test('does not take up again what comes of a channel after it was left', async () => {
    const client = pusherClient(server);
    const recovery = withRecovery(client);
    await connected(client);
    const numbers = record(await subscribe(client, 'on-its-way'), 'number');
    let isOver = false;
    const publishing = (async () => {
      while (!isOver) await application.trigger('on-its-way', 'number', 1);
    })();
    await until(() => numbers.length > 5, 'events');
    client.unsubscribe('on-its-way');
    await sleep(QUIET_MS);
    isOver = true;
    await publishing;
    assert.equal(recovery.position('on-its-way'), undefined);
  });

  test('gives a new subscriber the event of a cache channel, and after a break no other than what it missed', async () => {
    await application.trigger('cache-board', 'number', 1);
    const client = pusherClient(through());
    withRecovery(client);
    await connected(client);
    const numbers = record(client.subscribe('cache-board'), 'number');
    await until(() => numbers.length, 'the cached event');
    const recovered = next(client.channel('cache-board'), 'baton:recovered', 10_000);
    network.breakAll(BREAKS.reset);
    await recovered;
    await application.trigger('cache-board', 'number', 2);
    await until(() => numbers.length > 1, 'what is live');
    assert.deepEqual(numbers.map(({ data }) => data), [1, 2]);
  });

  test('announces the first break of a channel that was subscribed to before as lost', async () => {
    const client = pusherClient(through());
    await connected(client);
    const subscription = await subscribe(client, 'late');
    const recovery = withRecovery(client);
    const numbers = record(subscription, 'number');
    for (const outcome of ['lost', 'recovered']) {
      const told = next(subscription, `baton:${outcome}`, 10_000);
      network.breakAll(BREAKS.reset);
      await next(client.connection, 'connecting');
      await application.trigger('late', 'number', outcome);
      await told;
    }
    await until(() => numbers.length, 'what it missed');
    assert.deepEqual([numbers.map(({ data }) => data), recovery.supported], [['recovered'], true]);
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

test('the package can be required', () => {
  const { withRecovery: required } = createRequire(import.meta.url)('../../../packages/baton-js/dist/index.cjs');
  assert.equal(typeof required, 'function');
});
