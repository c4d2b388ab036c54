/** From PHP to the browser's client: events as Laravel sends them, authorisations as Laravel signs them. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startServer } from '../node/harness/server.mjs';
import { connect, disconnectAll, subscribe } from '../node/harness/pusher_client.mjs';
import { QUIET_MS, next, record, sleep } from '../node/harness/waiting.mjs';

const CLASSES = resolve(import.meta.dirname, '../../.cache/laravel/usr/share/php');
const hasLaravel = existsSync(join(CLASSES, 'Illuminate/Broadcasting/Broadcasters/PusherBroadcaster.php'));
const laravel = hasLaravel ? {} : { skip: "Debian's php-illuminate-broadcasting could not be fetched" };

let server;
let behindProxy;
before(async () => {
  server = await startServer();
  behindProxy = await startServer({ settings: { path_prefix: '/ws' } });
});
after(async () => {
  disconnectAll();
  await server.stop();
  await behindProxy.stop();
});

/** Lets PHP do one job; its answer. */
async function php(job, { at = server, prefix = '' } = {}) {
  const child = spawn('php', ['-d', 'display_errors=stderr', join(import.meta.dirname, 'application.php')], {
    env: { ...process.env, LARAVEL_CLASSES: CLASSES },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify({ app: at.app, origin: at.url, prefix, ...job }));
  let text = '';
  for await (const piece of child.stdout) text += piece;
  return JSON.parse(text);
}

/** A pusher-js client whose channels Laravel signs. */
const clientOf = (user) =>
  connect(server, {
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) =>
        php({ do: hasLaravel ? 'authorise' : 'sign', channel: channelName, socket_id: socketId, user }).then(
          ({ answer, error }) => done(error ? new Error(error) : null, answer),
          done,
        ),
    },
  });

describe('requests signed as the PHP SDK signs them', () => {
  test('an event arrives', async () => {
    const client = await connect(server);
    const event = next(await subscribe(client, 'orders'), 'App\\Events\\OrderShipped');
    const { answer, error } = await php({
      do: 'trigger',
      channels: ['orders'],
      event: 'App\\Events\\OrderShipped',
      payload: { order: { id: 5, note: 'Grüße "&/\\" 🎺' } },
    });
    assert.deepEqual(answer, {}, error);
    assert.deepEqual(await event, { order: { id: 5, note: 'Grüße "&/\\" 🎺' } });
  });

  test('a query with parameters is signed and answered', async () => {
    const client = await connect(server, { member: { user_id: 'u' } });
    await subscribe(client, 'presence-php');
    const { answer, error } = await php({
      do: 'get',
      path: '/channels',
      query: { filter_by_prefix: 'presence-', info: 'user_count' },
    });
    assert.deepEqual(answer, { channels: { 'presence-php': { user_count: 1 } } }, error);
  });

  test('behind a path that the SDK calls and does not sign', async () => {
    const client = await connect(behindProxy, { wsPath: '/ws' });
    const event = next(await subscribe(client, 'prefixed'), 'e');
    const { error } = await php(
      { do: 'trigger', channels: ['prefixed'], event: 'e', payload: 1 },
      { at: behindProxy, prefix: '/ws' },
    );
    assert.equal(error, undefined);
    assert.equal(await event, 1);
  });

  test("the server's text is what Laravel shows its user", async () => {
    const { error, status } = await php({ do: 'trigger', channels: ['a b'], event: 'e', payload: 1 });
    assert.equal(status, 400);
    assert.match(error, /a b/);
  });
});

describe("Laravel's PusherBroadcaster", laravel, () => {
  test('broadcasts to private and public channels, and not to the one who caused it', async () => {
    const [own, other] = await Promise.all([clientOf({ id: 1 }), clientOf({ id: 2 })]);
    const atOwn = record(await subscribe(own, 'private-App.Models.User.1'), 'invoice.paid');
    const atOther = next(await subscribe(other, 'private-App.Models.User.1'), 'invoice.paid');
    const { error } = await php({
      do: 'broadcast',
      channels: ['private-App.Models.User.1', 'dashboard'],
      event: 'invoice.paid',
      payload: { amount: 12.5, socket: own.connection.socket_id },
    });
    assert.equal(error, undefined);
    assert.deepEqual(await atOther, { amount: 12.5 });
    await sleep(QUIET_MS);
    assert.deepEqual(atOwn, []);
  });

  test('250 channels, a hundred at a time', async () => {
    const client = await connect(server);
    const names = Array.from({ length: 250 }, (_, n) => `wide-${n}`);
    const events = [];
    for (const n of [0, 99, 100, 199, 200, 249]) events.push(next(await subscribe(client, names[n]), 'wide'));
    const { error } = await php({ do: 'broadcast', channels: names, event: 'wide', payload: { ok: true } });
    assert.equal(error, undefined);
    assert.equal((await Promise.all(events)).length, 6);
  });

  test('signs presence channels with numeric ids', async () => {
    const first = await clientOf({ id: 1, info: { name: 'Ann' } });
    const room = await subscribe(first, 'presence-laravel');
    const joined = next(room, 'pusher:member_added');
    await subscribe(await clientOf({ id: 2, info: { name: 'Bob' } }), 'presence-laravel');
    const { id, info } = await joined;
    assert.equal(String(id), '2');
    assert.deepEqual(info, { name: 'Bob' });
    assert.equal(String(room.members.me.id), '1');
  });
});


test("the SDK's own package", { skip: "pusher/pusher-php-server comes by Composer's registry alone, which the build machines do not reach" }, () => {});
