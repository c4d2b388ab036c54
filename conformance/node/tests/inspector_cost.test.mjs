/**
 * What one caller of the inspector's API, who sees one app alone, can cost the server and the others.
 */
import { after, afterEach, test } from 'node:test';
import assert from 'node:assert/strict';
import { TOKENS, bearer, ofApp } from '../harness/inspector.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { startServer } from '../harness/server.mjs';
import { publish } from '../harness/signed_http.mjs';

const SHOP = { id: 'shop', key: 'shop-key', secret: 'a secret of the shop that is long enough', channel_name_bytes: 200, channels_per_connection: 100_000, commands_per_second: 0 };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'a secret of the chat that is long enough' };

const servers = [];
async function start() {
  const server = await startServer({ apps: [SHOP, CHAT], settings: { ...TOKENS, messages_per_second: 0 } });
  servers.push(server);
  return server;
}
afterEach(endAll);
after(() => Promise.all(servers.map((server) => server.stop())));

/** The processor time of a call in milliseconds: how busy the machine is changes it little. */
async function cost(server, call, times) {
  const seconds = async () => (await bearer(server).read('overview')).server.cpu_s;
  const before = await seconds();
  for (let n = 0; n < times; n++) await call(n);
  return ((await seconds()) - before) * 1_000 / times;
}

test("one app's filters leave room for those of others", async () => {
  const server = await start();
  const shop = await ofApp(server, SHOP);
  for (let n = 0; n < 100; n++) await shop.get('timeline', { channel: `channel-${n}` });
  assert.equal((await bearer(server).get('timeline')).status, 200);
  assert.equal((await (await ofApp(server, CHAT)).get('timeline')).status, 200);
});

test('patterns that match slowly do not hold up the publishers', async () => {
  const server = await start();
  const shop = await ofApp(server, SHOP);
  for (let n = 0; n < 63; n++) {
    const channel = Array.from({ length: 50 }, (_, k) => `*${'a'.repeat(100)}b${k}.${n}`).join(',');
    const { status } = await shop.get('timeline', { channel });
    assert.ok([200, 400, 503].includes(status));
  }
  const name = 'a'.repeat(200);
  const spent = await cost(server, () => publish(server, name, 'e', '1', {}, { app: SHOP }), 5);
  assert.ok(spent < 30, `a publish takes ${spent.toFixed(0)} ms of processor time`);
});

test('a search of many channels is no longer than the names are', async () => {
  const server = await start();
  const shop = await ofApp(server, SHOP);
  const client = await RawClient.connect(server, { app: SHOP });
  const TOTAL = 5_000;
  for (let n = 0; n < TOTAL; n++) {
    client.send({ event: 'pusher:subscribe', data: { channel: `orders-${'x'.repeat(120)}.${n}` } });
    if (n % 500 === 499) await client.settle();
  }
  const short = await cost(server, () => shop.read('channels', { search: 'zzz' }), 5);
  const long = await cost(server, () => shop.read('channels', { search: `${'x'.repeat(100)}y` }), 5);
  const why = await cost(server, () => shop.read('why', { channel: `orders-${'x'.repeat(120)}.none` }), 5);
  const text = `${TOTAL} channels: ${short.toFixed(1)} ms, with a long text ${long.toFixed(1)} ms, why ${why.toFixed(1)} ms`;
  assert.ok(short < 100 && why < 200, text);
  assert.ok(long < 4 * short + 20, text);
});
