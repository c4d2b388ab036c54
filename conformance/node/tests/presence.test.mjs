/** Who is in the room: users, not connections. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, sdk, signIn, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { QUIET_MS, next, record, sleep, until } from '../harness/waiting.mjs';
import { api } from '../harness/signed_http.mjs';

const small = { id: 'small', key: 'small-key', secret: 's', presence_members: 3, presence_info_bytes: 100 };

let server;
before(async () => {
  server = await startServer({ apps: [{}, small] });
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

const member = (user_id, name) => ({ member: { user_id, user_info: { name } } });

describe('with pusher-js', () => {
  test('a joiner sees those who are there, and they see the joiner', async () => {
    const ann = await connect(server, member('ann', 'Ann'));
    const atAnn = await subscribe(ann, 'presence-hall');
    const joined = next(atAnn, 'pusher:member_added');
    const bob = await connect(server, member('bob', 'Bob'));
    const atBob = await subscribe(bob, 'presence-hall');
    assert.deepEqual(await joined, { id: 'bob', info: { name: 'Bob' } });
    assert.equal(atBob.members.count, 2);
    assert.deepEqual(atBob.members.get('ann'), { id: 'ann', info: { name: 'Ann' } });
    assert.equal(atBob.members.me.id, 'bob');

    const left = next(atAnn, 'pusher:member_removed');
    bob.disconnect();
    assert.equal((await left).id, 'bob');
    assert.equal(atAnn.members.count, 1);
  });

  test("a user's second tab is no second member; the last one to close is the leaving", async () => {
    const watcher = await connect(server, member('watcher', 'W'));
    const room = await subscribe(watcher, 'presence-tabs');
    const added = record(room, 'pusher:member_added');
    const removed = record(room, 'pusher:member_removed');
    const tabs = await Promise.all([1, 2, 3].map(() => connect(server, member('tabby', 'T'))));
    for (const tab of tabs) await subscribe(tab, 'presence-tabs');
    await sleep(QUIET_MS);
    assert.equal(added.length, 1);
    assert.equal(room.members.count, 2);

    tabs[0].disconnect();
    tabs[1].unsubscribe('presence-tabs');
    await sleep(QUIET_MS);
    assert.equal(removed.length, 0);
    const left = next(room, 'pusher:member_removed');
    tabs[2].disconnect();
    assert.equal((await left).id, 'tabby');
  });

  test('a signed-in user needs no channel data', async () => {
    const watcher = await connect(server, member('watcher', 'W'));
    const room = await subscribe(watcher, 'presence-signed');
    const added = next(room, 'pusher:member_added');
    const signer = sdk(server);
    const client = await connect(server, {
      user: { id: 'eve', user_info: { name: 'Eve' } },
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, done) => {
          const text = `${socketId}:${channelName}`;
          done(null, { auth: `${server.app.key}:${signer.config.token.sign(text)}` });
        },
      },
    });
    await signIn(client);
    const channel = await subscribe(client, 'presence-signed');
    assert.deepEqual(await added, { id: 'eve', info: { name: 'Eve' } });
    assert.equal(channel.members.count, 2);
  });
});

describe('a storm of comings and goings', () => {
  const room = 'presence-storm';
  const users = Array.from({ length: 8 }, (_, n) => `user${n}`);

  test('pusher-js has a right list of members at all times, and all have the same at the end', async () => {
    const clients = await Promise.all(users.map((user) => connect(server, member(user, user))));
    const faults = [];
    const look = (channel, user, at) => {
      const { members, count, myID } = channel.members;
      if (Object.keys(members).length !== count) faults.push(`${user} counts ${count} ${at}`);
      if (myID !== user || !(user in members)) faults.push(`${user} does not know itself ${at}`);
    };
    const enter = (client, user) => {
      const channel = client.subscribe(room);
      const known = new Set();
      channel.bind('pusher:subscription_succeeded', ({ members }) => {
        known.clear();
        Object.keys(members).forEach((id) => known.add(id));
        look(channel, user, 'when it joins');
      });
      for (const [event, changes] of [['added', (id) => !known.has(id) && known.add(id)], ['removed', (id) => known.delete(id)]]) {
        channel.bind(`pusher:member_${event}`, ({ id }) => {
          if (!channel.subscribed) return; // of the subscription before, which was ended meanwhile
          if (!changes(id)) faults.push(`${user} is told that ${id} was ${event}, and knew`);
          if (id === user) faults.push(`${user} is told of itself`);
          look(channel, user, `after ${id} was ${event}`);
        });
      }
      return channel;
    };
    const channels = new Map();
    for (let step = 0; step < 300; step += 1) {
      const n = Math.floor(Math.random() * clients.length);
      if (channels.has(n)) {
        channels.get(n).unbind();
        clients[n].unsubscribe(room);
        channels.delete(n);
      } else {
        channels.set(n, enter(clients[n], users[n]));
      }
      if (step % 10 === 0) await sleep(Math.random() * 40);
    }
    for (const [n, client] of clients.entries()) if (!channels.has(n)) channels.set(n, enter(client, users[n]));
    const all = [...users].sort().join();
    const list = (channel) => Object.keys(channel.members.members).sort().join();
    await until(() => [...channels.values()].every((channel) => list(channel) === all), 'the same list for all');
    assert.deepEqual(faults, []);
  });
});

describe('frames', () => {
  test('the roster: distinct users, infos as they were given', async () => {
    const first = await RawClient.connect(server);
    await first.subscribe('presence-roster', { user_id: 'a', user_info: { z: 1, a: 12345678901234567890n.toString() } });
    const second = await RawClient.connect(server);
    const { data } = await second.subscribe('presence-roster', { user_id: 'b' });
    const { presence } = JSON.parse(data);
    assert.equal(presence.count, 2);
    assert.deepEqual([...presence.ids].sort(), ['a', 'b']);
    assert.deepEqual(Object.keys(presence.hash.a), ['z', 'a']);
    assert.equal(presence.hash.b ?? null, null);
  });

  test('numeric ids, as Laravel sends them, become strings', async () => {
    const watcher = await RawClient.connect(server);
    await watcher.subscribe('presence-numeric', { user_id: 1, user_info: { n: 1 } });
    const other = await RawClient.connect(server);
    const { data } = await other.subscribe('presence-numeric', { user_id: 2, user_info: { n: 2 } });
    assert.deepEqual(Object.keys(JSON.parse(data).presence.hash).sort(), ['1', '2']);
    const added = JSON.parse((await watcher.event('pusher_internal:member_added')).data);
    assert.equal(added.user_id, '2');
    const tab = await RawClient.connect(server);
    await tab.subscribe('presence-numeric', { user_id: '2' });
    await watcher.settle();
    assert.deepEqual(watcher.messages, [], 'the user 2 and the user "2" are one');
  });

  test('the joiner is not told of its own joining', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('presence-self', { user_id: 'me' });
    await client.settle();
    assert.deepEqual(client.messages, []);
  });

  test('a member that leaves and comes back at once is not told, however often it does', async () => {
    const watcher = await RawClient.connect(server);
    await watcher.subscribe('presence-flap', { user_id: 'w' });
    const client = await RawClient.connect(server);
    const began = performance.now();
    for (let round = 0; round < 20; round += 1) {
      await client.subscribe('presence-flap', { user_id: 'flapper' });
      client.send({ event: 'pusher:unsubscribe', data: { channel: 'presence-flap' } });
    }
    await client.settle();
    const intervals = (performance.now() - began) / 50;
    await sleep(QUIET_MS);
    await watcher.settle();
    const told = watcher.messages.map(({ event }) => event.replace('pusher_internal:member_', ''));
    assert.ok(told.length <= 2 * (intervals + 2), `${told.length} in ${intervals} intervals`);
    assert.ok(told.every((event, index) => event === (index % 2 ? 'removed' : 'added')) && told.length % 2 === 0, told);
  });

  const wrong = {
    'no channel data': undefined,
    'no user id': { user_info: {} },
    'an object for a user id': { user_id: {} },
    'an empty user id': { user_id: '' },
    'a list': [],
  };
  for (const [what, data] of Object.entries(wrong)) {
    test(`${what} is refused`, async () => {
      const client = await RawClient.connect(server);
      await assert.rejects(client.subscribe('presence-wrong', data), /subscription_error/);
    });
  }

  test('a signature over other channel data is refused', async () => {
    const client = await RawClient.connect(server);
    const data = client.subscription('presence-forged', { user_id: 'me' });
    client.send({ event: 'pusher:subscribe', data: { ...data, channel_data: '{"user_id":"boss"}' } });
    const { data: error } = await client.event('pusher:subscription_error', 'presence-forged');
    assert.equal(error.status, 401);
  });
});

describe('limits', () => {
  test('one user more than the room holds is refused; a second tab is not', async () => {
    const clients = await Promise.all([1, 2, 3, 4, 5].map(() => RawClient.connect(server, { app: small })));
    for (const n of [0, 1, 2]) await clients[n].subscribe('presence-full', { user_id: `u${n}` });
    await assert.rejects(clients[3].subscribe('presence-full', { user_id: 'u3' }), /subscription_error.*3/s);
    await clients[4].subscribe('presence-full', { user_id: 'u0' });
  });

  test('a user info over its limit is refused, and the text names the limit', async () => {
    const client = await RawClient.connect(server, { app: small });
    const info = { text: 'x'.repeat(200) };
    await assert.rejects(client.subscribe('presence-big', { user_id: 'u', user_info: info }), /100/);
  });
});

describe('through the HTTP API', () => {
  test('users, user_count: distinct users', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => RawClient.connect(server)));
    await clients[0].subscribe('presence-api', { user_id: 'a' });
    await clients[1].subscribe('presence-api', { user_id: 'a' });
    await clients[2].subscribe('presence-api', { user_id: 'b' });
    const users = await api(server, 'GET', '/channels/presence-api/users');
    assert.deepEqual(users.json.users.map(({ id }) => id).sort(), ['a', 'b']);
    const channel = await api(server, 'GET', '/channels/presence-api', { query: { info: 'user_count' } });
    assert.deepEqual(channel.json, { occupied: true, user_count: 2 });
  });
});
