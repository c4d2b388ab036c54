/** Streams of events as gzip: every client reads what one without compression reads. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { connect as connectHttp2 } from 'node:http2';
import { constants, createGunzip } from 'node:zlib';
import { EventSource } from 'eventsource';
import { endStreams, openStream } from '../harness/event_stream.mjs';
import { sdk } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { until } from '../harness/waiting.mjs';

const APP = { event_streams: 'public', recovery: true, event_data_bytes: 200_000 };
const GZIP = { 'accept-encoding': 'gzip, deflate, br, zstd' };

let server;
let application;
before(async () => {
  server = await startServer({ settings: { compression: 'shared', history_bytes: 256 << 20, http_body_bytes: 8 << 20 }, apps: [APP] });
  application = sdk(server);
});
afterEach(endStreams);
after(() => server.stop());

const of = (channel) => `/apps/${server.app.id}/channels/${channel}/events`;
const several = (...channels) => `/apps/${server.app.id}/events?channels=${channels}`;
const random = (limit) => Math.floor(Math.random() * limit);
/** Text that shrinks well, hardly or not at all. */
function randomText() {
  const alphabet = ['a', 'abc ', 'äöü€😀', '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'][random(4)];
  const characters = [...alphabet];
  return Array.from({ length: random(random(4) ? 300 : 9_000) }, () => characters[random(characters.length)]).join('');
}

/** What a stream said of each channel, in its order: that of events of different channels may differ where some were missed. */
function byChannel(stream) {
  const all = stream.headers['content-type'] === 'text/event-stream' ? stream.messages().map(({ data }) => data) : stream.lines();
  assert.ok(all.length > 40, `${all.length}`);
  return ['one', 'two'].map((name) => all.filter(({ channel }) => channel === name));
}

test('random events read as those of a stream without compression, also what was missed and for several channels', async () => {
  const lines = { accept: 'application/x-ndjson' };
  for (const [target, headers] of [[of('one'), {}], [several('one', 'two'), {}], [several('one', 'two'), lines]]) {
    const place = await openStream(server, target);
    await until(() => place.lastId(), 'the place');
    const id = { 'last-event-id': place.lastId() };
    const publish = async () => {
      for (let n = 0; n < 40; n += 1) await application.trigger(random(4) ? 'one' : 'two', 'text', randomText());
    };
    await publish();
    const open = (more) => openStream(server, target, { headers: { ...headers, ...id, ...more } });
    const [plain, small] = [await open({}), await open(GZIP)];
    assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'Accept-Encoding']);
    assert.deepEqual([small.headers['content-encoding'], small.headers.vary], ['gzip', 'Accept-Encoding']);
    await publish();
    await application.trigger('one', 'text', 'the end');
    await until(() => [plain, small].every(({ text }) => text.includes('the end')), 'all events');
    assert.deepEqual(byChannel(small), byChannel(plain));
    assert.ok(small.bytes < plain.bytes, `${small.bytes} of ${plain.bytes}`);
    [place, plain, small].forEach((one) => one.end());
  }
});

test('an event of 100 KB that does not shrink is whole', async () => {
  const one = await openStream(server, of('large'), { headers: GZIP });
  await until(() => one.lastId(), 'the place');
  const text = Array.from({ length: 9_000 }, () => String.fromCodePoint(0x4e00 + random(20_000))).join('');
  await application.trigger('large', 'text', text);
  const [{ data }] = await one.received(1);
  assert.equal(data.data, text);
});

test('who does not take gzip gets none, and neither does a poll', async () => {
  for (const [accepted, coding] of [['gzip;q=0', undefined], ['br', undefined], ['br, *;q=0.1', 'gzip'], ['', undefined]]) {
    const one = await openStream(server, of('codings'), { headers: { 'accept-encoding': accepted } });
    assert.equal(one.headers['content-encoding'], coding, accepted);
  }
  const poll = await openStream(server, `${of('codings')}?wait=0`, { headers: GZIP });
  await poll.ended;
  assert.deepEqual([poll.headers['content-encoding'], poll.lines().length], [undefined, 1]);
});

test('curl --compressed prints each event as it comes', async () => {
  const curl = spawn('curl', ['-sSN', '--compressed', `${server.url}${of('curl')}`]);
  let [text, complaint] = ['', ''];
  curl.stdout.setEncoding('utf8').on('data', (piece) => (text += piece));
  curl.stderr.setEncoding('utf8').on('data', (piece) => (complaint += piece));
  try {
    await until(() => text.includes('id: '), 'the place');
    for (let n = 0; n < 3; n += 1) {
      await application.trigger('curl', 'text', `${n}:${'x'.repeat(200)}`);
      await until(() => text.includes(`"${n}:xxx`), `event ${n} in ${text}`);
    }
    assert.equal(complaint, '');
  } finally {
    curl.kill();
  }
});

test('an EventSource of npm and a fetch read it', async () => {
  const received = [];
  const codings = [];
  const fetching = (url, init) =>
    fetch(url, init).then((response) => {
      codings.push(response.headers.get('content-encoding'));
      return response;
    });
  const source = new EventSource(`${server.url}${of('source')}`, { fetch: fetching });
  try {
    source.onmessage = ({ data }) => received.push(JSON.parse(JSON.parse(data).data));
    await new Promise((done) => (source.onopen = done));
    for (const n of [0, 1, 2]) {
      await application.trigger('source', 'number', { n, filling: 'x'.repeat(300) });
      await until(() => received.length === n + 1, `event ${n}`);
    }
    assert.deepEqual([received.map(({ n }) => n), codings], [[0, 1, 2], ['gzip']]);
  } finally {
    source.close();
  }
});

test('it comes over HTTP/2 as well', async () => {
  const session = connectHttp2(server.url);
  try {
    const sent = session.request({ ':path': of('h2'), ...GZIP });
    const head = await new Promise((done) => sent.on('response', done));
    assert.deepEqual([head[':status'], head['content-encoding']], [200, 'gzip']);
    let text = '';
    const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
    sent.pipe(createGunzip(flush)).setEncoding('utf8').on('data', (piece) => (text += piece));
    await until(() => text.includes('id: '), 'the place');
    await application.trigger('h2', 'text', 'x'.repeat(500));
    await until(() => text.includes('x'.repeat(500)), 'the event');
  } finally {
    session.close();
    session.destroy();
  }
});
