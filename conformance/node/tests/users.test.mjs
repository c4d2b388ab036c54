/** Users who sign in: messages to them, watching them, and sending them away. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, pusherClient, sdk, signIn } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { QUIET_MS, next, record, sleep, until, within } from '../harness/waiting.mjs';
import { api } from '../harness/signed_http.mjs';

const guarded = {
  id: 'guarded',
  key: 'guarded-key',
  secret: 's',
  authorized_connections: true,
  authorization_grace_s: 1,
};
const watchful = { id: 'watchful', key: 'watchful-key', secret: 's', watchlist_users: 2 };

let server;
let application;
before(async () => {
  server = await startServer({ apps: [{}, guarded, watchful] });
  application = sdk(server);
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

async function signedIn(id, more = {}) {
  const client = await connect(server, { user: { id, ...more } });
  await signIn(client);
  return client;
}

describe('signing in', () => {
  test('pusher-js signs in and gets what is sent to the user, in every tab', async () => {
    const tabs = await Promise.all([signedIn('u-tabs'), signedIn('u-tabs')]);
    const stranger = record((await signedIn('u-other')).user, 'news');
    // The user channel is subscribed to after the sign-in is confirmed: wait until both are in it.
    await until(() => tabs.every((tab) => tab.user.serverToUserChannel?.subscribed), 'both tabs in the user channel');
    const events = tabs.map((tab) => next(tab.user, 'news'));
    await application.sendToUser('u-tabs', 'news', { hot: true });
    assert.deepEqual(await Promise.all(events), [{ hot: true }, { hot: true }]);
    await sleep(QUIET_MS);
    assert.deepEqual(stranger, []);
  });

  test('user_data comes back as it was sent', async () => {
    const client = await RawClient.connect(server);
    const { data } = await client.signIn({ id: 'raw', user_info: { b: 1, a: 2 } });
    assert.deepEqual(data, { user_data: '{"id":"raw","user_info":{"b":1,"a":2}}' });
  });

  const wrong = {
    'a forged signature': (client) => ({ auth: `${server.app.key}:${'0'.repeat(64)}`, user_data: '{"id":"x"}' }),
    'a foreign key': (client) => ({
      auth: client.auth(`${client.socketId}::user::{"id":"x"}`).replace(/^[^:]+/, 'k'),
      user_data: '{"id":"x"}',
    }),
    'a channel signature': (client) => ({ auth: client.auth(`${client.socketId}:{"id":"x"}`), user_data: '{"id":"x"}' }),
    'no id': (client) => ({ auth: client.auth(`${client.socketId}::user::{}`), user_data: '{}' }),
    'an empty id': (client) => ({
      auth: client.auth(`${client.socketId}::user::{"id":""}`),
      user_data: '{"id":""}',
    }),
    'no JSON': (client) => ({ auth: client.auth(`${client.socketId}::user::hi`), user_data: 'hi' }),
  };
  for (const [what, data] of Object.entries(wrong)) {
    test(`${what} is an error, then close 4009`, async () => {
      const client = await RawClient.connect(server);
      client.send({ event: 'pusher:signin', data: data(client) });
      const { code, reason } = await client.close();
      assert.equal(code, 4009);
      assert.ok(reason.length > 0);
      assert.ok(client.messages.some(({ event }) => event === 'pusher:error'));
    });
  }

  test('another user on the same connection is refused', async () => {
    const client = await RawClient.connect(server);
    await client.signIn({ id: 'one' });
    const data = '{"id":"two"}';
    client.send({
      event: 'pusher:signin',
      data: { auth: client.auth(`${client.socketId}::user::${data}`), user_data: data },
    });
    assert.equal((await client.close()).code, 4009);
  });

  test("another user's channel is closed, signed in or not", async () => {
    const client = await RawClient.connect(server);
    const attempt = async () => {
      client.send({ event: 'pusher:subscribe', data: { channel: '#server-to-user-victim' } });
      const answer = await client.take((message) => /error$|succeeded$/.test(message.event), 'an answer');
      assert.match(answer.event, /error$/);
    };
    await attempt();
    await client.signIn({ id: 'attacker' });
    await attempt();
    await application.sendToUser('victim', 'secret', 1);
    await client.settle();
    assert.ok(!client.messages.some(({ event }) => event === 'secret'));
  });
});

describe('sending away', () => {
  test("terminate_connections closes the user's connections with 4009 and no others", async () => {
    const victims = await Promise.all([1, 2].map(() => RawClient.connect(server)));
    for (const victim of victims) await victim.signIn({ id: 'banned' });
    const other = await RawClient.connect(server);
    await other.signIn({ id: 'welcome' });
    const answer = await application.terminateUserConnections('banned');
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), '{}');
    for (const victim of victims) assert.equal((await victim.close()).code, 4009);
    await other.settle();
  });

  test('force_reconnect closes with 4200 and pusher-js comes back', async () => {
    const client = await signedIn('mover');
    const before = client.connection.socket_id;
    const { status, text } = await api(server, 'POST', '/users/mover/force_reconnect', { body: '' });
    assert.equal(status, 200, text);
    await until(() => client.connection.state === 'connected' && client.connection.socket_id !== before, 'reconnected');
  });

  test('nobody of that name: 200 all the same', async () => {
    assert.equal((await application.terminateUserConnections('nobody')).status, 200);
  });
});

describe('watchlists', () => {
  test('online and offline, first and last tab, with pusher-js', async () => {
    const watcher = pusherClient(server, { user: { id: 'w1', watchlist: ['friend'] } });
    const offline = next(watcher.user.watchlist, 'offline');
    watcher.signin();
    assert.deepEqual((await offline).user_ids, ['friend']);

    const online = next(watcher.user.watchlist, 'online');
    const tabs = [await signedIn('friend'), await signedIn('friend')];
    assert.deepEqual((await online).user_ids, ['friend']);
    const events = record(watcher.user.watchlist, 'offline');
    tabs[0].disconnect();
    await sleep(QUIET_MS);
    assert.deepEqual(events, []);
    const gone = next(watcher.user.watchlist, 'offline');
    tabs[1].disconnect();
    assert.deepEqual((await gone).user_ids, ['friend']);
  });

  test('who signs in is told at once who is there and who is not', async () => {
    await signedIn('there');
    const client = await RawClient.connect(server);
    await client.signIn({ id: 'w2', watchlist: ['there', 'absent'] });
    const { data } = await client.event('pusher_internal:watchlist_events');
    const events = JSON.parse(data).events;
    assert.deepEqual(events.find(({ name }) => name === 'online').user_ids, ['there']);
    assert.deepEqual(events.find(({ name }) => name === 'offline').user_ids, ['absent']);
  });

  test('a list over the limit: signed in, and error 4302', async () => {
    const client = await RawClient.connect(server, { app: watchful });
    await client.signIn({ id: 'w3', watchlist: ['a', 'b', 'c'] });
    assert.equal((await client.error()).code, 4302);
    await client.settle();
  });
});

describe('authorised connections', () => {
  test('4009 for one who proves nothing in time', async () => {
    const client = await RawClient.connect(server, { app: guarded });
    await client.subscribe('public-does-not-count');
    assert.equal((await client.close(4_000)).code, 4009);
  });

  test('a private subscription or a sign-in is proof', async () => {
    const [subscriber, user] = await Promise.all([1, 2].map(() => RawClient.connect(server, { app: guarded })));
    await subscriber.subscribe('private-proof');
    await user.signIn({ id: 'proven' });
    await sleep(1_800);
    await within(Promise.all([subscriber.settle(), user.settle()]), 'both still served');
  });
});
