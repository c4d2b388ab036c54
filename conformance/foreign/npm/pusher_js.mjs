/**
 * pusher-js as an application's page uses it, with the library's own request for authorization: its build for Node, or with the
 * argument `worker` its build for web workers, which is given the globals that a worker has.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import {
  APP, DATA, HOST, Heard, PORT, RECONNECT_MS, VERSION, ask, assertOnce, check, checkSince, finish, lacks, publish, since, within,
} from './checks.mjs';

const require = createRequire(import.meta.url);
const isWorker = process.argv.includes('worker');
const Pusher = isWorker ? ofWorkers() : ofNode();

function ofNode() {
  const library = require(`pusher-js-${VERSION}`);
  return library.default ?? library.Pusher ?? library;
}

/** The build for web workers, run as `importScripts` runs it. */
function ofWorkers() {
  Object.assign(globalThis, { self: globalThis, WebSocket: require('ws'), addEventListener() {}, removeEventListener() {} });
  globalThis.navigator ??= { onLine: true };
  const build = since('6.0.0') ? 'pusher-with-encryption.worker.js' : 'pusher.worker.js';
  runInThisContext(readFileSync(require.resolve(`pusher-js-${VERSION}/dist/worker/${build}`), 'utf8'));
  return globalThis.Pusher;
}

const Sdk = require('pusher-5.3.4');

const sdk = new Sdk({
  appId: APP.id, key: APP.key, secret: APP.secret, host: HOST, port: String(PORT), useTLS: false,
  encryptionMasterKeyBase64: process.env.ENCRYPTION_KEY,
});
const application = process.env.APPLICATION_URL;

/** What `bindable` emits under `event` from now on. */
function heard(bindable, event) {
  const entries = new Heard();
  bindable.bind(event, (data) => entries.push(data));
  return entries;
}

const always = () => true;
const next = (bindable, event, ms) => heard(bindable, event).until(always, event, ms);

/** A connected client of a user. */
async function connect(user = 'ann', key = APP.key) {
  const authorization = since('7.2.0')
    ? {
        channelAuthorization: { transport: 'ajax', endpoint: `${application}/broadcasting/auth?user=${user}` },
        userAuthentication: { transport: 'ajax', endpoint: `${application}/broadcasting/user-auth?user=${user}` },
      }
    : { authTransport: 'ajax', authEndpoint: `${application}/broadcasting/auth?user=${user}` };
  const client = new Pusher(key, {
    cluster: '', wsHost: HOST, wsPort: PORT, wssPort: PORT, forceTLS: false, disableStats: true, enabledTransports: ['ws'],
    ...authorization,
  });
  if (key === APP.key) await next(client.connection, 'connected');
  return client;
}

/** Subscribes; a refusal fails. */
async function subscribe(client, name) {
  const channel = client.subscribe(name);
  if (channel.subscribed) return channel;
  const refused = heard(channel, 'pusher:subscription_error');
  const done = heard(channel, 'pusher:subscription_succeeded');
  const answers = await new Heard(refused, done).until((list) => list.length > 0, `answer to the subscription to ${name}`);
  if (answers === refused) throw new Error(`${name} refused: ${JSON.stringify([...refused])}`);
  return channel;
}

/** Publishes DATA on a channel; it has to arrive once and as it was. */
async function receives(channel, trigger = publish) {
  const said = heard(channel, 'said');
  const end = heard(channel, 'end');
  await trigger(channel.name, 'said', DATA);
  await trigger(channel.name, 'end', {});
  await end.until(always, `the event after the one on ${channel.name}`);
  assertOnce(said);
}

/** Publishes on a channel and then on one that `client` hears: what `quiet` names must not have come by then. */
async function staysQuiet(client, name, quiet, more) {
  const other = await subscribe(client, 'barrier');
  const end = heard(other, 'end');
  await publish(name, 'said', DATA, more);
  await publish('barrier', 'end', {});
  await end.until(always, 'the event on the other channel');
  assert.deepEqual([...quiet], []);
}

await check('public', async () => receives(await subscribe(await connect(), 'news')));

await check('private', async () => receives(await subscribe(await connect(), 'private-orders')));

await check('presence', async () => {
  const ann = await subscribe(await connect('ann'), 'presence-room');
  const [added, removed] = [heard(ann, 'pusher:member_added'), heard(ann, 'pusher:member_removed')];
  const client = await connect('bob');
  const bob = await subscribe(client, 'presence-room');
  assert.equal(bob.members.count, 2);
  assert.deepEqual(bob.members.get('ann').info, { name: 'Ann' });
  assert.equal(bob.members.me.id, 'bob');
  assert.deepEqual(await added.until(always, 'member_added'), { id: 'bob', info: { name: 'Bob' } });
  await receives(ann);
  client.unsubscribe('presence-room');
  assert.equal((await removed.until(always, 'member_removed')).id, 'bob');
  assert.equal(ann.members.count, 1);
});

await check('client event', async () => {
  const [ann, bob] = await Promise.all(['ann', 'bob'].map(async (user) => subscribe(await connect(user), 'private-chat')));
  const [atAnn, atBob, end] = [heard(ann, 'client-said'), heard(bob, 'client-said'), heard(bob, 'client-end')];
  assert.equal(ann.trigger('client-said', DATA), true);
  ann.trigger('client-end', {});
  await end.until(always, 'the second client event');
  assertOnce(atBob);
  await receives(ann);
  assert.deepEqual([...atAnn], []);
});

await check('excluded', async () => {
  const [own, other] = [await connect(), await connect()];
  const said = heard(await subscribe(own, 'others'), 'said');
  const but = { socket_id: own.connection.socket_id };
  await receives(await subscribe(other, 'others'), (name, event, data) => publish(name, event, data, but));
  await staysQuiet(own, 'others', said, but);
});

await check('unsubscribe', async () => {
  const client = await connect();
  const channel = await subscribe(client, 'left');
  const said = heard(client, 'said');
  await receives(channel);
  client.unsubscribe('left');
  said.length = 0;
  // `staysQuiet` subscribes first: once that is done, Baton has read that the other was left.
  await staysQuiet(client, 'left', said);
});

await check('refused', async () => {
  const client = await connect();
  for (const name of ['private-forged', 'private-forbidden']) {
    const channel = client.subscribe(name);
    const [said, opened] = [heard(channel, 'said'), heard(channel, 'pusher:subscription_succeeded')];
    const error = await next(channel, 'pusher:subscription_error');
    // Where the application refuses, what the library says is its own affair, and differs between versions.
    if (name === 'private-forged') assert.equal(error.status, 401);
    await staysQuiet(client, name, said);
    assert.deepEqual([...opened], []);
  }
});

if (!isWorker && !since('5.0.0')) lacks('encrypted', "before 5.0 it asks Node for a browser's navigator");
else await check('encrypted', encrypted);
async function encrypted() {
  const channel = await subscribe(await connect(), 'private-encrypted-notes');
  await receives(channel, (name, event, data) => sdk.trigger(name, event, data));
}

await check('cache', async () => {
  await publish('cache-rates', 'said', DATA);
  const client = await connect();
  const channel = client.subscribe('cache-rates');
  const said = heard(channel, 'said');
  await said.until(always, 'the cached event');
  await receives(channel);
  assertOnce(said.splice(0, 1));
  await next(client.subscribe('cache-empty'), 'pusher:cache_miss');
});

await checkSince('7.2.0', 'sign-in', async () => {
  const client = await connect('bob');
  client.signin();
  await within(client.user.signinDonePromise, 'sign-in');
  assert.equal(client.user.user_data.id, 'bob');
  const said = heard(client.user, 'said');
  await sdk.sendToUser('bob', 'said', DATA);
  await said.until(always, 'the message to the user');
  assertOnce(said);
  const ended = next(client.connection, 'disconnected');
  await sdk.terminateUserConnections('bob');
  await ended;
});

await check('unknown key', async () => {
  const client = await connect('ann', 'nobody');
  const error = await next(client.connection, 'error');
  assert.equal(error.error.data.code, 4001);
  assert.notEqual(client.connection.state, 'connected');
});

await check('reconnect', async () => {
  const client = await connect();
  const names = ['lasting', 'private-lasting', 'presence-lasting'];
  const channels = [];
  for (const name of names) channels.push(await subscribe(client, name));
  const before = client.connection.socket_id;
  const back = channels.map((channel) => next(channel, 'pusher:subscription_succeeded', RECONNECT_MS));
  await ask('/crash');
  await Promise.all(back);
  assert.notEqual(client.connection.socket_id, before);
  for (const channel of channels) await receives(channel);
  assert.equal(channels[2].members.count, 1);
});

finish();
