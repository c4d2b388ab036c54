/** Streams of events over plain HTTP: Server-Sent Events, JSON lines and polls. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { connect as connectHttp2 } from 'node:http2';
import { EventSource } from 'eventsource';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { endStreams, openStream, signedTarget } from '../harness/event_stream.mjs';
import { startProxy } from '../harness/proxies.mjs';
import { sdk } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { QUIET_MS, sleep, until } from '../harness/waiting.mjs';

const OPEN = { id: 'open', key: 'open-key', secret: 's', event_streams: 'public', recovery: true };
const OFF = { id: 'off', key: 'off-key', secret: 's', event_streams: 'off' };
const FEW = { id: 'few', key: 'few-key', secret: 's', event_streams: 'public', max_connections: 1 };
const PAGES = { id: 'pages', key: 'pages-key', secret: 's', event_streams: 'public', allowed_origins: ['https://a.example'] };
const SHORT = { id: 'short', key: 'short-key', secret: 's', event_streams: 'public', history_messages: 2 };

let server;
let application;
before(async () => {
  // One channel may hold a sixteenth of it.
  server = await startServer({ settings: { history_bytes: 256 << 20 }, apps: [OPEN, OFF, FEW, PAGES, SHORT, {}] });
  application = sdk(server, OPEN);
});
afterEach(endStreams);
after(() => server.stop());

const of = (channel, app = OPEN) => `/apps/${app.id}/channels/${channel}/events`;
const stream = (target, options) => openStream(server, target, options);
const numbers = (messages) => messages.map(({ data }) => Number(data.data));
const upTo = (count) => Array.from({ length: count }, (_, number) => number);

describe('Server-Sent Events', () => {
  test('begin at once, with their place, and carry what a Pusher client gets', async () => {
    const one = await stream(of('events'));
    assert.deepEqual(
      [one.status, one.headers['content-type'], one.headers['cache-control'], one.headers['x-accel-buffering']],
      [200, 'text/event-stream', 'no-store', 'no'],
    );
    await until(() => one.lastId(), 'the place');
    assert.match(one.text, /^:\nretry: \d{4}\nid: \d+-0\n\n$/);
    await application.trigger('events', 'order', { id: 7 });
    const [{ id, event, data }] = await one.received(1);
    const { epoch, ...rest } = data;
    assert.deepEqual(rest, { event: 'order', channel: 'events', data: '{"id":7}', offset: 1 });
    assert.deepEqual([id, event], [`${epoch}-1`, undefined]);
  });

  test('of several channels have a place for each', async () => {
    const one = await stream(`/apps/open/events?channels=a,b`);
    await until(() => one.lastId(), 'the place');
    await application.trigger('b', 'number', 1);
    await application.trigger('a', 'number', 2);
    const messages = await one.received(2);
    assert.deepEqual(messages.map(({ data }) => data.channel), ['b', 'a']);
    assert.deepEqual(messages.map(({ id }) => id.replace(/\d+-/g, '')), ['0,1', '1,1']);
    const other = await stream(`/apps/open/events?channels=a,b`, { headers: { 'last-event-id': messages[0].id } });
    assert.deepEqual(numbers(await other.received(1)), [2]);
    assert.equal(other.lastId(), messages[1].id);
  });

  test('resume over random disconnects without a gap and without a repeat', async () => {
    let isOver = false;
    let published = 0;
    const publisher = (async () => {
      while (!isOver) {
        await application.triggerBatch([0, 1].map((n) => ({ channel: `random-${n}`, name: 'number', data: published })));
        published += 1;
      }
    })();
    for (const target of [of('random-0'), '/apps/open/events?channels=random-1,random-0']) {
      const seen = { 'random-0': [], 'random-1': [] };
      let id;
      for (let round = 0; round < 100; round += 1) {
        const one = await stream(target, { headers: id ? { 'last-event-id': id } : {} });
        await sleep(Math.random() * 20);
        one.end();
        one.messages().forEach(({ data }) => seen[data.channel].push(Number(data.data)));
        id = one.lastId() ?? id;
      }
      const last = await stream(target, { headers: { 'last-event-id': id } });
      const count = published;
      const all = () => [...seen['random-0'], ...numbers(last.messages().filter(({ data }) => data.channel === 'random-0'))];
      await until(() => all().at(-1) >= count, 'all that was published');
      last.end();
      const first = all()[0];
      assert.deepEqual(all(), upTo(all().length).map((number) => number + first));
      const other = seen['random-1'];
      assert.deepEqual(other, upTo(other.length).map((number) => number + (other[0] ?? 0)));
    }
    isOver = true;
    await publisher;
  });

  test('say what is lost, and go on', async () => {
    const short = sdk(server, SHORT);
    const one = await stream(of('lossy', SHORT));
    await until(() => one.lastId(), 'the place');
    const id = one.lastId();
    one.end();
    for (const number of upTo(4)) await short.trigger('lossy', 'number', number);
    const back = await stream(of('lossy', SHORT), { headers: { 'last-event-id': id } });
    const [lost] = await back.received(1);
    assert.equal(lost.event, 'baton:lost');
    assert.deepEqual([lost.data.channel, lost.data.recovered, lost.data.offset], ['lossy', false, 4]);
    // In one block: a browser whose connection breaks before it comes back with its former id, and is told again.
    assert.match(lost.id, /-4$/);
    await short.trigger('lossy', 'number', 4);
    assert.deepEqual(numbers((await back.received(2)).slice(1)), [4]);
  });

  test('reach an EventSource of npm, which comes back where it was', async () => {
    const received = [];
    const network = await startBreakingProxy(server.port);
    const source = new EventSource(`http://127.0.0.1:${network.port}${of('source')}`);
    try {
      source.onmessage = ({ data, lastEventId }) => received.push([Number(JSON.parse(data).data), lastEventId]);
      await new Promise((done) => (source.onopen = done));
      await application.trigger('source', 'number', 0);
      await until(() => received.length === 1, 'an event');
      assert.match(received[0][1], /^\d+-1$/);
      network.breakAll(BREAKS.reset);
      await application.trigger('source', 'number', 1);
      await until(() => received.length >= 2, 'what it missed', 15_000);
      await application.trigger('source', 'number', 2);
      await until(() => received.length >= 3, 'what is live');
      assert.deepEqual(received.map(([number]) => number), [0, 1, 2]);
    } finally {
      source.close();
      network.stop();
    }
  });

  test('a backlog that no outbox holds comes in order, and then what is live', async () => {
    const one = await stream(of('backlog'));
    await until(() => one.lastId(), 'the place');
    const id = one.lastId();
    one.end();
    const filling = 'x'.repeat(9_000);
    for (let batch = 0; batch < 40; batch += 1) {
      const events = upTo(10).map((place) => ({ channel: 'backlog', name: 'large', data: { n: batch * 10 + place, filling } }));
      await application.triggerBatch(events);
    }
    const back = await stream(of('backlog'), { headers: { 'last-event-id': id } });
    await back.received(10);
    await application.trigger('backlog', 'large', { n: 400 });
    const messages = await back.received(401);
    assert.deepEqual(messages.map(({ data }) => JSON.parse(data.data).n), upTo(401));
  });

  for (const name of ['plainNginx', 'haproxy']) {
    test(`pass ${name} with its usual settings, as they come`, async () => {
      const proxy = await startProxy(name, server.port);
      try {
        const one = await openStream({ host: '127.0.0.1', port: proxy.port }, of(`proxied-${name}`));
        await until(() => one.lastId(), 'the place');
        for (const number of [1, 2, 3]) {
          await application.trigger(`proxied-${name}`, 'number', number);
          assert.deepEqual(numbers(await one.received(number)), upTo(number).map((before) => before + 1));
        }
      } finally {
        endStreams();
        await proxy.stop();
      }
    });
  }

  test('come over HTTP/2 as well, many on one connection', async () => {
    const session = connectHttp2(server.url);
    try {
      const streams = upTo(20).map((number) => {
        const sent = session.request({ ':path': of(`h2-${number}`) });
        const one = { text: '', head: new Promise((done) => sent.on('response', done)) };
        sent.setEncoding('utf8').on('data', (text) => (one.text += text));
        return one;
      });
      for (const { head } of streams) assert.equal((await head)[':status'], 200);
      await until(() => streams.every(({ text }) => text.includes('id: ')), 'their places');
      for (const number of upTo(20)) await application.trigger(`h2-${number}`, 'number', number);
      await until(() => streams.every(({ text }, number) => text.includes(`"data":"${number}"`)), 'their events');
    } finally {
      session.close();
      session.destroy();
    }
  });
});

describe('JSON lines', () => {
  test('begin with the place of each channel', async () => {
    const one = await stream('/apps/open/events?channels=lines,other', { headers: { accept: 'application/x-ndjson' } });
    assert.equal(one.headers['content-type'], 'application/x-ndjson');
    await until(() => one.lines().length === 2, 'the places');
    await application.trigger('lines', 'number', 1);
    await until(() => one.lines().length === 3, 'an event');
    const [first, second, event] = one.lines();
    assert.deepEqual([first.channel, first.offset, second.channel], ['lines', 0, 'other']);
    assert.deepEqual(event, { event: 'number', channel: 'lines', data: '1', epoch: first.epoch, offset: 1 });
  });
});

describe('a poll', () => {
  test('ends with the first events, and else after its time', async () => {
    const waiting = await stream(`${of('polled')}?wait=10`);
    await until(() => waiting.lines().length, 'its place');
    await application.trigger('polled', 'number', 1);
    await waiting.ended;
    const [place, event] = waiting.lines();
    assert.deepEqual([waiting.lines().length, event.data], [2, '1']);
    const missed = await stream(`${of('polled')}?wait=10&last_event_id=${place.epoch}-0`);
    await missed.ended;
    assert.deepEqual(missed.lines().map(({ offset, recovered, data }) => [offset, recovered, data]), [
      [0, true, undefined],
      [1, undefined, '1'],
    ]);
    let began = Date.now();
    const lossy = await stream(`${of('polled')}?wait=10&last_event_id=1-1`);
    await lossy.ended;
    assert.deepEqual(lossy.lines().map(({ offset, recovered }) => [offset, recovered]), [[1, false]]);
    assert.ok(Date.now() - began < 5_000, 'a poll that has to say that something is lost says it at once');
    began = Date.now();
    const nothing = await stream(`${of('polled')}?wait=1&last_event_id=${place.epoch}-1`);
    await nothing.ended;
    assert.equal(nothing.lines().length, 1);
    assert.ok(Date.now() - began > 900);
  });
});

describe('who may have a stream', () => {
  const refusal = async (target, options) => {
    const refused = await stream(target, options);
    return [refused.status, await refused.ended, refused.headers];
  };

  test('public channels are open where the app says so; all others take a signature', async () => {
    for (const [target, status] of [
      [of('private-x'), 401],
      [of('presence-x'), 401],
      [of('%23server-to-user-7'), 401],
      [of('x', { id: server.apps.at(-1).id }), 401],
      [of('x', OFF), 400],
      [of('x', { id: 'none' }), 404],
      ['/apps/open/events', 400],
      ['/apps/open/events?channels=a,a', 400],
      ['/apps/open/events?channels=a%20b', 400],
      [`/apps/open/events?channels=${upTo(17).join(',')}`, 400],
      [`${of('x')}?channels=y`, 400],
      [`${of('x')}?wait=61`, 400],
      [`${of('x')}?format=xml`, 400],
      [`${of('x')}?wait=1&format=xml`, 400],
      [`${of('x')}?wait=1&format=events`, 400],
    ]) {
      const [given, text] = await refusal(target);
      assert.equal(given, status, `${target}: ${text}`);
    }
  });

  test('a signature is of one path, for ten minutes or until it says', async () => {
    const now = Math.floor(Date.now() / 1_000);
    const path = of('private-signed');
    const good = await stream(signedTarget(server, path, {}, OPEN));
    assert.equal(good.status, 200);
    const later = await stream(signedTarget(server, path, { expires: now + 80_000, auth_timestamp: '1' }, OPEN));
    assert.equal(later.status, 200);
    for (const [target, why] of [
      [signedTarget(server, path, { expires: now - 1 }, OPEN), /Signature expired/],
      [signedTarget(server, path, { expires: now + 90_000 }, OPEN), /ahead of server time/],
      [signedTarget(server, path, { expires: 'x' }, OPEN), /Invalid expires/],
      [signedTarget(server, path, { auth_timestamp: String(now - 700) }, OPEN), /Timestamp expired/],
      [signedTarget(server, path, {}, { ...OPEN, secret: 'other' }), /Invalid signature/],
      [signedTarget(server, path, {}, OPEN).replace('private-signed', 'private-other'), /Invalid signature/],
      [signedTarget(server, path, { expires: now + 10 }, OPEN).replace(/expires=\d+/, `expires=${now + 20}`), /Invalid signature/],
    ]) {
      const [status, text] = await refusal(target);
      assert.equal(status, 401);
      assert.match(text, why);
    }
    await application.trigger('private-signed', 'number', 1);
    assert.deepEqual(numbers(await good.received(1)), [1]);
  });

  test('pages of other origins are refused, and may not read', async () => {
    const origin = 'https://a.example';
    const own = await stream(of('x', PAGES), { headers: { origin } });
    assert.deepEqual([own.status, own.headers['access-control-allow-origin'], own.headers.vary], [200, origin, 'Origin']);
    const [status, , headers] = await refusal(of('x', PAGES), { headers: { origin: 'https://b.example' } });
    assert.deepEqual([status, headers['access-control-allow-origin']], [403, undefined]);
    const asked = await stream(of('x', PAGES), { method: 'OPTIONS', headers: { origin } });
    assert.deepEqual([asked.status, asked.headers['access-control-allow-headers']], [204, 'authorization, last-event-id, cache-control']);
  });

  test('an app has its limit of connections, and a HEAD is answered', async () => {
    const only = await stream(of('x', FEW));
    assert.equal(only.status, 200);
    const [status, , headers] = await refusal(of('x', FEW));
    assert.deepEqual([status, headers['retry-after']], [503, '1']);
    only.end();
    await until(async () => (await stream(of('x', FEW))).status === 200, 'its place back');
    const head = await stream(of('x'), { method: 'HEAD' });
    assert.deepEqual([head.status, await head.ended], [200, '']);
  });

  test('ids that are none are refused, and those of others are lost', async () => {
    const one = await stream(of('ids'));
    await until(() => one.lastId(), 'the place');
    const [epoch] = one.lastId().split('-');
    for (const id of ['x', '1', '1-2-3', '-', `${epoch}-1,${epoch}-1`, '1'.repeat(8_000), '99999999999999999999-1']) {
      const [status, text] = await refusal(of('ids'), { headers: { 'last-event-id': id } });
      assert.equal(status, 400, id.slice(0, 30));
      assert.match(text, /Invalid Last-Event-ID/);
    }
    for (const id of [`${epoch}-9`, '1-1', '18446744073709551615-18446744073709551615']) {
      const foreign = await stream(of('ids'), { headers: { 'last-event-id': id } });
      assert.equal((await foreign.received(1))[0].event, 'baton:lost', id);
    }
  });
});

test('streams that are opened and left leave nothing behind', async () => {
  const sockets = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^baton_connections (\d+)/m.exec(text)?.[1] ?? /^baton_connections_open (\d+)/m.exec(text)?.[1]);
  };
  const before = await sockets();
  assert.ok(Number.isFinite(before));
  for (let round = 0; round < 10; round += 1) {
    const all = await Promise.all(upTo(50).map(() => stream(of('left'))));
    all.forEach((one) => one.end());
  }
  await until(async () => (await sockets()) <= before, 'the connections gone');
  await sleep(QUIET_MS);
});
