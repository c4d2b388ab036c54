/**
 * Alerts: thresholds on the server's figures that real clients cross, sent to a receiver of the test's, and shown by the
 * inspector's API, the metrics, the terminal and assistants. The server looks every five seconds, so a test waits for
 * what must come as long as several looks take, and never measures how long it took.
 */
import { after, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { listen } from '../harness/http_receiver.mjs';
import { OPERATOR, READER, bearer, ofApp, servers } from '../harness/inspector.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { BINARY } from '../harness/server.mjs';
import { publish, send } from '../harness/signed_http.mjs';
import { until } from '../harness/waiting.mjs';

const SHOP = { id: 'shop', key: 'shop-key', secret: 'a secret of the shop that is long enough' };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'a secret of the chat that is long enough' };
const SECRET = 'what signs the messages of alerts';
/** Several looks. */
const LOOKS_MS = 30_000;
/** What no answer, log or metric may have of a URL: the path of the receivers, and their query. */
const HIDDEN = /hook-path|hidden/;

const { start, atEnd, stopAll } = servers({ apps: [SHOP, CHAT] });
// Not after each: the tests run side by side.
after(() => {
  endAll();
  return stopAll();
});

/** A receiver of alerts; `answer` is a status, or a function of the request that returns one with a body. */
async function receive({ answer = 200, port = 0 } = {}) {
  const receiver = { answer, requests: [] };
  await listen(receiver, ({ method, url, headers, body }, response) => {
    const request = { method, url, headers, body, json: JSON.parse(body) };
    receiver.requests.push(request);
    const { status, text = 'ok', headers: more = {} } = typeof receiver.answer === 'function' ? receiver.answer(request) : { status: receiver.answer };
    request.status = status;
    response.writeHead(status, more).end(text);
  }, port);
  receiver.url = `http://127.0.0.1:${receiver.port}/hook-path?token=hidden`;
  /** Messages that were taken. */
  receiver.taken = () => receiver.requests.filter(({ status }) => status < 300).map(({ json }) => json);
  /** Waits for a message that was taken and has these fields. */
  receiver.message = (fields) => {
    const has = (json) => Object.entries(fields).every(([key, value]) => json[key] === value);
    return until(() => receiver.taken().find(has), `message ${JSON.stringify(fields)}`, LOOKS_MS);
  };
  atEnd(() => receiver.stop());
  return receiver;
}

/** Of connections above none, at once. */
const connections = (receiver, more = {}) => ({ name: 'somebody is there', metric: 'connections', above: 0, for_s: 0, url: receiver.url, ...more });

const withAlerts = (alerts, more = {}) => start({ apps: [SHOP, CHAT], ...more, settings: { alerts, ...more.settings } });

/** Waits until an alert has this state; the alert. */
const inState = (caller, name, state) =>
  until(async () => (await caller.read('alerts')).alerts.find((alert) => alert.name === name && alert.state === state), `${name} ${state}`, LOOKS_MS);

async function metric(server, series) {
  const { text } = await send(server, 'GET', '/metrics');
  return text.split('\n').find((line) => line.startsWith(`${series} `))?.slice(series.length + 1);
}

/** Runs `baton` as an operator. */
function baton(server, args, token = OPERATOR) {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', BATON_INSPECTOR_TOKEN: token };
  const child = spawn(BINARY, [...args, '--url', server.url], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const run = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (run[name] += text));
  return new Promise((done) => child.on('close', (code) => done({ code, ...run })));
}

describe('an alert', { concurrency: true }, () => {
  test('is reported when it fires and when it is over, signed, and the URL is nowhere', async () => {
    const receiver = await receive();
    const server = await withAlerts([connections(receiver, { name: 'many "clients"', secret: SECRET })]);
    const operator = bearer(server);
    const [idle] = (await operator.read('alerts')).alerts;
    assert.deepEqual([idle.state, idle.since_ms, idle.last, idle.above, idle.below], ['ok', null, null, 0, null]);
    assert.equal(await metric(server, 'baton_alert_firing{alert="many \\"clients\\""}'), '0');

    const began = Date.now();
    const client = await RawClient.connect(server, { app: SHOP });
    const fires = await receiver.message({ state: 'firing' });
    assert.deepEqual([fires.alert, fires.metric, fires.app, fires.above, fires.value, fires.worst, fires.repeat, fires.test], ['many "clients"', 'connections', null, 0, 1, 1, false, false]);
    assert.ok(fires.since_ms >= began - 1_000 && fires.since_ms <= Date.now() && fires.time_ms >= fires.since_ms);
    assert.match(fires.text, /^FIRING: many "clients"\. connections: 1, above 0/);
    const alert = await inState(operator, 'many "clients"', 'firing');
    assert.deepEqual([alert.value, alert.worst, alert.since_ms], [1, 1, fires.since_ms]);
    await operator.until('alerts', {}, ({ alerts }) => alerts[0].receiver.last?.delivered);
    const { receiver: shown } = (await operator.read('alerts')).alerts[0];
    assert.deepEqual([shown.host, shown.format, shown.waiting, shown.last.status, shown.last.error], ['127.0.0.1', 'json', 0, 200, null]);
    assert.equal(await metric(server, 'baton_alert_firing{alert="many \\"clients\\""}'), '1');

    client.end();
    const over = await receiver.message({ state: 'resolved' });
    assert.deepEqual([over.alert, over.value, over.worst, over.since_ms, over.reason], ['many "clients"', 0, 1, fires.since_ms, null]);
    assert.ok(over.lasted_s >= 0 && over.id !== fires.id);
    const { last } = await inState(operator, 'many "clients"', 'ok');
    assert.deepEqual([last.since_ms, last.worst], [fires.since_ms, 1]);
    assert.equal(receiver.taken().length, 2, 'one message when it fires, and one when it is over');
    for (const { headers, body, json, method, url } of receiver.requests) {
      assert.deepEqual([method, url, headers['content-type'], headers['x-baton-alert-id']], ['POST', '/hook-path?token=hidden', 'application/json', json.id]);
      assert.equal(headers['x-baton-signature'], createHmac('sha256', SECRET).update(body).digest('hex'));
    }
    assert.equal(await metric(server, 'baton_alert_messages_sent_total'), '2');
    await server.logged(/alerts: firing: above 0.*alert="?many/);
    await server.logged(/alerts: resolved/);
    const everything = [server.log(), (await send(server, 'GET', '/metrics')).text, (await operator.get('alerts')).text, (await operator.get('audit')).text];
    for (const text of everything) assert.doesNotMatch(text, HIDDEN);
    assert.doesNotMatch(everything.join(), new RegExp(SECRET));
  });

  test('of refusals counts those of its app alone, over a minute', async () => {
    const receiver = await receive();
    const refusals = { metric: 'refusals', above: 2, for_s: 0, url: receiver.url };
    const server = await withAlerts([
      { ...refusals, name: 'of the shop', app: 'shop' },
      { ...refusals, name: 'of the chat', app: 'chat' },
      { ...refusals, name: 'of all' },
    ]);
    // What was refused before the first look is not of this time.
    await until(async () => (await bearer(server).read('alerts')).alerts.every(({ value }) => value !== null), 'a second look', LOOKS_MS);
    for (let n = 0; n < 3; n++) await publish(server, 'news', 'e', '1', {}, { app: { ...SHOP, secret: 'wrong' } });
    const shop = await receiver.message({ alert: 'of the shop', state: 'firing' });
    assert.deepEqual([shop.app, shop.value], ['shop', 3]);
    assert.equal((await receiver.message({ alert: 'of all', state: 'firing' })).value, 3);
    const chat = (await bearer(server).read('alerts', { app: 'chat' })).alerts;
    assert.deepEqual(chat.map(({ name, state, value }) => [name, state, value]), [['of the chat', 'ok', 0]]);
  });

  test('waits until its threshold has held', async () => {
    const receiver = await receive();
    const server = await withAlerts([connections(receiver, { for_s: 86_400 }), connections(receiver, { name: 'soon', for_s: 5 })]);
    await RawClient.connect(server, { app: SHOP });
    const soon = await receiver.message({ alert: 'soon', state: 'firing' });
    assert.ok(soon.lasted_s >= 2, 'it held for a look');
    assert.ok((await bearer(server).read('alerts')).alerts[0].since_ms > 0);
    assert.equal((await inState(bearer(server), 'somebody is there', 'pending')).state, 'pending');
    assert.deepEqual(receiver.taken().map(({ alert }) => alert), ['soon']);
  });

  test('in the format of Slack is one text, in which nobody is mentioned', async () => {
    const receiver = await receive();
    const server = await withAlerts([connections(receiver, { name: '<!channel> & co', format: 'slack' })]);
    await RawClient.connect(server, { app: SHOP });
    const [message] = await until(() => receiver.requests.length > 0 && receiver.requests, 'a message', LOOKS_MS);
    assert.deepEqual(Object.keys(message.json), ['text']);
    assert.match(message.json.text, /^FIRING: &lt;!channel&gt; &amp; co\. connections: 1, above 0 \(/);
    assert.equal(message.headers['x-baton-signature'], undefined);
  });

  test('that a receiver does not take is sent again, as it was', async () => {
    const gone = await receive();
    await gone.stop();
    const server = await withAlerts([connections(gone)]);
    const operator = bearer(server);
    await RawClient.connect(server, { app: SHOP });
    const failed = await until(async () => (await operator.read('alerts')).alerts[0].receiver.last, 'a try', LOOKS_MS);
    assert.deepEqual([failed.delivered, failed.status], [false, null]);
    assert.match(failed.error, /127\.0\.0\.1:\d+ cannot be reached/);
    assert.match(failed.fix, /check host and port/);
    assert.equal((await operator.read('alerts')).alerts[0].receiver.waiting, 1);
    await server.logged(/alerts: the receiver does not take a message.*host="?127\.0\.0\.1/);

    let failures = 2;
    const receiver = await receive({ port: gone.port, answer: () => (failures-- > 0 ? { status: 503, text: 'no' } : { status: 200 }) });
    await receiver.message({ state: 'firing' });
    const ids = new Set(receiver.requests.map(({ json }) => json.id));
    assert.deepEqual([receiver.requests.map(({ status }) => status), ids.size], [[503, 503, 200], 1]);
    await operator.until('alerts', {}, ({ alerts: [{ receiver: { waiting, last } }] }) => waiting === 0 && last.delivered);
    assert.ok(Number(await metric(server, 'baton_alert_requests_failed_total')) >= 3);
    assert.equal(await metric(server, 'baton_alert_messages_dropped_total'), '0');
    assert.doesNotMatch(server.log(), HIDDEN);
  });

  test('goes to no address that webhook_addresses does not allow, and the setting is named', async () => {
    const receiver = await receive();
    const link = connections(receiver, { name: 'link-local', url: 'http://169.254.169.254/latest/hidden' });
    const server = await withAlerts([connections(receiver), link], { settings: { webhook_addresses: 'public' } });
    await server.logged(/alerts, entry 1: `url` is at 127\.0\.0\.1, which webhook_addresses = "public" does not allow/);
    await server.logged(/alerts, entry 2: `url` is at 169\.254\.169\.254, where no request is ever sent/);
    for (const name of ['somebody is there', 'link-local']) {
      const { status, json } = await bearer(server).post('alerts/test', { name });
      assert.deepEqual([status, json.delivered, json.status], [200, false, null]);
      assert.match(json.error, /which the setting webhook_addresses does not allow/);
      if (name === link.name) assert.match(json.fix, /link-local and cloud metadata addresses are never allowed/);
      assert.equal(/webhook_addresses = "private"/.test(json.fix), name !== link.name);
    }
    assert.equal(receiver.requests.length, 0);
    assert.doesNotMatch(server.log(), HIDDEN);
  });

  test('to a port without TLS, and to a receiver that is too slow, says what to change', async () => {
    const receiver = await receive();
    const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
    atEnd(() => silent.close());
    await once(silent, 'listening');
    const slow = { url: `http://127.0.0.1:${silent.address().port}/hook-path` };
    const server = await withAlerts(
      [connections(receiver, { name: 'tls', url: receiver.url.replace('http:', 'https:') }), connections(slow, { name: 'slow' })],
      { settings: { webhook_timeout_s: 1 } },
    );
    const { json: tls } = await bearer(server).post('alerts/test', { name: 'tls' });
    assert.match(tls.error, /^127\.0\.0\.1:\d+ does not speak TLS$/);
    assert.match(tls.fix, /use http:\/\//);
    const { json: late } = await bearer(server).post('alerts/test', { name: 'slow' });
    assert.match(late.error, /no whole answer within 1 s/);
    assert.equal(late.fix, 'answer at once, or raise webhook_timeout_s');
  });

  test('keeps its state over a reload, and is over once it is removed', async () => {
    const receiver = await receive();
    const [kept, removed] = [connections(receiver), connections(receiver, { name: 'removed' })];
    const server = await withAlerts([kept, removed]);
    const operator = bearer(server);
    await RawClient.connect(server, { app: SHOP });
    const { since_ms: since } = await inState(operator, kept.name, 'firing');
    await receiver.message({ alert: 'removed', state: 'firing' });
    const settings = (alerts) => ({ inspector_token: OPERATOR, inspector_reader_token: READER, alerts });
    await server.reload({ settings: settings([connections(receiver, { name: 'new', for_s: 600 }), kept]) });
    const [, same] = (await operator.read('alerts')).alerts;
    assert.deepEqual([same.name, same.state, same.since_ms], [kept.name, 'firing', since]);
    const closed = await receiver.message({ alert: 'removed', state: 'resolved' });
    assert.deepEqual([closed.reason, closed.value], ['removed', 1]);
    assert.match(closed.text, /^CLOSED: removed\. The alert was changed or removed in the settings\. connections: 1 /);
    await inState(operator, 'new', 'pending');
    assert.equal(receiver.taken().filter(({ alert }) => alert === kept.name).length, 1, 'it is not reported again');
    // An app that is removed crosses no threshold; and statistics that are off change nothing.
    const idle = { name: 'idle', metric: 'connections', app: 'chat', below: 1, for_s: 0, url: receiver.url };
    await server.reload({ settings: { ...settings([idle]), statistics_days: 0 } });
    await receiver.message({ alert: 'idle', state: 'firing' });
    const notices = await server.reload({ apps: [SHOP], settings: { ...settings([idle]), statistics_days: 0 } });
    assert.match(notices, /alerts, entry 1: there is no app "chat"/);
    assert.equal((await receiver.message({ alert: 'idle', state: 'resolved' })).value, null);
  });
});

describe('who may do what', () => {
  let receiver, server;
  test('an operator has a test sent, and reads what the receiver said', async () => {
    receiver = await receive();
    server = await withAlerts([
      connections(receiver, { name: 'all', for_s: 600, secret: SECRET }),
      connections(receiver, { name: 'shop', for_s: 600, app: 'shop' }),
      connections(receiver, { name: 'chat', for_s: 600, app: 'chat', format: 'slack' }),
    ]);
    const operator = bearer(server);
    const { status, json } = await operator.post('alerts/test', { name: 'all' });
    const { node, ...said } = json;
    assert.deepEqual([status, said], [200, { delivered: true, status: 200, error: null, fix: null }]);
    const [{ json: message, headers, body }] = receiver.requests;
    assert.deepEqual([message.state, message.test, message.alert, message.node], ['test', true, 'all', node]);
    assert.match(message.text, /^TEST: all\. Test sent by an operator; .* threshold: above 0/);
    assert.equal(headers['x-baton-signature'], createHmac('sha256', SECRET).update(body).digest('hex'));
    // What a receiver says is not repeated, since it may have the URL in it; a word of Slack's is.
    receiver.answer = ({ url }) => ({ status: 404, text: `Cannot POST ${url}` });
    const echoed = await operator.post('alerts/test', { name: 'all' });
    assert.deepEqual([echoed.json.delivered, echoed.json.status, echoed.json.error], [false, 404, 'the receiver answers 404']);
    receiver.answer = () => ({ status: 404, text: 'no_service' });
    const slack = await operator.post('alerts/test', { name: 'chat' });
    assert.equal(slack.json.error, 'the receiver answers 404, no_service');
    assert.match(slack.json.fix, /make a new URL/);
    receiver.answer = () => ({ status: 302, headers: { location: receiver.url } });
    const moved = await operator.post('alerts/test', { name: 'all' });
    assert.match(moved.json.fix, /redirects are not followed/);
    for (const { text } of [echoed, slack, moved]) assert.doesNotMatch(text, HIDDEN);
    receiver.answer = 200;

    const { entries } = await operator.read('audit');
    assert.deepEqual(entries.filter(({ action }) => action === 'test alert').map(({ subject }) => subject), ['alert all', 'alert chat', 'alert all', 'alert all']);
    const none = await operator.post('alerts/test', { name: 'none' });
    assert.deepEqual([none.status, none.json.error], [404, 'There is no alert "none"; there are "all", "shop", "chat"']);
    for (const body of [{}, { name: 7 }, '[]', '{']) assert.equal((await operator.post('alerts/test', body)).status, 400, JSON.stringify(body));
    assert.equal((await operator.get('alerts/test')).status, 405);
    assert.equal((await operator.call('POST', 'alerts')).status, 405);
    // A test is none of the states.
    assert.deepEqual((await operator.read('alerts')).alerts.map(({ state }) => state), ['ok', 'ok', 'ok']);
  });

  test('a reader sees them, and may not test', async () => {
    const before = receiver.requests.length;
    const reader = bearer(server, READER);
    assert.deepEqual((await reader.read('alerts')).alerts.map(({ name }) => name), ['all', 'shop', 'chat']);
    assert.equal((await reader.post('alerts/test', { name: 'all' })).status, 403);
    assert.equal(receiver.requests.length, before);
  });

  test('the session of an app sees those of its app, without their receivers, and may not test', async () => {
    const before = receiver.requests.length;
    const shop = await ofApp(server, SHOP);
    const { alerts } = await shop.read('alerts');
    assert.deepEqual(alerts.map(({ name, receiver: shown }) => [name, shown]), [['shop', null]]);
    assert.equal((await shop.get('alerts', { app: 'chat' })).status, 404);
    assert.equal((await shop.post('alerts/test', { name: 'shop' })).status, 403);
    assert.equal(receiver.requests.length, before);
    assert.equal((await send(server, 'GET', '/inspector/api/alerts')).status, 401);
  });

  test('the terminal lists them and sends a test', async () => {
    const listed = await baton(server, ['alerts']);
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /^STATE .*\nok .* all .* connections .* above 0 for 10 min .* 127\.0\.0\.1/);
    assert.equal(JSON.parse((await baton(server, ['alerts', '--app', 'chat', '--json'])).stdout).alerts.length, 1);
    const tested = await baton(server, ['alerts', 'test', 'all']);
    assert.deepEqual([tested.code, tested.stdout], [0, 'The receiver took the test (200).\n']);
    receiver.answer = 500;
    const failed = await baton(server, ['alerts', 'test', 'all']);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /the receiver answers 500\nfix: look into the receiver's log/);
    receiver.answer = 200;
    assert.equal((await baton(server, ['alerts', 'test', 'all'], READER)).code, 1);
    assert.equal((await baton(server, ['alerts', 'test'])).code, 2);
  });

  test('an assistant reads them', async () => {
    const own = await withAlerts([connections(receiver, { name: 'all' })], { settings: { inspector_mcp: 'read' } });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'alerts', arguments: {} } });
    const headers = { authorization: `Bearer ${READER}`, 'content-type': 'application/json', 'mcp-protocol-version': '2025-11-25' };
    const { json, text } = await send(own, 'POST', '/inspector/mcp', body, headers);
    assert.equal(json.result.structuredContent.result.alerts[0].name, 'all');
    assert.doesNotMatch(text, HIDDEN);
  });
});
