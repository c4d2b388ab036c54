/** End-to-end encrypted channels: the server relays what it cannot read. */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, sdk, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { next } from '../harness/waiting.mjs';

let server;
before(async () => {
  server = await startServer();
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

test('the SDK encrypts, pusher-js decrypts', async () => {
  const client = await connect(server);
  const channel = await subscribe(client, 'private-encrypted-letters');
  const event = next(channel, 'letter');
  await sdk(server).trigger('private-encrypted-letters', 'letter', { secret: 'for your eyes' });
  assert.deepEqual(await event, { secret: 'for your eyes' });
});

test('what crosses the server is ciphertext', async () => {
  const client = await RawClient.connect(server);
  await client.subscribe('private-encrypted-wire');
  await sdk(server).trigger('private-encrypted-wire', 'letter', { secret: 'for your eyes' });
  const { data, text } = await client.event('letter');
  assert.deepEqual(Object.keys(JSON.parse(data)).sort(), ['ciphertext', 'nonce']);
  assert.ok(!text.includes('eyes'));
});

test('an encrypted cache channel gives its last event, decrypted, to who comes later', async () => {
  await sdk(server).trigger('private-encrypted-cache-board', 'posted', { n: 1 });
  const client = await connect(server);
  const channel = client.subscribe('private-encrypted-cache-board');
  assert.deepEqual(await next(channel, 'posted'), { n: 1 });
});

test('an encrypted channel needs a signature like any private one', async () => {
  const client = await RawClient.connect(server);
  client.send({ event: 'pusher:subscribe', data: { channel: 'private-encrypted-locked', auth: '' } });
  assert.equal((await client.event('pusher:subscription_error')).data.status, 401);
});
