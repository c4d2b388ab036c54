/** TLS on the one port: `wss` and `https` from the same clients, and whatever else knocks there. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import { makeCertificate } from '../harness/certificate.mjs';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, sdk, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { api, publish, send } from '../harness/signed_http.mjs';
import { next, record, sleep, until, within } from '../harness/waiting.mjs';

// pusher-js offers no way to trust a certificate in Node; the other clients here check it (`rejectUnauthorized`).
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
process.removeAllListeners('warning');

const UPGRADE =
  'GET /app/app-key?protocol=7 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';

const certificate = makeCertificate();
let server;
before(async () => {
  server = await startServer({ tls: certificate, settings: { echo: true, message_bytes: 2_000_000, head_timeout_s: 1 } });
});
after(async () => {
  disconnectAll();
  endAll();
  await server.stop();
  certificate.remove();
});

/** A socket that speaks TLS and checks the certificate; `text` is what came so far. */
async function tlsSocket(options = {}) {
  const socket = tls.connect({
    port: server.port,
    host: server.host,
    ca: certificate.ca,
    servername: 'localhost',
    rejectUnauthorized: true,
    ...options,
  });
  socket.text = '';
  socket.on('data', (bytes) => (socket.text += bytes.toString('latin1')));
  socket.on('error', (error) => (socket.failure = error));
  socket.ended = new Promise((done) => socket.on('close', done));
  await within(once(socket, 'secureConnect'), 'handshake');
  return socket;
}

/** What a plain socket gets that sends `bytes`, until the server closes it. */
async function knock(bytes) {
  const socket = net.connect(server.port, server.host);
  const pieces = [];
  socket.on('data', (piece) => pieces.push(piece));
  socket.on('error', () => {});
  socket.write(bytes);
  await within(new Promise((done) => socket.on('close', done)), 'close');
  return Buffer.concat(pieces);
}

/** A counter out of /metrics, with its sum over labels. */
async function metric(name) {
  const { text } = await send(server, 'GET', '/metrics');
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}

describe('clients', () => {
  test('pusher-js connects with forceTLS, and an event of the server SDK arrives', async () => {
    const client = await connect(server);
    const channel = await subscribe(client, 'news');
    const came = next(channel, 'hello');
    await sdk(server).trigger('news', 'hello', { over: 'https' });
    assert.deepEqual(await came, { over: 'https' });
  });

  test('the line at start names scheme and port as clients need them', () => {
    assert.match(server.log(), /^listening on https:\/\/127\.0\.0\.1:\d+$/m);
    assert.ok(server.log().includes(`wssPort: ${server.port}, forceTLS: true`), server.log());
  });

  test('a client that checks the certificate is content, and one that trusts another is not', async () => {
    const client = await RawClient.connect(server, { rejectUnauthorized: true });
    await client.settle();
    const failed = await metric('baton_tls_handshakes_failed_total');
    const doubter = RawClient.open(server, { rejectUnauthorized: true, ca: makeOther() });
    await doubter.close();
    assert.match(String(doubter.failure), /self-signed|unable to verify/);
    await until(async () => (await metric('baton_tls_handshakes_failed_total')) > failed, 'the failure is counted');
  });

  test('a thousand messages reach every subscriber in order', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => RawClient.connect(server)));
    for (const client of clients) await client.subscribe('many');
    const filling = 'x'.repeat(1_000);
    for (let n = 0; n < 1_000; n += 10) {
      const batch = Array.from({ length: 10 }, (_, k) => ({ channel: 'many', name: 'e', data: `${n + k} ${filling}` }));
      assert.equal((await api(server, 'POST', '/batch_events', { body: { batch } })).status, 200);
    }
    for (const client of clients) {
      await client.take(({ event, data }) => event === 'e' && data.startsWith('999 '), 'the last one');
      const seen = client.messages.filter(({ event }) => event === 'e').map(({ data }) => Number.parseInt(data, 10));
      assert.deepEqual(seen, Array.from({ length: 999 }, (_, n) => n));
    }
  });

  test('a message of a megabyte goes there and back', async () => {
    const client = RawClient.open(server, { path: '/echo' });
    await within(once(client.socket, 'open'), 'open');
    const message = JSON.stringify({ event: 'large', data: 'é'.repeat(500_000) });
    client.send(message);
    const { text } = await client.event('large');
    assert.ok(text === message);
  });

  for (const maxVersion of ['TLSv1.2', 'TLSv1.3']) {
    test(`${maxVersion}: the second connection resumes the first`, async () => {
      const options = { maxVersion };
      const first = await tlsSocket(options);
      // TLS 1.3 sends its ticket behind the handshake.
      const session = maxVersion === 'TLSv1.2' ? first.getSession() : (await once(first, 'session'))[0];
      assert.equal(first.getProtocol(), maxVersion);
      first.end();
      await within(first.ended, 'end');
      const resumed = await metric('baton_tls_handshakes_resumed_total');
      const second = await tlsSocket({ ...options, session });
      assert.ok(second.isSessionReused());
      second.end();
      await until(async () => (await metric('baton_tls_handshakes_resumed_total')) > resumed, 'it is counted');
    });
  }
});

describe('the HTTP API', () => {
  test('what hyper answers: an inquiry, and a publish with a large body', async () => {
    const client = await RawClient.connect(server);
    await client.subscribe('large');
    const channels = await api(server, 'GET', '/channels/large', { query: { info: 'subscription_count' } });
    assert.deepEqual(channels.json, { occupied: true, subscription_count: 1 });
    // Padding that JSON ignores makes the body too large for a loop to take it itself.
    const body = `${JSON.stringify({ name: 'e', channel: 'large', data: 'd' })}${' '.repeat(300_000)}`;
    assert.equal((await api(server, 'POST', '/events', { body })).status, 200);
    assert.equal((await client.event('e', 'large')).data, 'd');
    assert.deepEqual((await send(server, 'GET', '/up')).json, { health: 'OK' });
  });

  test('a connection that hyper served becomes a WebSocket in a loop', async () => {
    const socket = await tlsSocket();
    socket.write('GET /up HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => socket.text.includes('{"health":"OK"}'), 'the answer');
    socket.write(UPGRADE);
    await until(() => socket.text.includes('pusher:connection_established'), 'the greeting');
    const ping = Buffer.from('{"event":"pusher:ping"}');
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | ping.length, 0, 0, 0, 0]), ping]));
    await until(() => socket.text.includes('pusher:pong'), 'the pong');
    socket.end();
    await within(socket.ended, 'end');
    assert.equal(socket.failure, undefined);
  });

  test('two publishes on one connection, written byte by byte', async () => {
    const socket = await tlsSocket();
    const request = 'POST /apps/app-id/events HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
    socket.setNoDelay(true);
    for (const byte of request) socket.write(byte);
    socket.write(request);
    await until(() => socket.text.split('HTTP/1.1 401').length === 3, 'two answers');
    socket.destroy();
  });

  test('half a head after the handshake is told that it was late, and bid goodbye', async () => {
    const socket = await tlsSocket();
    socket.write('GET /up HTTP/1.1\r\n');
    await within(socket.ended, 'end');
    assert.match(socket.text, /^HTTP\/1\.1 408 .*head_timeout_s/s);
    assert.equal(socket.failure, undefined);
  });

  test('who says nothing is bid goodbye without a word', async () => {
    const socket = await tlsSocket();
    await within(socket.ended, 'end');
    assert.equal(socket.text, '');
    assert.equal(socket.failure, undefined);
  });
});

describe('strangers', () => {
  test('plain HTTP is told that this port speaks TLS', async () => {
    const answer = (await knock('GET /up HTTP/1.1\r\nHost: x\r\n\r\n')).toString();
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/);
    assert.match(answer, /This port speaks only TLS: use https:\/\/ or wss:\/\//);
  });

  test('garbage ends its own connection, is counted, and nobody else notices', async () => {
    const client = await RawClient.connect(server);
    const failed = await metric('baton_tls_handshakes_failed_total');
    const garbage = [
      Buffer.alloc(4_000),
      Buffer.from([0x16, 3, 1, 0xff, 0xff, ...Buffer.alloc(300)]),
      Buffer.from([0x16, 3, 1, 0, 5, 1, 0, 0, 1, 0]),
      Buffer.from([0x15, 3, 3, 0, 2, 2, 40]),
      Buffer.from([0x17, 3, 3, 0, 3, 1, 2, 3]),
      Buffer.from('\x80.\x01\x00\x02', 'latin1'),
    ];
    for (const bytes of garbage) {
      const answer = await knock(bytes);
      assert.ok(answer.length === 0 || answer[0] === 21, `an alert or nothing, not ${answer.toString('hex')}`);
    }
    await client.settle();
    const counted = async () => (await metric('baton_tls_handshakes_failed_total')) === failed + garbage.length;
    await until(counted, 'each is counted once');
  });

  test('records that were tampered with end the connection', async () => {
    const refused = await metric('baton_tls_records_refused_total');
    const raw = net.connect(server.port, server.host);
    raw.on('error', () => {});
    const socket = tls.connect({ socket: raw, ca: certificate.ca, servername: 'localhost' });
    socket.on('error', () => {});
    const closed = new Promise((done) => raw.on('close', done));
    socket.write(UPGRADE);
    await within(once(socket, 'data'), 'the answer to the upgrade');
    raw.write(Buffer.from([0x17, 3, 3, 0, 32, ...Buffer.alloc(32)]));
    await within(closed, 'close');
    await until(async () => (await metric('baton_tls_records_refused_total')) === refused + 1, 'it is counted');
  });
});

describe('limits and stopping', () => {
  test('a handshake has five seconds, however steadily its bytes arrive', async () => {
    const socket = net.connect(server.port, server.host);
    socket.on('error', () => {});
    const began = Date.now();
    const closed = new Promise((done) => socket.on('close', done));
    socket.write(Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]));
    const drip = setInterval(() => socket.write(Buffer.from([0])), 100);
    await within(closed, 'close', 8_000);
    clearInterval(drip);
    const took = Date.now() - began;
    assert.ok(took > 4_800 && took < 7_000, `${took} ms`);
  });

  test('handshakes count as unfinished connections of an address', async () => {
    const strict = await startServer({ tls: certificate, settings: { pending_handshakes_per_ip: 2, loops: 1 } });
    const sockets = [1, 2].map(() => net.connect(strict.port, strict.host));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    await sleep(100);
    const third = net.connect(strict.port, strict.host);
    third.on('error', () => {});
    await within(new Promise((done) => third.on('close', done)), 'close of the third');
    for (const socket of sockets) socket.destroy();
    await sleep(100);
    await (await RawClient.connect(strict)).settle();
    await strict.stop();
  });

  test('SIGTERM closes every client with 4101, behind what it was sent', async () => {
    const leaving = await startServer({ tls: certificate });
    const clients = await Promise.all(Array.from({ length: 20 }, () => RawClient.connect(leaving)));
    await clients[0].subscribe('last-words');
    const seen = record({ bind: (name, handler) => clients[0].socket.on('message', handler) }, 'message');
    await publish(leaving, 'last-words', 'e', 'd');
    leaving.child.kill('SIGTERM');
    const closes = await Promise.all(clients.map((client) => client.close(10_000)));
    assert.deepEqual([...new Set(closes.map(({ code }) => code))], [4101]);
    assert.ok(seen.some(({ data }) => data.toString().includes('last-words')));
    assert.equal((await within(leaving.exited, 'exit', 10_000)).code, 0);
  });

  test('an RSA certificate serves as well', async () => {
    const rsa = makeCertificate('rsa');
    const other = await startServer({ tls: rsa });
    await (await RawClient.connect(other, { rejectUnauthorized: true })).settle();
    await other.stop();
    rsa.remove();
  });
});

/** What a client trusts that trusts somebody else. */
function makeOther() {
  const other = makeCertificate();
  other.remove();
  return other.ca;
}
