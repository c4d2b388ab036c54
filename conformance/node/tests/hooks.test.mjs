/**
 * Hooks: an application that is asked before a client connects, subscribes or sends an event, and before a publish.
 */
import { after, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../harness/server.mjs';
import { connect, disconnectAll, pusherClient, subscribe } from '../harness/pusher_client.mjs';
import { RawClient } from '../harness/raw_client.mjs';
import { send } from '../harness/signed_http.mjs';
import { startApplication } from '../harness/hook_receiver.mjs';
import { next, record, sleep, until } from '../harness/waiting.mjs';

const ends = [];
after(async () => {
  disconnectAll();
  for (const end of ends.reverse()) await end();
});

async function application(options) {
  const started = await startApplication(options);
  ends.push(() => started.stop());
  return started;
}

/** A server whose app has these hooks. */
async function start(hooks, app = {}, settings = {}) {
  const server = await startServer({ apps: [{ hooks, client_events_per_second: 0, ...app }], settings });
  ends.push(() => server.stop());
  return server;
}

/** The sum of a metric's samples with these labels. */
async function metric(server, name, labels = '') {
  const { text } = await send(server, 'GET', '/metrics');
  const samples = [...text.matchAll(new RegExp(`^${name}(\\{[^}]*\\})? (\\S+)$`, 'gm'))].filter(([, all = '']) => all.includes(labels));
  assert.ok(samples.length > 0, `${name} ${labels}`);
  return samples.reduce((sum, [, , value]) => sum + Number(value), 0);
}

/** Two members of a private channel. */
async function pair(server, channel = 'private-a') {
  const [ann, bob] = [await RawClient.connect(server), await RawClient.connect(server)];
  for (const client of [ann, bob]) await client.subscribe(channel);
  const say = (data, event = 'client-n') => ann.send({ event, channel, data });
  const heard = () => bob.messages.filter(({ event }) => event.startsWith('client-'));
  return { ann, bob, say, heard };
}

describe('client events', () => {
  test('are allowed, refused and rewritten', async () => {
    const app = await application({
      answer: ({ data }) => (data === 'bad' ? { allow: false, reason: 'no "such" words' } : data === 'long' ? '{"data":{"n":9007199254740993}}' : {}),
    });
    const server = await start([{ url: app.url, events: ['client_event'], headers: { 'X-Tenant': 'seven' } }]);
    const { ann, say, heard } = await pair(server);
    say('good');
    say('bad');
    say('long');
    ann.send('{"event":"client-n","channel":"private-a","data":{"big":12345678901234567890}}');
    await until(() => heard().length === 3, 'three events');
    const error = await ann.event('pusher:error');
    assert.deepEqual([error.data.code, error.data.message], [4301, 'Client event rejected: no "such" words']);
    assert.deepEqual(heard().map(({ text }) => /"data":(.*)\}$/.exec(text)[1]), ['"good"', '{"n":9007199254740993}', '{"big":12345678901234567890}']);
    const [first] = app.requests;
    assert.ok(app.isValid(server, first));
    assert.ok(!app.isValid(server, { ...first, body: `${first.body} ` }));
    assert.deepEqual([first.method, first.url, first.headers['content-type'], first.headers['x-tenant']], ['POST', '/hook?token=hidden', 'application/json', 'seven']);
    const { time_ms: time, ...fields } = first.parsed;
    assert.ok(Math.abs(Date.now() - time) < 10_000);
    assert.deepEqual(fields, { type: 'client_event', app_id: server.app.id, socket_id: ann.socketId, channel: 'private-a', event: 'client-n', data: 'good' });
    assert.ok(app.requests.at(-1).body.includes('"data":{"big":12345678901234567890}'), 'spliced as it came');
    for (const [outcome, count] of Object.entries({ allowed: 2, refused: 1, rewritten: 1, failed: 0 })) {
      assert.equal(await metric(server, 'baton_hook_questions_total', `outcome="${outcome}"`), count, outcome);
    }
    assert.equal(await metric(server, 'baton_hook_questions_waiting'), 0);
    assert.equal(await metric(server, 'baton_hook_seconds_count'), 4);
    assert.equal(await metric(server, 'baton_refused_total', 'cause="hook",app='), 1);
    assert.ok(!server.log().includes('hidden'), 'the query of a URL is not logged');
  });
});
