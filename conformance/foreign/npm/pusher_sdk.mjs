/** The server SDK `pusher`: what it publishes and signs is seen by a client without a library. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { APP, DATA, HOST, PORT, VERSION, ask, check, checkSince, finish, since } from './checks.mjs';

const require = createRequire(import.meta.url);
const Pusher = require(`pusher-${VERSION}`);

const hasPromises = since('4.0.0');
const sdk = (secret = APP.secret) =>
  new Pusher({
    appId: APP.id, key: APP.key, secret, host: HOST, port: String(PORT), useTLS: false,
    [since('3.0.0') ? 'encryptionMasterKeyBase64' : 'encryptionMasterKey']: since('3.0.0')
      ? process.env.ENCRYPTION_KEY
      : Buffer.from(process.env.ENCRYPTION_KEY, 'base64').toString('latin1'),
  });
const pusher = sdk();

/** Calls a method that publishes or asks; its answer as JSON. Before 4.0 methods take a callback. */
async function call(method, ...given) {
  return callOf(pusher, method, ...given);
}
async function callOf(own, method, ...given) {
  if (hasPromises) {
    const answer = await own[method](...given);
    return answer.json();
  }
  const done = promisify((...all) => own[method](...all.slice(0, -1), (error, request, response) => all.at(-1)(error, response)));
  const response = await done(...given);
  return JSON.parse(response.body ?? response);
}

const excluding = (socketId) => (since('5.0.0') ? { socket_id: socketId } : socketId);
const authorize = (...given) => (pusher.authorizeChannel ?? pusher.authenticate).apply(pusher, given);

/** A client without a library. */
async function listener() {
  const { socket_id } = await ask('/listener');
  const to = (path) => `/listener/${path}?socket_id=${socket_id}`;
  const own = {
    socket_id,
    send: (event, data) => ask(to('send'), { event, data }),
    next: async () => {
      const { event, channel, data } = await ask(to('next'));
      return { event, channel, data: typeof data === 'string' ? JSON.parse(data) : data };
    },
    subscribe: async (channel, signed = {}) => {
      await own.send('pusher:subscribe', { channel, ...signed });
      const { event, data } = await own.next();
      assert.equal(event, 'pusher_internal:subscription_succeeded', JSON.stringify(data));
      return data;
    },
  };
  return own;
}

await check('trigger', async () => {
  const client = await listener();
  for (const channel of ['a', 'b']) await client.subscribe(channel);
  await call('trigger', ['a', 'b'], 'said', DATA);
  await call('trigger', 'b', 'end', {});
  assert.deepEqual(await client.next(), { event: 'said', channel: 'a', data: DATA });
  assert.deepEqual(await client.next(), { event: 'said', channel: 'b', data: DATA });
  assert.equal((await client.next()).event, 'end');
});

await check('batch', async () => {
  const client = await listener();
  await client.subscribe('batched');
  const numbered = [...Array(10).keys()].map((n) => ({ ...DATA, n }));
  await call('triggerBatch', numbered.map((data) => ({ channel: 'batched', name: 'said', data })));
  for (const data of numbered) assert.deepEqual((await client.next()).data, data);
});

await check('excluded', async () => {
  const [own, other] = [await listener(), await listener()];
  for (const client of [own, other]) await client.subscribe('others');
  await call('trigger', 'others', 'said', DATA, excluding(own.socket_id));
  await call('trigger', 'others', 'end', {});
  assert.deepEqual((await other.next()).data, DATA);
  assert.equal((await own.next()).event, 'end');
});

await check('authorization', async () => {
  const client = await listener();
  await client.subscribe('private-orders', authorize(client.socket_id, 'private-orders'));
  const member = { user_id: 'ann', user_info: { name: 'Ann' } };
  const { presence } = await client.subscribe('presence-room', authorize(client.socket_id, 'presence-room', member));
  assert.deepEqual(presence, { count: 1, ids: ['ann'], hash: { ann: { name: 'Ann' } } });
  await call('trigger', 'private-orders', 'said', DATA);
  assert.deepEqual((await client.next()).data, DATA);
});

await checkSince('5.1.0', 'users', async () => {
  const client = await listener();
  await client.send('pusher:signin', pusher.authenticateUser(client.socket_id, { id: 'bob' }));
  assert.equal((await client.next()).event, 'pusher:signin_success');
  await call('sendToUser', 'bob', 'said', DATA);
  assert.deepEqual(await client.next(), { event: 'said', channel: '#server-to-user-bob', data: DATA });
  await pusher.terminateUserConnections('bob');
  assert.equal((await client.next()).event, 'pusher:error');
  assert.deepEqual(await client.next(), { event: 'closed', channel: undefined, data: 4009 });
});

await check('encrypted', async () => {
  const client = await listener();
  const name = 'private-encrypted-notes';
  const signed = authorize(client.socket_id, name);
  await client.subscribe(name, signed);
  await call('trigger', name, 'said', DATA);
  const { nonce, ciphertext } = (await client.next()).data;
  const bytes = (text) => new Uint8Array(Buffer.from(text, 'base64'));
  const opened = require('tweetnacl').secretbox.open(bytes(ciphertext), bytes(nonce), bytes(signed.shared_secret));
  assert.deepEqual(JSON.parse(Buffer.from(opened).toString()), DATA);
});

await check('queries', async () => {
  const client = await listener();
  await client.subscribe('queried');
  await client.subscribe('presence-queried', authorize(client.socket_id, 'presence-queried', { user_id: 'eve' }));
  const get = (path, params = {}) => call('get', { path, params });
  const all = await get('/channels', { filter_by_prefix: 'presence-q', info: 'user_count' });
  assert.deepEqual(all, { channels: { 'presence-queried': { user_count: 1 } } });
  assert.deepEqual(await get('/channels/queried', { info: 'subscription_count' }), { occupied: true, subscription_count: 1 });
  assert.deepEqual(await get('/channels/presence-queried/users'), { users: [{ id: 'eve' }] });
  assert.equal((await get('/channels/nothing')).occupied, false);
});

await check('webhooks', async () => {
  await (await listener()).subscribe('hooked');
  const { key, signature, body } = await ask('/webhook/next');
  const webhook = (own, rawBody) =>
    own.webhook({ headers: { 'x-pusher-key': key, 'x-pusher-signature': signature, 'content-type': 'application/json' }, rawBody });
  assert.ok(webhook(pusher, body).isValid());
  assert.deepEqual(webhook(pusher, body).getEvents(), [{ name: 'channel_occupied', channel: 'hooked' }]);
  assert.ok(!webhook(pusher, body.replace('hooked', 'hacked')).isValid());
  assert.ok(!webhook(sdk('guess'), body).isValid());
});

await check('refused', async () => {
  const status = (error) => error.status ?? error.statusCode;
  await assert.rejects(callOf(sdk('guess'), 'trigger', 'a', 'said', DATA), (error) => status(error) === 401);
  await assert.rejects(call('trigger', 'a', 'said', 'x'.repeat(20_000)), (error) => status(error) === 413);
});

finish();
