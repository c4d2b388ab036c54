/**
 * What the inspector's API shows of real clients of every protocol: channels, connections, the timeline, refusals, and what one
 * can try out.
 */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Pusher from 'pusher-js';
import { startApplication } from '../harness/hook_receiver.mjs';
import { bearer, servers, watch } from '../harness/inspector.mjs';
import { endSockets, joined, pollingSocket } from '../harness/phoenix_client.mjs';
import { connect, connected, disconnectAll, signIn, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { startReceiver } from '../harness/receiver.mjs';
import { BINARY } from '../harness/server.mjs';
import { api, publish } from '../harness/signed_http.mjs';
import { JWT_SECRET, endClients, projectClient, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { next, record, sleep, until } from '../harness/waiting.mjs';

const SHOP = { id: 'shop', key: 'shop-key', secret: 'a secret of the shop that is long enough', jwt_secret: JWT_SECRET, public_broadcast: 'supabase' };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'a secret of the chat that is long enough' };

const { start, atEnd, stopAll } = servers({ apps: [SHOP] });
afterEach(() => {
  disconnectAll();
  endAll();
  endClients();
  endSockets();
});
after(stopAll);

/** Every page of a list, of `limit` entries each. */
async function pages(caller, name, parameters, limit) {
  const all = [];
  let after;
  for (let n = 0; ; n++) {
    assert.ok(n < 1_000, 'the pages end');
    const page = await caller.read(name, { ...parameters, limit, after });
    assert.ok(page[name].length <= limit);
    all.push(...page[name]);
    if (page.next === null) return { all, total: page.total };
    after = page.next;
  }
}

/** A generator of numbers, so that a failure can be repeated. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('channels', () => {
  test('are listed as a naive twin lists them, whatever their names', async () => {
    const server = await start({ apps: [{ ...SHOP, channels_per_connection: 5_000, commands_per_second: 0 }, CHAT] });
    const operator = bearer(server);
    const pick = random(20_261_127);
    const parts = ['a', 'B', '7', '.', '-', '_', '=', '@', ',', ';', 'private-', 'presence-', 'cache-', 'Orders', 'orders', 'é', 'É', 'ß', 'ẞ', 'İ', 'Σ', ' ', ':', '/', '"', '\\', '%', '*', '😀', '\u0301'];
    const isPusher = (name) => /^[A-Za-z0-9_\-=@,.;]+$/.test(name) && !/^(private|presence)-/.test(name) && name.length < 160;
    const names = new Set();
    while (names.size < 250) names.add(Array.from({ length: 1 + pick(6) }, () => parts[pick(parts.length)]).join(''));
    const raw = await RawClient.connect(server, { app: SHOP });
    const client = supabaseClient(server);
    const other = await RawClient.connect(server, { app: SHOP });
    const expected = [];
    const joins = [];
    for (const name of names) {
      if (isPusher(name)) {
        await raw.subscribe(name);
        const both = pick(2) === 1;
        if (both) await other.subscribe(name);
        expected.push({ label: name, count: both ? 2 : 1 });
      } else if (!/^(private|presence)-/.test(name) && name.trim() === name) {
        joins.push(subscribed(client.channel(name)).then(() => expected.push({ label: name, count: 1 })));
      }
    }
    await Promise.all(joins);
    const order = (a, b) => Buffer.compare(Buffer.from(a.label), Buffer.from(b.label));
    expected.sort(order);
    const searches = ['', 'orders', 'ORDERS', 'é', 'É', '.', '-', '*', '%', '"', '\\', 'ß', 'i', '😀', '7a', 'private-', 'none of them', 'σ', ' '];
    for (const search of searches) {
      const wanted = expected.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()));
      for (const limit of [search ? 50 : 7, 1_000]) {
        const { all, total } = await pages(operator, 'channels', { app: 'shop', search }, limit);
        assert.deepEqual(all.map(({ channel }) => channel), wanted.map(({ label }) => label), `${search} by ${limit}`);
        assert.equal(total, wanted.length, search);
        assert.deepEqual(all.map(({ subscriptions }) => subscriptions), wanted.map(({ count }) => count), search);
      }
      const sorted = wanted.toSorted((a, b) => b.count - a.count || order(a, b));
      const { all } = await pages(operator, 'channels', { app: 'shop', search, sort: 'subscriptions' }, search ? 60 : 11);
      assert.deepEqual(all.map(({ channel }) => channel), sorted.map(({ label }) => label), `${search} by subscriptions`);
    }
    // Each of them is found by its id, and by its name.
    const { all } = await pages(operator, 'channels', {}, 1_000);
    for (const { id, channel, subscriptions, app } of all.filter((_, n) => n % 3 === 0)) {
      const shown = await operator.read('channel', { app, id });
      assert.deepEqual([shown.id, shown.channel, shown.subscriptions, shown.occupied], [id, channel, subscriptions, true]);
      const { total } = await operator.read('connections', { app, id });
      assert.equal(total, subscriptions, id);
      if (channel !== null) assert.equal((await operator.read('channel', { app, channel })).id, id, channel);
    }
    assert.equal((await operator.read('channels', { app: 'chat' })).total, 0);
  });

  test('of every class have their ids', async () => {
    const server = await start();
    const operator = bearer(server);
    const member = { user_id: '7', user_info: { name: 'Ann' } };
    const page = await connect(server, { app: SHOP, member, user: { id: '7', watchlist: ['8'] } });
    for (const name of ['news', 'private-a', 'presence-a', 'private-encrypted-a', 'cache-a', 'private-cache-a', 'presence-cache-a']) await subscribe(page, name);
    await signIn(page);
    await subscribed(supabaseClient(server).channel('topic one'));
    const { channels } = await operator.read('channels', { app: 'shop' });
    const byId = Object.fromEntries(channels.map((one) => [one.id, one]));
    for (const [id, channel, kind] of [
      ['public:news', 'news', 'public'],
      ['private:a', 'private-a', 'private'],
      ['presence:a', 'presence-a', 'presence'],
      ['private:encrypted-a', 'private-encrypted-a', 'private'],
      ['public:cache-a', 'cache-a', 'public'],
      ['presence:cache-a', 'presence-cache-a', 'presence'],
      ['public:topic one', 'topic one', 'public'],
    ]) {
      assert.deepEqual([byId[id]?.channel, byId[id]?.class], [channel, kind], `${id} of ${Object.keys(byId)}`);
    }
    assert.ok(channels.some((one) => one.class === 'user' && one.id === 'user:7'));
    assert.equal(byId['presence:a'].users, 1);
    assert.equal(byId['public:news'].users, null);
    const shown = await operator.read('channel', { channel: 'presence-a' });
    assert.deepEqual(shown.users, [{ id: '7', info: '{"name":"Ann"}' }]);
    assert.equal(shown.users_total, 1);
  });

  test('show their cached event, their history and their place in it', async () => {
    const server = await start();
    const operator = bearer(server);
    const page = await connect(server, { app: SHOP });
    await subscribe(page, 'cache-prices');
    for (let n = 1; n <= 60; n++) await publish(server, 'cache-prices', `event-${n}`, JSON.stringify({ n }), {}, { app: SHOP });
    const shown = await operator.read('channel', { channel: 'cache-prices' });
    assert.deepEqual([shown.cached.event, shown.cached.data, shown.occupied, shown.position.offset], ['event-60', '{"n":60}', true, 60]);
    assert.ok(shown.cached.bytes > 0 && shown.cached.age_ms >= 0 && shown.cached.age_ms < 30_000, JSON.stringify(shown.cached));
    assert.equal(shown.recent.length, 50);
    assert.deepEqual(shown.recent.map(({ offset, event, data }) => [offset, event, data]), Array.from({ length: 50 }, (_, n) => [60 - n, `event-${60 - n}`, JSON.stringify({ n: 60 - n })]));
    assert.match(shown.position.epoch, /^\d+$/);
    page.unsubscribe('cache-prices');
    await operator.until('channel', { channel: 'cache-prices' }, ({ occupied, subscriptions }) => occupied === false && subscriptions === 0);
    const { json, status } = await operator.get('channel', { channel: 'nobody-is-here' });
    assert.equal(status, 404);
    assert.ok(json.error);
  });

  test('show what Supabase clients say of themselves', async () => {
    const server = await start();
    const operator = bearer(server);
    const channel = supabaseClient(server).channel('room', { config: { presence: { key: 'ann' } } });
    channel.on('presence', { event: 'sync' }, () => {});
    await subscribed(channel);
    await channel.track({ mood: 'good' });
    const shown = await operator.until('channel', { id: 'public:room' }, (json) => json.users_total === 1 && json);
    const [{ id, info }] = shown.users ?? shown.presences;
    assert.equal(id, 'ann');
    assert.equal(JSON.parse(info).mood, 'good');
  });
});

describe('connections', () => {
  let server;
  let operator;
  before(async () => {
    server = await start({ apps: [SHOP, CHAT], settings: { loops: 2 } });
    operator = bearer(server);
  });

  test('of every protocol and transport are there', async () => {
    const page = await connect(server, { app: SHOP, member: { user_id: 'Ann' } });
    await subscribe(page, 'presence-a');
    const channel = projectClient(server).channel('room');
    await subscribed(channel);
    await joined(pollingSocket(server), 'polled');
    const { connections, total } = await operator.read('connections', { app: 'shop' });
    assert.equal(total, 3);
    assert.deepEqual(new Set(connections.map(({ protocol, transport }) => `${protocol} ${transport}`)), new Set(['pusher websocket', 'supabase websocket', 'supabase longpoll']));
    for (const one of connections) {
      assert.deepEqual([one.app, one.address, one.state, one.subscriptions, one.outbox_bytes], ['shop', '127.0.0.1', 'open', 1, 0]);
      assert.ok(Math.abs(Date.now() - one.opened_ms) < 20_000 && one.silent_ms >= 0 && one.silent_ms < 20_000 && one.messages_in > 0, JSON.stringify(one));
      const shown = await operator.read('connection', { socket: one.socket });
      assert.equal(shown.socket, one.socket);
      assert.equal(shown.channels.length, 1);
      assert.deepEqual(shown.refusals, []);
    }
    const [own] = connections.filter(({ protocol }) => protocol === 'pusher');
    assert.deepEqual([own.socket, own.user], [page.connection.socket_id, 'Ann']);
    const { channels } = await operator.read('connection', { socket: own.socket });
    assert.deepEqual(channels, [{ id: 'presence:a', channel: 'presence-a', user: 'Ann' }]);
    for (const search of ['ann', 'ANN', own.socket, own.socket.slice(3, -3)]) {
      assert.deepEqual((await operator.read('connections', { search })).connections.map(({ socket }) => socket), [own.socket], search);
    }
    assert.equal((await operator.read('connections', { search: '127.0.0' })).total, 3);
    assert.equal((await operator.read('connections', { search: 'nothing' })).total, 0);
  });

  test('are all found where a loop looks at them in several turns', async () => {
    const server = await start({ settings: { loops: 1 } });
    const operator = bearer(server);
    const clients = [];
    // More than a loop looks at in one turn.
    while (clients.length < 1_100) {
      clients.push(...(await Promise.all(Array.from({ length: 50 }, () => RawClient.connect(server, { app: SHOP })))));
    }
    const { all, total } = await pages(operator, 'connections', { app: 'shop' }, 1_000);
    assert.deepEqual([all.length, total], [1_100, 1_100]);
    for (const { socketId } of [clients[0], clients.at(-1)]) {
      assert.equal((await operator.read('connections', { search: socketId })).total, 1, socketId);
    }
  });

  test('are paged without loss or repetition, by channel and by user too', async () => {
    const clients = await Promise.all(Array.from({ length: 60 }, () => RawClient.connect(server, { app: CHAT })));
    for (const [n, client] of clients.entries()) {
      await client.subscribe('presence-room', { user_id: `user-${n % 3}` });
      if (n % 2) await client.subscribe('odd');
    }
    const sockets = (list) => list.map(({ socket }) => socket).sort();
    const of = (wanted) => clients.filter((_, n) => wanted(n)).map(({ socketId }) => socketId).sort();
    for (const [parameters, wanted] of [
      [{ app: 'chat' }, () => true],
      [{ app: 'chat', channel: 'odd' }, (n) => n % 2],
      [{ app: 'chat', id: 'presence:room' }, () => true],
      [{ app: 'chat', user: 'user-1' }, (n) => n % 3 === 1],
      [{ app: 'chat', user: 'user-1', channel: 'odd' }, (n) => n % 3 === 1 && n % 2],
      [{ app: 'chat', search: 'USER-2' }, (n) => n % 3 === 2],
      [{ app: 'chat', user: 'user' }, () => false],
      [{ app: 'shop', channel: 'odd' }, () => false],
    ]) {
      for (const limit of [1, 7, 60, 1_000]) {
        const { all, total } = await pages(operator, 'connections', parameters, limit);
        assert.deepEqual(sockets(all), of(wanted), `${JSON.stringify(parameters)} by ${limit}`);
        assert.equal(total, of(wanted).length);
      }
    }
    // Those that end while one turns the pages are missing, and no others.
    const first = await operator.read('connections', { app: 'chat', limit: 20 });
    const gone = clients.find(({ socketId }) => !first.connections.some(({ socket }) => socket === socketId));
    gone.socket.close();
    await gone.close();
    await operator.until('connection', { socket: gone.socketId }, ({ state }) => state === 'closed');
    const seen = [...first.connections];
    for (let after = first.next; after; ) {
      const page = await operator.read('connections', { app: 'chat', limit: 20, after });
      seen.push(...page.connections);
      after = page.next;
    }
    assert.deepEqual(sockets(seen), clients.map(({ socketId }) => socketId).filter((id) => id !== gone.socketId).sort());
  });

  test('are closed, and pusher-js stays away or comes back as it is asked', async () => {
    const page = await connect(server, { app: SHOP });
    const socket = page.connection.socket_id;
    const errors = record(page.connection, 'error');
    const { status, json } = await operator.post('connection/close', { socket });
    assert.deepEqual([status, json.closed], [202, 1]);
    await until(() => page.connection.state === 'disconnected' || page.connection.state === 'failed', 'the end');
    assert.equal(errors[0].data.data.code, 4009);
    const shown = await operator.until('connection', { socket }, (one) => one.state === 'closed' && one);
    assert.deepEqual([shown.closed.by, shown.closed.code, shown.channels], ['server', 4009, []]);
    assert.ok(Math.abs(shown.closed.time_ms - Date.now()) < 10_000 && shown.closed.reason);
    assert.equal((await operator.post('connection/close', { socket })).status, 404);
    const other = await connect(server, { app: SHOP });
    const before = other.connection.socket_id;
    assert.equal((await operator.post('connection/close', { socket: before, reconnect: true })).json.closed, 1);
    await until(() => other.connection.state === 'connected' && other.connection.socket_id !== before, 'another connection');
  });

  test('of a user are closed, and those of no other', async () => {
    const own = await Promise.all([1, 2, 3].map(() => connect(server, { app: SHOP, user: { id: 'eve' } })));
    const other = await connect(server, { app: SHOP, user: { id: 'evelyn' } });
    const member = await connect(server, { app: SHOP, member: { user_id: 'eve' } });
    const foreign = await RawClient.connect(server, { app: CHAT });
    await foreign.subscribe('presence-x', { user_id: 'eve' });
    await subscribe(member, 'presence-x');
    for (const client of [...own, other]) await signIn(client);
    const { status, json } = await operator.post('user/close', { app: 'shop', user: 'eve' });
    assert.deepEqual([status, json.closed], [202, 4]);
    await until(() => [...own, member].every(({ connection }) => connection.state !== 'connected'), 'the end of all');
    assert.equal(other.connection.state, 'connected');
    await foreign.settle();
    assert.equal((await operator.post('user/close', { app: 'shop', user: 'eve' })).json.closed, 0);
    assert.equal((await operator.post('user/close', { user: 'eve' })).status, 400, 'there are two apps');
    const token1 = supabaseClient(server, { apikey: token({ role: 'authenticated', sub: 'mallory' }) });
    await subscribed(token1.channel('room'));
    const { connections } = await operator.read('connections', { app: 'shop', user: 'mallory' });
    assert.equal(connections.length, 1, "a Supabase client's user is the subject of its token");
  });
});

describe('the timeline', () => {
  test('has an event of each type', async () => {
    const server = await start();
    const operator = bearer(server);
    const watched = await watch(operator);
    const page = await connect(server, { app: SHOP, member: { user_id: '7' } });
    const socket = page.connection.socket_id;
    await subscribe(page, 'presence-a');
    await publish(server, 'presence-a', 'e', '{"n":1}', {}, { app: SHOP });
    page.channel('presence-a').trigger('client-n', { n: 2 });
    const supabase = supabaseClient(server).channel('room', { config: { broadcast: { ack: true } } });
    await subscribed(supabase);
    await supabase.send({ type: 'broadcast', event: 'said', payload: { n: 3 } });
    const polling = await joined(pollingSocket(server), 'polled');
    polling.push('broadcast', { type: 'broadcast', event: 'polled', payload: { n: 4 } });
    const client = await RawClient.connect(server, { app: SHOP });
    client.send({ event: 'client-n', channel: 'public', data: '{}' });
    await client.error();
    page.unsubscribe('presence-a');
    await watched.event({ type: 'vacated', channel: 'presence-a' });
    page.disconnect();
    const channel = 'presence-a';
    const fields = [
      { type: 'connect', socket, event: 'pusher' },
      { type: 'occupied', channel },
      { type: 'subscribe', channel, socket },
      { type: 'member_added', channel, user: '7' },
      { type: 'message', channel, event: 'e', from: 'http', data: '{"n":1}', socket: null, channel_id: 'presence:a', offset: 1 },
      { type: 'message', channel, event: 'client-n', from: 'client', socket, data: '{"n":2}' },
      { type: 'message', channel: 'room', event: 'said', from: 'client', data: '{"n":3}' },
      { type: 'message', channel: 'polled', event: 'polled', from: 'client' },
      { type: 'refused', socket: client.socketId, event: 'not_allowed' },
      { type: 'member_removed', channel, user: '7' },
      { type: 'unsubscribe', channel, socket },
      { type: 'vacated', channel },
      { type: 'disconnect', socket },
      { type: 'connect', event: 'supabase' },
    ];
    for (const each of fields) await watched.event(each);
    const { events } = watched;
    assert.ok(events.every(({ app, id, time_ms: time }) => app === 'shop' && id && Math.abs(Date.now() - time) < 20_000));
    const numbers = events.map(({ id }) => Number(id.split('-')[1]));
    assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
    assert.equal(new Set(numbers).size, numbers.length);
    const at = (wanted) => events.findIndex((event) => Object.entries(wanted).every(([key, value]) => event[key] === value));
    assert.ok(at(fields[0]) < at(fields[2]) && at(fields[2]) < at(fields[4]) && at(fields[4]) < at(fields[10]) && at(fields[10]) < at(fields[12]));
  });

  test('says of each message who received it and who did not', async () => {
    const server = await start({ settings: { loops: 2 } });
    const operator = bearer(server);
    const watched = await watch(operator);
    const clients = await Promise.all(Array.from({ length: 6 }, () => RawClient.connect(server, { app: SHOP })));
    for (const client of clients) await client.subscribe('private-a');
    const polling = supabaseClient(server).channel('other');
    await subscribed(polling);
    await publish(server, 'private-a', 'all', '1', {}, { app: SHOP });
    await publish(server, 'private-a', 'others', '1', { socket_id: clients[2].socketId }, { app: SHOP });
    await publish(server, 'private-nobody', 'none', '1', {}, { app: SHOP });
    clients[1].send({ event: 'client-own', channel: 'private-a', data: 'x' });
    const all = await watched.event({ event: 'all' });
    assert.deepEqual([all.subscriptions, all.delivery.received, all.delivery.pending, all.delivery.skipped, all.delivery.skipped_total, all.except], [6, 6, 0, [], 0, null]);
    assert.ok(all.delivery.slowest_us > 0 && all.delivery.slowest_us < 5_000_000);
    const others = await watched.event({ event: 'others' });
    assert.deepEqual([others.except, others.delivery.received, others.delivery.skipped], [clients[2].socketId, 5, [{ socket: clients[2].socketId, why: 'excluded' }]]);
    const none = await watched.event({ event: 'none' });
    assert.deepEqual([none.subscriptions, none.delivery.received, none.delivery.pending], [0, 0, 0]);
    const own = await watched.event({ event: 'client-own' });
    assert.deepEqual([own.socket, own.delivery.received, own.delivery.skipped], [clients[1].socketId, 5, [{ socket: clients[1].socketId, why: 'excluded' }]]);
    const { event } = await operator.read('event', { id: all.id });
    assert.deepEqual(event, all);
    // Of many that are left out some are named.
    const { delivery } = others;
    assert.equal(delivery.skipped_total, 1);
  });

  test('is filtered by app, channel, event, type and text', async () => {
    const server = await start({ apps: [SHOP, CHAT] });
    const operator = bearer(server);
    const client = await RawClient.connect(server, { app: SHOP });
    const filters = {
      chat: [{ app: 'chat' }, ({ app }) => app === 'chat'],
      orders: [{ channel: 'private-orders.*' }, ({ channel }) => /^private-orders\./.test(channel ?? '')],
      two: [{ channel: 'news, *.8' }, ({ channel }) => channel === 'news' || (channel ?? '').endsWith('.8')],
      event: [{ event: 'ship*' }, ({ event }) => (event ?? '').startsWith('ship')],
      type: [{ type: 'message,subscribe' }, ({ type }) => ['message', 'subscribe'].includes(type)],
      text: [{ text: 'NeeDle' }, ({ data, event }) => /needle/i.test(`${data} ${event}`)],
      both: [{ app: 'shop', channel: '*7', type: 'message', event: '*ed', text: 'needle' }, ({ app, channel, type, event, data }) => app === 'shop' && /7$/.test(channel ?? '') && type === 'message' && /ed$/.test(event ?? '') && /needle/i.test(data ?? '')],
    };
    const all = await watch(operator);
    const watched = {};
    for (const [name, [parameters]] of Object.entries(filters)) watched[name] = await watch(operator, parameters);
    for (const channel of ['private-orders.7', 'private-orders.8', 'news']) await client.subscribe(channel);
    for (const app of [SHOP, CHAT]) {
      for (const channel of ['private-orders.7', 'private-orders.8', 'news', 'orders.7']) {
        for (const [event, data] of [['shipped', '{"a":"needle"}'], ['paid', '{"a":1}'], ['Needle', '{}']]) await publish(server, channel, event, data, {}, { app });
      }
    }
    await all.event({ app: 'chat', channel: 'orders.7', event: 'Needle' });
    for (const [name, [, wanted]] of Object.entries(filters)) {
      const expected = all.events.filter(wanted).map(({ id }) => id);
      assert.ok(expected.length > 0, name);
      await until(async () => {
        await watched[name].read();
        return watched[name].events.length >= expected.length;
      }, name);
      assert.deepEqual(watched[name].events.map(({ id }) => id), expected, name);
    }
  });

  test('answers the first call at once, and begins there', async () => {
    const server = await start();
    const operator = bearer(server);
    const watched = await watch(operator);
    await publish(server, 'news', 'before', '1', {}, { app: SHOP });
    await watched.event({ event: 'before' });
    const began = Date.now();
    const { events, cursor } = await operator.read('timeline', { wait_ms: 3_000 });
    assert.ok(Date.now() - began < 1_500, 'the first call does not wait');
    await publish(server, 'news', 'after', '1', {}, { app: SHOP });
    const next = await operator.read('timeline', { after: cursor, wait_ms: 3_000 });
    assert.deepEqual([events, next.events.map(({ event }) => event)], [[], ['after']]);
  });

  test('is read in parts without loss or repetition', async () => {
    const server = await start({ settings: { inspector_events_per_second: 1_000_000, inspector_timeline_bytes: 67_108_864, loops: 2 } });
    const operator = bearer(server);
    const clients = await Promise.all([1, 2, 3].map(() => RawClient.connect(server, { app: SHOP })));
    for (const client of clients) await client.subscribe('numbers');
    const TOTAL = 2_000;
    const readers = await Promise.all([{ limit: 7 }, { limit: 500, wait_ms: 1_000 }, { limit: 1_000, type: 'message' }].map((filter) => watch(operator, filter)));
    const publishing = (async () => {
      for (let n = 0; n < TOTAL; n += 10) {
        const batch = Array.from({ length: 10 }, (_, k) => ({ name: 'n', channel: 'numbers', data: String(n + k) }));
        const { status } = await api(server, 'POST', '/batch_events', { app: SHOP, body: { batch } });
        assert.equal(status, 200);
      }
    })();
    const numbers = (reader) => reader.events.filter(({ type }) => type === 'message');
    await Promise.all([publishing, ...readers.map((reader) => until(async () => {
      await reader.read();
      return numbers(reader).length >= TOTAL;
    }, 'all of them', 20_000))]);
    for (const reader of readers) {
      assert.deepEqual(numbers(reader).map(({ data }) => Number(data)), Array.from({ length: TOTAL }, (_, n) => n));
      assert.deepEqual([reader.lost, reader.sampled], [0, 0]);
      // What was shown before a busy loop had reported is complete when one asks again.
      const known = ({ subscriptions, delivery }) => subscriptions === 3 && delivery.received === 3 && delivery.pending === 0;
      const early = numbers(reader).filter((event) => !known(event));
      for (const { id } of early) await operator.until('event', { id }, ({ event }) => known(event));
      assert.ok(early.length < TOTAL / 10, `${early.length} were shown before their delivery was known`);
    }
  });

  test('waits for the first event, and not longer', async () => {
    const server = await start();
    const operator = bearer(server);
    const watched = await watch(operator);
    const began = Date.now();
    const waiting = watched.read({ wait_ms: 10_000 });
    await sleep(300);
    await publish(server, 'news', 'e', '1', {}, { app: SHOP });
    const events = await waiting;
    assert.ok(Date.now() - began < 5_000);
    assert.ok(events.length > 0);
    await watched.read();
    const again = Date.now();
    assert.deepEqual(await watched.read({ wait_ms: 400 }), []);
    assert.ok(Date.now() - again >= 390);
    // A call that waits does not keep the server from ending, nor others from being answered.
    const last = watched.read({ wait_ms: 25_000 }).catch(() => 'cut off');
    await sleep(50);
    const stopping = Date.now();
    const { code } = await server.stop();
    await last;
    assert.equal(code, 0);
    assert.ok(Date.now() - stopping < 7_000, `${Date.now() - stopping} ms`);
  });

  test('counts what is lost, and what there was too much of', async () => {
    const server = await start({ settings: { inspector_timeline_bytes: 65_536, inspector_events_per_second: 1_000_000 } });
    const operator = bearer(server);
    const watched = await watch(operator, { limit: 1_000 });
    for (let n = 0; n < 100; n++) await publish(server, 'news', 'e', `${n} ${'x'.repeat(2_000)}`, {}, { app: SHOP });
    await until(async () => {
      await watched.read();
      return watched.events.some(({ data }) => data.startsWith('99 '));
    }, 'the last one');
    assert.equal(watched.lost + watched.events.length, 100);
    assert.ok(watched.lost > 50 && watched.events.length > 10, `${watched.lost} lost`);
    const slow = await start({ settings: { inspector_events_per_second: 10 } });
    const few = await watch(bearer(slow));
    const batch = Array.from({ length: 10 }, (_, n) => ({ name: `${n}`, channel: 'news', data: '1' }));
    for (let n = 0; n < 10; n++) await api(slow, 'POST', '/batch_events', { app: SHOP, body: { batch } });
    await until(async () => {
      await few.read();
      return few.events.length + few.sampled === 100;
    }, 'all to be counted');
    assert.ok(few.events.length >= 10 && few.events.length <= 30 && few.lost === 0);
  });

  test('of a process that has ended is distinguished from this one', async () => {
    const server = await start();
    const watched = await watch(bearer(server));
    await publish(server, 'news', 'e', '1', {}, { app: SHOP });
    const { id } = await watched.event({ event: 'e' });
    await server.stop();
    const again = await start();
    const operator = bearer(again);
    await watch(operator);
    for (let n = 0; n < 5; n++) await publish(again, 'news', 'other', '1', {}, { app: SHOP });
    assert.equal((await operator.get('event', { id })).status, 404);
    assert.equal((await operator.get('why', { event: id })).status, 404);
    const { restarted } = await operator.read('timeline', { after: watched.cursor });
    assert.equal(restarted, true);
  });
});

describe('what is hidden', () => {
  const settings = { inspector_redact: ['*password*', 'token'] };
  const SECRET = 'hidden-1f6e';
  async function shownOf(server, data) {
    const operator = bearer(server);
    const watched = await watch(operator);
    const { status, text } = await publish(server, 'cache-secrets', 'e', data, {}, { app: SHOP });
    assert.equal(status, 200, text);
    await watched.event({ event: 'e' });
    const shown = await operator.read('channel', { channel: 'cache-secrets' });
    return [watched.events.find(({ event }) => event === 'e').data, shown.cached.data, shown.recent[0].data];
  }

  test('is shown nowhere, at any depth and in strings that are JSON', async () => {
    const server = await start({ settings });
    const member = await RawClient.connect(server, { app: SHOP });
    await member.subscribe('presence-a', { user_id: '1', user_info: { Password: SECRET, name: 'Ann' } });
    const { users } = await bearer(server).read('channel', { channel: 'presence-a' });
    assert.deepEqual(users, [{ id: '1', info: '{"Password":"[redacted]","name":"Ann"}' }]);
    const token = { token: SECRET };
    for (const data of [token, { a: [{ OLD_PASSWORD_2: { x: SECRET } }] }, { a: JSON.stringify({ b: JSON.stringify(token) }) }, [[token]], { token: [SECRET] }]) {
      for (const text of await shownOf(server, JSON.stringify(data))) {
        assert.ok(!text.includes(SECRET) && text.includes('[redacted]'), text);
      }
    }
    for (const text of await shownOf(server, '{"tokens":"open"}')) assert.equal(text, '{"tokens":"open"}');
    for (const text of await shownOf(server, 'no JSON at all: token')) assert.equal(text, 'no JSON at all: token');
    const channel = supabaseClient(server).channel('room', { config: { broadcast: { ack: true }, presence: { key: 'k' } } });
    channel.on('presence', { event: 'sync' }, () => {});
    const watched = await watch(bearer(server));
    await subscribed(channel);
    await channel.track({ token: SECRET });
    await channel.send({ type: 'broadcast', event: 'said', payload: { token: SECRET } });
    await watched.event({ event: 'said' });
    const shown = await bearer(server).until('channel', { id: 'public:room' }, (json) => json.users_total === 1 && json);
    assert.ok(!JSON.stringify([watched.events, shown]).includes(SECRET));
  });

  for (const [name, data] of [
    ['is nested deeper than parsers go', `{"token":"${SECRET}","deep":${'['.repeat(200)}${']'.repeat(200)}}`],
    ['has a number that is too large', `{"token":"${SECRET}","n":1e999}`],
    ['has half a surrogate pair', `{"token":"${SECRET}","cut":"\\ud83d"}`],
    ['has the colon of an inner object escaped', `["{\\"token\\"\\u003a\\"${SECRET}\\"}"]`],
    ['has the name escaped', `{"t\\u006fken":"${SECRET}"}`],
    ['has the name twice', `{"token":1,"token":"${SECRET}"}`],
  ]) {
    test(`is not shown where the JSON ${name}`, async () => {
      JSON.parse(data); // which clients read
      const server = await start({ settings });
      for (const text of await shownOf(server, data)) assert.ok(!text.includes(SECRET), text.slice(0, 200));
    });
  }

  test('is not found by searching', async () => {
    const server = await start({ settings });
    const operator = bearer(server);
    const watched = await watch(operator);
    const found = await watch(operator, { text: SECRET.slice(0, 8) });
    await publish(server, 'news', 'e', JSON.stringify({ token: SECRET }), {}, { app: SHOP });
    await watched.event({ event: 'e' });
    await found.read();
    assert.deepEqual(found.events, [], 'what is hidden could be guessed one character after the other');
  });
});

describe('refusals', () => {
  test('have their cause, their fix and its page, the newest first', async () => {
    const server = await start({ apps: [SHOP, CHAT] });
    const operator = bearer(server);
    const client = await RawClient.connect(server, { app: SHOP });
    for (let n = 0; n < 25; n++) {
      client.send({ event: 'pusher:subscribe', data: { channel: `private-${n}`, auth: 'wrong:1' } });
      await client.event('pusher:subscription_error', `private-${n}`);
    }
    RawClient.open(server, { app: { key: 'nobody' } });
    await publish(server, 'news', 'e', '1', {}, { app: { ...CHAT, secret: 'wrong' } });
    await operator.until('refusals', {}, ({ refusals }) => refusals.length >= 27);
    const { all } = await pages(operator, 'refusals', {}, 4);
    assert.equal(all.length, 27);
    const ids = all.map(({ id }) => id);
    assert.deepEqual(ids, ids.toSorted((a, b) => b - a));
    for (const one of all) assert.ok(one.cause && one.why && one.fix.endsWith('.') && /^[a-z0-9/-]+\.md/.test(one.page) && one.address === '127.0.0.1' && one.time_ms > 0, JSON.stringify(one));
    const of = async (parameters) => (await operator.read('refusals', parameters)).refusals;
    assert.equal((await of({ app: 'shop' })).length, 25);
    assert.equal((await of({ app: 'chat' })).length, 1);
    assert.equal((await of({ cause: 'app' }))[0].key, 'nobody');
    assert.equal((await of({ socket: client.socketId })).length, 25);
    assert.equal((await of({ channel: 'private-7' })).length, 1);
    assert.equal((await of({ search: 'PRIVATE-1' })).length, 11);
    assert.equal((await operator.read('connection', { socket: client.socketId })).refusals.length, 25);
    const pageless = await operator.read('refusals', { cause: 'none' });
    assert.deepEqual([pageless.refusals, pageless.next, pageless.omitted], [[], null, 0]);
  });

  test('beyond a hundred in a second are counted, and more than the setting has are dropped', async () => {
    const server = await start({ settings: { inspector_recent: 20 } });
    const operator = bearer(server);
    await Promise.all(Array.from({ length: 400 }, () => publish(server, 'news', 'e', '1', {}, { app: { ...SHOP, secret: 'wrong' } })));
    const { refusals, omitted } = await operator.read('refusals', { limit: 1_000 });
    assert.equal(refusals.length, 20);
    assert.ok(omitted > 0 && omitted <= 300, `${omitted}`);
    const { status } = await publish(server, 'news', 'e', '1', {}, { app: SHOP });
    assert.equal(status, 200);
    assert.equal((await operator.read('overview')).server.refusals.signature, 400, 'all are counted');
  });
});

describe('trying out', () => {
  let server;
  let operator;
  before(async () => {
    server = await start({ apps: [SHOP, CHAT] });
    operator = bearer(server);
  });

  test('publishes as the backend does', async () => {
    const page = await connect(server, { app: SHOP, member: { user_id: '1' } });
    for (const name of ['news', 'presence-a', 'private-encrypted-a']) await subscribe(page, name);
    const other = await connect(server, { app: SHOP });
    await subscribe(other, 'news');
    const heard = next(page.channel('news'), 'headline');
    const { status, json } = await operator.post('publish', { app: 'shop', channel: 'news', event: 'headline', data: '{"n":1}' });
    assert.deepEqual([status, json.subscriptions, json.event], [200, 2, null], 'nobody looks at the timeline');
    assert.deepEqual(await heard, { n: 1 });
    const watched = await watch(operator);
    const own = await operator.post('publish', { app: 'shop', channel: 'news', event: 'headline', data: 'text', socket_id: page.connection.socket_id });
    const { event } = await operator.read('event', { id: own.json.event });
    assert.deepEqual([event.event, event.except, event.data, event.from], ['headline', page.connection.socket_id, 'text', 'http']);
    assert.equal((await watched.event({ event: 'headline' })).id, own.json.event);
    assert.equal((await operator.post('publish', { app: 'shop', channel: 'presence-a', event: 'e', data: '1' })).json.subscriptions, 1);
    assert.equal((await operator.post('publish', { app: 'shop', channel: 'nobody', event: 'e', data: '1' })).json.subscriptions, 0);
    for (const [body, status] of [
      [{ channel: 'not valid!', event: 'e', data: '1' }, 400],
      [{ channel: 'news', event: '', data: '1' }, 400],
      [{ channel: 'news', event: 'x'.repeat(300), data: '1' }, 400],
      [{ channel: 'news', event: 'e', data: 'x'.repeat(20_000) }, 413],
      [{ channel: 'news', event: 'e', data: '1', socket_id: 'x' }, 400],
      [{ channel: 'news', event: 'e', data: '1', app: 'none' }, 404],
    ]) {
      const answer = await operator.post('publish', { app: 'shop', ...body });
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      assert.ok(!answer.json.error.startsWith('{'), `the error is a text, and no JSON inside of a text: ${answer.json.error}`);
    }
  });

  test("a publish asks the app's hooks, and its event is its own", async () => {
    let release;
    const held = new Promise((done) => (release = done));
    const application = await startApplication({
      answer: ({ channel, data }) => (channel === 'closed' ? { allow: false, reason: 'not today' } : data === 'held' ? held.then(() => ({})) : {}),
    });
    atEnd(() => application.stop());
    const own = await start({ app: { hooks: [{ url: application.url, events: ['publish'], timeout_ms: 5_000 }] } });
    const caller = bearer(own);
    const refused = await caller.post('publish', { channel: 'closed', event: 'e', data: '1' });
    assert.ok(refused.status >= 400 && refused.status < 500, refused.text);
    assert.match(refused.json.error, /not today/);
    const watched = await watch(caller);
    const publishing = caller.post('publish', { channel: 'mine', event: 'e', data: 'held' });
    await application.question({ data: 'held' });
    await caller.post('publish', { channel: 'theirs', event: 'e', data: 'swift' });
    await watched.event({ type: 'message', channel: 'theirs' });
    release();
    const { json } = await publishing;
    const { event } = await caller.read('event', { id: json.event });
    assert.equal(event.channel, 'mine', 'the id is that of this publish');
  });

  test('signs what a subscription accepts', async () => {
    for (const [channel, channel_data] of [['private-a', undefined], ['presence-a', '{"user_id":"7","user_info":{"ü":"\\"x\\""}}'], ['private-encrypted-a', undefined]]) {
      const client = await RawClient.connect(server, { app: SHOP });
      const { status, json } = await operator.post('sign', { app: 'shop', socket: client.socketId, channel, channel_data });
      assert.equal(status, 200);
      assert.equal(json.signed, [client.socketId, channel, ...(channel_data ? [channel_data] : [])].join(':'));
      assert.equal(json.auth, `shop-key:${createHmac('sha256', SHOP.secret).update(json.signed).digest('hex')}`);
      client.send({ event: 'pusher:subscribe', data: { channel, auth: json.auth, channel_data } });
      await client.event('pusher_internal:subscription_succeeded', channel);
      const checked = await operator.post('check', { app: 'shop', socket: client.socketId, channel, channel_data, auth: json.auth });
      assert.equal(checked.json.ok, true, checked.text);
      assert.ok(checked.json.steps.every(({ ok }) => ok));
    }
  });

  test('checks a signature, and says what is wrong with it', async () => {
    const socket = '1.2';
    const hmac = (secret, text) => createHmac('sha256', secret).update(text).digest('hex');
    const data = '{"user_id":"7"}';
    const right = hmac(SHOP.secret, '1.2:private-a');
    for (const [what, body, expected] of [
      ['a wrong secret', { auth: `shop-key:${hmac('wrong', '1.2:private-a')}` }, /compare the secret/],
      ["another app's secret", { auth: `shop-key:${hmac(CHAT.secret, '1.2:private-a')}` }, /secret of app chat/],
      ["another app's key", { auth: `chat-key:${right}` }, /key of app chat/],
      ["another app's key and secret", { auth: `chat-key:${hmac(CHAT.secret, '1.2:private-a')}` }, /key of app chat/],
      ['an unknown key', { auth: `nobody:${right}` }, /app's key is shop-key/],
      ['another text', { auth: `shop-key:${hmac(SHOP.secret, '1.3:private-a')}` }, /exactly this text/],
      ['another channel', { auth: `shop-key:${hmac(SHOP.secret, '1.2:a')}` }, /exactly this text/],
      ['no channel_data', { channel: 'presence-a', auth: `shop-key:${hmac(SHOP.secret, '1.2:presence-a')}` }, /channel_data/],
      ['channel_data that was not signed', { channel: 'presence-a', channel_data: data, auth: `shop-key:${hmac(SHOP.secret, '1.2:presence-a')}` }, /channel_data|exactly this text/],
      ['channel_data without user_id', { channel: 'presence-a', channel_data: '{}', auth: `shop-key:${hmac(SHOP.secret, '1.2:presence-a:{}')}` }, /user_id/],
      ['no colon', { auth: right }, /colon/],
      ['nothing', { auth: '' }, /colon/],
      ['an invalid name', { channel: 'private-a b', auth: `shop-key:${hmac(SHOP.secret, '1.2:private-a b')}` }, /name/],
      ['an upper-case signature', { auth: `shop-key:${right.toUpperCase()}` }, null],
    ]) {
      const { status, json, text } = await operator.post('check', { app: 'shop', socket, channel: 'private-a', ...body });
      assert.equal(status, 200, text);
      if (expected) assert.equal(json.ok, false, what);
      const fixes = json.steps.filter(({ ok }) => ok === false).map(({ fix }) => fix);
      if (expected) assert.ok(fixes.some((fix) => expected.test(fix)), `${what}: ${JSON.stringify(fixes)}`);
      assert.ok(!text.includes(SHOP.secret) && !text.includes(CHAT.secret) && (what === 'an upper-case signature' || !text.includes(right) || body.auth.includes(right)), what);
    }
    const client = await RawClient.connect(server, { app: SHOP });
    const upper = `shop-key:${hmac(SHOP.secret, `${client.socketId}:private-up`).toUpperCase()}`;
    client.send({ event: 'pusher:subscribe', data: { channel: 'private-up', auth: upper } });
    const answer = await client.take(({ channel, event }) => channel === 'private-up' && /subscription_(succeeded|error)/.test(event), 'an answer');
    const { json } = await operator.post('check', { app: 'shop', socket: client.socketId, channel: 'private-up', auth: upper });
    assert.equal(json.ok, /succeeded/.test(answer.event), 'the check agrees with the subscription');
    const open = await operator.post('check', { app: 'shop', socket, channel: 'news', auth: `shop-key:${hmac(SHOP.secret, '1.2:news')}` });
    assert.ok(open.json.steps.some(({ ok, fix }) => ok === false && /Public channels/.test(fix)));
  });

  test('a key in rotation is accepted as a subscription accepts it', async () => {
    const own = await start({ app: { previous_key: 'the-key-before', previous_secret: 'the secret of the key before, long' } });
    const auth = `the-key-before:${createHmac('sha256', 'the secret of the key before, long').update('1.2:private-a').digest('hex')}`;
    const { json } = await bearer(own).post('check', { socket: '1.2', channel: 'private-a', auth });
    assert.equal(json.ok, true);
  });

  test('has code that works', async () => {
    const { snippets } = await operator.read('snippets', { app: 'shop' });
    assert.deepEqual(new Set(snippets.map(({ name }) => name)), new Set(['pusher-js', 'Laravel Echo', 'Laravel .env', 'Supabase', 'Command line']));
    const code = Object.fromEntries(snippets.map((one) => [one.name, one.code]));
    const [, key, options] = /new Pusher\((".*?"), (\{[\s\S]*?\n\})\)/.exec(code['pusher-js']);
    const client = new Pusher(JSON.parse(key), new Function(`return ${options}`)());
    atEnd(() => client.disconnect());
    await connected(client);
    const channel = client.subscribe('news');
    await next(channel, 'pusher:subscription_succeeded');
    const heard = next(channel, 'headline');
    const command = code['Command line'].trim().replace(/^baton /, `${BINARY} `);
    const printed = spawnSync('sh', ['-c', `${command} --config ${server.config}`], { encoding: 'utf8' });
    assert.equal(printed.status, 0, printed.stderr);
    execFileSync('sh', ['-c', printed.stdout], { stdio: 'pipe' });
    assert.deepEqual(await heard, { text: 'hello' });
    client.disconnect();
    const [, url] = /new RealtimeClient\("(.*?)"/.exec(code.Supabase);
    assert.equal(url, `ws://127.0.0.1:${server.port}/realtime/v1`);
    assert.ok(!JSON.stringify(snippets).includes(SHOP.secret));
    const env = Object.fromEntries(code['Laravel .env'].trim().split('\n').map((line) => line.split(/=(.*)/)));
    assert.deepEqual([env.REVERB_APP_ID, env.REVERB_APP_KEY, env.REVERB_HOST, env.REVERB_PORT, env.REVERB_SCHEME], ['shop', 'shop-key', '127.0.0.1', `${server.port}`, 'http']);
    const [, of] = /new Echo\((\{[\s\S]*?\n\})\)/.exec(code['Laravel Echo']);
    const echo = new Function(`return ${of}`)();
    assert.deepEqual([echo.wsHost, echo.wsPort, echo.key, echo.forceTLS], ['127.0.0.1', server.port, 'shop-key', false]);
  });

  test('has code that works behind a path prefix', async () => {
    const own = await start({ settings: { path_prefix: '/ws' } });
    const answer = await fetch(`${own.url}/ws/inspector/api/snippets`, { headers: { authorization: bearer(own).headers.authorization } });
    const { snippets } = await answer.json();
    const [, key, text] = /new Pusher\((".*?"), (\{[\s\S]*?\n\})\)/.exec(snippets.find(({ name }) => name === 'pusher-js').code);
    const options = new Function(`return ${text}`)();
    const client = new Pusher(JSON.parse(key), options);
    atEnd(() => client.disconnect());
    await connected(client).finally(() => client.disconnect());
    // The server takes paths without the prefix too, and a proxy that others share does not.
    assert.equal(options.wsPath, '/ws');
    const { code } = snippets.find(({ name }) => name === 'Supabase');
    assert.ok(code.includes(`ws://127.0.0.1:${own.port}/ws/realtime/v1`), code);
  });
});

describe('webhooks', () => {
  test('are listed with what became of them, and sent again', async () => {
    const receiver = await startReceiver();
    atEnd(() => receiver.stop());
    const server = await start({ apps: [{ ...SHOP, webhooks: [{ url: receiver.url }] }, CHAT] });
    const operator = bearer(server);
    const client = await RawClient.connect(server, { app: SHOP });
    await client.subscribe('news');
    await receiver.event({ name: 'channel_occupied', channel: 'news' });
    const { webhooks, app } = await operator.until('webhooks', { app: 'shop' }, (json) => json.webhooks.length > 0 && json);
    assert.equal(app, 'shop');
    const [{ id, url, attempts, delivered }] = webhooks;
    assert.deepEqual([delivered, attempts], [true, 1]);
    assert.ok(!url.includes('hidden'), 'what follows the path may be a secret');
    const { status, json } = await operator.post('webhooks/redeliver', { app: 'shop', id });
    assert.equal(status, 202);
    assert.ok(json.id);
    await until(() => receiver.requests.length === 2, 'a second request');
    assert.equal((await operator.post('webhooks/redeliver', { app: 'shop', id: 'none' })).status, 404);
    assert.equal((await operator.post('webhooks/redeliver', { app: 'chat', id })).status, 404);
    assert.deepEqual((await operator.read('webhooks', { app: 'chat' })).webhooks, []);
    const { entries } = await operator.read('audit');
    assert.ok(entries.some(({ action, subject }) => /redeliver/.test(action) && subject.includes(id)));
  });
});

describe('apps', () => {
  test('are made, changed, rotated and deleted, and each change is in the audit log', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'baton-inspector-'));
    atEnd(() => rmSync(folder, { recursive: true, force: true }));
    const server = await start({ settings: { data_dir: folder } });
    const operator = bearer(server);
    const made = await operator.post('apps', { id: 'blog', client_events: false });
    assert.equal(made.status, 201, made.text);
    const { key, secret } = made.json;
    assert.ok(key && secret);
    const { status, text } = await operator.get('apps');
    assert.equal(status, 200);
    assert.ok(text.includes('blog') && !text.includes(secret) && !text.includes(SHOP.secret));
    const blog = { id: 'blog', key, secret };
    await until(async () => (await publish(server, 'news', 'e', '1', {}, { app: blog })).status === 200, 'the app');
    assert.equal((await operator.call('PATCH', 'apps/blog', { body: { client_events: true } })).status, 200);
    const shown = await operator.get('apps/blog');
    assert.ok(!shown.text.includes(secret));
    const rotated = await operator.post('apps/blog/rotate-key');
    assert.equal(rotated.status, 200);
    assert.notEqual(rotated.json.key, key);
    assert.equal((await operator.post('apps/blog/end-rotation')).status, 200);
    assert.equal((await operator.call('PATCH', 'apps/shop', { body: { enabled: false } })).status, 404, 'it is in the file');
    // What was seen of an app that is gone is not the next app's of its name.
    const watched = await watch(operator);
    const current = { ...blog, key: rotated.json.key, secret: rotated.json.secret };
    await until(async () => (await publish(server, 'news', 'former', '1', {}, { app: current })).status === 200, 'the key');
    await watched.event({ event: 'former' });
    assert.equal((await operator.call('DELETE', 'apps/blog')).status, 204);
    await operator.post('apps', { id: 'blog' });
    assert.equal((await operator.read('timeline', { app: 'blog', after: watched.cursor.replace(/-\d+$/, '-0') })).events.filter(({ event }) => event === 'former').length, 0);
    assert.equal((await operator.post('reload')).status, 200);
    const { entries } = await operator.read('audit', { limit: 1_000 });
    const said = entries.map(({ action, subject }) => `${action} ${subject}`).join('\n');
    for (const each of ['POST apps', 'PATCH apps/blog', 'POST apps/blog/rotate-key', 'POST apps/blog/end-rotation', 'DELETE apps/blog', 'POST reload']) assert.ok(said.includes(each), `${each} in ${said}`);
    assert.ok(!said.includes(secret));
  });
});

test('the audit log has each beginning of a look at payloads, and no more', async () => {
  const server = await start({ apps: [SHOP] });
  const operator = bearer(server);
  const page = await connect(server, { app: SHOP });
  await subscribe(page, 'news');
  const watched = await watch(operator, { channel: 'news' });
  for (let n = 0; n < 5; n++) await watched.read();
  for (let n = 0; n < 5; n++) await operator.read('channel', { channel: 'news' });
  const { entries } = await operator.read('audit');
  assert.equal(entries.filter(({ action }) => action === 'watch').length, 1);
  assert.equal(entries.filter(({ action }) => action === 'look').length, 1, 'a page that is refreshed is one look');
});
