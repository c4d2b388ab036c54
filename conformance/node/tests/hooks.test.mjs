/**
 * Hooks: an application that is asked before a client connects, subscribes or sends an event, and before a publish.
 */
import { after, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, pusherClient, refused, sdk, subscribe } from '../harness/pusher_client.mjs';
import { RawClient } from '../harness/raw_client.mjs';
import { api, publish, send, signedQuery } from '../harness/signed_http.mjs';
import { ANN, JWT_SECRET, broadcasts, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { endSockets, joined, pollingSocket } from '../harness/phoenix_client.mjs';
import { startApplication } from '../harness/hook_receiver.mjs';
import { record, sleep, until } from '../harness/waiting.mjs';

const ends = [];
after(async () => {
  disconnectAll();
  endClients();
  endSockets();
  for (const end of ends.reverse()) await end();
});

async function application(options) {
  const started = await startApplication(options);
  ends.push(() => started.stop());
  return started;
}

/** A server whose app has these hooks. */
async function start(hooks, app = {}, settings = {}) {
  const server = await startServer({ apps: [{ hooks, client_events_per_second: 0, ...app }], settings });
  ends.push(() => server.stop());
  return server;
}

/** The sum of a metric's samples with these labels. */
async function metric(server, name, labels = '') {
  const { text } = await send(server, 'GET', '/metrics');
  const samples = [...text.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'))].filter(([, all = '']) => all.includes(labels));
  assert.ok(samples.length > 0, `${name} ${labels}`);
  return samples.reduce((sum, [, , value]) => sum + Number(value), 0);
}

/** Two members of a private channel. */
async function pair(server, channel = 'private-a') {
  const [ann, bob] = [await RawClient.connect(server), await RawClient.connect(server)];
  for (const client of [ann, bob]) await client.subscribe(channel);
  const say = (data, event = 'client-n') => ann.send({ event, channel, data });
  const heard = () => bob.messages.filter(({ event }) => event.startsWith('client-'));
  return { ann, bob, say, heard };
}

describe('client events', () => {
  test('are allowed, refused and rewritten', async () => {
    const app = await application({
      answer: ({ data }) => (data === 'bad' ? { allow: false, reason: 'no "such" words' } : data === 'long' ? '{"data":{"n":9007199254740993}}' : {}),
    });
    const server = await start([{ url: app.url, events: ['client_event'], headers: { 'X-Tenant': 'seven' } }]);
    const { ann, say, heard } = await pair(server);
    say('good');
    say('bad');
    say('long');
    ann.send('{"event":"client-n","channel":"private-a","data":{"big":12345678901234567890}}');
    await until(() => heard().length === 3, 'three events');
    const error = await ann.event('pusher:error');
    assert.deepEqual([error.data.code, error.data.message], [4301, 'Client event rejected: no "such" words']);
    assert.deepEqual(heard().map(({ text }) => /"data":(.*)\}$/.exec(text)[1]), ['"good"', '{"n":9007199254740993}', '{"big":12345678901234567890}']);
    const [first] = app.requests;
    assert.ok(app.isValid(server, first));
    assert.ok(!app.isValid(server, { ...first, body: `${first.body} ` }));
    assert.deepEqual([first.method, first.url, first.headers['content-type'], first.headers['x-tenant']], ['POST', '/hook?token=hidden', 'application/json', 'seven']);
    const { time_ms: time, ...fields } = first.parsed;
    assert.ok(Math.abs(Date.now() - time) < 10_000);
    assert.deepEqual(fields, { type: 'client_event', app_id: server.app.id, socket_id: ann.socketId, channel: 'private-a', event: 'client-n', data: 'good' });
    assert.ok(app.requests.at(-1).body.includes('"data":{"big":12345678901234567890}'), 'spliced as it came');
    for (const [outcome, count] of Object.entries({ allowed: 2, refused: 1, rewritten: 1, failed: 0 })) {
      assert.equal(await metric(server, 'baton_hook_questions_total', `outcome="${outcome}"`), count, outcome);
    }
    assert.equal(await metric(server, 'baton_hook_questions_waiting'), 0);
    assert.equal(await metric(server, 'baton_hook_seconds_count'), 4);
    assert.equal(await metric(server, 'baton_refused_total', 'cause="hook",app='), 1);
    assert.ok(!server.log().includes('hidden'), 'the query of a URL is not logged');
  });
});

describe('order', () => {
  test('of one publisher holds, and a question does not hold the channel', async () => {
    let release;
    const held = new Promise((done) => (release = done));
    const app = await application({ answer: async ({ data }) => (data === 'slow' ? held : sleep(Math.random() * 4)).then(() => ({})) });
    const server = await start([{ url: app.url, events: ['client_event'], timeout_ms: 5_000 }]);
    const { bob, say, heard } = await pair(server);
    const third = await RawClient.connect(server);
    await third.subscribe('private-a');
    for (let n = 0; n < 100; n++) say(n);
    await until(() => heard().length === 100, 'all of them');
    assert.deepEqual(heard().map(({ data }) => data), Array.from({ length: 100 }, (_, n) => n));
    say('slow');
    say('after');
    await app.question({ data: 'slow' });
    third.send({ event: 'client-n', channel: 'private-a', data: 'other' });
    await until(() => heard().length === 101, 'that of another publisher');
    assert.equal(heard().at(-1).data, 'other');
    await bob.settle();
    release();
    await until(() => heard().length === 103, 'the rest');
    assert.deepEqual(heard().slice(-2).map(({ data }) => data), ['slow', 'after']);
  });

  test('and batches: many questions in one request, each with its own answer', async () => {
    const app = await application({ answer: async ({ data }) => sleep(5).then(() => (data % 3 === 0 ? { allow: false, reason: `${data}` } : data % 3 === 1 ? { data: data * 100 } : {})) });
    const server = await start([{ url: app.url, events: ['client_event'], max_batch: 20, max_concurrent: 2 }], {});
    const pairs = await Promise.all(Array.from({ length: 30 }, (_, n) => pair(server, `private-${n}`)));
    for (const { say } of pairs) for (let n = 0; n < 9; n++) say(n);
    await until(() => pairs.every(({ heard }) => heard().length === 6), 'all of them');
    for (const { heard, ann } of pairs) {
      assert.deepEqual(heard().map(({ data }) => data), [100, 2, 400, 5, 700, 8]);
      const reasons = ann.messages.filter(({ event }) => event === 'pusher:error').map(({ data }) => data.message);
      assert.deepEqual(reasons, [0, 3, 6].map((n) => `Client event rejected: ${n}`));
    }
    assert.equal(app.questions.length, 270);
    assert.ok(app.requests.length < 135, `${app.requests.length} requests`);
    assert.ok(app.requests.every(({ questions, parsed }) => questions.length <= 20 && parsed.app_id === server.app.id));
    assert.ok(app.most <= 2, `${app.most} requests at once`);
    assert.ok(app.sockets <= 2, `${app.sockets} connections`);
    assert.ok(app.isValid(server, app.requests[5]));
  });
});

describe('subscriptions', () => {
  test('are allowed and refused, and a member is there after the answer', async () => {
    let release;
    const held = new Promise((done) => (release = done));
    const app = await application({ answer: ({ channel, user_id: user }) => (channel.endsWith('closed') ? { allow: false, reason: 'Only for members' } : user === 'bob' ? held.then(() => ({})) : {}) });
    const server = await start([{ url: app.url, events: ['subscribe'], channel_pattern: 'p*', timeout_ms: 5_000 }]);
    const ann = await connect(server, { member: { user_id: 'ann', user_info: { n: 1 } } });
    const error = await refused(ann, 'private-closed');
    assert.deepEqual([error.status, error.error, error.type], [403, 'Only for members', 'AuthError']);
    await subscribe(ann, 'news'); // no hook wants to know of it
    const room = await subscribe(ann, 'presence-room');
    const question = await app.question({ channel: 'presence-room' });
    assert.deepEqual([question.socket_id, question.user_id, JSON.parse(question.channel_data)], [ann.connection.socket_id, 'ann', { user_id: 'ann', user_info: { n: 1 } }]);
    const added = record(room, 'pusher:member_added');
    const bob = await connect(server, { member: { user_id: 'bob' } });
    bob.subscribe('presence-room');
    await app.question({ user_id: 'bob' });
    await sleep(200);
    const { text } = await api(server, 'GET', '/channels/presence-room/users');
    assert.deepEqual(JSON.parse(text), { users: [{ id: 'ann' }] });
    assert.equal(added.length, 0);
    release();
    await until(() => added.length === 1, 'the second member');
    assert.ok(!app.questions.some(({ channel }) => channel === 'news'));
  });

  test('of a client that closes while it waits leave nothing', async () => {
    const app = await application({ answer: () => sleep(600).then(() => ({})) });
    const server = await start([{ url: app.url, events: ['subscribe', 'client_event'] }]);
    const client = await RawClient.connect(server);
    client.send({ event: 'pusher:subscribe', data: client.subscription('presence-room', { user_id: 'ann' }) });
    await app.question({ channel: 'presence-room' });
    client.end();
    await until(async () => (await metric(server, 'baton_connections')) === 0, 'the end of the connection');
    await until(async () => (await metric(server, 'baton_hook_questions_waiting')) === 0, 'the answer');
    await sleep(100);
    assert.deepEqual(JSON.parse((await api(server, 'GET', '/channels')).text), { channels: {} });
    assert.equal(await metric(server, 'baton_subscriptions'), 0);
    assert.equal(await metric(server, 'baton_faults_total'), 0);
  });
});

describe('connections', () => {
  test('are allowed, refused for good, and sent away for a while where there is no answer', async () => {
    const app = await application({ answer: ({ origin }) => (origin?.includes('banned') ? { allow: false, reason: 'Banned' } : origin?.includes('broken') ? 500 : {}) });
    const server = await start([{ url: app.url, events: ['connect'], channel_prefix: 'none' }]);
    const client = await RawClient.connect(server, { origin: 'https://shop.example' });
    await client.subscribe('private-a');
    const { time_ms: _, ...question } = app.requests[0].parsed;
    assert.deepEqual(question, { type: 'connect', app_id: server.app.id, socket_id: client.socketId, protocol: 'pusher', address: '127.0.0.1', origin: 'https://shop.example' });
    const banned = RawClient.open(server, { origin: 'https://banned.example' });
    const error = await banned.event('pusher:error');
    assert.deepEqual([error.data.code, error.data.message], [4009, 'Banned']);
    assert.deepEqual(await banned.close(), { code: 4009, reason: 'Banned' });
    const broken = RawClient.open(server, { origin: 'https://broken.example' });
    assert.equal((await broken.close()).code, 4100);
    assert.ok(!broken.messages.some(({ event }) => event === 'pusher:connection_established'));
    const bare = await RawClient.connect(server);
    assert.ok(!('origin' in app.questions.at(-1)) && bare.socketId);
  });

  test('of pusher-js wait, stay away, or come back', async () => {
    let status = 403;
    const app = await application({ raw: (_, response) => response.writeHead(status, { 'content-type': 'application/json' }).end('{"reason":"closed today"}') });
    const server = await start([{ url: app.url, events: ['connect'] }]);
    const away = pusherClient(server);
    const errors = record(away.connection, 'error');
    await until(() => away.connection.state === 'failed' || away.connection.state === 'disconnected', 'the refusal');
    assert.ok(errors.some(({ data }) => data?.error?.data?.message === 'closed today'), JSON.stringify(errors));
    const asked = app.requests.length;
    await sleep(1_500);
    assert.equal(app.requests.length, asked, 'it does not come back');
    status = 500;
    const back = pusherClient(server);
    await until(() => app.requests.length > asked, 'a first try');
    status = 204;
    await until(() => back.connection.state === 'connected', 'a second try', 8_000);
  });
});

describe('publishes', () => {
  test('over HTTP are allowed, refused and rewritten', async () => {
    const app = await application({ answer: ({ data, channel }) => (data.includes('bad') ? { allow: false, reason: 'Not that' } : channel === 'b' ? '{"data":{"n":9007199254740993}}' : {}) });
    const server = await start([{ url: app.url, events: ['publish'] }]);
    const client = await connect(server);
    const channels = await Promise.all(['a', 'b'].map((name) => subscribe(client, name)));
    const heard = channels.map((channel) => record(channel, 'e'));
    const pusher = sdk(server);
    await pusher.trigger(['a', 'b'], 'e', { x: 1 });
    await until(() => heard[1].length === 1, 'both');
    assert.deepEqual(heard[0][0].data, { x: 1 });
    assert.equal(app.questions.length, 2);
    assert.deepEqual([app.questions[0].type, app.questions[0].event, app.questions[0].data], ['publish', 'e', '{"x":1}']);
    const refusal = await publish(server, ['a', 'b'], 'e', 'bad');
    assert.deepEqual([refusal.status, refusal.text], [403, 'Not that']);
    await assert.rejects(pusher.triggerBatch([{ channel: 'a', name: 'e', data: 'good' }, { channel: 'b', name: 'e', data: 'bad' }]), ({ status }) => status === 403);
    await publish(server, 'a', 'e', '"last"');
    await until(() => heard[0].length === 2, 'the last');
    assert.equal(heard[0][1].data, 'last', 'nothing of what was refused was published');
    assert.equal(await metric(server, 'baton_refused_total', 'cause="hook",app='), 2);
  });

  test('without an answer get 503, and are not remembered under their key', async () => {
    let works = false;
    const app = await application({ raw: (_, response) => response.writeHead(works ? 204 : 500).end() });
    const server = await start([{ url: app.url, events: ['publish'] }]);
    const client = await connect(server);
    const heard = record(await subscribe(client, 'a'), 'e');
    const once = () => publish(server, 'a', 'e', '1', {}, { headers: { 'x-idempotency-key': 'k' } });
    const first = await once();
    assert.deepEqual([first.status, first.headers['retry-after']], [503, '1']);
    assert.match(first.text, /no answer that can be used/);
    works = true;
    assert.equal((await once()).status, 200);
    const asked = app.requests.length;
    assert.equal((await once()).status, 200);
    assert.equal(app.requests.length, asked, 'what was published is not asked about');
    await publish(server, 'a', 'e', '2');
    await until(() => heard.length === 2, 'the second event');
    assert.deepEqual(heard.map(({ data }) => data), [1, 2]);
  });

  test('on one connection keep their order, and other channels and apps are not asked about', async () => {
    const app = await application({ answer: () => sleep(Math.random() * 10).then(() => ({})) });
    const server = await startServer({ apps: [{ hooks: [{ url: app.url, events: ['publish'], channel_prefix: 'asked' }] }, { id: 'other', key: 'other-key', secret: 'the secret of another app' }] });
    ends.push(() => server.stop());
    const client = await connect(server);
    const heard = record(await subscribe(client, 'asked'), 'e');
    // All on one connection, none of which waits for the answer to the one before.
    const { createConnection } = await import('node:net');
    const socket = createConnection(server.port, '127.0.0.1');
    let answers = '';
    socket.on('data', (bytes) => (answers += bytes));
    for (let n = 0; n < 30; n++) {
      const body = JSON.stringify({ name: 'e', channel: 'asked', data: String(n) });
      const path = `/apps/${server.app.id}/events`;
      const query = new URLSearchParams(signedQuery(server.app, 'POST', path, body));
      socket.write(`POST ${path}?${query} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    }
    await until(() => heard.length === 30, 'all of them');
    assert.deepEqual(heard.map(({ data }) => data), Array.from({ length: 30 }, (_, n) => n));
    await until(() => answers.split('HTTP/1.1 200').length === 31, 'all answers');
    socket.destroy();
    const asked = app.questions.length;
    assert.equal((await publish(server, 'free', 'e', '1')).status, 200);
    assert.equal((await publish(server, 'asked', 'e', '1', {}, { app: server.apps[1] })).status, 200);
    assert.equal(app.questions.length, asked);
  });
});

describe('Supabase clients', () => {
  const settings = { jwt_secret: JWT_SECRET, public_broadcast: ['*'] };

  test('join, broadcast and connect as the hook says', async () => {
    const app = await application({
      answer: ({ type, channel, data }) => {
        if (type === 'subscribe' && channel === 'closed') return { allow: false, reason: 'Only for members' };
        if (type === 'client_event') return data.bad ? { allow: false, reason: 'No' } : data.old ? { data: { new: true } } : {};
        return {};
      },
    });
    const server = await start([{ url: app.url, events: ['connect', 'subscribe', 'client_event'] }], settings);
    const [ann, bob] = [supabaseClient(server, { apikey: token({ sub: ANN, role: 'authenticated' }) }), supabaseClient(server)];
    await assert.rejects(subscribed(ann.channel('closed')), /HookRefused: Only for members/);
    const options = { config: { broadcast: { ack: true } } };
    const [said, hears] = [ann.channel('room', options), bob.channel('room')];
    const heard = broadcasts(hears);
    await subscribed(said);
    await subscribed(hears);
    assert.equal(await said.send({ type: 'broadcast', event: 'e', payload: { n: 1 } }), 'ok');
    assert.equal(await said.send({ type: 'broadcast', event: 'e', payload: { bad: 1 } }), 'error');
    assert.equal(await said.send({ type: 'broadcast', event: 'e', payload: { old: 1 } }), 'ok');
    assert.deepEqual((await heard.next()).payload, { n: 1 });
    assert.deepEqual((await heard.next()).payload, { new: true });
    const question = await app.question({ type: 'client_event' });
    assert.deepEqual([question.channel, question.event, question.user_id], ['room', 'e', ANN]);
    const opened = app.questions.find(({ type, user_id: user }) => type === 'connect' && user === ANN);
    assert.equal(opened.protocol, 'supabase');
  });

  test('by long-poll are asked about as well, and stay in order', async () => {
    const app = await application({ answer: () => sleep(Math.random() * 5).then(() => ({})) });
    const server = await start([{ url: app.url, events: ['connect', 'subscribe', 'client_event'] }], settings);
    const hears = supabaseClient(server).channel('room');
    const heard = broadcasts(hears);
    await subscribed(hears);
    const polling = await joined(pollingSocket(server), 'room');
    for (let n = 0; n < 50; n++) polling.push('broadcast', { type: 'broadcast', event: 'n', payload: { n } });
    for (let n = 0; n < 50; n++) assert.equal((await heard.next()).payload.n, n);
    assert.equal(app.questions.filter(({ type }) => type === 'connect').length, 2);
    assert.equal(app.questions.filter(({ type }) => type === 'client_event').length, 50);
    assert.ok(app.questions.every(({ type, address }) => type !== 'connect' || address === '127.0.0.1'));
  });

  test('that are refused learn why from their joins', async () => {
    const app = await application({ answer: () => ({ allow: false, reason: 'Banned' }) });
    const server = await start([{ url: app.url, events: ['connect'] }], settings);
    await assert.rejects(subscribed(supabaseClient(server).channel('room')), /HookRefused: Banned/);
  });

  test('broadcast over HTTP as the hook says', async () => {
    const app = await application({ answer: ({ data }) => (data.bad ? { allow: false, reason: 'No' } : data.old ? { data: { new: true } } : data.broken ? 500 : {}) });
    const server = await start([{ url: app.url, events: ['publish'] }], settings);
    const client = supabaseClient(server);
    const channel = client.channel('room');
    const heard = broadcasts(channel);
    await subscribed(channel);
    const authorization = `Bearer ${token()}`;
    const post = (payload) => send(server, 'POST', '/realtime/v1/api/broadcast/room/events/e', JSON.stringify(payload), { authorization });
    const refusal = await post({ bad: true });
    assert.deepEqual([refusal.status, JSON.parse(refusal.text)], [403, { message: 'HookRefused: No' }]);
    const failed = await post({ broken: true });
    assert.deepEqual([failed.status, failed.headers['retry-after']], [503, '1']);
    const list = { messages: [{ bad: true }, { old: true }, { n: 1 }].map((payload) => ({ topic: 'room', event: 'e', payload })) };
    assert.equal((await send(server, 'POST', '/api/broadcast', JSON.stringify(list), { authorization })).status, 202);
    assert.deepEqual((await heard.next()).payload, { new: true });
    assert.deepEqual((await heard.next()).payload, { n: 1 });
  });
});

describe('while the application thinks about a broadcast over HTTP', () => {
  test('its token may be revoked, and then nothing is sent', async () => {
    const app = await application({ answer: () => sleep(400).then(() => ({})) });
    const server = await start([{ url: app.url, events: ['publish'] }], { jwt_secret: JWT_SECRET, public_broadcast: ['*'] });
    const authorization = `Bearer ${token({ sub: 'eve', role: 'authenticated' })}`;
    const sent = send(server, 'POST', '/realtime/v1/api/broadcast/room/events/e', '{}', { authorization });
    await app.question({ type: 'publish' });
    assert.equal((await api(server, 'POST', '/tokens/revoke', { body: { sub: 'eve' } })).status, 200);
    assert.equal((await sent).status, 401);
  });
});

describe('an application that fails', () => {
  const failures = {
    'is down': { port: 1, why: /cannot be reached/ },
    'hangs': { raw: () => undefined, why: /no whole answer within 200 ms/ },
    'hangs in the middle': { raw: (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{"allow"'), why: /no whole answer within 200 ms/ },
    'answers 500': { raw: (_, response) => response.writeHead(500).end('oops'), why: /the status is 500/ },
    'redirects': { raw: (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), why: /redirects are not followed/ },
    'answers no JSON': { raw: (_, response) => response.writeHead(200).end('<html>'), why: /no JSON object/ },
    'misspells': { raw: (_, response) => response.writeHead(200).end('{"alow":false}'), why: /unknown field `alow`/ },
    'answers a list': { raw: (_, response) => response.writeHead(200).end('{"answers":[{}]}'), why: /unknown field `answers`/ },
    'breaks off': { raw: (_, response) => { response.writeHead(200, { 'content-length': 100 }); response.write('{'); response.socket.destroySoon(); }, why: /ended early|cannot be read/ },
    'is at an address that clouds use': { url: 'http://169.254.169.254/latest', why: /does not allow/ },
  };
  test('says far too much: what it may have wanted to replace never passes, and a refusal stays one', async () => {
    const long = 'x'.repeat(10_000_000);
    const app = await application({
      raw: ({ questions: [{ data }] }, response) =>
        data === 'no' ? response.writeHead(403).end(long) : response.writeHead(200).end(`{"data":"${long}"}`),
    });
    const server = await start([{ url: app.url, events: ['client_event'], on_failure: 'allow' }]);
    const { ann, say, heard } = await pair(server);
    say('old');
    assert.match((await ann.event('pusher:error')).data.message, /no answer that can be used/);
    say('no');
    assert.match((await ann.event('pusher:error')).data.message, /The application refused it/);
    assert.equal(heard().length, 0);
    await server.logged(/more than \d+ bytes/);
  });

  for (const [name, { why, port, url, raw }] of Object.entries(failures)) {
    test(`${name}: refused or allowed, as the hook is set`, async () => {
      const app = raw && (await application({ raw }));
      const hook = (on_failure) => ({ url: url ?? app?.url ?? `http://127.0.0.1:${port}/`, events: ['client_event'], channel_prefix: `private-${on_failure}`, timeout_ms: 200, on_failure });
      const server = await start([hook('refuse'), hook('allow')]);
      const strict = await pair(server, 'private-refuse');
      for (let n = 0; n < 3; n++) strict.say(n);
      for (let n = 0; n < 3; n++) {
        const error = await strict.ann.event('pusher:error');
        assert.deepEqual([error.data.code, /no answer that can be used/.test(error.data.message)], [4301, true]);
      }
      assert.equal(strict.heard().length, 0);
      const open = await pair(server, 'private-allow');
      open.say(7);
      await until(() => open.heard().length === 1, 'what is allowed');
      assert.equal(await metric(server, 'baton_hook_questions_total', 'outcome="failed"'), 4);
      assert.equal(await metric(server, 'baton_hook_questions_waiting'), 0);
      await server.logged(why);
      const lines = () => server.log().split('\n').filter((line) => line.includes('hooks: there is no answer'));
      await until(() => lines().length === 2, 'a line for each hook');
      await sleep(50);
      assert.equal(lines().length, 2, 'one line for each hook within ten seconds');
      assert.ok(!server.log().includes('hidden'));
    });
  }

  test('sends data that cannot be used: it is refused whatever the setting says', async () => {
    const app = await application({ answer: ({ type, data }) => (type === 'subscribe' ? { data: 1 } : data === 'long' ? { data: 'y'.repeat(11_000) } : '{"data":1e999}') });
    const server = await start([{ url: app.url, events: ['client_event', 'subscribe'], on_failure: 'allow', channel_prefix: 'private-a' }]);
    const client = await RawClient.connect(server);
    client.send({ event: 'pusher:subscribe', data: client.subscription('private-a') });
    const refusal = await client.event('pusher:subscription_error');
    assert.equal(refusal.data.status, 503);
    await server.reload({ apps: [{ client_events_per_second: 0, hooks: [{ url: app.url, events: ['client_event'], on_failure: 'allow' }] }] });
    const { ann, say, heard } = await pair(server);
    say('long');
    say('huge');
    for (let n = 0; n < 2; n++) assert.equal((await ann.event('pusher:error')).data.code, 4301);
    assert.equal(heard().length, 0);
    await server.logged(/`data` has 11000 bytes and the limit of the app is 10240/);
  });

  test('and too many questions are bounded: what finds no place fails at once', async () => {
    let arrived;
    const underWay = new Promise((done) => (arrived = done));
    const app = await application({ raw: () => arrived() });
    const server = await start([{ url: app.url, events: ['client_event'], max_concurrent: 1, max_waiting: 2, timeout_ms: 1_000 }]);
    const pairs = await Promise.all(Array.from({ length: 6 }, () => pair(server)));
    const began = Date.now();
    pairs[0].say(1);
    await underWay;
    for (const { say } of pairs.slice(1)) say(1);
    const ended = await Promise.all(pairs.map(({ ann }) => ann.event('pusher:error').then(() => Date.now() - began)));
    ended.sort((a, b) => a - b);
    assert.ok(ended[2] < 500, `three at once: ${ended}`);
    assert.ok(ended[3] > 900 && ended[5] < 2_500, `one is under way, two wait for their turn: ${ended}`);
    await server.logged(/max_waiting/);
    assert.equal(await metric(server, 'baton_hook_questions_total', 'outcome="failed"'), 6);
  });

  test('comes back on a connection that it had closed', async () => {
    const first = await application();
    const server = await start([{ url: first.url, events: ['client_event'] }]);
    const { say, heard } = await pair(server);
    say(1);
    await until(() => heard().length === 1, 'the first');
    await first.stop();
    const second = await application({ port: first.port });
    say(2);
    await until(() => heard().length === 2, 'the second');
    assert.equal(second.questions.length, 1);
  });
});

describe('a reload', () => {
  test('adds, changes and removes hooks, and keeps the connections of those that stay', async () => {
    const [first, second] = [await application(), await application({ answer: () => ({ data: 'second' }) })];
    const stays = { url: first.url, events: ['client_event'] };
    const server = await start([stays]);
    const { say, heard } = await pair(server);
    say(1);
    await until(() => heard().length === 1, 'the first');
    const told = (hooks, more = {}) => server.reload({ apps: [{ hooks, client_events_per_second: 0, ...more }] });
    await told([stays], { history_messages: 7 });
    say(2);
    await until(() => heard().length === 2, 'the second');
    assert.deepEqual([first.questions.length, first.sockets], [2, 1]);
    await told([{ url: second.url, events: ['client_event'] }]);
    await until(async () => (say(3), await sleep(20), heard().at(-1).data === 'second'), 'the new hook');
    await told([]);
    await until(async () => (say('free'), await sleep(20), heard().at(-1).data === 'free'), 'no hook');
    assert.match(await told([{ url: first.url }]), /hooks, entry 1: it has no `events`/);
  });

  test('that removes the hook while a question waits changes nothing of its answer', async () => {
    const app = await application({
      answer: ({ data, channel }) => sleep(400).then(() => (data ? { data: { new: true } } : { allow: !channel.endsWith('closed'), reason: 'Members' })),
    });
    const more = { jwt_secret: JWT_SECRET, public_broadcast: ['*'] };
    const hooked = { hooks: [{ url: app.url, events: ['subscribe', 'client_event'] }], ...more };
    const server = await start(hooked.hooks, more);
    const client = await RawClient.connect(server);
    const [hears, joins] = [supabaseClient(server).channel('room'), supabaseClient(server).channel('closed')];
    const heard = broadcasts(hears);
    await subscribed(hears);
    client.send({ event: 'pusher:subscribe', data: client.subscription('private-closed') });
    const joined = assert.rejects(subscribed(joins), /HookRefused: Members/);
    await hears.send({ type: 'broadcast', event: 'e', payload: { old: 1 } });
    const speaks = supabaseClient(server).channel('room');
    await subscribed(speaks);
    speaks.send({ type: 'broadcast', event: 'e', payload: { old: 2 } });
    await until(() => app.questions.filter(({ type }) => type === 'client_event').length === 2, 'both broadcasts');
    await app.question({ channel: 'closed' });
    await server.reload({ apps: [{ client_events_per_second: 0, ...more }] });
    assert.equal((await client.event('pusher:subscription_error')).data.error, 'Members');
    await joined;
    assert.deepEqual((await heard.next()).payload, { new: true });
  });

  test('that removes or disables the app while a question waits ends its connections', async () => {
    const app = await application({ answer: () => sleep(500).then(() => ({})) });
    const apps = [{ hooks: [{ url: app.url, events: ['client_event', 'subscribe'] }] }, { id: 'other', key: 'other-key', secret: 'the secret of another app' }];
    const server = await startServer({ apps });
    ends.push(() => server.stop());
    const client = await RawClient.connect(server);
    client.send({ event: 'pusher:subscribe', data: client.subscription('private-a') });
    await app.question({ channel: 'private-a' });
    await server.reload({ apps: [{ ...apps[0], enabled: false }, apps[1]] });
    assert.equal((await client.close()).code, 4003);
    await server.reload({ apps });
    const again = await RawClient.connect(server);
    again.send({ event: 'pusher:subscribe', data: again.subscription('private-b') });
    await app.question({ channel: 'private-b' });
    await server.reload({ apps: [apps[1]] });
    assert.equal((await again.close()).code, 4001);
    await sleep(700);
    assert.equal(await metric(server, 'baton_faults_total'), 0);
    assert.equal(await metric(server, 'baton_subscriptions'), 0);
  });

  test('is not needed to learn that a hook is wrong: the start is refused', async () => {
    await assert.rejects(startServer({ apps: [{ hooks: [{ url: 'http://x', events: ['connect'], timeout_ms: 0 }] }] }), /`timeout_ms` is a whole number from 10 to 10000/);
  });
});
