/** Apps of one server know nothing of each other. */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, sdk, signIn, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { QUIET_MS, next, record, sleep } from '../harness/waiting.mjs';
import { api, publish } from '../harness/signed_http.mjs';

const red = { id: 'red', key: 'red-key', secret: 'red-secret' };
const blue = { id: 'blue', key: 'blue-key', secret: 'blue-secret' };

let server;
before(async () => {
  server = await startServer({ apps: [red, blue] });
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

test('a declared app removes the default one', async () => {
  const client = RawClient.open(server, { path: '/app/app-key?protocol=7' });
  assert.equal((await client.close()).code, 4001);
});

test('the same channel in two apps is two channels', async () => {
  const [atRed, atBlue] = await Promise.all([red, blue].map((app) => connect(server, { app })));
  const redEvent = next(await subscribe(atRed, 'shared'), 'e');
  const blueEvents = record(await subscribe(atBlue, 'shared'), 'e');
  await sdk(server, red).trigger('shared', 'e', 'red');
  assert.equal(await redEvent, 'red');
  await sleep(QUIET_MS);
  assert.deepEqual(blueEvents, []);
});

test('client events, members and counts stay in their app', async () => {
  const inRed = await Promise.all([1, 2].map(() => RawClient.connect(server, { app: red })));
  const inBlue = await RawClient.connect(server, { app: blue });
  await inBlue.subscribe('presence-room', { user_id: 'blue' });
  for (const [n, client] of inRed.entries()) await client.subscribe('presence-room', { user_id: `red-${n}` });
  inRed[0].send({ event: 'client-x', channel: 'presence-room', data: {} });
  await inRed[1].event('client-x');
  await inBlue.settle();
  assert.deepEqual(inBlue.messages, []);
  const { json } = await api(server, 'GET', '/channels/presence-room', { app: blue, query: { info: 'user_count' } });
  assert.equal(json.user_count, 1);
});

test('cache and users stay in their app', async () => {
  await publish(server, 'cache-kept', 'e', '1', {}, { app: red });
  const client = await RawClient.connect(server, { app: blue });
  await client.subscribe('cache-kept');
  await client.event('pusher:cache_miss');

  const [redUser, blueUser] = await Promise.all(
    [red, blue].map(async (app) => {
      const user = await connect(server, { app, user: { id: 'same' } });
      await signIn(user);
      return user;
    }),
  );
  const blueEvents = record(blueUser.user, 'e');
  const redEvent = next(redUser.user, 'e');
  await sleep(QUIET_MS);
  await sdk(server, red).sendToUser('same', 'e', 1);
  await redEvent;
  await sleep(QUIET_MS);
  assert.deepEqual(blueEvents, []);
  await sdk(server, red).terminateUserConnections('same');
  await sleep(QUIET_MS);
  assert.equal(blueUser.connection.state, 'connected');
});

test("one app's key and secret open nothing of the other", async () => {
  const mixed = { id: 'red', key: 'blue-key', secret: 'blue-secret' };
  assert.equal((await publish(server, 'c', 'e', 'd', {}, { app: mixed })).status, 401);
  const client = await RawClient.connect(server, { app: red });
  client.send({
    event: 'pusher:subscribe',
    data: { channel: 'private-x', auth: client.auth(`${client.socketId}:private-x`, blue) },
  });
  assert.equal((await client.event('pusher:subscription_error')).data.status, 401);
});
