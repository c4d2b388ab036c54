/** Apps of one server know nothing of each other. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, sdk, signIn, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { QUIET_MS, next, record, sleep, until } from '../harness/waiting.mjs';
import { api, publish, send } from '../harness/signed_http.mjs';

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

describe('metrics', () => {
  const green = { id: 'green', key: 'green-key', secret: 'green-secret' };

  /** What a server counts for each app: connections, occupied channels, messages received and sent, refusals of a signature. */
  async function counted(server) {
    const { text } = await send(server, 'GET', '/metrics');
    const names = ['connections', 'occupied_channels', 'messages_received_total', 'messages_sent_total'].map((name) => `baton_app_${name}`);
    const apps = {};
    for (const [, name, labels, value] of text.matchAll(/^(\w+)\{(.*)\} (\d+)$/gm)) {
      const app = /(?:^|,)app="([^"]*)"/.exec(labels)?.[1];
      const place = name === 'baton_refused_total' && labels.includes('cause="signature"') ? 4 : names.indexOf(name);
      if (app === undefined || place < 0) continue;
      apps[app] ??= [0, 0, 0, 0, 0];
      assert.equal(apps[app][place], 0, `${name} of ${app} is there once`);
      apps[app][place] = Number(value);
    }
    return apps;
  }

  test('each app has its own counts, and what is beyond metrics_apps one sum', async () => {
    const server = await startServer({ apps: [red, blue, green], settings: { metrics_apps: 1, loops: 2 } });
    try {
      const clients = [];
      for (const app of [red, red, red, blue, green, green]) clients.push([app, await RawClient.connect(server, { app })]);
      // What it is greeted with, and the answer to a subscription, are a message each.
      for (const [, client] of clients) await client.subscribe('shared');
      await clients[0][1].subscribe('another');
      for (const app of [red, green]) await publish(server, 'shared', 'e', '1', {}, { app });
      for (const [app, client] of clients) if (app !== blue) await client.event('e');
      for (const app of [red, blue, green]) {
        assert.equal((await api(server, 'GET', '/channels', { app: { ...app, secret: 'wrong' } })).status, 401);
      }
      // Connections, channels, received, sent, refused.
      const inRed = [3, 2, 4, 3 + 4 + 3, 1];
      assert.deepEqual(await counted(server), { red: inRed, '(other)': [3, 2, 3, 3 + 3 + 2, 2] });
      // A change of the settings does not begin them again, nor does it move those that stay.
      await server.reload({ apps: [green, { ...red, max_connections: 10 }, blue], settings: { metrics_apps: 2, loops: 2 } });
      await until(async () => (await counted(server)).blue, 'another number');
      assert.deepEqual(await counted(server), { red: inRed, blue: [1, 1, 1, 2, 1], '(other)': [2, 1, 2, 2 + 2 + 2, 1] });
      for (const [app, client] of clients) if (app === red) client.socket.close();
      await until(async () => (await counted(server)).red[0] === 0, 'the connections of red ended');
      assert.deepEqual((await counted(server)).red, [0, 0, ...inRed.slice(2)]);
      await server.reload({ apps: [green, blue], settings: { metrics_apps: 0, loops: 2 } });
      assert.deepEqual(await counted(server), { '(other)': [3, 2, 3, 8, 2] });
    } finally {
      await server.stop();
    }
  });
});
