/** Laravel Echo over pusher-js 8.6, as a page uses it. Arguments: the broadcaster (`reverb` or `pusher`), and Echo's version. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import {
  APP, DATA, HOST, Heard, PORT, RECONNECT_MS, VERSION, assertOnce, check, crash, finish, publish, since,
} from './checks.mjs';

const require = createRequire(import.meta.url);
const name = `laravel-echo-${VERSION}`;
const Echo = (since('2.0.0') ? await import(name) : require(name)).default;
const Pusher = require('pusher-js');

const broadcaster = process.argv[2];
const application = process.env.APPLICATION_URL;
const always = () => true;

function echoOf(user = 'ann') {
  return new Echo({
    broadcaster, Pusher, key: APP.key, cluster: '', wsHost: HOST, wsPort: PORT, wssPort: PORT, forceTLS: false,
    enabledTransports: ['ws', 'wss'],
    client: new Pusher(APP.key, {
      cluster: '', wsHost: HOST, wsPort: PORT, wssPort: PORT, forceTLS: false, enabledTransports: ['ws'],
      channelAuthorization: { transport: 'ajax', endpoint: `${application}/broadcasting/auth?user=${user}` },
    }),
  });
}

/** What a method of Echo hands its callback. */
function heard(register) {
  const entries = new Heard();
  register((value) => entries.push(value));
  return entries;
}

async function subscribed(channel) {
  const [done, refused] = [heard((to) => channel.subscribed(to)), heard((to) => channel.error(to))];
  await done.until((_) => true, `subscription to ${channel.name}; refusals: ${JSON.stringify(refused)}`);
  return channel;
}

/** Publishes DATA; it has to arrive once and as it was. */
async function receives(channel, more = {}) {
  const said = heard((to) => channel.listen('OrderShipped', to));
  const end = heard((to) => channel.listen('.end', to));
  await publish(channel.name, 'App\\Events\\OrderShipped', DATA, more);
  await publish(channel.name, 'end', {});
  await end.until(always, `the event after the one on ${channel.name}`);
  assertOnce(said);
  channel.stopListening('OrderShipped').stopListening('.end');
}

await check('listen', async () => receives(await subscribed(echoOf().channel('orders'))));

await check('private', async () => {
  const channel = await subscribed(echoOf().private('App.Models.User.1'));
  await receives(channel);
  const notified = heard((to) => channel.notification(to));
  await publish(channel.name, 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated', { id: 'n1', type: 'invoice' });
  assert.equal((await notified.until(always, 'notification')).type, 'invoice');
});

await check('presence', async () => {
  const first = echoOf('ann').join('room');
  const here = heard((to) => first.here(to));
  assert.deepEqual(await here.until(always, 'here'), [{ name: 'Ann' }]);
  const [joining, leaving] = [heard((to) => first.joining(to)), heard((to) => first.leaving(to))];
  const second = echoOf('bob');
  const both = heard((to) => second.join('room').here(to));
  assert.deepEqual((await both.until(always, 'here')).map(({ name }) => name).sort(), ['Ann', 'Bob']);
  assert.deepEqual(await joining.until(always, 'joining'), { name: 'Bob' });
  await receives(first);
  second.leave('room');
  assert.deepEqual(await leaving.until(always, 'leaving'), { name: 'Bob' });
});

await check('whisper', async () => {
  const [ann, bob] = await Promise.all(['ann', 'bob'].map((user) => subscribed(echoOf(user).private('typing'))));
  const own = heard((to) => ann.listenForWhisper('typing', to));
  const [at, end] = [heard((to) => bob.listenForWhisper('typing', to)), heard((to) => bob.listenForWhisper('end', to))];
  ann.whisper('typing', DATA);
  ann.whisper('end', {});
  await end.until(always, 'the second whisper');
  assertOnce(at);
  await receives(ann);
  assert.deepEqual([...own], []);
});

await check('to others', async () => {
  const [own, other] = [echoOf('ann'), echoOf('bob')];
  const [mine, theirs] = await Promise.all([own, other].map((echo) => subscribed(echo.channel('others'))));
  const atOwn = heard((to) => mine.listen('OrderShipped', to));
  const end = heard((to) => mine.listen('.end', to));
  await receives(theirs, { socket_id: own.socketId() });
  await end.until(always, 'the event for all');
  assert.deepEqual([...atOwn], []);
});

await check('leave', async () => {
  const echo = echoOf();
  await receives(await subscribed(echo.channel('left')));
  const messages = heard((to) => echo.connector.pusher.bind_global((event) => event.includes('OrderShipped') && to(event)));
  echo.leave('left');
  // Subscribed after that: once it is, Baton has read that the other was left.
  const other = await subscribed(echo.channel('barrier'));
  await publish('left', 'App\\Events\\OrderShipped', DATA);
  await receives(other);
  assert.equal(messages.length, 1); // the other's
});

await check('refused', async () => {
  for (const [name, status] of [['forged', 401], ['forbidden', 403]]) {
    const channel = echoOf().private(name);
    const [errors, done] = [heard((to) => channel.error(to)), heard((to) => channel.subscribed(to))];
    assert.equal((await errors.until(always, `refusal of ${name}`)).status, status);
    assert.deepEqual([...done], []);
  }
});

await check('reconnect', async () => {
  const echo = echoOf();
  const channel = await subscribed(echo.private('lasting'));
  const before = echo.socketId();
  const again = heard((to) => channel.subscribed(to));
  await crash();
  await again.until(always, 'second subscription', RECONNECT_MS);
  assert.notEqual(echo.socketId(), before);
  await receives(channel);
});

finish();
