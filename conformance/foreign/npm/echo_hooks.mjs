/** Laravel's hooks for React and Vue, in a component that draws nothing. Arguments: `react` or `vue`, and the version. */
import assert from 'node:assert/strict';
import { APP, DATA, HOST, Heard, PORT, RECONNECT_MS, ask, assertOnce, check, crash, finish, publish } from './checks.mjs';
import { until } from '../../node/harness/waiting.mjs';

const framework = process.argv[2];
const { configureEcho, echo, useConnectionStatus, useEcho, useEchoNotification, useEchoPresence, useEchoPublic } = await import(
  `@laravel/echo-${framework}`
);
const mount = await { react, vue }[framework]();

configureEcho({
  broadcaster: 'reverb', key: APP.key, wsHost: HOST, wsPort: PORT, wssPort: PORT, forceTLS: false, enabledTransports: ['ws'],
  authEndpoint: `${process.env.APPLICATION_URL}/broadcasting/auth?user=ann`,
});

/** Mounts a component that calls `use`; `changed` gets what that returns. Gives what unmounts it. */
async function react() {
  const { createElement } = await import('react');
  const { default: renderer } = await import('react-test-renderer');
  return (use, changed = () => {}) => {
    const mounted = renderer.create(createElement(() => (changed(use()), null)));
    return () => mounted.unmount();
  };
}

async function vue() {
  const { createRenderer, watchEffect, unref } = await import('vue');
  const nothing = () => {};
  const node = () => ({});
  const { createApp } = createRenderer({
    createElement: node, createText: node, createComment: node, insert: nothing, remove: nothing, patchProp: nothing,
    setText: nothing, setElementText: nothing, parentNode: nothing, nextSibling: nothing,
  });
  return (use, changed = () => {}) => {
    const setup = () => {
      const returned = use();
      watchEffect(() => changed(unref(returned)));
      return () => null;
    };
    const app = createApp({ setup });
    app.mount({});
    return () => app.unmount();
  };
}

const always = () => true;

/** Mounts one hook that listens, and waits until its channel is subscribed. */
async function listening(hook, name, event) {
  const said = new Heard();
  const hooks = new Heard();
  const unmount = mount(() => hook(name, event, (data) => said.push(data)), (returned) => hooks.push(returned));
  const { channel } = await hooks.until((returned) => returned?.channel?.(), `hook of ${name}`);
  await subscribed(channel());
  return { said, unmount, channel: channel() };
}

function subscribed(channel, ms) {
  const done = new Heard();
  channel.subscribed(() => done.push(1));
  if (channel.subscription.subscribed) return;
  return done.until(always, `subscription to ${channel.name}`, ms);
}

/** Publishes DATA; it has to arrive once and as it was. */
async function receives({ said, channel }) {
  said.length = 0;
  const end = new Heard();
  channel.listen('.end', (data) => end.push(data));
  await publish(channel.name, 'App\\Events\\OrderShipped', DATA);
  await publish(channel.name, 'end', {});
  await end.until(always, `the event after the one on ${channel.name}`);
  assertOnce(said);
}

await check('public', async () => receives(await listening(useEchoPublic, 'orders', 'OrderShipped')));

await check('private', async () => receives(await listening(useEcho, 'orders', 'OrderShipped')));

await check('presence', async () => {
  const mounted = await listening(useEchoPresence, 'room', 'OrderShipped');
  const [joined, left] = [new Heard(), new Heard()];
  mounted.channel.joining((member) => joined.push(member)).leaving((member) => left.push(member));
  const { socket_id } = await ask('/listener');
  const { auth, channel_data } = await ask(`/broadcasting/auth?user=bob&socket_id=${socket_id}&channel_name=presence-room`);
  const send = (event, data) => ask(`/listener/send?socket_id=${socket_id}`, { event, data });
  await send('pusher:subscribe', { channel: 'presence-room', auth, channel_data });
  assert.deepEqual(await joined.until(always, 'joining'), { name: 'Bob' });
  await receives(mounted);
  await send('pusher:unsubscribe', { channel: 'presence-room' });
  assert.deepEqual(await left.until(always, 'leaving'), { name: 'Bob' });
});

await check('notification', async () => {
  const notified = new Heard();
  const hooks = new Heard();
  mount(() => useEchoNotification('App.Models.User.1', (data) => notified.push(data)), (returned) => hooks.push(returned));
  const { channel } = await hooks.until((returned) => returned?.channel?.(), 'hook');
  await subscribed(channel());
  const event = 'Illuminate\\Notifications\\Events\\BroadcastNotificationCreated';
  await publish('private-App.Models.User.1', event, { id: 'n1', type: 'invoice' });
  assert.equal((await notified.until(always, 'notification')).type, 'invoice');
});

await check('leave', async () => {
  const left = await listening(useEchoPublic, 'left', 'OrderShipped');
  await receives(left);
  const frames = new Heard();
  echo().connector.pusher.bind_global((event, data) => event.includes('OrderShipped') && frames.push(data));
  left.unmount();
  await until(() => !echo().connector.pusher.channel('left'), 'the end of the channel');
  // Subscribed after that: once it is, Baton has read that the other was left.
  const other = await listening(useEchoPublic, 'barrier', 'OrderShipped');
  await publish('left', 'App\\Events\\OrderShipped', DATA);
  await receives(other);
  assert.equal(frames.length, 1); // the other's
});

await check('refused', async () => {
  // The hooks have nothing for a refusal, so their Echo is asked; before they mount, as it comes fast.
  const [errors, done] = [new Heard(), new Heard()];
  echo().connector.pusher.bind_global((event, data) => event === 'pusher:subscription_error' && errors.push(data));
  mount(() => useEcho('forged', 'OrderShipped', (data) => done.push(data)));
  assert.equal((await errors.until(always, 'refusal')).status, 401);
  await publish('private-forged', 'App\\Events\\OrderShipped', DATA);
  await receives(await listening(useEchoPublic, 'after', 'OrderShipped'));
  assert.deepEqual([...done], []);
});

await check('reconnect', async () => {
  const states = new Heard();
  mount(useConnectionStatus, (state) => states.push(state));
  await states.until((state) => state === 'connected', 'connected');
  const mounted = await listening(useEchoPublic, 'lasting', 'OrderShipped');
  states.length = 0;
  const again = new Heard();
  mounted.channel.subscribed(() => again.push(1));
  await crash();
  await again.until(always, 'second subscription', RECONNECT_MS);
  assert.notEqual(states[0], 'connected');
  await states.until((state) => state === 'connected', 'connected again');
  await receives(mounted);
});

finish();
