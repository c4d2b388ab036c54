/** What the inspector's timeline holds, and that it holds nothing once nobody looks. */
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { TOKENS, bearer, watch } from '../harness/inspector.mjs';
import { startServer } from '../harness/server.mjs';
import { publish } from '../harness/signed_http.mjs';
import { until } from '../harness/waiting.mjs';

let server;
after(() => server?.stop());

test('events are forgotten, and their memory is returned, once nobody has looked for 30 seconds', async () => {
  server = await startServer({
    apps: [{ event_data_bytes: 200_000, history_messages: 0 }],
    settings: { ...TOKENS, inspector_timeline_bytes: 268_435_456, inspector_events_per_second: 1_000_000 },
  });
  const operator = bearer(server);
  const memory = async () => (await operator.read('overview')).server.memory_bytes;
  await publish(server, 'news', 'unwatched', '1');
  const before = await memory();
  const watched = await watch(operator, { limit: 1 });
  for (let n = 0; n < 300; n++) {
    await publish(server, 'news', 'e', `${n}${'x'.repeat(150_000)}`);
    if (n % 20 === 0) await operator.read('timeline', { limit: 1 }); // a busy machine may take long
  }
  const { cursor } = watched;
  const [{ id, event }] = await watched.read();
  const asked = Date.now();
  assert.equal(event, 'e', 'what was published before is not there');
  const full = await memory();
  assert.ok(full - before > 35e6, `${full - before} bytes are held`);
  // Other calls are no look at the timeline.
  await until(async () => (await operator.get('event', { id })).status === 404, 'the events to be forgotten', 40_000);
  assert.ok(Date.now() - asked > 25_000, 'they stay for as long as a viewer may take to ask again');
  let left;
  await until(async () => (left = await memory()) - before < 20e6, 'the memory to be returned', 15_000).catch(() => {});
  assert.ok(left - before < 20e6, `${left - before} bytes are left of ${full - before}`);
  await publish(server, 'news', 'unwatched', '1');
  const page = await operator.read('timeline', { after: cursor, limit: 1_000 });
  assert.ok(page.events.every((one) => one.event !== 'e' && one.event !== 'unwatched'));
  assert.ok(page.lost >= 299);
});
