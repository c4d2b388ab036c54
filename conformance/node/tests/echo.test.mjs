/** Laravel Echo, unmodified, as an application's page uses it: its own request for authorisation included. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import Echo from 'laravel-echo';
import Pusher from 'pusher-js';
import { startServer } from '../harness/server.mjs';
import { startAuthEndpoint } from '../harness/auth_endpoint.mjs';
import { sdk } from '../harness/pusher_client.mjs';
import { QUIET_MS, sleep, until, within } from '../harness/waiting.mjs';

let server;
let endpoint;
let application;
const open = [];

before(async () => {
  server = await startServer();
  application = sdk(server);
  endpoint = await startAuthEndpoint(server, ({ channel, authorization }) => {
    if (channel?.includes('forbidden')) return false;
    const user_id = Number(authorization?.replace('Bearer ', '') ?? 0);
    return { user_id, user_info: { id: user_id, name: `User ${user_id}` } };
  });
});
after(async () => {
  open.forEach((echo) => echo.disconnect());
  await endpoint.close();
  await server.stop();
});

/** An Echo whose page belongs to the user with this number. */
function echoOf(broadcaster, user) {
  const echo = new Echo({
    broadcaster,
    Pusher,
    key: server.app.key,
    wsHost: server.host,
    wsPort: server.port,
    wssPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws', 'wss'],
    ...(broadcaster === 'pusher' ? { cluster: 'mt1' } : {}),
    authEndpoint: `${endpoint.url}/broadcasting/auth`,
    userAuthentication: { endpoint: `${endpoint.url}/broadcasting/user-auth`, headers: {} },
    bearerToken: String(user),
  });
  open.push(echo);
  return echo;
}

/** What `register` hands its callback first. */
const told = (what, register) => within(new Promise((done) => register(done)), what);
const subscribed = (channel) => told('subscription', (done) => channel.subscribed(done));

for (const broadcaster of ['reverb', 'pusher']) {
  describe(broadcaster, () => {
    test('listen: a Laravel event by its class name', async () => {
      const channel = echoOf(broadcaster, 1).channel(`orders-${broadcaster}`);
      await subscribed(channel);
      const event = told('event', (done) => channel.listen('OrderShipped', done));
      await application.trigger(`orders-${broadcaster}`, 'App\\Events\\OrderShipped', { order: 5 });
      assert.deepEqual(await event, { order: 5 });
    });

    test('private, and a notification', async () => {
      const channel = echoOf(broadcaster, 1).private('App.Models.User.1');
      await subscribed(channel);
      const event = told('notification', (done) => channel.notification(done));
      await application.trigger(
        'private-App.Models.User.1',
        'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated',
        { id: 'n1', type: 'invoice' },
      );
      assert.equal((await event).type, 'invoice');
    });

    test('toOthers: the socket id that Echo gives keeps the event from its page', async () => {
      const [own, other] = [echoOf(broadcaster, 1), echoOf(broadcaster, 2)];
      const name = `others-${broadcaster}`;
      const channels = [own, other].map((echo) => echo.channel(name));
      await Promise.all(channels.map(subscribed));
      const atOwn = [];
      channels[0].listen('.said', (data) => atOwn.push(data));
      const atOther = told('event at the other page', (done) => channels[1].listen('.said', done));
      await application.trigger(name, 'said', { text: 'hi' }, { socket_id: own.socketId() });
      await atOther;
      await sleep(QUIET_MS);
      assert.deepEqual(atOwn, []);
    });

    test('join: here, joining, leaving', async () => {
      const name = `room-${broadcaster}`;
      const first = echoOf(broadcaster, 1).join(name);
      const here = await told('here', (done) => first.here(done));
      assert.deepEqual(here, [{ id: 1, name: 'User 1' }]);

      const joining = told('joining', (done) => first.joining(done));
      const leaving = told('leaving', (done) => first.leaving(done));
      const second = echoOf(broadcaster, 2);
      const atSecond = await told('here', (done) => second.join(name).here(done));
      assert.deepEqual(atSecond.map(({ id }) => id).sort(), [1, 2]);
      assert.equal((await joining).id, 2);
      second.leave(name);
      assert.equal((await leaving).id, 2);
    });

    test('whisper and listenForWhisper', async () => {
      const name = `typing-${broadcaster}`;
      const [ann, bob] = [1, 2].map((user) => echoOf(broadcaster, user).private(name));
      await Promise.all([ann, bob].map(subscribed));
      const heard = told('whisper', (done) => bob.listenForWhisper('typing', done));
      ann.whisper('typing', { name: 'Ann' });
      assert.deepEqual(await heard, { name: 'Ann' });
    });

    test('error: where the application refuses', async () => {
      const channel = echoOf(broadcaster, 1).private('forbidden');
      const error = await told('error', (done) => channel.error(done));
      assert.equal(error.status, 403);
    });

    test('leave: nothing comes any more', async () => {
      const echo = echoOf(broadcaster, 1);
      const name = `left-${broadcaster}`;
      const seen = [];
      const channel = echo.channel(name).listen('.e', (data) => seen.push(data));
      await subscribed(channel);
      echo.leave(name);
      await sleep(QUIET_MS);
      await application.trigger(name, 'e', 1);
      await sleep(QUIET_MS);
      assert.deepEqual(seen, []);
    });
  });
}

test('error: where the server refuses what the application signed', async () => {
  const foreign = await startAuthEndpoint(server, () => true, { ...server.app, secret: 'of another server' });
  const echo = new Echo({
    broadcaster: 'reverb',
    Pusher,
    key: server.app.key,
    wsHost: server.host,
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws'],
    authEndpoint: `${foreign.url}/broadcasting/auth`,
  });
  open.push(echo);
  try {
    const channel = echo.private('misconfigured');
    const error = await told('error', (done) => channel.error(done));
    assert.equal(error.status, 401);
    assert.match(error.error, /signature/i);
  } finally {
    await foreign.close();
  }
});

test('Echo reconnects after the server was gone, and its channels live again', async () => {
  const echo = echoOf('reverb', 1);
  const channel = echo.channel('lasting');
  await subscribed(channel);
  const before = echo.socketId();
  const again = subscribed(channel);
  // The server sends this one connection away, as it does with all of them when it stops.
  echo.connector.pusher.connection.connection.close();
  await until(() => echo.socketId() && echo.socketId() !== before, 'a new connection');
  await again;
  const event = told('event', (done) => channel.listen('.back', done));
  await application.trigger('lasting', 'back', 1);
  assert.equal(await event, 1);
});
