/**
 * Webhooks: what an application is told of its channels, in Pusher's format, verified by Pusher's own library. Receivers
 * that fail, hang, redirect or are gone lose nothing and hold up nobody else, and neither does the end of the server.
 */
import { after, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BINARY, startServer } from '../harness/server.mjs';
import { connect, disconnectAll, subscribe } from '../harness/pusher_client.mjs';
import { api, send } from '../harness/signed_http.mjs';
import { startReceiver } from '../harness/receiver.mjs';
import { next, sleep, until } from '../harness/waiting.mjs';

const ends = [];
after(async () => {
  disconnectAll();
  for (const end of ends.reverse()) await end();
});

/** A port that nothing listens on for now. */
async function closedPort() {
  const receiver = await startReceiver();
  await receiver.stop();
  return receiver.port;
}

async function receive(options) {
  const receiver = await startReceiver(options);
  ends.push(() => receiver.stop());
  return receiver;
}

async function start(webhooks, settings = {}, app = {}, more = {}) {
  const server = await startServer({ apps: [{ webhooks, ...app }], settings: { webhook_delay_s: 1, ...settings }, ...more });
  ends.push(() => server.stop());
  return server;
}

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'baton-webhooks-'));
  ends.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** The sum of a metric's samples. */
async function metric(server, name) {
  const { text } = await send(server, 'GET', '/metrics');
  const samples = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))];
  assert.ok(samples.length > 0, name);
  return samples.reduce((sum, [, value]) => sum + Number(value), 0);
}

describe('what is told', () => {
  test('channels, members, client events, cache misses and counts, as Pusher writes them', async () => {
    const receiver = await receive();
    const webhooks = [{ url: receiver.url, headers: { 'X-Tenant': 'seven' } }];
    const server = await start(webhooks, {}, { subscription_count: true });
    const began = Date.now();
    const ann = await connect(server, { member: { user_id: 'ann' } });
    const room = await subscribe(ann, 'presence-room');
    await receiver.event({ name: 'channel_occupied', channel: 'presence-room' });
    await receiver.event({ name: 'member_added', channel: 'presence-room', user_id: 'ann' });
    await subscribe(ann, 'counted');
    await receiver.event({ name: 'subscription_count', channel: 'counted', subscription_count: 1 });
    room.trigger('client-typing', { at: [1, 'é"'] });
    const typed = await receiver.event({ name: 'client_event', channel: 'presence-room', event: 'client-typing' });
    assert.deepEqual(JSON.parse(typed.data), { at: [1, 'é"'] });
    assert.deepEqual([typed.user_id, typed.socket_id], ['ann', ann.connection.socket_id]);
    await subscribe(ann, 'cache-empty');
    await receiver.event({ name: 'cache_miss', channel: 'cache-empty' });
    ann.unsubscribe('presence-room');
    await receiver.event({ name: 'member_removed', channel: 'presence-room', user_id: 'ann' });
    await receiver.event({ name: 'channel_vacated', channel: 'presence-room' });

    for (const request of receiver.requests) {
      const { method, url, headers, body, events } = request;
      assert.ok(receiver.isValid(server, request), body);
      assert.ok(!receiver.isValid(server, { headers, body: body.replace('room', 'root') + ' ' }));
      assert.deepEqual([method, url, events.length], ['POST', '/hook?token=hidden', 1]);
      assert.equal(headers['content-type'], 'application/json');
      assert.deepEqual([headers['x-tenant'], headers['x-pusher-key']], ['seven', server.app.key]);
      const { time_ms: time } = JSON.parse(body);
      assert.ok(time >= began && time <= Date.now());
    }
    const ids = new Set(receiver.requests.map(({ id }) => id));
    assert.equal(ids.size, receiver.requests.length, 'each has an id of its own');
    assert.ok(!server.log().includes('hidden'), 'the query of a URL is not logged');
  });

  test('a return within the delay takes back the leaving', async () => {
    const receiver = await receive();
    const server = await start([{ url: receiver.url, events: ['channel_occupied', 'channel_vacated', 'member_added', 'member_removed'] }]);
    const first = await connect(server, { member: { user_id: 'ann' } });
    await subscribe(first, 'presence-room');
    await receiver.event({ name: 'member_added' });
    first.disconnect();
    await sleep(300);
    const second = await connect(server, { member: { user_id: 'ann' } });
    await subscribe(second, 'presence-room');
    await sleep(1_500);
    assert.deepEqual(receiver.events().map(({ name }) => name), ['channel_occupied', 'member_added']);
    const left = Date.now();
    second.disconnect();
    await receiver.event({ name: 'channel_vacated' });
    assert.ok(Date.now() - left >= 950, 'not before the delay is over');
    assert.deepEqual(receiver.events().map(({ name }) => name).slice(2), ['member_removed', 'channel_vacated']);
  });

  test('filters, several receivers, and apps apart', async () => {
    const [all, some, others] = [await receive(), await receive(), await receive()];
    const server = await startServer({
      apps: [
        { webhooks: [{ url: all.url }, { url: some.url, events: ['channel_occupied'], channel_prefix: 'private-', channel_pattern: '*-7' }] },
        { id: 'other', key: 'other-key', secret: 'the secret of another app', webhooks: [{ url: others.url }] },
      ],
    });
    ends.push(() => server.stop());
    const client = await connect(server);
    for (const channel of ['private-a-7', 'private-a-8', 'b-7']) await subscribe(client, channel);
    await until(() => all.events().length === 3, 'three events');
    await some.event({ channel: 'private-a-7' });
    const other = await connect(server, { app: server.apps[1] });
    await subscribe(other, 'elsewhere');
    await others.event({ channel: 'elsewhere' });
    assert.equal(others.requests[0].headers['x-pusher-key'], 'other-key');
    assert.deepEqual([all.events().length, some.events().length, others.events().length], [3, 1, 1]);
  });

  test('a receiver that takes several gets them in one request, in order', async () => {
    const receiver = await receive({ answer: () => sleep(100).then(() => 200) });
    const server = await start([{ url: receiver.url, events: ['client_event'], max_events: 50 }], {}, { client_events_per_second: 0 });
    const client = await connect(server);
    const channels = await Promise.all(['private-a', 'private-b', 'private-c'].map((name) => subscribe(client, name)));
    for (let n = 0; n < 200; n++) channels[n % 3].trigger('client-n', { n });
    await until(() => receiver.events().length === 200, 'all events');
    assert.ok(receiver.requests.length < 50, `${receiver.requests.length} requests`);
    assert.ok(receiver.requests.every(({ events }) => events.length <= 50));
    assert.ok(receiver.most <= 4, `${receiver.most} requests at once`);
    for (const name of ['private-a', 'private-b', 'private-c']) {
      const numbers = receiver.events().filter(({ channel }) => channel === name).map(({ data }) => JSON.parse(data).n);
      assert.deepEqual(numbers, [...numbers].sort((a, b) => a - b), name);
    }
  });

  test('a reload adds and removes receivers', async () => {
    const [first, second] = [await receive(), await receive()];
    const server = await start([{ url: first.url }], { webhook_delay_s: 0 });
    const client = await connect(server);
    await subscribe(client, 'one');
    await first.event({ channel: 'one' });
    await server.reload({ apps: [{ webhooks: [{ url: second.url }] }] });
    await subscribe(client, 'two');
    await second.event({ channel: 'two' });
    assert.equal(first.events().length, 1);
    const told = await server.reload({ apps: [{ webhooks: [{ url: 'ftp://x' }] }] });
    assert.match(told, /baton\.toml:\d+: webhooks, entry 1: `url` is http:/);
    await subscribe(client, 'three');
    await second.event({ channel: 'three' });
  });
});

describe('a receiver that fails', () => {
  test('is sent the same request again, while other channels go on', async () => {
    const receiver = await receive({ answer: ({ events }) => (events[0].channel === 'bad' && receiver.requests.filter(({ events: [{ channel }] }) => channel === 'bad').length < 3 ? 500 : 200) });
    const server = await start([{ url: receiver.url, events: ['channel_occupied', 'cache_miss'] }]);
    const client = await connect(server);
    await subscribe(client, 'bad');
    for (const channel of ['a', 'b', 'c', 'd', 'e', 'f']) await subscribe(client, channel);
    await until(() => receiver.events().length >= 6, 'the others');
    assert.ok(!receiver.events().some(({ channel }) => channel === 'bad'));
    await receiver.event({ channel: 'bad' }, 10_000);
    const tries = receiver.requests.filter(({ events }) => events[0].channel === 'bad');
    assert.equal(new Set(tries.map(({ id, body }) => id + body)).size, 1);
    assert.deepEqual(tries.map(({ headers }) => headers['x-baton-webhook-attempt']), tries.map((_, n) => String(n + 1)));
    assert.equal(tries.length, 3);
    assert.ok(tries[1].at - tries[0].at > 800 && tries[2].at - tries[1].at > 1_600, 'later and later');
    assert.ok((await metric(server, 'baton_webhook_requests_failed_total')) >= 1);
    assert.equal(await metric(server, 'baton_webhook_events_delivered_total'), 7);
    assert.equal(await metric(server, 'baton_webhook_events_waiting'), 0);
  });

  test('keeps the order of each channel', async () => {
    let failures = 0;
    const receiver = await receive({ answer: () => (Math.random() < 0.2 && failures++ < 12 ? 503 : 200) });
    const server = await start([{ url: receiver.url, events: ['client_event'], max_events: 5 }], {}, { client_events_per_second: 0 });
    const client = await connect(server);
    const channels = await Promise.all(['private-a', 'private-b'].map((name) => subscribe(client, name)));
    for (let n = 0; n < 60; n++) channels[n % 2].trigger('client-n', { n });
    await until(() => receiver.events().length >= 60, 'all events', 30_000);
    for (const name of ['private-a', 'private-b']) {
      const numbers = receiver.events().filter(({ channel }) => channel === name).map(({ data }) => JSON.parse(data).n);
      assert.deepEqual(numbers, Array.from({ length: 30 }, (_, n) => 2 * n + (name === 'private-b' ? 1 : 0)));
    }
  });

  test('that hangs, redirects or says too much is given up, and its events are counted', async () => {
    const target = await receive();
    const answers = {
      hangs: () => undefined,
      redirects: (_, response) => void response.writeHead(307, { location: `${target.url}\u001b` .replace('\u001b', '%1b') }).end(),
      talks: (_, response) => {
        response.writeHead(500);
        const more = setInterval(() => response.write('x'.repeat(100_000)), 1);
        response.on('close', () => clearInterval(more));
      },
    };
    for (const [name, answer] of Object.entries(answers)) {
      const receiver = await receive({ answer });
      const server = await start([{ url: receiver.url }], { webhook_retry_s: 2, webhook_timeout_s: 1 });
      const client = await connect(server);
      await subscribe(client, 'x');
      await until(() => server.log().includes('a request was given up'), `${name} is given up`, 10_000);
      assert.equal(await metric(server, 'baton_webhook_events_dropped_total'), 1, name);
      const why = { hangs: 'no whole answer within 1 s', redirects: '307, to http://127.0.0.1', talks: '500' }[name];
      assert.ok(server.log().includes(why), `${name}: ${server.log()}`);
      assert.ok(!server.log().includes('hidden') || name === 'redirects', name);
      await server.stop();
    }
    assert.equal(target.requests.length, 0, 'redirects are not followed');
  });

  test('at an address that clouds have their credentials behind is never asked', async () => {
    const server = await start([{ url: 'http://169.254.169.254/latest' }, { url: 'http://[::ffff:169.254.169.254]/' }], { webhook_retry_s: 0 });
    await subscribe(await connect(server), 'x');
    await until(() => server.log().split('which the setting webhook_addresses does not allow').length > 2, 'both are refused');
    const receiver = await receive();
    const outside = await start([{ url: receiver.url }], { webhook_retry_s: 0, webhook_addresses: 'public' });
    await subscribe(await connect(outside), 'x');
    await until(() => outside.log().includes('127.0.0.1, which the setting webhook_addresses does not allow'), 'loopback is refused');
    assert.equal(receiver.requests.length, 0);
  });
});

describe('the delivery log', () => {
  test('has what was sent, of the app alone, and sends it again', async () => {
    const receiver = await receive({ answer: ({ events }) => (events[0].channel === 'bad' ? 500 : 200) });
    const server = await start([{ url: receiver.url, events: ['channel_occupied'] }], { webhook_retry_s: 0 });
    const client = await connect(server);
    await subscribe(client, 'good');
    await subscribe(client, 'bad');
    const path = '/webhooks';
    const log = async (query) => {
      const { status, text } = await api(server, 'GET', path, { query });
      assert.equal(status, 200, text);
      return JSON.parse(text).webhooks;
    };
    const rows = await until(async () => { const rows = await log(); return rows.length === 2 && rows; }, 'two rows');
    const [good, bad] = [rows.find(({ delivered }) => delivered), rows.find(({ delivered }) => !delivered)];
    const { id, time_ms: time, ...rest } = bad;
    assert.deepEqual(rest, { url: receiver.url.split('?')[0], events: 1, attempts: 1, delivered: false, outcome: '500' });
    assert.ok(Math.abs(Date.now() - time) < 10_000);
    assert.equal((await log({ limit: 1 })).length, 1);
    receiver.answer = 200;
    const { status, text } = await api(server, 'POST', `${path}/${id}/redeliver`);
    assert.equal(status, 202, text);
    await receiver.event({ channel: 'bad' });
    const again = receiver.requests.at(-1);
    assert.deepEqual([again.id, again.headers['x-baton-webhook-redelivery']], [JSON.parse(text).id, 'true']);
    assert.notEqual(again.id, id);
    assert.equal(again.body, receiver.requests.find((request) => request.id === id).body);
    await until(async () => (await log()).length === 3, 'a row of its own');
    for (const [method, where, options, expected] of [
      ['POST', `${path}/${'0'.repeat(32)}/redeliver`, {}, 404],
      ['GET', path, { query: { limit: 0 } }, 400],
      ['GET', path, { app: { ...server.app, secret: 'wrong' } }, 401],
      ['POST', path, {}, 405],
      ['POST', `${path}/${good.id}/redeliver`, { app: { ...server.app, secret: 'wrong' } }, 401],
    ]) {
      const answer = await api(server, method, where, options);
      assert.equal(answer.status, expected, `${method} ${where}: ${answer.text}`);
    }
    assert.equal(receiver.requests.length, 3);
  });

  test('sends again as much as may wait for a receiver, and nothing to one that is gone', async () => {
    const receiver = await receive();
    const webhooks = [{ url: receiver.url, events: ['channel_occupied'] }];
    const server = await start(webhooks);
    await subscribe(await connect(server), 'x');
    await receiver.event({ channel: 'x' });
    const [{ id }] = await until(async () => {
      const rows = JSON.parse((await api(server, 'GET', '/webhooks')).text).webhooks;
      return rows.length && rows;
    }, 'a row');
    const again = () => api(server, 'POST', `/webhooks/${id}/redeliver`);
    receiver.answer = () => undefined;
    for (let n = 0; n < 256; n++) assert.equal((await again()).status, 202, `${n}`);
    assert.equal((await again()).status, 503);
    await server.reload({ apps: [{ webhooks: [] }] });
    const { status, text } = await again();
    assert.deepEqual([status, JSON.parse(text).error], [409, "The receiver of that request is not among the app's webhooks any more."]);
    receiver.answer = 200;
    await server.reload({ apps: [{ webhooks }] });
    assert.equal((await again()).status, 202);
    await until(async () => JSON.parse((await api(server, 'GET', '/webhooks')).text).webhooks.length === 2, 'it is sent');
  });
});

describe('the queue', () => {
  test('is bounded: what finds no room is counted, and what did is delivered', async () => {
    const port = await closedPort();
    const webhooks = [{ url: `http://127.0.0.1:${port}/`, events: ['client_event'], max_events: 20 }];
    const server = await start(webhooks, { webhook_queue_bytes: 65_536 }, { client_events_per_second: 0 });
    const client = await connect(server);
    const channel = await subscribe(client, 'private-a');
    for (let n = 0; n < 600; n++) channel.trigger('client-n', { n, filling: 'x'.repeat(200) });
    const sum = async () => (await metric(server, 'baton_webhook_events_queued_total')) + (await metric(server, 'baton_webhook_events_dropped_total'));
    await until(async () => (await sum()) === 600, 'all are counted');
    const queued = await metric(server, 'baton_webhook_events_queued_total');
    assert.ok(queued > 50 && queued < 300, `${queued} of 600 found room`);
    await server.logged(/the queue is full, and events are dropped \(setting webhook_queue_bytes\)/);
    const receiver = await receive({ port });
    await until(() => receiver.events().length === queued, 'those that found room', 20_000);
    channel.trigger('client-n', { n: 'last' });
    await until(() => receiver.events().at(-1).data.includes('last'), 'there is room again');
  });
});

describe('the end of the server', () => {
  test('kill -9 while the receiver is down loses nothing, and doubles only what was under way', async () => {
    const data_dir = join(folder(), 'data');
    const port = await closedPort();
    const url = `http://127.0.0.1:${port}/`;
    const settings = { data_dir, webhook_restart_grace_s: 1 };
    const webhooks = [{ url, max_events: 10 }];
    const app = { client_events_per_second: 0 };
    const server = await start(webhooks, settings, app);
    const client = await connect(server);
    const channel = await subscribe(client, 'private-a');
    for (let n = 0; n < 100; n++) channel.trigger('client-n', { n });
    await until(async () => (await metric(server, 'baton_webhook_events_queued_total')) === 101, 'all are queued');
    await until(async () => (await metric(server, 'baton_webhook_requests_failed_total')) >= 1, 'a first try');
    assert.equal(statSync(data_dir).mode & 0o777, 0o700);
    server.child.kill('SIGKILL');
    await server.exited;
    const receiver = await receive({ port });
    const again = await start(webhooks, settings, app, { listen: `127.0.0.1:${server.port}` });
    await until(() => receiver.events().length >= 101, 'all of them', 15_000);
    const numbers = receiver.events().filter(({ name }) => name === 'client_event').map(({ data }) => JSON.parse(data).n);
    assert.deepEqual(numbers, Array.from({ length: 100 }, (_, n) => n));
    assert.equal(new Set(receiver.requests.map(({ id }) => id)).size, receiver.requests.length);
    // pusher-js is back by itself: nobody has left.
    await next(client.connection, 'connected', 20_000).catch(() => undefined);
    await until(() => client.connection.state === 'connected', 'back', 20_000);
    await again.stop();
  });

  test('who does not come back after a restart is reported as gone', async () => {
    const receiver = await receive();
    const settings = { data_dir: folder(), webhook_restart_grace_s: 2 };
    const webhooks = [{ url: receiver.url, events: ['channel_occupied', 'channel_vacated', 'member_added', 'member_removed'] }];
    const server = await start(webhooks, settings);
    const ann = await connect(server, { member: { user_id: 'ann' } });
    await subscribe(ann, 'presence-room');
    const bob = await connect(server, { member: { user_id: 'bob' } });
    await subscribe(bob, 'presence-room');
    await subscribe(bob, 'lonely');
    await until(() => receiver.events().length === 4, 'both, and two channels');
    bob.disconnect();
    ann.disconnect();
    server.child.kill('SIGKILL');
    await server.exited;
    await start(webhooks, settings, {}, { listen: `127.0.0.1:${server.port}` });
    const back = await connect(server, { member: { user_id: 'ann' } });
    await subscribe(back, 'presence-room');
    await receiver.event({ name: 'channel_vacated', channel: 'lonely' });
    await receiver.event({ name: 'member_removed', user_id: 'bob' });
    await sleep(500);
    assert.deepEqual(receiver.events().slice(4).map(({ name, user_id: user, channel }) => user ?? `${name} ${channel}`).sort(), [
      'bob',
      'channel_vacated lonely',
    ]);
  });

  test('without data_dir what waits is sent before the process ends', async () => {
    const receiver = await receive();
    const server = await start([{ url: receiver.url }], { webhook_delay_s: 60 });
    const client = await connect(server);
    await subscribe(client, 'x');
    await receiver.event({ name: 'channel_occupied' });
    await server.stop();
    assert.deepEqual(receiver.events().map(({ name }) => name), ['channel_occupied', 'channel_vacated']);
  });

  test('a data_dir that cannot be used is refused with what to do', async () => {
    const refused = (data_dir) => {
      const { status, stderr } = spawnSync(BINARY, ['serve', '--listen', '127.0.0.1:0', '--data-dir', data_dir], { timeout: 10_000 });
      assert.equal(status, 1, String(stderr));
      return String(stderr);
    };
    const damaged = folder();
    writeFileSync(join(damaged, 'webhooks.sqlite'), 'no database '.repeat(1_000));
    assert.match(refused(damaged), /webhooks\.sqlite is damaged .*move it away/);
    const data_dir = folder();
    const server = await start([], { data_dir });
    assert.match(refused(data_dir), /is in use by another process/);
    await server.stop();
    assert.match(refused(join(data_dir, 'no', 'such')), /cannot make the directory/);
  });
});
