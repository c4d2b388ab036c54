/** Unmodified clients whose connections break get what they missed: each kind of break, and each way to be recognised. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { connect, connected, disconnectAll, sdk, signIn, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { api } from '../harness/signed_http.mjs';
import { startServer } from '../harness/server.mjs';
import { JWT_SECRET, LIBRARIES, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { QUIET_MS, next, record, sleep, until } from '../harness/waiting.mjs';

const SHORT = { id: 'short', key: 'short-key', secret: 's', recovery: true, recovery_messages: 3, history_messages: 3 };
/** An app of Supabase clients. */
const PROJECT = { id: 'project', key: 'project-key', secret: 's', jwt_secret: JWT_SECRET, recovery: true };
const WITHOUT = { id: 'without', key: 'without-key', secret: 's' };
/** How soon a client notices that nothing comes any more: pusher-js waits two minutes by default. */
const NOTICE = { activityTimeout: 400, pongTimeout: 400 };

let server;
let network;
let application;
before(async () => {
  server = await startServer({ apps: [{ recovery: true }, SHORT, WITHOUT, PROJECT] });
  network = await startBreakingProxy(server.port);
  application = sdk(server);
});
afterEach(() => {
  disconnectAll();
  endClients();
  endAll();
});
after(async () => {
  network.stop();
  await server.stop();
});

/** The server as it is seen through the network that breaks. */
const through = () => ({ ...server, port: network.port, url: `http://127.0.0.1:${network.port}` });
const named = (more) => connect(through(), { wsPath: `/resume/${randomUUID()}`, ...NOTICE, ...more });

/** Publishes numbers until it is stopped. */
function publishing(channel, app = application, data = (number) => number) {
  let published = 0;
  let isOver = false;
  const ends = (async () => {
    while (!isOver) {
      await app.trigger(channel, 'number', data(published));
      published += 1;
      await sleep(2);
    }
    return published;
  })();
  return {
    stop: () => {
      isOver = true;
      return ends;
    },
  };
}

/** Everything up to `count` has come, in order, with at most `doubled` numbers twice. */
function assertComplete(numbers, count, doubled) {
  let newest = -1;
  for (const number of numbers) {
    assert.ok(number <= newest + 1, `${number} came after ${newest}`);
    newest = Math.max(newest, number);
  }
  assert.equal(newest, count - 1);
  assert.ok(numbers.length - count <= doubled, `${numbers.length - count} came twice`);
}

async function metric(name) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

describe('a pusher-js client that names itself', () => {
  for (const [name, how] of Object.entries(BREAKS)) {
    test(`misses nothing over three breaks (${name})`, async () => {
      const channel = `broken-${name}`;
      const client = await named();
      const subscription = await subscribe(client, channel);
      const numbers = record(subscription, 'number');
      const standings = record(subscription, 'pusher:subscription_succeeded');
      const publisher = publishing(channel);
      for (let round = 1; round <= 3; round += 1) {
        const before = numbers.length;
        await until(() => numbers.length > before + 20, 'events between two breaks');
        await sleep(QUIET_MS);
        assert.equal(network.breakAll(how), 1);
        await until(() => standings.length === round, 'subscription after the break', 10_000);
      }
      const published = await publisher.stop();
      await until(() => numbers.some(({ data }) => data === published - 1), 'the last event');
      assert.deepEqual(standings.map(({ data }) => data), Array(3).fill({ recovered: true }));
      // What was sent within a round trip and its pause before a break may come twice.
      assertComplete(numbers.map(({ data }) => data), published, 3 * 25);
    });
  }

  test('gets a backlog that its outbox cannot hold, in order, and then what is live', async () => {
    const client = await named();
    const subscription = await subscribe(client, 'backlog');
    const numbers = record(subscription, 'number');
    await application.trigger('backlog', 'number', 0);
    await until(() => numbers.length === 1, 'the first event');
    await sleep(QUIET_MS); // until its pong is there: it would come again
    network.breakAll(BREAKS.reset);
    const filling = 'x'.repeat(9_000);
    // Three times what an outbox holds by default.
    for (let batch = 0; batch < 40; batch += 1) {
      const events = Array.from({ length: 10 }, (_, place) => {
        const data = { number: 1 + batch * 10 + place, filling };
        return { channel: 'backlog', name: 'large', data };
      });
      await application.triggerBatch(events);
    }
    const large = record(subscription, 'large');
    const publisher = publishing('backlog');
    await next(subscription, 'pusher:subscription_succeeded', 10_000);
    await until(() => large.length === 400, 'the backlog', 20_000);
    const published = await publisher.stop();
    await until(() => numbers.length === published + 1, 'what is live');
    assert.deepEqual(large.map(({ data }) => data.number), Array.from({ length: 400 }, (_, place) => place + 1));
    assertComplete(numbers.slice(1).map(({ data }) => data), published, 0);
  });

  test('does not get what it sent itself, nor what left it out', async () => {
    const client = await named();
    const subscription = await subscribe(client, 'private-own');
    const other = await connect(server);
    const others = record(await subscribe(other, 'private-own'), 'client-said');
    const heard = record(subscription, 'client-said');
    const events = record(subscription, 'event');
    const socketId = client.connection.socket_id;
    subscription.trigger('client-said', { by: 'itself' });
    await until(() => others.length === 1, 'the client event');
    network.breakAll(BREAKS.half);
    await application.trigger('private-own', 'event', 'left out', { socket_id: socketId });
    await application.trigger('private-own', 'event', 'for all');
    other.channel('private-own').trigger('client-said', { by: 'the other' });
    await next(subscription, 'pusher:subscription_succeeded', 10_000);
    await until(() => heard.length && events.length, 'what it missed');
    await sleep(QUIET_MS);
    assert.deepEqual(heard.map(({ data }) => data), [{ by: 'the other' }]);
    assert.deepEqual(events.map(({ data }) => data), ['for all']);
  });

  test('closes the connection that seemed to be open, so that no member is there twice', async () => {
    const client = await named({ member: { user_id: 'u' } });
    const watcher = await connect(server, { member: { user_id: 'watcher' } });
    const members = await subscribe(watcher, 'presence-once');
    const subscription = await subscribe(client, 'presence-once');
    network.breakAll(BREAKS.half);
    await next(subscription, 'pusher:subscription_succeeded', 10_000);
    assert.equal(members.members.count, 2);
    const { json } = await api(server, 'GET', '/channels/presence-once', { query: { info: 'subscription_count' } });
    assert.equal(json.subscription_count, 2);
  });

  test('is told what is lost, and gets what is live', async () => {
    const client = await named({ app: SHORT });
    const errors = record(client.connection, 'error');
    const subscription = await subscribe(client, 'lossy');
    const numbers = record(subscription, 'number');
    const lost = await metric('baton_recovery_lost_total');
    network.breakAll(BREAKS.reset);
    const short = sdk(server, SHORT);
    for (let number = 0; number < 5; number += 1) await short.trigger('lossy', 'number', number);
    const standing = await next(subscription, 'pusher:subscription_succeeded', 10_000);
    assert.deepEqual(standing, { recovered: false });
    const told = errors.map(({ data }) => data.data).find((error) => error?.code === 4310);
    assert.match(told.message, /lossy were missed and are no longer stored/);
    await short.trigger('lossy', 'number', 5);
    await until(() => numbers.length, 'what is live');
    assert.deepEqual(numbers.map(({ data }) => data), [5]);
    assert.equal(await metric('baton_recovery_lost_total'), lost + 1);
  });

  test('comes back to a quiet channel and has lost nothing', async () => {
    const client = await named();
    const subscription = await subscribe(client, 'quiet');
    network.breakAll(BREAKS.reset);
    const standing = await next(subscription, 'pusher:subscription_succeeded', 10_000);
    assert.deepEqual(standing, { recovered: true });
  });

  test('gets nothing where its app has no recovery', async () => {
    const client = await named({ app: WITHOUT });
    const subscription = await subscribe(client, 'plain');
    const numbers = record(subscription, 'number');
    network.breakAll(BREAKS.reset);
    await sdk(server, WITHOUT).trigger('plain', 'number', 1);
    const standing = await next(subscription, 'pusher:subscription_succeeded', 10_000);
    assert.deepEqual(standing, {});
    await sleep(QUIET_MS);
    assert.deepEqual(numbers, []);
  });
});

describe('a Supabase client', () => {
  for (const vsn of Object.keys(LIBRARIES)) {
    for (const [by, apikey, session] of [
      ['its session', token(), () => randomUUID()],
      ['its user', token({ sub: `user-${vsn}` }), () => undefined],
    ]) {
      test(`of serialiser ${vsn} is recognised by ${by}, and misses nothing`, async () => {
        const topic = `room-${vsn}-${by.slice(-4)}`;
        const params = { apikey, ...(session() && { session: session() }) };
        const client = supabaseClient(through(), { vsn, params, reconnectAfterMs: () => 200 });
        const numbers = [];
        const channel = client.channel(topic);
        channel.on('broadcast', { event: 'number' }, ({ payload }) => numbers.push(payload.number));
        await subscribed(channel);
        const publisher = publishing(topic, sdk(server, PROJECT), (number) => ({ number }));
        for (let round = 0; round < 2; round += 1) {
          const before = numbers.length;
          await until(() => numbers.length > before + 20, 'broadcasts between two breaks', 15_000);
          await sleep(QUIET_MS);
          network.breakAll(BREAKS.reset);
        }
        const before = numbers.length;
        await until(() => numbers.length > before + 20, 'broadcasts after the breaks', 15_000);
        const published = await publisher.stop();
        await until(() => numbers.at(-1) === published - 1, 'the last broadcast');
        const first = numbers[0];
        assertComplete(numbers.map((number) => number - first), published - first, 100);
      });
    }
  }
});

describe('a client that does not name itself', () => {
  test('is recognised by the user of a presence channel', async () => {
    const client = await connect(through(), { member: { user_id: 'ann' } });
    const subscription = await subscribe(client, 'presence-room');
    const numbers = record(subscription, 'number');
    await application.trigger('presence-room', 'number', 0);
    await until(() => numbers.length === 1, 'the first event');
    await sleep(QUIET_MS); // its end has said that it has it
    network.breakAll(BREAKS.reset);
    await application.trigger('presence-room', 'number', 1);
    await next(subscription, 'pusher:subscription_succeeded', 10_000);
    await until(() => numbers.length >= 2, 'what it missed');
    assertComplete(numbers.map(({ data }) => data), 2, 0);
  });

  test('is recognised by its sign-in, also for what is sent to its user', async () => {
    const client = await connect(through(), { user: { id: 'bob' } });
    await signIn(client);
    await until(() => client.user.serverToUserChannel?.subscribed, 'the user channel');
    network.breakAll(BREAKS.reset);
    await next(client.connection, 'connecting');
    await application.sendToUser('bob', 'news', { missed: true });
    assert.deepEqual(await next(client.user, 'news', 10_000), { missed: true });
  });

  test('is a new one where nothing names it', async () => {
    const client = await connect(through());
    const subscription = await subscribe(client, 'anonymous');
    network.breakAll(BREAKS.reset);
    await application.trigger('anonymous', 'number', 1);
    assert.deepEqual(await next(subscription, 'pusher:subscription_succeeded', 10_000), {});
  });
});

describe('the cookie', () => {
  const origin = 'http://page.example';
  /** Opens a connection as a browser does; its cookie comes with the response. */
  async function page(cookie, { at = server, ...more } = {}) {
    const client = RawClient.open(at, { origin, headers: cookie ? { cookie } : {}, ...more });
    const headers = await new Promise((done) => client.socket.on('upgrade', (response) => done(response.headers)));
    client.app = server.app;
    client.socketId = JSON.parse((await client.event('pusher:connection_established')).data).socket_id;
    return { client, cookie: headers['set-cookie']?.[0] };
  }
  const pair = (cookie) => cookie.split(';')[0];

  test('is given to browsers, hidden from scripts, and brings back what a page missed', async () => {
    const { client, cookie } = await page();
    assert.match(cookie, /^baton_session=[0-9a-f]{32}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    await client.subscribe('cookies');
    client.socket.terminate();
    await until(async () => (await metric('baton_recovery_remembered')) > 0, 'the end of the connection');
    await application.trigger('cookies', 'number', 7);
    const back = await page(pair(cookie));
    assert.equal(back.cookie, undefined, 'it has one');
    assert.equal((await back.client.subscribe('cookies')).data, '{"recovered":true}');
    assert.equal((await back.client.event('number')).data, '7');
  });

  test('is worth nothing on a page of another origin, to another app, or made up', async () => {
    const { client, cookie } = await page();
    await client.subscribe('foreign');
    client.socket.terminate();
    await client.closed;
    await application.trigger('foreign', 'number', 1);
    const strangers = [
      page(pair(cookie), { origin: 'http://other.example' }),
      page('baton_session=0123456789abcdef0123456789abcdef'),
      page(`baton_session=${'x'.repeat(4_000)}`),
      page('baton_session=; baton_session'),
      page(pair(cookie), { path: `/app/${SHORT.key}?protocol=7` }),
    ];
    for (const { client } of await Promise.all(strangers)) {
      assert.equal((await client.subscribe('foreign')).data, '{}');
    }
  });

  test('a page whose network went silent loses nothing to another page that was further', async () => {
    const silent = await page(undefined, { at: through() });
    await silent.client.subscribe('two-pages');
    const further = await page(pair(silent.cookie));
    await further.client.subscribe('two-pages');
    await application.trigger('two-pages', 'number', 0);
    await silent.client.event('number');
    await sleep(QUIET_MS); // both have said that they have it
    network.breakAll(BREAKS.silence);
    await application.trigger('two-pages', 'number', 1);
    await sleep(QUIET_MS); // the further one has both
    further.client.socket.terminate();
    await further.client.closed;
    await application.trigger('two-pages', 'number', 2);
    const { client } = await page(pair(silent.cookie));
    await client.subscribe('two-pages');
    await until(() => client.messages.some(({ event, data }) => event === 'number' && data === '2'), 'the last event');
    const numbers = client.messages.filter(({ event }) => event === 'number').map(({ data }) => data);
    assert.deepEqual(numbers.slice(-2), ['1', '2']);
  });

  test('a page that is left leaves nothing to the next', async () => {
    const { client, cookie } = await page();
    await client.subscribe('left');
    client.socket.close(1001);
    await client.closed;
    await application.trigger('left', 'number', 1);
    const next = await page(pair(cookie));
    assert.equal((await next.client.subscribe('left')).data, '{}');
  });

  test('gives no right: a private channel is signed for as ever', async () => {
    const { client, cookie } = await page();
    await client.subscribe('private-cookies');
    client.socket.terminate();
    await client.closed;
    await application.trigger('private-cookies', 'number', 1);
    const back = await page(pair(cookie));
    back.client.send({ event: 'pusher:subscribe', data: { channel: 'private-cookies', auth: 'app-key:forged' } });
    await sleep(QUIET_MS);
    assert.deepEqual(back.client.messages.map(({ event, data }) => [event, data.status]), [
      ['pusher:subscription_error', 401],
    ]);
  });

  test('is not given to programs, nor where a client names itself', async () => {
    for (const more of [{ origin: undefined }, { path: `/resume/${randomUUID()}/app/${server.app.key}?protocol=7` }]) {
      assert.equal((await page(undefined, more)).cookie, undefined);
    }
  });
});

describe('positions', () => {
  test('a client that numbers what it gets goes on from any of it, without being recognised', async () => {
    const client = await RawClient.connect(server, { path: `/app/${server.app.key}?protocol=7&positions=true` });
    const { epoch, offset } = JSON.parse((await client.subscribe('numbered')).data);
    assert.equal(offset, 0);
    for (const number of [1, 2, 3]) await application.trigger('numbered', 'number', number);
    const first = await client.event('number');
    assert.deepEqual([first.epoch, first.offset], [epoch, 1]);
    const other = await RawClient.connect(server);
    other.send({ event: 'pusher:subscribe', data: { channel: 'numbered', from: `${epoch}-1`, positions: true } });
    const standing = JSON.parse((await other.event('pusher_internal:subscription_succeeded')).data);
    assert.deepEqual(standing, { recovered: true, epoch, offset: 3 });
    for (const number of [2, 3]) {
      const event = await other.event('number');
      assert.deepEqual([event.data, event.epoch, event.offset], [String(number), epoch, number]);
    }
  });

  test('a client with an id of its own does not get its own events back, and leaves nothing behind', async () => {
    const path = `/resume/${randomUUID()}/app/${server.app.key}?protocol=7&positions=true`;
    const remembered = () => metric('baton_recovery_remembered_bytes');
    const before = await remembered();
    const first = await RawClient.connect(server, { path });
    const { epoch, offset } = JSON.parse((await first.subscribe('own-events')).data);
    await application.trigger('own-events', 'own', 1, { socket_id: first.socketId });
    await application.trigger('own-events', 'of-others', 1);
    first.socket.terminate();
    await until(async () => (await remembered()) > before, 'the end of the first connection');
    const ofOne = await remembered();
    const second = await RawClient.connect(server, { path });
    second.send({ event: 'pusher:subscribe', data: { channel: 'own-events', positions: true, from: `${epoch}-${offset}` } });
    await second.event('of-others');
    assert.ok(second.messages.every(({ event }) => event !== 'own'));
    second.socket.terminate();
    await until(async () => (await remembered()) > before, 'the end of the second connection');
    assert.equal(await remembered(), ofOne, 'the place of the first is not kept beside that of the second');
  });

  test('made-up positions give nothing that is not there, and say so', async () => {
    const client = await RawClient.connect(server, { path: `/app/${server.app.key}?protocol=7&positions=true` });
    await application.trigger('made-up', 'number', 1);
    const { epoch } = JSON.parse((await client.subscribe('made-up')).data);
    for (const from of [`${epoch}-2`, `${epoch}-18446744073709551615`, '1-0', '0-0']) {
      client.send({ event: 'pusher:unsubscribe', data: { channel: 'made-up' } });
      client.send({ event: 'pusher:subscribe', data: { channel: 'made-up', from } });
      const { data } = await client.event('pusher_internal:subscription_succeeded');
      assert.equal(JSON.parse(data).recovered, false, from);
    }
    for (const from of ['', 'x', '1', `${epoch}-99999999999999999999`, 'x'.repeat(9_000)]) {
      client.send({ event: 'pusher:unsubscribe', data: { channel: 'made-up' } });
      client.send({ event: 'pusher:subscribe', data: { channel: 'made-up', from } });
      const { data } = await client.event('pusher:subscription_error');
      assert.equal(data.status, 400, from);
    }
  });
});
