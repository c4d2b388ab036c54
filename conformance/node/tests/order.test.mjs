/** One order per channel for all subscribers, on whatever loop they are, and nothing lost or doubled. */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { Ledger } from '../harness/ledger.mjs';
import { until } from '../harness/waiting.mjs';
import { api, publish } from '../harness/signed_http.mjs';

const LOOPS = 2;
const SUBSCRIBERS = 40;
const PUBLISHERS = 4;
const MESSAGES = 50;

/** Client events are limited to ten a second unless the app says otherwise. */
const app = { client_events_per_second: 0 };

let server;
before(async () => {
  server = await startServer({ apps: [app], args: ['--loops', String(LOOPS)] });
});
after(async () => {
  endAll();
  await server.stop();
});

/** A subscriber that writes everything it gets into the ledger. */
async function recorder(ledger, name, channel) {
  const client = await RawClient.connect(server);
  client.socket.on('message', (bytes) => {
    const { event, channel: at, data } = JSON.parse(bytes.toString());
    if (event === 'n' || event === 'client-n') ledger.delivered(name, at, data);
  });
  await client.subscribe(channel);
  ledger.subscribed(name, channel);
  return client;
}

/** Publishes by HTTP, one after the other, each acknowledged by its 200. */
async function publishByHttp(ledger, publisher, channel) {
  for (let n = 0; n < MESSAGES; n += 1) {
    const { data, settle } = ledger.message(publisher, channel);
    settle((await publish(server, channel, 'n', data)).status === 200);
  }
}

test('publishers race, and every subscriber sees the same order', async (t) => {
  const ledger = new Ledger();
  const names = Array.from({ length: SUBSCRIBERS }, (_, n) => `client-${n}`);
  await Promise.all(names.map((name) => recorder(ledger, name, 'race')));
  await Promise.all(
    Array.from({ length: PUBLISHERS }, (_, n) => publishByHttp(ledger, `publisher-${n}`, 'race')),
  );
  const complete = () => names.every((name) => ledger.deliveries(name, 'race').length >= PUBLISHERS * MESSAGES);
  await until(complete, 'all deliveries');
  const first = ledger.deliveries(names[0], 'race');
  assert.equal(new Set(first).size, PUBLISHERS * MESSAGES);
  for (const name of names) assert.deepEqual(ledger.deliveries(name, 'race'), first, name);
  judge(t, ledger);
});

test('client events and HTTP events of one channel share its order', async (t) => {
  const ledger = new Ledger();
  const names = Array.from({ length: 10 }, (_, n) => `client-${n}`);
  await Promise.all(names.map((name) => recorder(ledger, name, 'private-mixed')));
  const senders = await Promise.all([1, 2].map(() => RawClient.connect(server)));
  for (const sender of senders) await sender.subscribe('private-mixed');

  const whisper = async (sender, publisher) => {
    for (let n = 0; n < MESSAGES; n += 1) {
      const { data, settle } = ledger.message(publisher, 'private-mixed');
      sender.send({ event: 'client-n', channel: 'private-mixed', data });
      if (n % 10 === 9) await sender.settle();
      settle(true);
    }
  };
  await Promise.all([
    publishByHttp(ledger, 'http', 'private-mixed'),
    ...senders.map((sender, n) => whisper(sender, `whisperer-${n}`)),
  ]);
  const complete = () => names.every((name) => ledger.deliveries(name, 'private-mixed').length >= 3 * MESSAGES);
  await until(complete, 'all deliveries');
  const first = ledger.deliveries(names[0], 'private-mixed');
  for (const name of names) assert.deepEqual(ledger.deliveries(name, 'private-mixed'), first, name);
  judge(t, ledger);
});

test('subscribers that come and go see a piece of the order without a hole', async (t) => {
  const ledger = new Ledger();
  const stop = { now: false };
  const steady = await recorder(ledger, 'steady', 'churn');
  const churn = async (seat) => {
    for (let visit = 0; !stop.now; visit += 1) {
      const name = `visitor-${seat}-${visit}`;
      const client = await recorder(ledger, name, 'churn');
      await client.settle();
      client.send({ event: 'pusher:unsubscribe', data: { channel: 'churn' } });
      ledger.unsubscribed(name, 'churn');
      await client.settle();
      client.end();
    }
  };
  const visitors = [1, 2, 3, 4].map(churn);
  await Promise.all([0, 1].map((n) => publishByHttp(ledger, `publisher-${n}`, 'churn')));
  stop.now = true;
  await Promise.all(visitors);
  await steady.settle();
  const order = ledger.deliveries('steady', 'churn');
  assert.equal(order.length, 2 * MESSAGES);
  const visited = new Set(ledger.lines.filter(({ client }) => client?.startsWith('visitor')).map(({ client }) => client));
  for (const name of visited) {
    const seen = ledger.deliveries(name, 'churn');
    const start = order.indexOf(seen[0]);
    if (seen.length > 0) assert.deepEqual(seen, order.slice(start, start + seen.length), name);
  }
  judge(t, ledger);
});

test('history tells the same order', async () => {
  const client = await RawClient.connect(server);
  await client.subscribe('told');
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => publish(server, 'told', 'n', JSON.stringify(n))),
  );
  await client.settle();
  const delivered = client.messages.filter(({ event }) => event === 'n').map(({ data }) => data);
  assert.equal(delivered.length, 20);
  const { status, json, text } = await api(server, 'GET', '/channels/told/history');
  assert.equal(status, 200, text);
  assert.deepEqual(json.messages.map(({ data }) => data), delivered);
});

/** The checker's word on a ledger, where it was built. */
function judge(t, ledger) {
  const verdict = ledger.check();
  if (!verdict) return t.diagnostic('baton-ledger is not built; the order was checked here alone');
  assert.equal(verdict.status, 0, verdict.text);
}
