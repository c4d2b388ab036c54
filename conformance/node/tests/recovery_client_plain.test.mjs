/** baton-js with servers that number nothing, and with messages that nobody expects: everything works as without it. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import Pusher7 from 'pusher-js-7';
import { withRecovery } from '../../../packages/baton-js/dist/index.js';
import { startPlainServer } from '../harness/plain_pusher_server.mjs';
import { connected, disconnectAll, pusherClient, subscribe } from '../harness/pusher_client.mjs';
import { next, QUIET_MS, record, sleep, until } from '../harness/waiting.mjs';

const APP = { id: 'id', key: 'key', secret: 'secret' };
const SUCCEEDED = 'pusher_internal:subscription_succeeded';

let plain;
const started = [];
async function start(options) {
  const server = await startPlainServer(options);
  started.push(server);
  return server;
}
const open = (server = plain, options) => pusherClient({ host: server.host, port: server.port }, { app: APP, ...options });
const event = (fields) => JSON.stringify({ event: 'number', channel: 'news', ...fields });

before(async () => {
  plain = await start();
});
afterEach(disconnectAll);
after(() => Promise.all(started.map((server) => server.stop())));

test('a server that numbers nothing is served as ever, over breaks as well', async () => {
  const client = open();
  const recovery = withRecovery(client);
  assert.equal(recovery.supported, undefined);
  await connected(client);
  const channel = await subscribe(client, 'news');
  const numbers = record(channel, 'number');
  const outcomes = ['recovered', 'lost'].flatMap((outcome) => [record(channel, `baton:${outcome}`)]);
  assert.equal(recovery.supported, false);
  assert.equal(recovery.position('news'), undefined);
  const { data } = plain.heard.findLast(({ event }) => event === 'pusher:subscribe');
  assert.deepEqual(data, { auth: '', channel: 'news', positions: true });
  plain.say(event({ data: '1' }));
  plain.say(event({ data: '1' })); // the same again is another event here
  await until(() => numbers.length === 2, 'both');
  const again = next(channel, 'pusher:subscription_succeeded', 10_000);
  plain.breakAll();
  await again;
  plain.say(event({ data: '2' }));
  await until(() => numbers.length === 3, 'what is live');
  assert.deepEqual(outcomes, [[], []]);
});

test('pusher-js 7 with such a server', async () => {
  const options = { cluster: '', wsHost: plain.host, wsPort: plain.port, forceTLS: false, enabledTransports: ['ws'] };
  const client = new Pusher7('key', options);
  try {
    const recovery = withRecovery(client);
    const channel = client.subscribe('news');
    await next(channel, 'pusher:subscription_succeeded');
    const number = next(channel, 'number');
    plain.say(event({ data: '7' }));
    assert.deepEqual([await number, recovery.supported], [7, false]);
  } finally {
    client.disconnect();
  }
});

describe('a confirmation with the data', () => {
  for (const data of ['', ',"data":""', ',"data":null', ',"data":"null"', ',"data":{}', ',"data":"not JSON"', ',"data":7']) {
    test(data || 'nothing', async () => {
      const server = await start({
        confirmation: (channel) => `{ "channel": "${channel}", "event": "${SUCCEEDED}" ${data} }`,
      });
      try {
        const client = open(server);
        withRecovery(client);
        await connected(client);
        const channel = await subscribe(client, 'news');
        assert.equal(channel.subscribed, true);
      } finally {
          }
    });
  }
});

test('what pusher-js cannot read it reports, and goes on', async () => {
  const client = open();
  withRecovery(client);
  await connected(client);
  const channel = await subscribe(client, 'news');
  const errors = record(client.connection, 'error');
  plain.say('{"epoch":"1","offset":');
  await until(() => errors.length, 'the report');
  assert.equal(errors[0].data.type, 'MessageParseError');
  const number = next(channel, 'number');
  plain.say(event({ data: '1' }));
  assert.equal(await number, 1);
});

describe('a server that numbers', () => {
  /** Confirms with positions; `from` is what the client asked for last. */
  async function numbering(standings) {
    const left = [...standings];
    const server = await start({
      confirmation: (channel) => JSON.stringify({ event: SUCCEEDED, channel, data: JSON.stringify(left.shift() ?? {}) }),
    });
    const from = () => server.heard.findLast(({ event }) => event === 'pusher:subscribe').data.from;
    return { ...server, from };
  }
  const number = (offset, epoch = '1') => event({ data: String(offset), epoch, offset });

  test('is asked for what came after the last event, and what comes twice is dropped', async () => {
    const server = await numbering([{ epoch: '1', offset: 4 }, { recovered: true, epoch: '1', offset: 8 }]);
    const client = open(server);
    const recovery = withRecovery(client);
    await connected(client);
    const channel = await subscribe(client, 'news');
    const numbers = record(channel, 'number');
    [5, 7].forEach((offset) => server.say(number(offset)));
    await until(() => numbers.length === 2, 'both');
    const recovered = next(channel, 'baton:recovered', 10_000);
    server.breakAll();
    await recovered;
    assert.deepEqual([server.from(), recovery.position('news')], ['1-7', { epoch: '1', offset: 7 }]);
    [5, 7, 8, 8, 9].forEach((offset) => server.say(number(offset)));
    [1, 1, 2].forEach((offset) => server.say(number(offset, '2')));
    await until(() => numbers.length >= 6, 'the rest');
    assert.deepEqual(numbers.map(({ data }) => data), [5, 7, 8, 9, 1, 2]);
  });

  test('has been replaced by one that does not: what was missed is lost', async () => {
    const server = await numbering([{ epoch: '1', offset: 4 }]);
    const client = open(server);
    const recovery = withRecovery(client);
    await connected(client);
    const channel = await subscribe(client, 'news');
    const lost = next(channel, 'baton:lost', 10_000);
    server.breakAll();
    await lost;
    assert.deepEqual([recovery.supported, recovery.position('news')], [false, undefined]);
  });

  test('an outcome is announced after the confirmation and before the first event', async () => {
    const server = await numbering([{ epoch: '1', offset: 4 }, { recovered: false, epoch: '1', offset: 9 }]);
    const client = open(server);
    withRecovery(client);
    await connected(client);
    const channel = await subscribe(client, 'news');
    const seen = [];
    channel.bind_global((event) => seen.push(event));
    channel.bind('pusher:subscription_succeeded', () => server.say(number(10)));
    server.breakAll();
    await until(() => seen.includes('number'), 'the event', 10_000);
    assert.deepEqual(seen, ['pusher:subscription_succeeded', 'baton:lost', 'number']);
  });

  test('a second call for the same client changes nothing, even while pusher-js tells of its connection', async () => {
    const server = await numbering([{ epoch: '1', offset: 0 }]);
    const client = open(server);
    const made = await new Promise((done) =>
      client.connection.bind('connected', () => done([withRecovery(client), withRecovery(client)])),
    );
    assert.equal(made[0], made[1]);
    const numbers = record(await subscribe(client, 'news'), 'number');
    server.say(number(1));
    await until(() => numbers.length, 'the event');
    await sleep(QUIET_MS);
    assert.equal(numbers.length, 1);
  });

  test('what comes late over a connection that was given up does not count', async () => {
    const server = await numbering([{ epoch: '1', offset: 0 }, { recovered: true, epoch: '1', offset: 1 }]);
    const client = open(server);
    const recovery = withRecovery(client);
    await connected(client);
    const channel = await subscribe(client, 'news');
    const numbers = record(channel, 'number');
    const { transport } = client.connection.connection;
    const recovered = next(channel, 'baton:recovered', 10_000);
    server.breakAll();
    await recovered;
    transport.onMessage({ data: number(1) });
    assert.deepEqual([numbers.length, recovery.position('news').offset], [0, 0]);
    server.say(number(1));
    await until(() => numbers.length, 'the event');
  });

  test('what a damaged storage has is not used', async () => {
    for (const text of ['{}', 'x', '[1]', 'null', '']) {
      withRecovery(open(), { storage: { getItem: () => text, setItem: () => {} } });
    }
    const denied = () => {
      throw new Error('denied');
    };
    withRecovery(open(), { storage: { getItem: denied, setItem: denied } });
  });
});
