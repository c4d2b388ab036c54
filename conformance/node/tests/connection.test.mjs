/** Connecting, staying connected, and every way of being sent away. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, pusherClient } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { next, sleep, until } from '../harness/waiting.mjs';

const impatient = { id: 'impatient', key: 'impatient-key', secret: 's1', activity_timeout_s: 1, pong_timeout_s: 1 };
const single = { id: 'single', key: 'single-key', secret: 's2', max_connections: 1 };
const disabled = { id: 'disabled', key: 'disabled-key', secret: 's3', enabled: false };
const picky = { id: 'picky', key: 'picky-key', secret: 's4', allowed_origins: ['https://good.example'] };

let server;
before(async () => {
  server = await startServer({ apps: [{}, impatient, single, disabled, picky] });
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

/** The close that a connection to `path` meets, and the error sent before it. */
async function sentAway(path, options) {
  const client = RawClient.open(server, { path, ...options });
  const { code, reason } = await client.close();
  const error = client.messages.find((message) => message.event === 'pusher:error');
  return { code, reason, error: error?.data, greeted: client.messages.some((m) => /established/.test(m.event)) };
}

describe('greeting', () => {
  test('pusher-js connects and learns its socket id', async () => {
    const client = await connect(server);
    assert.match(client.connection.socket_id, /^\d+\.\d+$/);
  });

  test('the greeting is what the protocol describes, to the byte', async () => {
    const client = RawClient.open(server);
    const { text } = await client.event('pusher:connection_established');
    assert.match(
      text,
      /^\{"event":"pusher:connection_established","data":"\{\\"socket_id\\":\\"\d+\.\d+\\",\\"activity_timeout\\":120\}"\}$/,
    );
  });

  test('socket ids differ and cannot be counted up', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await RawClient.connect(server)).socketId));
    assert.equal(new Set(ids).size, 3);
    const numbers = ids.map((id) => BigInt(id.replace('.', '')));
    assert.ok(numbers[1] - numbers[0] !== 1n && numbers[2] - numbers[1] !== 1n, ids.join(' '));
  });

  for (const query of ['?protocol=4', '?protocol=5&client=ios&version=0.1', '?protocol=6', '?protocol=7&flash=false']) {
    test(`native clients' query "${query}" is accepted`, async () => {
      const client = await RawClient.connect(server, { path: `/app/app-key${query}` });
      await client.settle();
    });
  }

  test("the app's own activity timeout is announced", async () => {
    const client = RawClient.open(server, { app: impatient });
    const { data } = await client.event('pusher:connection_established');
    assert.equal(JSON.parse(data).activity_timeout, 1);
  });
});

describe('sent away', () => {
  test('4001 for an unknown key, with error first and a reason that names it', async () => {
    const { code, reason, error, greeted } = await sentAway('/app/no-such-key?protocol=7');
    assert.equal(code, 4001);
    assert.equal(error.code, 4001);
    assert.ok(reason.length > 0 && error.message.includes('no-such-key'), `${reason} / ${error.message}`);
    assert.equal(greeted, false);
  });

  test('4003 for a disabled app', async () => {
    assert.equal((await sentAway('/app/disabled-key?protocol=7')).code, 4003);
  });

  test('4004 over the quota, and room again when one leaves', async () => {
    const first = await RawClient.connect(server, { app: single });
    const { code, error } = await sentAway('/app/single-key?protocol=7');
    assert.equal(code, 4004);
    assert.equal(error.code, 4004);
    first.socket.close();
    await first.close();
    await until(async () => {
      const next = RawClient.open(server, { app: single });
      const greeted = next.event('pusher:connection_established').then(
        () => true,
        () => false,
      );
      return Promise.race([greeted, next.closed.then(() => false)]);
    }, 'a place in the app after its connection left');
  });

  test('4006 for a malformed version', async () => {
    assert.equal((await sentAway('/app/app-key?protocol=seven')).code, 4006);
  });

  test('4008 for no version at all', async () => {
    assert.equal((await sentAway('/app/app-key')).code, 4008);
  });

  for (const version of [1, 3, 8, 99]) {
    test(`4007 for protocol ${version}`, async () => {
      assert.equal((await sentAway(`/app/app-key?protocol=${version}`)).code, 4007);
    });
  }

  test('pusher-js gives up for good on 4001', async () => {
    const client = pusherClient(server, { app: { ...server.app, key: 'no-such-key' } });
    const error = await next(client.connection, 'error');
    assert.equal(error.data?.code ?? error.error?.data?.code, 4001);
    await until(() => client.connection.state === 'disconnected', 'state disconnected');
  });

  test('403 before the upgrade for a foreign origin, and none for the right one', async () => {
    for (const origin of ['https://evil.example', 'https://good.example.evil.example', 'null']) {
      const client = RawClient.open(server, { app: picky, headers: { origin } });
      await client.closed;
      assert.match(String(client.failure), /403/, origin);
    }
    await RawClient.connect(server, { app: picky, headers: { origin: 'https://good.example' } });
  });

  test('4201 for a client that says nothing and answers nothing', async () => {
    const client = RawClient.open(server, { app: impatient, autoPong: false });
    const began = Date.now();
    const { code, reason } = await client.close(6_000);
    assert.equal(code, 4201);
    assert.ok(reason.length > 0);
    assert.ok(Date.now() - began >= 1_500, 'not before both timeouts passed');
    assert.ok(client.messages.some((message) => message.event === 'pusher:ping'), 'it was asked first');
  });

  test('a client that answers control frames alone stays', async () => {
    const client = await RawClient.connect(server, { app: impatient });
    await Promise.race([
      sleep(3_500),
      client.closed.then(({ code }) => assert.fail(`closed with ${code}`)),
    ]);
    await client.settle();
  });

  test('a client that answers pusher:ping alone stays', async () => {
    const client = await RawClient.connect(server, { app: impatient, autoPong: false });
    client.socket.on('message', (text) => {
      if (JSON.parse(text).event === 'pusher:ping') client.send({ event: 'pusher:pong', data: {} });
    });
    await Promise.race([
      sleep(3_500),
      client.closed.then(({ code }) => assert.fail(`closed with ${code}`)),
    ]);
    await client.settle();
  });

  test('1003 for a binary frame', async () => {
    const client = await RawClient.connect(server);
    client.socket.send(Buffer.from('{"event":"pusher:ping"}'), { binary: true });
    assert.equal((await client.close()).code, 1003);
  });

  test('1009 for a message over 64 KiB', async () => {
    const client = await RawClient.connect(server);
    client.send('x'.repeat(65_537));
    assert.equal((await client.close()).code, 1009);
  });
});

describe('nonsense leaves the connection usable', () => {
  const nonsense = {
    'no JSON': 'hello',
    'half an object': '{"event":"pusher:ping"',
    'a list': '[]',
    'a number': '17',
    'no event': '{"data":{}}',
    'an event that is no string': '{"event":7,"data":{}}',
    'an unknown pusher: event': '{"event":"pusher:launch","data":{}}',
    'a pusher_internal: event': '{"event":"pusher_internal:member_added","channel":"presence-x","data":"{}"}',
    'a subscription without a channel': '{"event":"pusher:subscribe","data":{}}',
    'a subscription to a number': '{"event":"pusher:subscribe","data":{"channel":5}}',
    'an event without prefix': '{"event":"greeting","channel":"x","data":{}}',
  };
  for (const [what, text] of Object.entries(nonsense)) {
    // A name that only servers may use is a client event that is refused.
    const code = what === 'an event without prefix' ? 4301 : null;
    test(`${what} is answered by an error with code ${code}`, async () => {
      const client = await RawClient.connect(server);
      client.send(text);
      const answer = await client.take(
        (message) => /error$/.test(message.event),
        'an error',
      );
      if (answer.event === 'pusher:error') {
        assert.equal(typeof answer.data, 'object', 'the data is an object');
        assert.equal(answer.data.code, code);
        assert.ok(answer.data.message.length > 10, answer.data.message);
      }
      await client.settle();
    });
  }

  for (const data of ['{}', '[]', '""', '"{}"', 'null', undefined]) {
    test(`a ping with data ${data} is answered`, async () => {
      const client = await RawClient.connect(server);
      client.send(data === undefined ? '{"event":"pusher:ping"}' : `{"event":"pusher:ping","data":${data}}`);
      await client.event('pusher:pong');
    });
  }

  test('a subscription whose data is a JSON string is accepted, as Reverb does', async () => {
    const client = await RawClient.connect(server);
    client.send({ event: 'pusher:subscribe', data: JSON.stringify({ channel: 'as-string' }) });
    await client.event('pusher_internal:subscription_succeeded', 'as-string');
  });
});
