/** The HTTP API as applications call it, and what it says when they call it wrongly. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTo, createServer } from 'node:net';
import { startServer } from '../harness/server.mjs';
import { disconnectAll, sdk } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { api, publish, send, signedQuery } from '../harness/signed_http.mjs';
import { until } from '../harness/waiting.mjs';

const disabled = { id: 'disabled', key: 'disabled-key', secret: 's3', enabled: false };
const soketi = { id: 'soketi', key: 'soketi-key', secret: 's4', json_errors: true };

let server;
let application;
before(async () => {
  server = await startServer({ apps: [{}, disabled, soketi] });
  application = sdk(server);
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
});

/** A port that nobody listens on. */
async function freePort() {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address();
  taken.close();
  await once(taken, 'close');
  return port;
}

async function subscriber(channel, member) {
  const client = await RawClient.connect(server);
  await client.subscribe(channel, member);
  return client;
}

describe('publishing', () => {
  test('events: 200 and {}', async () => {
    const answer = await publish(server, 'x', 'e', 'data');
    assert.equal(answer.status, 200);
    assert.equal(answer.text, '{}');
    assert.match(answer.headers['content-type'], /^application\/json/);
    assert.equal(answer.headers['content-length'], '2');
  });

  test('events with `channel` in place of `channels`', async () => {
    const client = await subscriber('single');
    const { status } = await api(server, 'POST', '/events', { body: { name: 'e', channel: 'single', data: 'd' } });
    assert.equal(status, 200);
    await client.event('e', 'single');
  });

  test('info of the channels published to, through the SDK', async () => {
    await Promise.all([subscriber('info-a'), subscriber('info-a'), subscriber('presence-info', { user_id: 'u' })]);
    const answer = await application.trigger(['info-a', 'presence-info', 'info-empty'], 'e', {}, {
      info: 'subscription_count',
    }).then(
      (response) => response.json(),
      (error) => assert.fail(`${error.status} ${error.body}`),
    );
    assert.equal(answer.channels['info-a'].subscription_count, 2);
    assert.equal(answer.channels['info-empty'].subscription_count, 0);
    const users = await application.trigger('presence-info', 'e', {}, { info: 'user_count' });
    assert.deepEqual((await users.json()).channels, { 'presence-info': { user_count: 1 } });
  });

  test('a batch without info: {}; with info: aligned with the events', async () => {
    await subscriber('batch-info');
    const plain = await application.triggerBatch([{ channel: 'batch-info', name: 'e', data: 1 }]);
    assert.equal(await plain.text(), '{}');
    const { json } = await api(server, 'POST', '/batch_events', {
      body: {
        batch: [
          { channel: 'batch-info', name: 'e', data: '1', info: 'subscription_count' },
          { channel: 'batch-none', name: 'e', data: '1' },
        ],
      },
    });
    assert.deepEqual(json, { batch: [{ subscription_count: 1 }, {}] });
  });

  test('exactly 10,240 bytes of data pass, counted after unescaping', async () => {
    const client = await subscriber('full');
    const data = 'é'.repeat(5_120);
    assert.equal(Buffer.byteLength(data), 10_240);
    const escaped = `{"name":"e","channels":["full"],"data":"${'\\u00e9'.repeat(5_120)}"}`;
    assert.equal((await api(server, 'POST', '/events', { body: escaped })).status, 200);
    assert.equal((await client.event('e')).data, data);
  });
});

describe('queries', () => {
  test('occupied channels, with prefix and user_count', async () => {
    await Promise.all([
      subscriber('q-plain'),
      subscriber('presence-q1', { user_id: 'a' }),
      subscriber('presence-q1', { user_id: 'b' }),
      subscriber('presence-q2', { user_id: 'a' }),
    ]);
    const all = await application.get({ path: '/channels' }).then((response) => response.json());
    assert.deepEqual(all.channels['q-plain'], {});
    const rooms = await application
      .get({ path: '/channels', params: { filter_by_prefix: 'presence-q', info: 'user_count' } })
      .then((response) => response.json());
    assert.deepEqual(rooms, { channels: { 'presence-q1': { user_count: 2 }, 'presence-q2': { user_count: 1 } } });
  });

  test('a channel that nobody is in is not occupied', async () => {
    const { json } = await api(server, 'GET', '/channels/vacant');
    assert.deepEqual(json, { occupied: false });
    const all = await api(server, 'GET', '/channels', { query: { filter_by_prefix: 'vacant' } });
    assert.deepEqual(all.json, { channels: {} });
  });

  test('a channel is vacated when its last subscriber leaves', async () => {
    const client = await subscriber('coming-and-going');
    client.send({ event: 'pusher:unsubscribe', data: { channel: 'coming-and-going' } });
    await client.settle();
    assert.equal((await api(server, 'GET', '/channels/coming-and-going')).json.occupied, false);
  });

  test('query-string arrays are signed as PHP signs them', async () => {
    const { status, text } = await api(server, 'GET', '/channels', { query: { channels: ['b', 'a'] } });
    assert.equal(status, 200, text);
  });
});

describe('beside the API', () => {
  test('/up, /ready and /metrics', async () => {
    assert.equal((await send(server, 'GET', '/up')).text, '{"health":"OK"}');
    assert.equal((await send(server, 'GET', '/ready')).status, 200);
    const metrics = await send(server, 'GET', '/metrics');
    assert.equal(metrics.status, 200);
    assert.match(metrics.text, /^baton_connections \d+$/m);
  });

  test('paths that load balancers ask are answered, to HEAD without a body', async () => {
    for (const [path, text] of [['/', 'OK'], ['/up', '{"health":"OK"}'], ['/ready', '{"ready":true}'], ['/accept-traffic', '{"ready":true}']]) {
      const got = await send(server, 'GET', path);
      assert.deepEqual([got.status, got.text], [200, text], path);
      const head = await send(server, 'HEAD', path);
      assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', `${text.length}`], path);
    }
  });

  test('a server without room is ready and takes no more, which it can say on metrics_listen', async () => {
    const port = await freePort();
    const full = await startServer({ settings: { max_connections: 1, metrics_listen: `127.0.0.1:${port}` } });
    try {
      const beside = { ...full, port };
      const asked = async (method) => {
        const answers = await Promise.all(['/', '/up', '/ready', '/accept-traffic'].map((path) => send(beside, method, path)));
        return answers.map(({ status }) => status);
      };
      assert.deepEqual(await asked('GET'), [200, 200, 200, 200]);
      const client = await RawClient.connect(full);
      for (const method of ['GET', 'HEAD']) assert.deepEqual(await asked(method), [200, 200, 200, 503]);
      assert.equal((await send(beside, 'GET', '/accept-traffic')).text, '{"ready":false,"reason":"max_connections"}');
      client.socket.close();
      await until(async () => (await send(beside, 'GET', '/accept-traffic')).status === 200, 'room again');
    } finally {
      await full.stop();
    }
  });

  test('a WebSocket client without a path is told that nothing is there', async () => {
    // Behind another request, as a proxy sends it on a connection that it keeps.
    const upgrade = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
    for (const before of ['', 'GET /up HTTP/1.1\r\nHost: x\r\n\r\n']) {
      const socket = connectTo(server.port, server.host);
      let text = '';
      socket.on('data', (bytes) => (text += bytes));
      socket.write(`${before}GET / HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`);
      await until(() => / 404 /.test(text), `404 ${before && 'behind another request'}`);
      socket.destroy();
    }
  });

  test('the number of channels does not grow the metrics', async () => {
    const series = async () => (await send(server, 'GET', '/metrics')).text.split('\n').length;
    const before = await series();
    const client = await RawClient.connect(server);
    for (let n = 0; n < 200; n += 1) client.send({ event: 'pusher:subscribe', data: { channel: `series-${n}` } });
    await client.settle();
    assert.equal(await series(), before);
  });

  test('an unknown path is 404', async () => {
    assert.equal((await send(server, 'GET', '/no/such/path')).status, 404);
  });
});

describe('refused, with a text that says what to change', () => {
  const events = (body) => ['POST', '/events', { body }];
  const right = { name: 'e', channels: ['c'], data: 'd' };
  const cases = [
    ['bad JSON', 400, events('{"name":'), /JSON/i],
    ['a list for a body', 400, events('[]'), /./],
    ['no body', 400, events(''), /./],
    ['no name', 400, events({ ...right, name: undefined }), /name/],
    ['no data', 400, events({ ...right, data: undefined }), /data/],
    ['data that is an object', 400, events({ ...right, data: { a: 1 } }), /string/],
    ['no channel', 400, events({ ...right, channels: undefined }), /channel/],
    ['an empty list of channels', 400, events({ ...right, channels: [] }), /channel/],
    ['101 channels', 400, events({ ...right, channels: Array.from({ length: 101 }, (_, n) => `c${n}`) }), /100/],
    ['a bad channel', 400, events({ ...right, channels: ['a b'] }), /a b/],
    ['a name of 201 characters', 400, events({ ...right, name: 'n'.repeat(201) }), /200/],
    ['a channel of 165 characters', 400, events({ ...right, channels: ['n'.repeat(165)] }), /164/],
    ['a bad socket_id', 400, events({ ...right, socket_id: '12' }), /socket_id/],
    ['data of 10,241 bytes', 413, events({ ...right, data: 'x'.repeat(10_241) }), /10[, _]?240/],
    ['a name of the server', 400, events({ ...right, name: 'pusher:subscription_succeeded' }), /pusher:/],
    ['an internal name', 400, events({ ...right, name: 'pusher_internal:member_added' }), /pusher_internal:/],
    ['11 in a batch', 400, ['POST', '/batch_events', { body: { batch: Array(11).fill({ ...right, channel: 'c' }) } }], /10/],
    ['a batch without a list', 400, ['POST', '/batch_events', { body: {} }], /batch/],
    ['user_count without a presence prefix', 400, ['GET', '/channels', { query: { info: 'user_count' } }], /presence-/],
    ['user_count of a public channel', 400, ['GET', '/channels/c', { query: { info: 'user_count' } }], /user_count/],
    ['an unknown info', 400, ['GET', '/channels/c', { query: { info: 'weather' } }], /weather/],
    ['users of a public channel', 400, ['GET', '/channels/c/users', {}], /presence/],
    ['an unknown path of the app', 404, ['GET', '/weather', {}], /./],
  ];
  for (const [what, status, [method, path, options], text] of cases) {
    test(`${status} for ${what}`, async () => {
      const answer = await api(server, method, path, options);
      assert.equal(answer.status, status, answer.text);
      assert.match(answer.text, text);
      assert.match(answer.headers['content-type'], /^text\/plain/);
    });
  }

  test('405 with Allow for a wrong method', async () => {
    const answer = await api(server, 'DELETE', '/events');
    assert.equal(answer.status, 405);
    assert.match(answer.headers.allow, /POST/);
  });

  test('413 for a body over 1 MiB', async () => {
    const answer = await api(server, 'POST', '/events', { body: 'x'.repeat(1_048_577) });
    assert.equal(answer.status, 413);
  });

  test('404 for an app that does not exist', async () => {
    const answer = await publish(server, 'c', 'e', 'd', {}, { app: { ...server.app, id: 'nobody' } });
    assert.equal(answer.status, 404);
    assert.match(answer.text, /nobody/);
  });

  test('403 for a disabled app', async () => {
    assert.equal((await publish(server, 'c', 'e', 'd', {}, { app: disabled })).status, 403);
  });

  test('errors are JSON where the app asks for them', async () => {
    const answer = await api(server, 'POST', '/events', { app: soketi, body: '{' });
    assert.equal(answer.status, 400);
    assert.equal(typeof answer.json.error, 'string');
    assert.equal(answer.json.code, 400);
  });
});

describe('signatures', () => {
  const body = { name: 'e', channels: ['signed'], data: 'd' };
  const cases = {
    'no signature': { tamper: ({ auth_signature, ...query }) => query },
    'a wrong signature': { tamper: (query) => ({ ...query, auth_signature: '0'.repeat(64) }) },
    'half a signature': { tamper: (query) => ({ ...query, auth_signature: query.auth_signature.slice(0, 32) }) },
    'another query': { tamper: (query) => ({ ...query, extra: '1' }) },
    'no timestamp': { tamper: ({ auth_timestamp, ...query }) => query },
    'a request of 601 seconds ago': { from: -601 },
    'a request of 602 seconds ahead': { from: 602 },
    'a foreign key': { app: { id: 'app-id', key: 'disabled-key', secret: 's3' } },
    'the right key with another secret': { app: { id: 'app-id', key: 'app-key', secret: 'guess' } },
    'an unknown version': { tamper: (query) => ({ ...query, auth_version: '2.0' }) },
  };
  for (const [what, { from, ...options }] of Object.entries(cases)) {
    test(`401 for ${what}, and nothing is published`, async () => {
      const client = await subscriber('signed');
      // The time of the request, not of the list above: on a busy machine seconds lie between.
      if (from) options.timestamp = Math.floor(Date.now() / 1_000) + from;
      const answer = await api(server, 'POST', '/events', { body, ...options });
      assert.equal(answer.status, 401, answer.text);
      assert.ok(!answer.text.includes(server.app.secret));
      await client.settle();
      assert.deepEqual(client.messages, []);
    });
  }

  test('401 for a body that was changed after signing', async () => {
    const query = signedQuery(server.app, 'POST', '/apps/app-id/events', JSON.stringify(body));
    const changed = JSON.stringify({ ...body, data: 'e' });
    const answer = await send(server, 'POST', `/apps/app-id/events?${new URLSearchParams(query)}`, changed);
    assert.equal(answer.status, 401);
  });

  test('401 for a body without its digest', async () => {
    const text = JSON.stringify(body);
    const query = signedQuery(server.app, 'POST', '/apps/app-id/events', '');
    const answer = await send(server, 'POST', `/apps/app-id/events?${new URLSearchParams(query)}`, text);
    assert.equal(answer.status, 401);
  });

  test('401 for a parameter given twice', async () => {
    const text = JSON.stringify(body);
    const query = new URLSearchParams(signedQuery(server.app, 'POST', '/apps/app-id/events', text));
    const answer = await send(server, 'POST', `/apps/app-id/events?${query}&auth_key=other`, text);
    assert.equal(answer.status, 401);
  });

  test('a request of nine minutes ago is good', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 540;
    assert.equal((await api(server, 'POST', '/events', { body, timestamp })).status, 200);
  });

  test('the text of a wrong signature shows what should have been signed', async () => {
    const answer = await api(server, 'POST', '/events', {
      body,
      tamper: (query) => ({ ...query, auth_signature: '0'.repeat(64) }),
    });
    assert.match(answer.text, /\/apps\/app-id\/events/);
    assert.match(answer.text, /auth_key=app-key/);
  });
});

describe('idempotency', () => {
  for (const header of ['x-idempotency-key', 'idempotency-key']) {
    test(`${header}: the same request twice is one message and the same answer`, async () => {
      const client = await subscriber(`idem-${header}`);
      const options = { headers: { [header]: `key-${header}` } };
      const first = await publish(server, `idem-${header}`, 'e', 'd', { info: 'subscription_count' }, options);
      const second = await publish(server, `idem-${header}`, 'e', 'd', { info: 'subscription_count' }, options);
      assert.deepEqual([first.status, second.status], [200, 200]);
      assert.equal(second.text, first.text);
      await client.event('e');
      await client.settle();
      assert.deepEqual(client.messages, []);
    });
  }

  test('the same key with another body is 409', async () => {
    const headers = { 'x-idempotency-key': 'reused' };
    assert.equal((await publish(server, 'c', 'e', 'one', {}, { headers })).status, 200);
    assert.equal((await publish(server, 'c', 'e', 'two', {}, { headers })).status, 409);
  });

  test('a key of one app says nothing about another', async () => {
    const headers = { 'x-idempotency-key': 'shared' };
    assert.equal((await publish(server, 'c', 'e', 'one', {}, { headers })).status, 200);
    assert.equal((await publish(server, 'c', 'e', 'two', {}, { headers, app: soketi })).status, 200);
  });

  test('keys are forgotten above idempotency_bytes, those that expire first', async () => {
    const small = await startServer({ settings: { idempotency_bytes: 65_536 } });
    const send = (n, data) =>
      publish(small, 'c', 'e', data, {}, { headers: { 'idempotency-key': `${n}`.padEnd(255, '-') } });
    try {
      for (let n = 0; n < 300; n++) assert.equal((await send(n, 'one')).status, 200);
      assert.equal((await send(299, 'two')).status, 409);
      assert.equal((await send(0, 'two')).status, 200);
    } finally {
      await small.stop();
    }
  });

  test('a refused request does not use up its key', async () => {
    const headers = { 'x-idempotency-key': 'corrected' };
    assert.equal((await api(server, 'POST', '/events', { body: '{"name":"e"}', headers })).status, 400);
    assert.equal((await publish(server, 'c', 'e', 'd', {}, { headers })).status, 200);
  });
});
