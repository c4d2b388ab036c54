/** Long-poll: unmodified phoenix.js, and what it says written out by hand. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { startServer } from '../harness/server.mjs';
import { QUIET_MS, sleep, until, within } from '../harness/waiting.mjs';
import { connect, disconnectAll, sdk, subscribe } from '../harness/pusher_client.mjs';
import { JWT_SECRET, broadcasts, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { Session, endSockets, joined, pollingSocket } from '../harness/phoenix_client.mjs';

let server;
before(async () => {
  server = await startServer({ apps: [{ jwt_secret: JWT_SECRET, broadcasts_per_second: 0 }] });
});
afterEach(() => {
  endSockets();
  endClients();
  disconnectAll();
});
after(() => server.stop());

const say = (event, payload) => ({ type: 'broadcast', event, payload });
const heardBy = (channel) => {
  const heard = [];
  channel.on('broadcast', ({ event, payload }) => heard.push([event, payload]));
  return heard;
};

for (const path of ['/realtime/v1', '/socket']) {
  test(`phoenix.js at ${path} speaks with those who have a WebSocket, and is answered`, async () => {
    const polling = await joined(pollingSocket(server, { path }), `room ${path}`, { broadcast: { ack: true, self: true } });
    const heard = heardBy(polling);
    const other = supabaseClient(server).channel(`room ${path}`);
    const messages = broadcasts(other);
    await subscribed(other);
    const payload = { text: 'ü "\\ \u2028', list: [null, 1.5] };
    const answer = new Promise((done) => polling.push('broadcast', say('ping', payload)).receive('ok', done));
    await within(answer, 'the answer');
    assert.deepEqual((await messages.next()).payload, payload);
    await other.send(say('pong', { n: 1 }));
    await until(() => heard.length === 2, 'both broadcasts');
    assert.deepEqual(heard, [['ping', payload], ['pong', { n: 1 }]]);
  });
}

test('messages keep their order, and none is lost or repeated between two polls', async () => {
  const polling = await joined(pollingSocket(server), 'order');
  const heard = heardBy(polling);
  const sender = supabaseClient(server).channel('order');
  const messages = broadcasts(sender);
  await subscribed(sender);
  for (let n = 0; n < 500; n += 1) {
    await sender.send(say('n', { n }));
    if (n % 100 === 99) await sleep(5);
  }
  for (let n = 0; n < 250; n += 1) polling.push('broadcast', say('m', { n }));
  await until(() => heard.length >= 500, 'all of them', 15_000);
  assert.deepEqual(heard.map(([, { n }]) => n), Array.from({ length: 500 }, (_, n) => n));
  for (let n = 0; n < 250; n += 1) assert.equal((await messages.next()).payload.n, n);
});

test('who polls is present, and sees who is', async () => {
  const polling = await joined(pollingSocket(server), 'present', { presence: { key: 'polls', enabled: true } });
  const joins = [];
  polling.on('presence_diff', ({ joins: who }) => joins.push(...Object.keys(who)));
  polling.push('presence', { type: 'presence', event: 'track', payload: { by: 'long-poll' } });
  const other = supabaseClient(server).channel('present', { config: { presence: { key: 'other' } } });
  other.on('presence', { event: 'sync' }, () => {});
  await subscribed(other);
  await until(() => other.presenceState().polls, 'who polls is seen');
  assert.equal(other.presenceState().polls[0].by, 'long-poll');
  await other.track({});
  await until(() => joins.includes('other'), 'who polls sees the other');
  polling.leave();
  await until(() => !other.presenceState().polls, 'who leaves is gone');
});

test('phoenix.js joins again after the server restarts', async () => {
  const first = await startServer({ apps: [{ jwt_secret: JWT_SECRET }] });
  const socket = pollingSocket(first);
  const channel = await joined(socket, 'restarts');
  const heard = heardBy(channel);
  const began = Date.now();
  await first.stop();
  assert.ok(Date.now() - began < 6_000, 'a poll that waits does not hold up the drain');
  const again = await startServer({ apps: [{ jwt_secret: JWT_SECRET }], listen: `127.0.0.1:${first.port}` });
  try {
    await until(() => socket.isConnected() && channel.state === 'joined', 'joined again', 20_000);
    const sender = supabaseClient(again).channel('restarts');
    await subscribed(sender);
    await until(async () => {
      await sender.send(say('e', {}));
      return heard.length > 0;
    }, 'a broadcast');
  } finally {
    endSockets();
    await again.stop();
  }
});

const join = (topic, config = {}, ref = '1') => [ref, ref, `realtime:${topic}`, 'phx_join', { config }];
const isReply = (ref) => (message) => message[1] === ref && message[3] === 'phx_reply';

test('by hand: a session is opened, polled and spoken on, in both serialisers', async () => {
  const session = new Session(server);
  const opened = await session.open();
  assert.deepEqual([opened.http, opened.status, opened.messages], [200, 410, []]);
  assert.match(opened.headers.get('content-type'), /application\/json/);
  assert.equal(opened.headers.get('access-control-allow-origin'), '*');
  assert.equal((await session.say(join('by hand'), [null, '2', 'phoenix', 'heartbeat', {}])).status, 200);
  assert.equal((await session.until(isReply('1'), 'join'))[4].status, 'ok');
  await session.until(isReply('2'), 'heartbeat');

  const old = new Session(server, { path: '/socket/longpoll', query: `apikey=${token()}` });
  await old.open();
  await old.request('POST', {
    body: JSON.stringify({ topic: 'realtime:by hand', event: 'phx_join', payload: {}, ref: '1' }),
    type: 'application/json',
  });
  assert.equal((await old.until(({ ref }) => ref === '1', 'join')).payload.status, 'ok');
  await session.say(['1', '3', 'realtime:by hand', 'broadcast', say('e', { n: 1 })]);
  const { payload } = await old.until(({ event }) => event === 'broadcast', 'broadcast');
  assert.deepEqual(payload, { event: 'e', payload: { n: 1 }, type: 'broadcast' });

  // Bytes go in as base64, and do not come out.
  const receiver = supabaseClient(server).channel('by hand');
  const heard = broadcasts(receiver);
  await subscribed(receiver);
  const frame = Buffer.concat([Buffer.from([3, 1, 1, 16, 1, 0, 0]), Buffer.from('14realtime:by hande'), Buffer.from([0, 255])]);
  await session.request('POST', { body: frame.toString('base64') });
  assert.deepEqual([...new Uint8Array((await heard.next()).payload)], [0, 255]);
  await session.say(['1', '5', 'realtime:by hand', 'broadcast', say('last', {})]);
  const last = await old.until(({ event }) => event === 'broadcast', 'the last');
  assert.equal(last.payload.event, 'last');
});

test('a poll without a message ends after ten seconds, and one that is followed by another at once', async () => {
  const session = new Session(server);
  await session.open();
  const began = Date.now();
  const first = session.poll();
  await sleep(QUIET_MS);
  const second = session.poll();
  assert.equal((await within(first, 'the first poll')).status, 204);
  const { http, status, messages, token: ticket } = await within(second, 'the second', 15_000);
  assert.deepEqual([http, status, messages, ticket], [200, 204, [], session.ticket]);
  const took = Date.now() - began;
  assert.ok(took >= 9_900 && took < 13_000, `${took} ms`);
});

test('a poll that is given up loses nothing', async () => {
  const session = new Session(server);
  await session.open();
  await session.say(join('given up'));
  await session.until(isReply('1'), 'join');
  const sender = supabaseClient(server).channel('given up');
  await subscribed(sender);
  for (let n = 0; n < 20; n += 1) {
    const abort = new AbortController();
    const given = session.poll({ signal: abort.signal }).catch(() => {});
    await sleep(n);
    abort.abort();
    await given;
  }
  await sleep(QUIET_MS);
  await sender.send(say('e', { n: 1 }));
  const message = await session.until(([, , , event]) => event === 'broadcast', 'broadcast');
  assert.deepEqual(message[4].payload, { n: 1 });
});

test('nobody gets into a session without its ticket', async () => {
  const session = new Session(server);
  await session.open();
  const [name, signature] = session.ticket.split('.');
  for (const ticket of [`${name}.${'0'.repeat(64)}`, `${'0'.repeat(32)}.${signature}`, name, 'x', `${session.ticket}0`]) {
    const polled = await session.poll({ ticket });
    assert.deepEqual([polled.http, polled.status, polled.token], [200, 410, undefined], ticket);
    assert.equal((await session.request('POST', { body: '[]', ticket })).status, 410);
  }
  assert.equal((await session.request('POST', { body: '[]', ticket: null })).status, 410);
  await session.say(join('mine'));
  await session.until(isReply('1'), 'the session is as it was');
});

test('who may not connect by WebSocket may not by long-poll', async () => {
  const strict = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, allowed_origins: ['https://good.example'], max_connections: 3 }],
    settings: { longpoll_sessions: 3, path_prefix: '/behind' },
  });
  try {
    const path = '/behind/realtime/v1/longpoll';
    const open = (query, headers) => new Session(strict, { path, query, headers }).open();
    for (const [query, headers, http, status, error] of [
      ['vsn=2.0.0', {}, 401, 403, /API key is missing/],
      ['apikey=nonsense', {}, 401, 403, /not a valid JWT/],
      [`apikey=${token({ seconds: -5 })}`, {}, 401, 403, /expired/],
      [`apikey=${token()}&vsn=9.0.0`, {}, 400, 403, /vsn/],
      [`apikey=${token()}`, { origin: 'https://bad.example' }, 403, 403, /origin/],
    ]) {
      const answer = await open(query, headers);
      assert.deepEqual([answer.http, answer.status, answer.token], [http, status, undefined], query);
      assert.match(answer.error, error);
    }
    const good = { origin: 'https://good.example' };
    assert.equal((await open(`apikey=${token()}`, good)).status, 410);
    assert.equal((await open('', { 'x-api-key': token() })).status, 410);
    assert.equal((await open('', { apikey: token() })).status, 410);
    await sleep(QUIET_MS); // the loops have taken them
    const over = await open(`apikey=${token()}`);
    assert.deepEqual([over.http, over.status], [429, 403]);
    assert.match(over.error, /Too many connected users/);
  } finally {
    await strict.stop();
  }
});

test('sessions have a bound, and none are served where it is 0', async () => {
  for (const [limit, why] of [[1, /longpoll_sessions\); try again/], [0, /not served \(setting longpoll_sessions/]]) {
    const own = await startServer({ apps: [{ jwt_secret: JWT_SECRET }], settings: { longpoll_sessions: limit } });
    try {
      if (limit) assert.equal((await new Session(own).open()).status, 410);
      const answer = await new Session(own).open();
      assert.deepEqual([answer.http, answer.status, answer.headers.get('retry-after')], [503, 500, '1']);
      assert.match(answer.error, why);
    } finally {
      await own.stop();
    }
  }
});

test('a session takes no open file', async () => {
  const files = () => readdirSync(`/proc/${server.pid}/fd`).length;
  const first = new Session(server);
  await first.open();
  const before = files();
  for (let n = 0; n < 100; n += 1) await new Session(server).open();
  await first.say([null, '1', 'phoenix', 'heartbeat', {}]);
  await first.until(isReply('1'), 'the loop has the others too');
  // Requests have some, which are kept alive for a while.
  assert.ok(files() - before < 50, `${files() - before} more`);
});

test('browsers of other pages may ask', async () => {
  const answer = await fetch(`${server.url}/realtime/v1/longpoll?vsn=2.0.0`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://page.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-phoenix-authtoken',
    },
  });
  assert.equal(answer.status, 204);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.match(answer.headers.get('access-control-allow-methods'), /GET, POST/);
  assert.match(answer.headers.get('access-control-allow-headers'), /content-type.*x-phoenix-authtoken/);
  assert.equal((await fetch(`${server.url}/realtime/v1/longpoll`, { method: 'PUT' })).status, 405);
});

test('a client that does not poll while much is said is ended, and told so by its next poll', async () => {
  const own = await startServer({ apps: [{ jwt_secret: JWT_SECRET }], settings: { outbox_bytes: 65_536 } });
  try {
    const session = new Session(own);
    await session.open();
    await session.say(join('much'));
    await session.until(isReply('1'), 'join');
    const bystander = await subscribe(await connect(own), 'much');
    let heard = 0;
    bystander.bind_global((event) => (heard += Number(event === 'e')));
    for (let n = 0; n < 200; n += 1) await sdk(own).trigger('much', 'e', { n, filler: 'x'.repeat(9_000) });
    await until(() => heard === 200, 'clients that read are not disturbed', 10_000);
    let came = 0;
    const ended = async () => {
      for (;;) {
        const { status, messages } = await session.poll();
        if (status === 410) return;
        const seen = messages.map((text) => JSON.parse(text)).filter(([, , , event]) => event === 'broadcast');
        for (const message of seen) assert.equal(message[4].payload.n, came++, 'without a gap');
      }
    };
    await within(ended(), 'the end', 15_000);
    assert.ok(came > 0 && came < 200, `${came} came`);
  } finally {
    await own.stop();
  }
});

test('a message that is too long ends the session', async () => {
  const session = new Session(server, { query: `apikey=${token()}&vsn=2.0.0` });
  await session.open();
  await session.say(['1', '1', 'realtime:x', 'broadcast', say('e', { x: 'x'.repeat(950_000) })]);
  const big = await startServer({ apps: [{ jwt_secret: JWT_SECRET, broadcast_bytes: 1_000 }] });
  try {
    const small = new Session(big);
    await small.open();
    await small.say(['1', '1', 'realtime:x', 'broadcast', say('e', { x: 'x'.repeat(100_000) })]);
    assert.equal((await within(small.poll(), 'the end')).status, 410);
  } finally {
    await big.stop();
  }
});

test('who has not polled for thirty seconds is gone', async () => {
  const session = new Session(server);
  await session.open();
  await session.say(
    join('absent', { presence: { key: 'absent', enabled: true } }),
    ['1', '2', 'realtime:absent', 'presence', { type: 'presence', event: 'track', payload: {} }],
  );
  await session.until(isReply('2'), 'track');
  const watching = supabaseClient(server).channel('absent');
  watching.on('presence', { event: 'sync' }, () => {});
  await subscribed(watching);
  await until(() => watching.presenceState().absent, 'present');
  const began = Date.now();
  await until(() => !watching.presenceState().absent, 'absent', 40_000);
  const took = Date.now() - began;
  assert.ok(took > 28_000 && took < 36_000, `${took} ms`);
  assert.equal((await session.poll()).status, 410);
});
