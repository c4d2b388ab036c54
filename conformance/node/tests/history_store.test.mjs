/** History on disk: what a kill, a full or read-only disk, and a damaged file do to publishers and clients. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withRecovery } from '../../../packages/baton-js/dist/index.js';
import { connect, connected, disconnectAll, pusherClient, sdk, subscribe } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { api } from '../harness/signed_http.mjs';
import { next, record, sleep, until } from '../harness/waiting.mjs';

/** How often it is recorded where a client is whose end confirms more and more. */
const RECORDED_MS = 1_000;

const APP = { recovery: true, history_messages: 5_000 };

let folder;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'baton-history-'));
});
afterEach(disconnectAll);
after(() => rmSync(folder, { recursive: true, force: true }));

const start = (store, { port = 0, app = APP, ...settings } = {}) =>
  startServer({ apps: [app], settings: { history_store: store, ...settings }, listen: `127.0.0.1:${port}` });

async function kill(server) {
  server.child.kill('SIGKILL');
  await server.exited;
}

/** Kills a server and starts another one in its place. */
async function restart(server, store, settings) {
  await kill(server);
  return start(store, { port: server.port, ...settings });
}

async function metric(server, name) {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

const publish = (server, channel, data, more) =>
  api(server, 'POST', '/events', { body: { name: 'number', channel, data: JSON.stringify(data) }, ...more });
const historyOf = async (server, channel) => (await api(server, 'GET', `/channels/${channel}/history`)).json;

/** Publishes numbers as an application does: again, with the same key, until it is answered. */
function publishing(port, channel, app) {
  let isOver = false;
  const ends = (async () => {
    let number = 0;
    for (; !isOver; number += 1) {
      const key = randomUUID();
      while (!(await attempt(port, app, channel, number, key))) await sleep(20);
    }
    return number;
  })();
  return {
    stop: () => {
      isOver = true;
      return ends;
    },
  };
}

async function attempt(port, app, channel, number, key) {
  try {
    const answer = await publish({ port, app, host: '127.0.0.1', url: `http://127.0.0.1:${port}` }, channel, number, {
      headers: { 'X-Idempotency-Key': key },
    });
    return answer.status === 200;
  } catch {
    return false; // no server is there
  }
}

/** Numbers up to `count`, in order; how many came twice. */
function doubled(numbers, count) {
  let newest = -1;
  for (const number of numbers) {
    assert.ok(number <= newest + 1, `${number} came after ${newest}`);
    newest = Math.max(newest, number);
  }
  assert.equal(newest, count - 1);
  return numbers.length - count;
}

describe('a server that is killed', () => {
  test('has its history, positions and idempotency keys when it is started again', async () => {
    const store = join(folder, 'kept');
    let server = await start(store);
    for (const number of [0, 1, 2]) await publish(server, 'kept', number);
    const key = { headers: { 'X-Idempotency-Key': 'once' } };
    await publish(server, 'kept', 3, key);
    const history = () => historyOf(server, 'kept');
    const seen = await history();
    server = await restart(server, store);
    assert.equal((await publish(server, 'kept', 3, key)).status, 200);
    const now = await history();
    const plain = ({ epoch, offset, messages }) => [epoch, offset, messages.map(({ offset, data }) => [offset, data])];
    assert.deepEqual(plain(now), plain(seen));
    assert.equal((await publish(server, 'kept', 'another', key)).status, 409);
    await publish(server, 'kept', 4);
    const later = await history();
    assert.equal(later.epoch, seen.epoch);
    assert.ok(later.offset > seen.offset);
    await server.stop();
  });

  const WAYS = {
    'that names itself': ['numbers', { wsPath: `/resume/${randomUUID()}` }],
    'that is a member': ['presence-numbers', { member: { user_id: 'someone' } }],
  };
  for (const [way, [channel, options]] of Object.entries(WAYS)) {
    test(`loses nothing of what an unmodified client ${way} is sent, and repeats a second of it at most`, async () => {
      const store = join(folder, channel);
      let server = await start(store);
      const client = await connect(server, options);
      const subscription = await subscribe(client, channel);
      const numbers = record(subscription, 'number');
      const publisher = publishing(server.port, channel, server.app);
      for (let round = 0; round < 2; round += 1) {
        const count = numbers.length;
        await until(() => numbers.length > count + 50, 'events between two kills', 15_000);
        await sleep(3 * RECORDED_MS);
        server = await restart(server, store);
      }
      const count = numbers.length;
      await until(() => numbers.length > count + 50, 'events after the last kill', 15_000);
      await sleep(RECORDED_MS);
      const published = await publisher.stop();
      await until(() => numbers.some(({ data }) => data === published - 1), 'the last event');
      const twice = doubled(numbers.map(({ data }) => data), published);
      assert.equal(await metric(server, 'baton_recovery_lost_total'), 0);
      // Of what came in three of those intervals, what came in the last one or two.
      assert.ok(twice <= published * 0.75, `${twice} of ${published} came twice`);
      await server.stop();
    });
  }

  test('gives a client of baton-js each event once', async () => {
    const store = join(folder, 'once');
    let server = await start(store);
    const client = pusherClient(server);
    const recovery = withRecovery(client);
    const lost = [];
    recovery.on('lost', ({ channel }) => lost.push(channel));
    await connected(client);
    const quiet = await subscribe(client, 'quiet');
    const numbers = record(await subscribe(client, 'numbers'), 'number');
    const heard = record(quiet, 'number');
    const publisher = publishing(server.port, 'numbers', server.app);
    for (let round = 0; round < 3; round += 1) {
      const count = numbers.length;
      await until(() => numbers.length > count + 50, 'events between two kills', 15_000);
      server = await restart(server, store);
    }
    const count = numbers.length;
    await until(() => numbers.length > count + 50, 'events after the last kill', 15_000);
    const published = await publisher.stop();
    await until(() => numbers.length >= published, 'the last event');
    await sdk(server).trigger('quiet', 'number', 1);
    await until(() => heard.length, 'the event of the quiet channel');
    assert.equal(doubled(numbers.map(({ data }) => data), published), 0);
    assert.deepEqual(lost, []);
    await server.stop();
  });
});

describe('a disk', () => {
  const mounted = [];
  const tmpfs = (name, size) => {
    const at = join(folder, name);
    execFileSync('mkdir', ['-p', at]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]);
    mounted.push(at);
    return at;
  };
  after(() => mounted.forEach((at) => execFileSync('umount', ['-l', at])));
  const skip = process.getuid() === 0 ? false : 'only root can mount a small file system';

  test('that is full has publishes refused that are to be stored, and nothing else', { skip }, async () => {
    const disk = tmpfs('full', '120m');
    const app = { ...APP, event_data_bytes: 1_000_000, history_rules: [{ channel_prefix: 'plain-', messages: 0 }] };
    const server = await start(join(disk, 'history'), { app, http_body_bytes: 2_000_000 });
    assert.equal((await publish(server, 'kept', 0)).status, 200);
    execFileSync('sh', ['-c', `head -c 150M /dev/zero > ${disk}/filling || true`], { stdio: 'ignore' });
    let answer;
    // What was prepared is used up first.
    const large = 'x'.repeat(900_000);
    await until(async () => {
      answer = await publish(server, 'kept', large);
      return answer.status !== 200;
    }, 'a refusal', 30_000);
    assert.equal(answer.status, 503);
    assert.match(answer.text, /Nothing was published: .*history_store/);
    await server.logged(/ERROR history_store: cannot .*No space left on device/);
    assert.equal((await publish(server, 'plain-channel', 0)).status, 200);
    assert.equal(await metric(server, 'baton_history_store_up'), 0);
    rmSync(join(disk, 'filling'));
    await server.logged(/messages are stored again/);
    assert.equal((await publish(server, 'kept', 1)).status, 200);
    await server.stop();
  });

  test('that becomes read-only and writable again', { skip }, async () => {
    const disk = tmpfs('read-only', '200m');
    const store = join(disk, 'history');
    let server = await start(store);
    await publish(server, 'kept', 0);
    await server.stop();
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    server = await start(store);
    await server.logged(/ERROR history_store: cannot .*Read-only file system/);
    const history = () => historyOf(server, 'kept');
    assert.deepEqual((await history()).messages.map(({ data }) => data), ['0']);
    assert.equal((await publish(server, 'kept', 1)).status, 503);
    execFileSync('mount', ['-o', 'remount,rw', disk]);
    await server.logged(/messages are stored again/);
    assert.equal((await publish(server, 'kept', 1)).status, 200);
    await kill(server);
    server = await start(store);
    assert.deepEqual((await history()).messages.map(({ data }) => data), ['0', '1']);
    await server.stop();
  });
});

describe('a store', () => {
  test('that is damaged has its readable part, and clients are told that they missed messages', async () => {
    const store = join(folder, 'damaged');
    let server = await start(store);
    const client = await connect(server, { wsPath: `/resume/${randomUUID()}` });
    const subscription = await subscribe(client, 'kept');
    for (const number of [0, 1, 2]) await publish(server, 'kept', number);
    await sleep(1_500); // until its position is recorded
    await kill(server);
    const [segment] = readdirSync(store).filter((name) => name.endsWith('.log'));
    const bytes = readFileSync(join(store, segment));
    const second = bytes.indexOf('number', bytes.indexOf('number') + 1); // the second message's event
    bytes[second] ^= 1;
    writeFileSync(join(store, segment), bytes);
    const errors = record(client.connection, 'error');
    server = await start(store, { port: server.port });
    await server.logged(/WARN history_store: segment 0000000001: \d+ bytes at \d+ are damaged; copied to .*damaged-/);
    assert.equal(readdirSync(store).filter((name) => name.startsWith('damaged-')).length, 1);
    // Reserved space behind its end is given back.
    const kept = readFileSync(join(store, segment));
    assert.ok(kept.equals(bytes.subarray(0, kept.length)) && kept.length > second, 'it is never changed');
    await until(() => errors.some(({ data }) => data.data?.code === 4310), 'error 4310', 15_000);
    const { messages } = await historyOf(server, 'kept');
    assert.deepEqual(messages.map(({ data }) => data), ['2'], 'what comes behind the gap');
    assert.ok(subscription.subscribed);
    await server.stop();
  });

  test('belongs to one server at a time', async () => {
    const store = join(folder, 'mine');
    const server = await start(store);
    await assert.rejects(start(store), /exit 1 before listening[^]*is in use by another process; stop that process/);
    await server.stop();
  });

  test('that syncs each publish answers when it is on disk', async () => {
    const store = join(folder, 'synced');
    let server = await start(store, { history_sync: 'always' });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => publish(server, 'kept', number)));
    assert.ok(answers.every(({ status }) => status === 200));
    server = await restart(server, store, { history_sync: 'always' });
    const { messages } = await historyOf(server, 'kept');
    assert.equal(messages.length, 50);
    await server.stop();
  });
});
