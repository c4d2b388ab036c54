/**
 * HTTP/2 for requests: by ALPN and by its preface, with Node's own client. WebSockets stay on HTTP/1.1.
 */
import { after, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connect as connectHttp2, constants } from 'node:http2';
import { startServer } from '../harness/server.mjs';
import { makeCertificate } from '../harness/certificate.mjs';
import { disconnectAll, pusherClient, subscribe } from '../harness/pusher_client.mjs';
import { api, send, signedQuery } from '../harness/signed_http.mjs';
import { record, sleep, until } from '../harness/waiting.mjs';

// pusher-js offers no way to trust a certificate in Node; the client of HTTP/2 checks it.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');

const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const SETTINGS = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);

const [HEADERS, PING, CONTINUATION] = [1, 6, 9];

/** A frame (RFC 9113, section 4.1). */
function frame(type, flags, stream, payload) {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Memory that only this process has, in MB. */
const memory = ({ pid }) => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const ends = [];
after(async () => {
  disconnectAll();
  for (const end of ends.reverse()) await end();
});

async function start(options) {
  const server = await startServer(options);
  ends.push(() => server.stop());
  return server;
}

function certificate() {
  const made = makeCertificate();
  ends.push(() => made.remove());
  return made;
}

/** A connection of HTTP/2. */
async function open(server) {
  const client = connectHttp2(server.url, { ca: server.ca, rejectUnauthorized: true, servername: 'localhost' });
  client.on('error', () => {});
  ends.push(() => client.destroy());
  await new Promise((done, fail) => client.once('connect', done).once('error', fail));
  return client;
}

/** One request of a connection; `body` may be a function that is given the stream. */
function request(client, method, path, body, headers = {}) {
  return new Promise((done, fail) => {
    const stream = client.request({ ':method': method, ':path': path, ...headers });
    let status, fields, text = '';
    stream.setEncoding('utf8');
    stream.on('response', (all) => ([status, fields] = [all[':status'], all]));
    stream.on('data', (part) => (text += part));
    stream.on('end', () => done({ status, headers: fields, text }));
    stream.on('error', fail);
    if (typeof body === 'function') body(stream);
    else stream.end(body);
  });
}

/** A signed publish. */
function publish(client, server, channel, data) {
  const [path, body] = [`/apps/${server.app.id}/events`, JSON.stringify({ name: 'e', channels: [channel], data })];
  const query = new URLSearchParams(signedQuery(server.app, 'POST', path, body));
  return request(client, 'POST', `${path}?${query}`, body, { 'content-type': 'application/json' });
}

const health = async (client) => (await request(client, 'GET', '/up')).text;

for (const kind of ['TLS', 'a plain connection']) {
  describe(`over ${kind}`, () => {
    test('requests share a connection, and what they publish reaches WebSockets of HTTP/1.1', async () => {
      const server = await start(kind === 'TLS' ? { tls: certificate() } : {});
      const channel = await subscribe(pusherClient(server), 'room');
      const heard = record(channel, 'e');
      const client = await open(server);
      assert.equal(client.alpnProtocol, kind === 'TLS' ? 'h2' : 'h2c');
      const answers = await Promise.all(Array.from({ length: 250 }, (_, n) => publish(client, server, 'room', String(n))));
      assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)), new Set(['200 {}']));
      await until(() => heard.length === 250, '250 events');
      assert.deepEqual(new Set(heard.map(({ data }) => Number(data))), new Set(Array.from({ length: 250 }, (_, n) => n)));
      const query = new URLSearchParams(signedQuery(server.app, 'GET', `/apps/${server.app.id}/channels`, ''));
      const { text } = await request(client, 'GET', `/apps/${server.app.id}/channels?${query}`);
      assert.deepEqual(JSON.parse(text), { channels: { room: {} } });
    });
  });
}

describe('a request', () => {
  test('that is refused is refused alone, with its reason and without the headers of connections', async () => {
    const server = await start({ settings: { http_body_bytes: 1024, request_bytes: 1_048_576 } });
    const client = await open(server);
    const [long, unsigned, lost, up] = await Promise.all([
      request(client, 'POST', '/apps/app-id/events', 'x'.repeat(2000)),
      request(client, 'POST', '/apps/app-id/events', '{}'),
      request(client, 'GET', '/nothing'),
      request(client, 'GET', '/up'),
    ]);
    assert.match(long.text, /over 1024 bytes/);
    assert.deepEqual([long, unsigned, lost, up].map(({ status }) => status), [413, 401, 404, 200]);
    for (const { headers } of [long, unsigned, lost, up]) assert.equal(headers.connection, undefined);
    assert.match((await request(client, 'GET', '/app/app-key')).text, /This is where WebSocket clients connect/);
    assert.equal(await health(client), '{"health":"OK"}', 'the connection goes on');
  });

  test('whose body does not come is ended alone', async () => {
    const server = await start({ settings: { body_timeout_s: 1 } });
    const client = await open(server);
    const query = new URLSearchParams(signedQuery(server.app, 'POST', '/apps/app-id/events', '{"name":"e"}'));
    const late = request(client, 'POST', `/apps/app-id/events?${query}`, (stream) => stream.write('{"name"'));
    assert.equal(await health(client), '{"health":"OK"}');
    const { status, text } = await late;
    assert.equal(status, 408);
    assert.match(text, /body_timeout_s/);
    assert.equal(await health(client), '{"health":"OK"}', 'the connection goes on');
  });

  test('is told where it came from by a trusted proxy', async () => {
    const server = await start({ settings: { trusted_proxies: ['127.0.0.1'], log_level: 'debug' } });
    const client = await open(server);
    await request(client, 'POST', '/apps/app-id/events', '{}', { 'x-forwarded-for': '203.0.113.9' });
    await until(() => /refused.*peer=203\.0\.113\.9/.test(server.log()), 'a refusal with the address', 3000);
  });

  test('with a head that is too long is refused', async () => {
    const client = await open(await start());
    const outcome = request(client, 'GET', '/up', undefined, { 'x-long': 'y'.repeat(40_000) });
    await outcome.then(({ status }) => assert.equal(status, 431), (error) => assert.match(error.message, /ENHANCE_YOUR_CALM|PROTOCOL_ERROR|closed/i));
  });
});

describe('what streams hold', () => {
  const refused = async (server, cause) => {
    const { text } = await send(server, 'GET', '/metrics');
    const counts = [...text.matchAll(new RegExp(`^baton_refused_total\\{.*cause="${cause}".* (\\d+)$`, 'gm'))];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };

  /** Clients that send heads of 90 fields whose bodies never come: a name and a value once, and references to them (HPACK). */
  function flood(server, clients) {
    const path = Buffer.from('/apps/app-id/events');
    const head = Buffer.concat([Buffer.from([0x83, 0x86, 0x04, path.length]), path]);
    const value = Buffer.from('y'.repeat(100));
    const first = Buffer.concat([head, Buffer.from([0x40, 1, 0x78, value.length]), value, Buffer.alloc(90, 0xbe)]);
    const more = Buffer.concat([head, Buffer.alloc(90, 0xbe)]);
    const heads = Array.from({ length: 100 }, (_, n) => frame(HEADERS, 4, 1 + 2 * n, n === 0 ? first : more));
    const sockets = Array.from({ length: clients }, () => connectTcp(server.port, server.host).on('error', () => {}).resume());
    ends.push(() => sockets.forEach((socket) => socket.destroy()));
    for (const socket of sockets) socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS, ...heads]));
    return sockets;
  }

  test('is no head of more than 100 fields', async () => {
    const server = await start();
    const client = await open(server);
    const fields = (count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, '']));
    const { status, text } = await request(client, 'GET', '/up', undefined, fields(101));
    assert.equal(status, 431);
    assert.match(text, /over 100 fields/);
    assert.equal((await request(client, 'GET', '/up', undefined, fields(90))).status, 200);
    assert.equal(await refused(server, 'too_large'), 1);
  });

  test('is bounded by request_bytes, for heads whose bodies do not come', async () => {
    const server = await start({ settings: { http_body_bytes: 1024, request_bytes: 1_048_576 } });
    const sockets = flood(server, 20);
    await until(async () => (await refused(server, 'overload')) > 20, 'requests that made room');
    const held = /^baton_incomplete_request_bytes (\d+)$/m.exec((await send(server, 'GET', '/metrics')).text)[1];
    assert.ok(Number(held) > 500_000 && Number(held) <= 1_048_576, `${held} bytes`);
    // A new request may have to make room too while they are there.
    sockets.forEach((socket) => socket.destroy());
    const answers = async () => (await health(await open(server)).catch(() => '')) === '{"health":"OK"}';
    await until(answers, 'an answer');
  });

  test('is bounded by twice request_bytes, for requests whose answers are not taken: others are served two at a time', async () => {
    const server = await start({ settings: { request_bytes: 1_048_576, outbox_bytes: 16_384 } });
    const clients = Array.from({ length: 5 }, () => connectHttp2(server.url, { settings: { initialWindowSize: 0 } }));
    for (const client of clients) {
      ends.push(() => client.destroy());
      client.on('error', () => {});
      for (let n = 0; n < 99; n++) client.request({ ':path': '/metrics' }).on('error', () => {}).pause();
    }
    await until(async () => (await refused(server, 'overload')) > 50, 'requests without room');
    const other = await open(server);
    for (let n = 0; n < 3; n++) assert.equal(await health(other), '{"health":"OK"}');
    const { status } = await request(other, 'GET', '/up', undefined, { 'x-large': 'x'.repeat(5000) });
    assert.equal(status, 503);
    clients.forEach((client) => client.destroy());
    const all = async () => (await Promise.all(Array.from({ length: 20 }, () => request(other, 'GET', '/up')))).every(({ status }) => status === 200);
    await until(all, 'twenty answers at once');
  });

  test('does not push out a signed publish whose body is on its way', async () => {
    const server = await start({ settings: { http_body_bytes: 1024, request_bytes: 1_048_576 } });
    const client = await open(server);
    const body = '{"name":"e","channels":["c"],"data":"d"}';
    const query = new URLSearchParams(signedQuery(server.app, 'POST', '/apps/app-id/events', body));
    let finish;
    const publish = request(client, 'POST', `/apps/app-id/events?${query}`, (stream) => {
      stream.write(body.slice(0, 9));
      finish = () => stream.end(body.slice(9));
    });
    await sleep(100);
    const sockets = flood(server, 20);
    await until(async () => (await refused(server, 'overload')) > 20, 'requests that made room');
    finish();
    assert.equal((await publish).status, 200);
    sockets.forEach((socket) => socket.destroy());
  });

  /** A channel whose history is an answer of half a megabyte, and the path that asks for it. */
  async function history(server) {
    for (let n = 0; n < 100; n++) await api(server, 'POST', '/events', { body: { name: 'e', channels: ['room'], data: 'x'.repeat(5000) } });
    const path = '/apps/app-id/channels/room/history';
    return `${path}?${new URLSearchParams(signedQuery(server.app, 'GET', path, '', { limit: '100' }))}`;
  }

  for (const window of [0, 1, 100]) {
    test(`is no answer that a client with a window of ${window} does not take, whatever else it asks`, async () => {
      const server = await start({ settings: { outbox_age_s: 1, keep_alive_s: 60 } });
      const path = await history(server);
      const client = connectHttp2(server.url, { settings: { initialWindowSize: window } });
      client.on('error', () => {});
      ends.push(() => client.destroy());
      const stuck = client.request({ ':path': path });
      stuck.on('error', () => {}).pause();
      const began = Date.now();
      let closed;
      client.once('close', () => (closed = Date.now()));
      while (!closed && Date.now() - began < 6000) {
        const one = client.destroyed ? undefined : client.request({ ':method': 'HEAD', ':path': '/up' });
        one?.on('error', () => {});
        await sleep(200);
      }
      assert.ok(closed - began > 700 && closed - began < 5000, `${closed - began} ms`);
    });
  }

  test('is no small answer either that a client does not take', async () => {
    const server = await start({ settings: { outbox_age_s: 1, keep_alive_s: 60 } });
    const client = connectHttp2(server.url, { settings: { initialWindowSize: 1 } });
    client.on('error', () => {});
    ends.push(() => client.destroy());
    client.request({ ':path': '/metrics' }).on('error', () => {}).pause();
    const began = Date.now();
    await once(client, 'close');
    const took = Date.now() - began;
    assert.ok(took > 700 && took < 5000, `${took} ms`);
  });

  test('is a megabyte or two of answers, however many are asked for at once', async () => {
    const server = await start({ settings: { outbox_age_s: 5 } });
    const path = await history(server);
    const before = memory(server);
    for (let n = 0; n < 5; n++) {
      const client = connectHttp2(server.url, { settings: { initialWindowSize: 1 } });
      client.on('error', () => {});
      ends.push(() => client.destroy());
      for (let m = 0; m < 99; m++) client.request({ ':path': path }).on('error', () => {}).pause();
    }
    await sleep(1500);
    // All of them at once would be 250 MB.
    assert.ok(memory(server) < before + 60, `${before} MB, then ${memory(server)} MB`);
  });

  test('is all of an answer for a client that takes it', async () => {
    const server = await start({ settings: { outbox_bytes: 65_536, outbox_age_s: 1 } });
    const path = await history(server);
    const client = await open(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(client, 'GET', path)));
    for (const { status, text } of answers) assert.deepEqual([status, JSON.parse(text).messages.length], [200, 100]);
  });
});

describe('a connection', () => {
  test('that breaks the rules is counted as malformed, and one that ends in good order is not', async () => {
    const server = await start();
    const count = async () => Number(/^baton_refused_total\{.*cause="malformed".* (\d+)$/m.exec((await send(server, 'GET', '/metrics')).text)?.[1] ?? 0);
    for (let n = 0; n < 3; n++) {
      const client = await open(server);
      assert.equal(await health(client), '{"health":"OK"}');
      client.close();
      await sleep(50);
    }
    const gone = connectTcp(server.port, server.host);
    gone.on('error', () => {}).write(Buffer.concat([Buffer.from(PREFACE), SETTINGS]));
    await once(gone, 'data');
    gone.resetAndDestroy();
    await sleep(100);
    assert.equal(await count(), 0);
    const socket = connectTcp(server.port, server.host);
    ends.push(() => socket.destroy());
    socket.on('error', () => {}).resume();
    // DATA on no stream.
    socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS, frame(0, 0, 0, Buffer.from('x'))]));
    await until(async () => (await count()) === 1, 'a count');
  });

  test('is no tunnel', async () => {
    const server = await start();
    const client = await open(server);
    const stream = client.request({ ':method': 'CONNECT', ':authority': '127.0.0.1:22' });
    const [headers] = await once(stream, 'response');
    assert.equal(headers[':status'], 405);
    const socket = connectTcp(server.port, server.host);
    ends.push(() => socket.destroy());
    socket.write('CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: 127.0.0.1:22\r\n\r\n');
    const [answer] = await once(socket, 'data');
    assert.match(String(answer), /^HTTP\/1\.1 405 /);
  });

  test('that rests is closed after keep_alive_s, whatever pings it sends, and not while an answer is waited for', async () => {
    const server = await start({ settings: { keep_alive_s: 1 } });
    const client = await open(server);
    assert.equal(await health(client), '{"health":"OK"}');
    const began = Date.now();
    let closed;
    client.once('close', () => (closed = Date.now()));
    while (!closed && Date.now() - began < 5000) {
      if (!client.destroyed) client.ping(() => {});
      await sleep(100);
    }
    assert.ok(closed - began > 700 && closed - began < 3000, `${closed - began} ms`);

    const waiting = await open(server);
    assert.equal(await health(waiting), '{"health":"OK"}'); // from now on it would rest
    const query = new URLSearchParams(signedQuery(server.app, 'POST', '/apps/app-id/events', '{"name":"e"}'));
    const slow = request(waiting, 'POST', `/apps/app-id/events?${query}`, (stream) => {
      stream.write('{"name"');
      setTimeout(() => stream.end(':"e"}'), 2500);
    });
    assert.notEqual((await slow).status, undefined, 'it was answered');
  });

  test('that never sends a whole head is closed after head_timeout_s', async () => {
    const server = await start({ settings: { head_timeout_s: 1 } });
    const begins = { 'a part of the preface': [PREFACE.slice(0, 9)], 'no request': [PREFACE, SETTINGS], 'half a head': [PREFACE, SETTINGS, Buffer.from([0, 0, 2, 1, 1, 0, 0, 0, 1, 0x82, 0x84])] };
    for (const [what, parts] of Object.entries(begins)) {
      const socket = connectTcp(server.port, server.host);
      ends.push(() => socket.destroy());
      const began = Date.now();
      parts.forEach((part) => socket.write(part));
      socket.resume();
      await new Promise((done) => socket.once('close', done).once('error', done));
      const took = Date.now() - began;
      assert.ok(took > 700 && took < 5000, `${what}: ${took} ms`);
    }
  });

  test('is told to end when the server leaves, and what it asked is answered', async () => {
    const server = await start();
    const client = await open(server);
    const body = '{"name":"e","channels":["c"],"data":"d"}';
    const query = new URLSearchParams(signedQuery(server.app, 'POST', '/apps/app-id/events', body));
    let goAway;
    client.once('goaway', (code) => (goAway = code));
    const slow = request(client, 'POST', `/apps/app-id/events?${query}`, (stream) => {
      stream.write('{"name":"e",');
      setTimeout(() => server.child.kill('SIGTERM'), 200);
      setTimeout(() => stream.end('"channels":["c"],"data":"d"}'), 300);
    });
    assert.equal((await slow).status, 200);
    await until(() => goAway !== undefined, 'a GOAWAY');
    assert.equal(goAway, constants.NGHTTP2_NO_ERROR);
    assert.equal((await server.exited).code, 0);
  });

  test('that resets what it asks again and again is ended, and others are served', async () => {
    const server = await start();
    const client = await open(server);
    let ended = false;
    client.once('close', () => (ended = true));
    for (let n = 0; n < 20_000 && !ended; n++) {
      const stream = client.request({ ':path': '/up' });
      stream.on('error', () => {});
      stream.close(constants.NGHTTP2_CANCEL);
      if (n % 200 === 0) await sleep(1);
    }
    await until(() => ended, 'the end of the flood', 5000);
    assert.equal(await health(await open(server)), '{"health":"OK"}');
  });
});

describe('a flood', () => {
  const floods = {
    // 0x00, a name and a value of 16 KB each: never the end of the head.
    'of parts of a head': [frame(HEADERS, 0, 1, Buffer.from([0x82, 0x84, 0x86])), () => frame(CONTINUATION, 0, 1, Buffer.concat([Buffer.from([0, 1, 0x78, 0x7f, 0xf2, 0x7d]), Buffer.alloc(16_241, 0x79)]))],
    'of pings whose answers nobody reads': [Buffer.alloc(0), () => Buffer.concat(Array.from({ length: 900 }, () => frame(PING, 0, 0, Buffer.alloc(8))))],
  };
  for (const [what, [begin, more]] of Object.entries(floods)) {
    test(`${what} is ended, and takes no memory`, async () => {
      const server = await start({ settings: { outbox_age_s: 1, head_timeout_s: 2 } });
      const before = memory(server);
      const socket = connectTcp(server.port, server.host);
      ends.push(() => socket.destroy());
      socket.pause();
      let ended = false;
      for (const event of ['close', 'error']) socket.once(event, () => (ended = true));
      socket.write(Buffer.concat([Buffer.from(PREFACE), SETTINGS, begin]));
      let most = before;
      const began = Date.now();
      while (!ended && Date.now() - began < 8000) {
        if (socket.writableLength < 1_000_000) socket.write(more());
        else await sleep(5);
        if (Date.now() % 50 === 0) await sleep(1);
        most = Math.max(most, memory(server));
      }
      assert.ok(ended, 'it was ended');
      assert.ok(most < before + 16, `${before} MB, at most ${most} MB`);
      assert.equal(await health(await open(server)), '{"health":"OK"}');
    });
  }
});

describe('the setting http2', () => {
  test('turned off leaves HTTP/1.1', async () => {
    const server = await start({ tls: certificate(), settings: { http2: false } });
    const socket = connectTls({ host: server.host, port: server.port, ca: server.ca, ALPNProtocols: ['h2', 'http/1.1'] });
    ends.push(() => socket.destroy());
    await new Promise((done, fail) => socket.once('secureConnect', done).once('error', fail));
    assert.equal(socket.alpnProtocol, 'http/1.1');
    socket.write(PREFACE);
    const [answer] = await new Promise((done) => socket.once('data', (data) => done([String(data)])));
    assert.match(answer, /^HTTP\/1\.1 505 /);
    assert.equal((await send(server, 'GET', '/up')).status, 200);
  });
});
