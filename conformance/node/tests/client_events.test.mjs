/** Events that clients send to each other. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { QUIET_MS, next, record, sleep } from '../harness/waiting.mjs';

const mute = { id: 'mute', key: 'mute-key', secret: 's', client_events: false };
const slow = { id: 'slow', key: 'slow-key', secret: 's', client_events_per_second: 3 };

let server;
before(async () => {
  server = await startServer({ apps: [{}, mute, slow] });
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

/** Two raw clients in one channel. */
async function pair(channel, { app, members = [] } = {}) {
  const clients = await Promise.all([1, 2].map(() => RawClient.connect(server, { app })));
  for (const [n, client] of clients.entries()) await client.subscribe(channel, members[n]);
  await clients[0].settle();
  clients.forEach((client) => client.messages.splice(0));
  return clients;
}

test('with pusher-js: to the others, not back, with the sender in metadata of presence channels', async () => {
  const [ann, bob] = await Promise.all(
    ['ann', 'bob'].map((user_id) => connect(server, { member: { user_id } })),
  );
  const atAnn = await subscribe(ann, 'presence-whispers');
  const atBob = await subscribe(bob, 'presence-whispers');
  const echo = record(atAnn, 'client-typing');
  const heard = record(atBob, 'client-typing');
  const arrived = next(atBob, 'client-typing');
  assert.equal(atAnn.trigger('client-typing', { on: true }), true);
  await arrived;
  assert.deepEqual(heard, [{ data: { on: true }, metadata: { user_id: 'ann' } }]);
  await sleep(QUIET_MS);
  assert.deepEqual(echo, []);
});

describe('what data may be', () => {
  const values = ['{"a":1}', '"text"', '12345678901234567890', '[1,2]', 'null', 'true', '{"z":1,"a":1.0e2}', '""'];
  for (const value of values) {
    test(`${value} arrives as it was sent`, async () => {
      const [sender, receiver] = await pair('private-data');
      sender.send(`{"event":"client-x","channel":"private-data","data":${value}}`);
      const { text } = await receiver.event('client-x');
      // As a string with the JSON text in it, or as the very JSON: pusher-js reads both alike.
      const asString = `"data":${JSON.stringify(value)}`;
      assert.ok(text.includes(`"data":${value}`) || text.includes(asString), text);
    });
  }
});

describe('refused with 4301, and the connection stays', () => {
  const attempts = {
    'on a public channel': ['public', 'client-x'],
    'on an encrypted channel': ['private-encrypted-x', 'client-x'],
    'on a user channel': ['#server-to-user-1', 'client-x'],
  };
  for (const [what, [channel, event]] of Object.entries(attempts)) {
    test(what, async () => {
      const client = await RawClient.connect(server);
      if (!channel.startsWith('#')) await client.subscribe(channel);
      client.send({ event, channel, data: {} });
      const error = await client.error();
      assert.equal(error.code, 4301);
      assert.ok(error.message.length > 10);
      await client.settle();
    });
  }

  test('by one who is not subscribed, and nobody hears it', async () => {
    const [stranger, member] = await Promise.all([RawClient.connect(server), RawClient.connect(server)]);
    await member.subscribe('private-closed');
    stranger.send({ event: 'client-x', channel: 'private-closed', data: {} });
    const error = await stranger.error();
    assert.equal(error.code, 4301);
    assert.match(error.message, /private-closed/);
    await member.settle();
    assert.deepEqual(member.messages, []);
  });

  test('after unsubscribing', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('private-gone');
    client.send({ event: 'pusher:unsubscribe', data: { channel: 'private-gone' } });
    client.send({ event: 'client-x', channel: 'private-gone', data: {} });
    assert.equal((await client.error()).code, 4301);
  });

  test('where the app has them switched off', async () => {
    const [sender, receiver] = await pair('private-muted', { app: mute });
    sender.send({ event: 'client-x', channel: 'private-muted', data: {} });
    assert.equal((await sender.error()).code, 4301);
    await receiver.settle();
    assert.deepEqual(receiver.messages, []);
  });

  test('over the rate, and allowed again a second later', async () => {
    const [sender, receiver] = await pair('private-rate', { app: slow });
    for (let n = 0; n < 5; n += 1) sender.send({ event: 'client-n', channel: 'private-rate', data: { n } });
    assert.equal((await sender.error()).code, 4301);
    assert.equal((await sender.error()).code, 4301);
    await receiver.settle();
    assert.equal(receiver.messages.length, 3);
    await sleep(1_100);
    sender.send({ event: 'client-n', channel: 'private-rate', data: {} });
    await receiver.take(({ text }) => text.includes('{}'), 'an event a second later');
  });

  test('with more data than an event may have, naming the limit', async () => {
    const [sender, receiver] = await pair('private-large');
    sender.send({ event: 'client-x', channel: 'private-large', data: 'x'.repeat(10_241) });
    const error = await sender.error();
    assert.match(error.message, /10[, _]?240/);
    await receiver.settle();
    assert.deepEqual(receiver.messages, []);
  });
});

describe('nobody can speak as the server', () => {
  for (const event of ['pusher:subscription_succeeded', 'pusher_internal:member_added', 'pusher:error', 'order-paid']) {
    test(event, async () => {
      const [sender, receiver] = await pair('private-spoof');
      sender.send({ event, channel: 'private-spoof', data: '{}' });
      const answer = await sender.error();
      assert.ok([null, 4301].includes(answer.code), String(answer.code));
      await receiver.settle();
      assert.deepEqual(receiver.messages, []);
      await sender.settle();
    });
  }

  test('nor as another user: user_id is taken from the subscription', async () => {
    const [sender, receiver] = await pair('presence-spoof', { members: [{ user_id: 'me' }, { user_id: 'you' }] });
    sender.send({ event: 'client-x', channel: 'presence-spoof', data: {}, user_id: 'boss' });
    const heard = await receiver.event('client-x');
    assert.equal(heard.user_id, 'me');
    assert.ok(!heard.text.includes('boss'));
  });
});
