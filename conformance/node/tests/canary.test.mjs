/**
 * The canary: the server measures its own delivery all the time, and nobody who uses it sees anything of that.
 */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { bearer, TOKENS, watch } from '../harness/inspector.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { startReceiver } from '../harness/receiver.mjs';
import { startServer } from '../harness/server.mjs';
import { api, send } from '../harness/signed_http.mjs';
import { until } from '../harness/waiting.mjs';

const LOOPS = 3;

let server;
let receiver;
before(async () => {
  receiver = await startReceiver();
  const events = ['channel_occupied', 'channel_vacated', 'cache_miss', 'client_event', 'member_added', 'subscription_count'];
  const settings = { ...TOKENS, loops: LOOPS, webhook_delay_s: 1 };
  server = await startServer({ apps: [{ webhooks: [{ url: receiver.url, events }] }], settings });
});
after(async () => {
  endAll();
  await server?.stop();
  await receiver.stop();
});

/** The samples of the metrics: name with labels → value. */
async function samples() {
  const { text } = await send(server, 'GET', '/metrics');
  return Object.fromEntries([...text.matchAll(/^([a-z][^#\s]*) (\S+)$/gm)].map(([, name, value]) => [name, Number(value)]));
}

/** The value that a metric has in each loop. */
const ofLoops = (found, name) => Array.from({ length: LOOPS }, (_, id) => found[`${name}{loop="${id}"}`]);

/** Waits until every loop has received so many canaries; the samples then. */
const received = (count) =>
  until(async () => {
    const found = await samples();
    return ofLoops(found, 'baton_canary_received_total').every((value) => value >= count) && found;
  }, `${count} canaries in every loop`, 15_000);

describe('the canary', () => {
  test('reaches every loop each second, in order, and its latency is measured', async () => {
    const first = await received(1);
    const began = Date.now();
    const last = await received(first.baton_canary_published_total + 3);
    assert.ok(Date.now() - began > 1_900, 'one in a second');
    const counts = ofLoops(last, 'baton_canary_received_total');
    assert.ok(counts.every((count) => count <= last.baton_canary_published_total && count >= last.baton_canary_published_total - 1), `${counts}`);
    for (const name of ['baton_canary_lost_total', 'baton_canary_disordered_total']) assert.deepEqual(ofLoops(last, name), [0, 0, 0], name);
    assert.equal(last.baton_canary_refused_total, 0);
    assert.equal(last.baton_canary_latency_seconds_count, counts.reduce((sum, count) => sum + count));
    assert.equal(last['baton_canary_latency_seconds_bucket{le="+Inf"}'], last.baton_canary_latency_seconds_count);
    assert.ok(last.baton_canary_latency_seconds_sum > 0 && last['baton_canary_latency_seconds_bucket{le="5.0"}'] > 0);
    assert.ok(last.baton_canary_age_seconds < 5, `${last.baton_canary_age_seconds} s`);
  });

  test('is in no list, count, event or webhook', async () => {
    const caller = bearer(server);
    const timeline = await watch(caller);
    const client = await RawClient.connect(server);
    // Its name is nothing special to clients: their channel of that name is another one.
    await client.subscribe('canary');
    await until(() => receiver.events().length > 0, 'the webhook about the client');
    const before = await samples();
    const after = await received(before.baton_canary_published_total + 3);

    assert.deepEqual((await api(server, 'GET', '/channels')).json, { channels: { canary: {} } });
    const { channels } = await caller.read('channels');
    assert.deepEqual(channels.map(({ channel }) => channel), ['canary']);
    assert.deepEqual(client.messages, []);
    await timeline.read();
    assert.deepEqual(timeline.events.filter(({ type }) => type === 'message'), []);
    // Only what measures the process itself may have changed.
    const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
    assert.deepEqual(changed.filter((name) => !/^(baton_canary|process)_/.test(name)), []);
    assert.deepEqual(
      ['channels', 'subscriptions', 'connections', 'channels_occupied_total'].map((name) => after[`baton_${name}`]),
      [1, 1, 1, 1],
    );
    assert.deepEqual(['delivery_seconds_count', 'loop_queue_full_total'].map((name) => after[`baton_${name}`]), [0, 0]);
    const { server: all, apps } = await caller.read('overview');
    assert.deepEqual([all.channels, all.latency.sum_us, apps.map(({ app }) => app)], [1, 0, ['app-id']]);
    // The minute may be over: then the client has subscribed, which is a message.
    const { series } = await caller.read('stats');
    assert.ok(series.channels.every((count) => count <= 1) && series.messages_in.every((count) => count <= 1), JSON.stringify(series));
    assert.deepEqual(receiver.events().map(({ name, channel }) => [name, channel]), [['channel_occupied', 'canary']]);
  });
});
