/**
 * Channels with more members than fit into one answer of the inspector.
 */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { OPERATOR, READER, bearer, call, ofApp, servers } from '../harness/inspector.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { BINARY } from '../harness/server.mjs';
import { JWT_SECRET, endClients, subscribed, supabaseClient } from '../harness/supabase_client.mjs';

const SHOP = { id: 'shop', key: 'shop-key', secret: 'a secret of the shop that is long enough', jwt_secret: JWT_SECRET, public_broadcast: 'supabase', presence_members: 2_000 };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'a secret of the chat that is long enough' };
const ROOM = { app: 'shop', channel: 'presence-room' };
const TOTAL = 1_050;

const { start, stopAll } = servers({ apps: [SHOP, CHAT] });
let server;
const clients = [];
before(async () => {
  server = await start();
  for (let n = 0; n < TOTAL; n += 50) {
    const some = Array.from({ length: 50 }, async (_, k) => {
      const client = await RawClient.connect(server, { app: SHOP });
      await client.subscribe('presence-room', { user_id: `user-${n + k}`, user_info: { n: n + k } });
      clients[n + k] = client;
    });
    await Promise.all(some);
  }
});
after(async () => {
  endAll();
  endClients();
  await stopAll();
});

/** Every page; `between` happens after the first one. */
async function all(caller, parameters, between = async () => {}) {
  const pages = [];
  let after;
  do {
    const page = await caller.read('members', { ...parameters, after });
    pages.push(page.members);
    if (pages.length === 1) await between();
    after = page.next ?? undefined;
    assert.ok(pages.length < 100, 'there is an end');
  } while (after);
  return pages;
}
const ids = (members) => members.map(({ id }) => id);
const EVERYBODY = Array.from({ length: TOTAL }, (_, n) => `user-${n}`).sort();

describe('members of a presence channel', () => {
  test('are all there, page by page, after those that come with the channel', async () => {
    const operator = bearer(server);
    const shown = await operator.read('channel', ROOM);
    assert.deepEqual([shown.users.length, shown.users_total], [1_000, TOTAL]);
    const rest = await operator.read('members', { ...ROOM, after: shown.users_next });
    assert.deepEqual([rest.members.length, rest.total, rest.next, rest.class], [50, TOTAL, null, 'presence']);
    assert.deepEqual(ids([...shown.users, ...rest.members]).sort(), EVERYBODY);
    const pages = await all(operator, { ...ROOM, limit: 300 });
    assert.deepEqual(pages.map((page) => page.length), [300, 300, 300, 150]);
    assert.deepEqual(ids(pages.flat()), ids([...shown.users, ...rest.members]), 'in one order');
    const { id, info } = pages[1][0];
    assert.equal(info, JSON.stringify({ n: Number(id.split('-')[1]) }));
    const small = await operator.read('channel', { app: 'shop', id: 'presence:room' });
    assert.equal(small.users_next, shown.users_next);
  });

  test('who stay are in one page each, while others come and go', async () => {
    const first = await bearer(server).read('members', { ...ROOM, limit: 100 });
    const number = (id) => Number(id.split('-')[1]);
    // The last of the page, after whom the next one begins, and others of it.
    const gone = ids(first.members).slice(-30);
    const pages = await all(bearer(server), { ...ROOM, limit: 100 }, async () => {
      await Promise.all(gone.map(async (id) => {
        const client = clients[number(id)];
        client.send({ event: 'pusher:unsubscribe', data: { channel: 'presence-room' } });
        await client.settle();
      }));
    });
    const listed = ids(pages.flat());
    assert.equal(new Set(listed).size, listed.length, 'nobody is there twice');
    const stayed = EVERYBODY.filter((id) => !gone.includes(id));
    assert.deepEqual(listed.filter((id) => !gone.includes(id)).sort(), stayed);
    for (const id of gone) await clients[number(id)].subscribe('presence-room', { user_id: id, user_info: { n: number(id) } });
    assert.deepEqual(ids((await all(bearer(server), ROOM)).flat()).sort(), EVERYBODY);
  });

  test('are refused to whom they do not belong, and what is wrong is said', async () => {
    const operator = bearer(server);
    for (const [parameters, status] of [
      [{ app: 'shop' }, 400],
      [{ ...ROOM, after: 'x' }, 400],
      [{ ...ROOM, after: '-1' }, 400],
      [{ ...ROOM, limit: 'x' }, 400],
      [{ app: 'shop', channel: 'presence-none' }, 404],
      [{ app: 'none', channel: 'presence-room' }, 404],
    ]) {
      assert.equal((await operator.get('members', parameters)).status, status, JSON.stringify(parameters));
    }
    assert.equal((await (await ofApp(server, CHAT)).get('members', ROOM)).status, 404);
    assert.equal((await call(server, 'GET', 'members', { parameters: ROOM })).status, 401);
    const { members } = await bearer(server, READER).read('members', { ...ROOM, limit: 3 });
    assert.deepEqual(members.map(({ info }) => info), [null, null, null]);
    assert.equal((await operator.post('members', {})).status, 405);
  });

  test('are all listed by `baton channel --all`', async () => {
    const run = async (...args) => {
      const env = { PATH: process.env.PATH, HOME: '/nonexistent', BATON_INSPECTOR_TOKEN: OPERATOR };
      const { stdout } = await promisify(execFile)(BINARY, ['channel', 'presence-room', '--app', 'shop', '--url', server.url, ...args], { env, maxBuffer: 1e8 });
      return stdout;
    };
    const listed = (await run('--all')).match(/^ {2}user-\d+$/gm).map((line) => line.trim());
    assert.deepEqual(listed.sort(), EVERYBODY);
    assert.deepEqual(ids(JSON.parse(await run('--all', '--json')).users).sort(), EVERYBODY);
    assert.match(await run(), /^users +1050: user-.*--all lists all/m);
  });
});

test('what the clients of Supabase say of themselves has pages too, also where several share a key', async () => {
  for (let n = 0; n < 7; n++) {
    const channel = supabaseClient(server).channel('lobby', { config: { presence: { key: n < 4 ? 'ann' : `user-${n}` } } });
    await subscribed(channel);
    await channel.track({ n });
  }
  const operator = bearer(server);
  const lobby = { app: 'shop', channel: 'lobby' };
  await operator.until('members', lobby, ({ total }) => total === 7);
  const pages = await all(operator, { ...lobby, limit: 3 });
  assert.deepEqual(pages.map((page) => page.length), [3, 3, 1]);
  assert.deepEqual(pages.flat().map(({ info }) => JSON.parse(info).n).sort(), [0, 1, 2, 3, 4, 5, 6]);
  for (const after of ['x', '7', '["ann"]', '["ann",-1]']) assert.equal((await operator.get('members', { ...lobby, after })).status, 400, after);
  const { members, total, next } = await operator.read('members', { app: 'shop', channel: 'presence-room', limit: 1 });
  assert.deepEqual([members.length, total, typeof next], [1, TOTAL, 'string']);
});
