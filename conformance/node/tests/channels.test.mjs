/** Subscribing, receiving, and not receiving. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, pusherClient, refused, sdk, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { QUIET_MS, next, record, sleep } from '../harness/waiting.mjs';

let server;
let application;
before(async () => {
  server = await startServer();
  application = sdk(server);
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

describe('delivery with pusher-js and the server SDK', () => {
  for (const name of ['public-ish', 'private-orders', 'presence-room']) {
    test(`an event reaches the subscribers of ${name}`, async () => {
      const client = await connect(server, { member: { user_id: 'u1' } });
      const channel = await subscribe(client, name);
      const event = next(channel, 'created');
      await application.trigger(name, 'created', { id: 7, text: 'Grüße 🎺' });
      assert.deepEqual(await event, { id: 7, text: 'Grüße 🎺' });
    });
  }

  test('an event for several channels reaches each of them once', async () => {
    const client = await connect(server);
    const channels = await Promise.all(['many-a', 'many-b', 'many-c'].map((name) => subscribe(client, name)));
    const seen = channels.map((channel) => record(channel, 'tick'));
    await application.trigger(['many-a', 'many-b'], 'tick', 1);
    await application.trigger('many-c', 'tick', 2);
    await sleep(QUIET_MS);
    assert.deepEqual(
      seen.map((events) => events.map(({ data }) => data)),
      [[1], [1], [2]],
    );
  });

  test('socket_id keeps an event from the one who caused it (toOthers)', async () => {
    const [sender, other] = await Promise.all([connect(server), connect(server)]);
    const atSender = record(await subscribe(sender, 'chat'), 'said');
    const atOther = next(await subscribe(other, 'chat'), 'said');
    await application.trigger('chat', 'said', 'hi', { socket_id: sender.connection.socket_id });
    assert.equal(await atOther, 'hi');
    await sleep(QUIET_MS);
    assert.deepEqual(atSender, []);
  });

  test('a batch reaches every channel in its order', async () => {
    const client = await connect(server);
    const seen = record(await subscribe(client, 'batch-one'), 'step');
    const other = next(await subscribe(client, 'batch-two'), 'step');
    await application.triggerBatch([
      { channel: 'batch-one', name: 'step', data: { n: 1 } },
      { channel: 'batch-two', name: 'step', data: { n: 2 } },
      { channel: 'batch-one', name: 'step', data: { n: 3 } },
    ]);
    assert.deepEqual(await other, { n: 2 });
    await sleep(QUIET_MS);
    assert.deepEqual(seen.map(({ data }) => data.n), [1, 3]);
  });

  test('nothing comes after unsubscribing', async () => {
    const client = await connect(server);
    const channel = await subscribe(client, 'left');
    const seen = record(channel, 'late');
    client.unsubscribe('left');
    await sleep(QUIET_MS);
    await application.trigger('left', 'late', 1);
    await sleep(QUIET_MS);
    assert.deepEqual(seen, []);
  });

  test('nothing comes to those who never subscribed', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('mine');
    await application.trigger('theirs', 'x', 1);
    await client.settle();
    assert.deepEqual(client.messages, []);
  });

  test('200 events of one publisher arrive in their order', async () => {
    const client = await connect(server);
    const seen = record(await subscribe(client, 'ordered'), 'n');
    for (let n = 0; n < 200; n += 10) {
      await application.triggerBatch(
        Array.from({ length: 10 }, (_, i) => ({ channel: 'ordered', name: 'n', data: n + i })),
      );
    }
    await sleep(QUIET_MS);
    assert.deepEqual(seen.map(({ data }) => data), Array.from({ length: 200 }, (_, n) => n));
  });
});

describe('what may be subscribed to', () => {
  const good = [
    'private-App.Models.User.1',
    'a',
    'A-Za-z0-9_-=@,.;',
    'privateer',
    'presencework',
    'cachet',
    'my-cache-x',
    'foo-client-x',
    'x'.repeat(164),
  ];
  for (const name of good) {
    test(`"${name.slice(0, 40)}" (${name.length})`, async () => {
      const client = await RawClient.connect(server);
      const { data } = await client.subscribe(name);
      assert.equal(data, '{}');
    });
  }

  const bad = ['', 'with space', 'ünïcode', 'a/b', 'a*', 'a>', '{x}', 'a:b', 'x\r\nFLUSHALL', "';--", '#other', 'x'.repeat(165)];
  for (const name of bad) {
    test(`not ${JSON.stringify(name.slice(0, 40))} (${name.length})`, async () => {
      const client = await RawClient.connect(server);
      client.send({ event: 'pusher:subscribe', data: { channel: name } });
      const answer = await client.take((message) => /error$/.test(message.event), 'an error');
      assert.ok(JSON.stringify(answer.data).length > 10);
      assert.ok(!client.messages.some((message) => /succeeded/.test(message.event)));
      await client.settle();
    });
  }
});

describe('refused subscriptions', () => {
  test('a wrong signature is a subscription_error whose text helps, seen by pusher-js', async () => {
    const client = await connect(server, {
      channelAuthorization: { customHandler: (_, done) => done(null, { auth: `${server.app.key}:${'0'.repeat(64)}` }) },
    });
    const error = await refused(client, 'private-closed');
    assert.equal(error.type, 'AuthError');
    assert.equal(error.status, 401);
    assert.match(error.error, /private-closed/);
    assert.match(error.error, /signature/i);
  });

  test('a missing, foreign or malformed signature is refused and the connection goes on', async () => {
    const client = await RawClient.connect(server);
    const right = client.subscription('private-matrix').auth;
    const wrong = {
      'none at all': undefined,
      empty: '',
      'signature alone': right.split(':')[1],
      'a foreign key': right.replace(/^[^:]+/, 'other-key'),
      'half a signature': right.slice(0, -2),
      'a longer signature': `${right}00`,
      'that of another channel': client.subscription('private-matrix2').auth,
      'that of another socket': client.auth('1.2:private-matrix'),
      'that of a presence channel': client.auth(`${client.socketId}:private-matrix:{}`),
    };
    for (const [what, auth] of Object.entries(wrong)) {
      client.send({ event: 'pusher:subscribe', data: { channel: 'private-matrix', auth } });
      const answer = await client.take((message) => /subscription_/.test(message.event), what);
      assert.equal(answer.event, 'pusher:subscription_error', what);
      assert.equal(answer.channel, 'private-matrix', what);
      assert.equal(answer.data.status, 401, what);
    }
    await client.subscribe('private-matrix');
  });

  test('the error never shows the right signature', async () => {
    const client = await RawClient.connect(server);
    client.send({ event: 'pusher:subscribe', data: { channel: 'private-x', auth: `${server.app.key}:00` } });
    const { text } = await client.event('pusher:subscription_error');
    assert.ok(!text.includes(client.subscription('private-x').auth.split(':')[1]));
    assert.ok(!text.includes(server.app.secret));
  });
});

describe('twice and not at all', () => {
  test('a duplicate subscription is an error with code null, and delivers once', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('twice');
    client.send({ event: 'pusher:subscribe', data: { channel: 'twice' } });
    const error = await client.error();
    assert.equal(error.code, null);
    assert.match(error.message, /twice/);
    await application.trigger('twice', 'once', 1);
    await client.event('once', 'twice');
    await client.settle();
    assert.deepEqual(client.messages, []);
  });

  test('pusher-js may subscribe, leave and subscribe again at once', async () => {
    const client = await connect(server);
    client.subscribe('hasty');
    client.unsubscribe('hasty');
    const channel = await subscribe(client, 'hasty');
    const event = next(channel, 'x');
    await application.trigger('hasty', 'x', 1);
    assert.equal(await event, 1);
  });

  test('leaving a channel one is not in is silent', async () => {
    const client = await RawClient.connect(server);
    client.send({ event: 'pusher:unsubscribe', data: { channel: 'never-there' } });
    await client.settle();
    assert.deepEqual(client.messages, []);
  });

  test('100 channels on one connection', async () => {
    const client = pusherClient(server);
    const channels = await Promise.all(Array.from({ length: 100 }, (_, n) => subscribe(client, `hundred-${n}`)));
    const events = channels.map((channel) => next(channel, 'x'));
    await application.trigger(channels.map((channel) => channel.name), 'x', 5);
    assert.deepEqual(new Set(await Promise.all(events)), new Set([5]));
  });
});
