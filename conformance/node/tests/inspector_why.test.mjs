/**
 * Mistakes that applications make, each made with a real client, and what GET /why says of it: the verdict names the cause.
 */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startApplication } from '../harness/hook_receiver.mjs';
import { bearer, servers, watch } from '../harness/inspector.mjs';
import { connect, connected, disconnectAll, pusherClient, refused, sdk, signIn, subscribe } from '../harness/pusher_client.mjs';
import { RawClient, endAll } from '../harness/raw_client.mjs';
import { publish } from '../harness/signed_http.mjs';
import { JWT_SECRET, broadcasts, endClients, subscribed, supabaseClient, token } from '../harness/supabase_client.mjs';
import { record, until } from '../harness/waiting.mjs';

const SHOP = { id: 'shop', key: 'shop-key', secret: 'a secret of the shop that is long enough', jwt_secret: JWT_SECRET };
const CHAT = { id: 'chat', key: 'chat-key', secret: 'a secret of the chat that is long enough' };

const { start, atEnd, stopAll } = servers({ apps: [SHOP] });
afterEach(() => {
  disconnectAll();
  endAll();
  endClients();
});
after(stopAll);

/** Asks, and checks what every answer has. */
async function why(operator, parameters) {
  const answer = await operator.read('why', parameters);
  const { subject, verdict, certain, steps } = answer;
  assert.ok(subject && verdict && typeof certain === 'boolean' && steps.length > 0, JSON.stringify(answer));
  for (const step of steps) {
    assert.ok(step.what && [true, false, null].includes(step.ok), JSON.stringify(step));
    if (step.ok === false) assert.equal(certain, true);
  }
  return answer;
}

/** Asks until the verdict is this one: what is refused is remembered at once, what is closed a moment later. */
async function verdict(operator, parameters, expected, what = expected) {
  let answer;
  await until(async () => expected.test((answer = await why(operator, parameters)).verdict), what, 1_500).catch(() => {
    assert.fail(`expected ${expected} of ${JSON.stringify(parameters)}:\n${answer.verdict}\n${answer.steps.map(({ what, ok, value }) => `${ok} ${what}: ${value}`).join('\n')}`);
  });
  const wrong = answer.steps.find(({ ok, fix }) => ok === false && fix);
  return { ...answer, fix: wrong?.fix, page: wrong?.page };
}

/** The step whose fix has this. */
const advice = (answer, expected) => answer.steps.find(({ fix }) => expected.test(fix ?? '')) ?? assert.fail(JSON.stringify(answer.steps));

/** A client whose application signs with this. */
function signedBy(server, app, member) {
  const signer = sdk(server, app);
  return pusherClient(server, {
    app: SHOP,
    channelAuthorization: { customHandler: ({ socketId, channelName }, done) => done(null, signer.authorizeChannel(socketId, channelName, channelName.startsWith('presence-') ? member : undefined)) },
  });
}

describe('signatures', () => {
  let server;
  let operator;
  before(async () => {
    server = await start({ apps: [SHOP, CHAT] });
    operator = bearer(server);
  });

  test("the auth endpoint has a wrong secret", async () => {
    const client = signedBy(server, { ...SHOP, secret: 'a secret of nobody' });
    const socket = await connected(client);
    await refused(client, 'private-orders.7');
    const { fix, page } = await verdict(operator, { socket }, /signature/i);
    assert.match(fix, /secret|signs/);
    assert.match(page, /^[a-z/-]+\.md#/);
    await verdict(operator, { app: 'shop', channel: 'private-orders.7' }, /signature/i);
  });

  test("the auth endpoint has another app's secret", async () => {
    const client = signedBy(server, { ...SHOP, secret: CHAT.secret });
    const socket = await connected(client);
    await refused(client, 'private-orders.8');
    const { fix } = await verdict(operator, { socket }, /signature/i);
    assert.match(fix, /secret of another app/);
    await verdict(operator, { app: 'shop', channel: 'private-orders.8' }, /signature/i);
  });

  test("the auth endpoint has another app's key and secret", async () => {
    const client = signedBy(server, CHAT);
    const socket = await connected(client);
    await refused(client, 'private-orders.9');
    await verdict(operator, { socket }, /key of another app/);
    await verdict(operator, { app: 'shop', channel: 'private-orders.9' }, /key of another app/);
  });

  test('the auth endpoint signs a presence channel without channel_data, or without user_id', async () => {
    const client = await RawClient.connect(server, { app: SHOP });
    const channel = 'presence-room';
    client.send({ event: 'pusher:subscribe', data: { channel, auth: client.auth(`${client.socketId}:${channel}`) } });
    await client.event('pusher:subscription_error').catch(() => client.error());
    await verdict(operator, { socket: client.socketId }, /channel_data|user_id/);
    const other = await RawClient.connect(server, { app: SHOP });
    await assert.rejects(other.subscribe(channel, { user_info: {} }));
    await verdict(operator, { socket: other.socketId }, /user_id/);
    await verdict(operator, { app: 'shop', channel }, /user_id/);
  });

  test('the backend has a wrong secret', async () => {
    await connect(server, { app: SHOP }).then((client) => subscribe(client, 'unsigned'));
    assert.equal((await publish(server, 'unsigned', 'e', '1', {}, { app: { ...SHOP, secret: 'wrong' } })).status, 401);
    const { refusals } = await operator.read('refusals', { app: 'shop', cause: 'signature' });
    assert.match(refusals[0].why, /signature/i);
    assert.match(refusals[0].fix, /secret/);
    // The channel is in the body, which nobody reads of a request that is not signed: the app's refusals are all that is known.
    const { steps } = await why(operator, { app: 'shop', channel: 'unsigned' });
    assert.ok(steps.some(({ what, value }) => /publish|signature|refused/i.test(`${what} ${value}`) && /signature/i.test(`${what} ${value}`)), JSON.stringify(steps));
  });
});

describe('names', () => {
  let server;
  let operator;
  let watched;
  before(async () => {
    server = await start({ apps: [SHOP] });
    operator = bearer(server);
  });
  const client = () => connect(server, { app: SHOP });
  /** Publishes, and returns the id of the event. */
  async function published(channel, event = 'e', more = {}) {
    watched = await watch(operator);
    assert.equal((await publish(server, channel, event, '{}', more, { app: SHOP })).status, 200);
    return (await watched.event({ type: 'message', channel, event })).id;
  }

  for (const [of, to] of [
    ['private-orders.7', 'orders.7'],
    ['orders.17', 'private-orders.17'],
    ['presence-chat.1', 'private-chat.1'],
    ['Orders.27', 'orders.27'],
    ['orders-37', 'orders.37'],
    ['order_items.4', 'orderItems.4'],
  ]) {
    test(`the page is on ${of}, and ${to} is published to`, async () => {
      const page = of.startsWith('presence-') ? await connect(server, { app: SHOP, member: { user_id: '1' } }) : await client();
      await subscribe(page, of);
      const id = await published(to);
      const named = new RegExp(`Nobody .*${to.replace('.', '\\.')}.*${of.replace('.', '\\.')}`);
      const { fix } = await verdict(operator, { event: id }, named);
      assert.match(fix, /Compare the name/);
      await verdict(operator, { app: 'shop', channel: to }, named);
      await verdict(operator, { event: id, socket: page.connection.socket_id }, named);
    });
  }

  test('nobody is on anything alike', async () => {
    const id = await published('lonely');
    const { verdict: said } = await verdict(operator, { event: id }, /^Nobody was subscribed to lonely\.$/);
    assert.ok(!said.includes('Somebody'));
  });

  test("the event's name begins with a dot", async () => {
    const page = await client();
    const channel = await subscribe(page, 'dots');
    const heard = record(channel, 'shipped');
    const id = await published('dots', '.shipped');
    const answer = await verdict(operator, { event: id }, /1 of 1 .*"\.shipped"/);
    assert.match(advice(answer, /dot/).fix, /"shipped" without it/);
    assert.equal(heard.length, 0);
    await verdict(operator, { app: 'shop', channel: 'dots', event_name: 'shipped' }, /"\.shipped".*none named "shipped"/);
  });

  test("the event has Laravel's namespace, or its short name", async () => {
    await subscribe(await client(), 'laravel');
    const full = 'App\\Events\\OrderShipped';
    const id = await published('laravel', full);
    const answer = await verdict(operator, { event: id }, /1 of 1/);
    advice(answer, /listen\("OrderShipped"\)/);
    const { verdict: said } = await verdict(operator, { app: 'shop', channel: 'laravel', event_name: 'OrderShipped' }, /none named "OrderShipped"/);
    assert.ok(said.includes('OrderShipped') && said.includes('Events'), said);
    await verdict(operator, { app: 'shop', channel: 'laravel', event_name: full }, /Somebody is subscribed/);
    await subscribe(await client(), 'short');
    await published('short', 'OrderShipped');
    await verdict(operator, { app: 'shop', channel: 'short', event_name: full }, /"OrderShipped".*none named/);
  });

  test('the channel name is not valid', async () => {
    const page = await client();
    await refused(page, 'not valid!');
    await verdict(operator, { socket: page.connection.socket_id }, /name/i);
    await verdict(operator, { app: 'shop', channel: 'not valid!' }, /cannot use this name|[Ii]nvalid channel name/);
    const long = 'x'.repeat(300);
    await verdict(operator, { app: 'shop', channel: long }, /name/);
  });

  test('all is well', async () => {
    const page = await client();
    const socket = page.connection.socket_id;
    await subscribe(page, 'well');
    const id = await published('well');
    await verdict(operator, { event: id }, /^1 of 1 subscriptions received it/);
    const { steps } = await verdict(operator, { event: id, socket }, /^1 of 1/);
    assert.ok(steps.every(({ ok }) => ok === true), JSON.stringify(steps));
    assert.equal(steps[0].at_us, 0);
    assert.ok(steps.some(({ at_us }) => at_us > 0));
    await verdict(operator, { socket }, /open, reads what it is sent, and is subscribed/);
    await verdict(operator, { app: 'shop', channel: 'well' }, /Somebody is subscribed/);
    await verdict(operator, { app: 'shop', channel: 'well', event_name: 'e' }, /Somebody is subscribed/);
  });
});

describe('who receives', () => {
  let server;
  let operator;
  before(async () => {
    server = await start({ apps: [SHOP] });
    operator = bearer(server);
  });
  const client = (options) => connect(server, { app: SHOP, ...options });
  async function published(channel, more = {}) {
    const watched = await watch(operator);
    assert.equal((await publish(server, channel, 'e', '{}', more, { app: SHOP })).status, 200);
    return (await watched.event({ type: 'message', channel })).id;
  }

  test('the page subscribed too late', async () => {
    const [early, late] = [await client(), await client()];
    await subscribe(early, 'late');
    const id = await published('late');
    await subscribe(late, 'late');
    const { fix } = await verdict(operator, { event: id, socket: late.connection.socket_id }, /subscribed \d+ ms after .*too late/);
    assert.match(fix, /history|cache/);
    await verdict(operator, { event: id, socket: early.connection.socket_id }, /^1 of 1/);
  });

  test('one that received it and subscribed again later is not blamed', async () => {
    const page = await client();
    const socket = page.connection.socket_id;
    const heard = record(await subscribe(page, 'again'), 'e');
    const id = await published('again');
    await until(() => heard.length === 1, 'the event');
    page.unsubscribe('again');
    const gone = await why(operator, { event: id, socket });
    assert.ok(!/is not subscribed/.test(gone.verdict), `it was when this was published: ${gone.verdict}`);
    await until(async () => (await operator.get('channel', { channel: 'again' })).json.occupied !== true, 'the end of the subscription');
    await subscribe(page, 'again');
    const answer = await why(operator, { event: id, socket });
    assert.ok(!/too late/.test(answer.verdict), answer.verdict);
  });

  test('toOthers() excludes the only subscriber', async () => {
    const page = await client();
    const socket = page.connection.socket_id;
    await subscribe(page, 'others');
    const id = await published('others', { socket_id: socket });
    const answer = await verdict(operator, { event: id }, /only subscriber .*excluded/);
    advice(answer, /toOthers/);
    await verdict(operator, { event: id, socket }, /excluded/);
  });

  test('toOthers() excludes one of several', async () => {
    const [ann, bob] = [await client(), await client()];
    for (const page of [ann, bob]) await subscribe(page, 'several');
    const id = await published('several', { socket_id: ann.connection.socket_id });
    await verdict(operator, { event: id, socket: ann.connection.socket_id }, /was excluded/);
    await verdict(operator, { event: id, socket: bob.connection.socket_id }, /^1 of 2/);
  });

  test('a client does not receive its own client event', async () => {
    const [ann, bob] = [await client(), await client()];
    for (const page of [ann, bob]) await subscribe(page, 'private-whispers');
    const watched = await watch(operator);
    ann.channel('private-whispers').trigger('client-typing', {});
    const { id, socket } = await watched.event({ type: 'message', event: 'client-typing' });
    assert.equal(socket, ann.connection.socket_id);
    await verdict(operator, { event: id, socket }, /sent the event itself/);
    await verdict(operator, { event: id, socket: bob.connection.socket_id }, /^1 of 2/);
  });

  test('the connection is on another channel, on none, or unknown', async () => {
    const [page, idle] = [await client(), await client()];
    await subscribe(page, 'one');
    await subscribe(await client(), 'two');
    const id = await published('two');
    await verdict(operator, { event: id, socket: page.connection.socket_id }, /not subscribed to two/);
    await verdict(operator, { event: id, socket: idle.connection.socket_id }, /not subscribed to two/);
    await verdict(operator, { socket: idle.connection.socket_id }, /subscribed to nothing/);
    await verdict(operator, { event: id, socket: '1.2' }, /no connection 1\.2/);
    await verdict(operator, { socket: '1.2' }, /no such connection/);
  });

  test('the connection was closed by the client', async () => {
    const page = await RawClient.connect(server, { app: SHOP });
    await page.subscribe('closing');
    const id = await published('closing');
    page.socket.close(1000, 'the user left');
    await page.close();
    await verdict(operator, { socket: page.socketId }, /closed by the client with 1000.*the user left/);
    await verdict(operator, { event: id, socket: page.socketId }, /closed by the client with 1000/);
  });

  test('the connection broke', async () => {
    const page = await RawClient.connect(server, { app: SHOP });
    page.socket.terminate();
    const { fix } = await verdict(operator, { socket: page.socketId }, /closed by the (client|network) with 1006/);
    assert.match(fix, /network|proxy/);
  });

  test('the connection was closed by an operator', async () => {
    const page = await RawClient.connect(server, { app: SHOP });
    assert.equal((await operator.post('connection/close', { socket: page.socketId })).status, 202);
    assert.equal((await page.close()).code, 4009);
    const { fix } = await verdict(operator, { socket: page.socketId }, /closed by the server with 4009/);
    assert.match(fix, /operator/);
  });

  test('a user is there, or is not', async () => {
    const page = await client({ member: { user_id: '7' }, user: { id: '8' } });
    await subscribe(page, 'presence-users');
    await signIn(page);
    await published('presence-users');
    const channel = { app: 'shop', channel: 'presence-users' };
    await verdict(operator, { ...channel, user: '7' }, /Somebody is subscribed/);
    await verdict(operator, { ...channel, user: '9' }, /User 9 is not signed in/);
    const { certain } = await verdict(operator, { ...channel, user: '8' }, /Somebody is subscribed/);
    assert.equal(certain, false, 'nothing says that they are on this channel');
  });
});

test('a client reads too slowly, and is closed for it', async () => {
  const server = await start({ settings: { outbox_bytes: 262_144 }, app: { event_data_bytes: 100_000, backend_events_per_second: 0 } });
  const operator = bearer(server);
  const watched = await watch(operator);
  const slow = await RawClient.connect(server, { app: SHOP });
  const swift = await RawClient.connect(server, { app: SHOP });
  for (const client of [slow, swift]) await client.subscribe('news');
  slow.socket._socket.pause();
  const isOpen = async () => (await operator.read('connection', { socket: slow.socketId })).state === 'open';
  const isBehind = ({ delivery }) => delivery?.skipped.some((one) => one.socket === slow.socketId && one.why === 'behind');
  // The kernel takes some megabytes before anything has to wait in the server, and may take that later too.
  let seenBehind = false;
  let asked;
  for (let n = 0; n < 400 && (await isOpen()); n++) {
    await publish(server, 'news', `n${n}`, 'x'.repeat(60_000), {}, { app: SHOP });
    seenBehind ||= /does not keep up/.test((await why(operator, { socket: slow.socketId })).verdict);
    await watched.read();
    const event = asked ? undefined : watched.events.find(isBehind);
    if (event && (await isOpen())) asked = await why(operator, { event: event.id, socket: slow.socketId });
  }
  assert.ok(seenBehind, 'before it is closed, a connection is said not to keep up');
  const behind = await until(async () => (await watched.read()) && watched.events.find(isBehind), 'an event that has to wait');
  slow.socket._socket.resume();
  await verdict(operator, { socket: slow.socketId }, /closed by the server with 4100/);
  await verdict(operator, { event: behind.id, socket: slow.socketId }, /closed by the server with 4100/);
  if (asked) assert.match(asked.verdict, /behind|slow|not keep up|later|not read/);
  const { subscriptions, delivery } = behind;
  assert.ok(delivery.received + delivery.skipped_total <= subscriptions, `a connection that is behind has not received: ${JSON.stringify({ subscriptions, delivery })}`);
});

describe('what is refused', () => {
  test('a disabled app', async () => {
    const server = await start({ apps: [{ ...SHOP, enabled: false }, CHAT] });
    const operator = bearer(server);
    const client = RawClient.open(server, { app: SHOP });
    assert.equal((await client.close()).code, 4003);
    await verdict(operator, { app: 'shop', channel: 'news' }, /disabled/);
    const { refusals } = await operator.read('refusals', { search: 'disabled' });
    assert.match(refusals[0].fix, /baton app enable/);
  });

  test('an unknown key', async () => {
    const server = await start();
    const operator = bearer(server);
    const client = RawClient.open(server, { app: { key: 'key-of-nobody' } });
    assert.equal((await client.close()).code, 4001);
    const { refusals } = await operator.read('refusals', { search: 'KEY-OF-NOBODY' });
    assert.deepEqual([refusals.length, refusals[0].cause, refusals[0].key, refusals[0].app], [1, 'app', 'key-of-nobody', null]);
    assert.match(refusals[0].fix, /Compare the key/);
  });

  test("a page's origin", async () => {
    const server = await start({ app: { allowed_origins: ['https://shop.example'] } });
    const operator = bearer(server);
    const client = RawClient.open(server, { app: SHOP, origin: 'https://evil.example' });
    await client.closed;
    const { refusals } = await operator.read('refusals', { app: 'shop', cause: 'origin' });
    assert.equal(refusals.length, 1);
    assert.match(refusals[0].fix, /allowed_origins/);
    const { steps } = await why(operator, { app: 'shop', channel: 'news' });
    assert.ok(steps.some(({ fix }) => /allowed_origins/.test(fix ?? '')), 'a page that cannot connect is why nobody is subscribed');
  });

  test('client events on a public channel, and where they are off', async () => {
    const server = await start();
    const operator = bearer(server);
    const client = await RawClient.connect(server, { app: SHOP });
    await client.subscribe('news');
    client.send({ event: 'client-typing', channel: 'news', data: '{}' });
    await client.error();
    await verdict(operator, { socket: client.socketId }, /public.*private- and presence-/);
    await verdict(operator, { app: 'shop', channel: 'news' }, /public.*private- and presence-/);
    const off = await start({ app: { client_events: false } });
    const other = await RawClient.connect(off, { app: SHOP });
    await other.subscribe('private-a');
    other.send({ event: 'client-typing', channel: 'private-a', data: '{}' });
    await other.error();
    const { fix } = await verdict(bearer(off), { socket: other.socketId }, /[Cc]lient event/);
    assert.match(fix, /client_events/);
    await verdict(bearer(off), { app: 'shop', channel: 'private-a' }, /[Cc]lient event/);
  });

  test('a client event over the rate, too large, and of one who is not subscribed', async () => {
    const server = await start({ app: { client_events_per_second: 2, event_data_bytes: 1_000 } });
    const operator = bearer(server);
    const connectOne = async (channel) => {
      const client = await RawClient.connect(server, { app: SHOP });
      if (channel) await client.subscribe(channel);
      return client;
    };
    const hasty = await connectOne('private-a');
    for (let n = 0; n < 5; n++) hasty.send({ event: 'client-n', channel: 'private-a', data: '{}' });
    await hasty.error();
    const { fix } = await verdict(operator, { socket: hasty.socketId }, /client_events_per_second|per second|rate/i);
    assert.match(fix, /less often/);
    await verdict(operator, { app: 'shop', channel: 'private-a' }, /client_events_per_second|per second|rate/i);
    const large = await connectOne('private-b');
    large.send({ event: 'client-n', channel: 'private-b', data: 'x'.repeat(2_000) });
    await large.error();
    await verdict(operator, { socket: large.socketId }, /1000/);
    await verdict(operator, { app: 'shop', channel: 'private-b' }, /1000/);
    const unsubscribed = await connectOne();
    unsubscribed.send({ event: 'client-n', channel: 'private-b', data: '{}' });
    await unsubscribed.error();
    await verdict(operator, { socket: unsubscribed.socketId }, /subscribed/);
  });

  test('a publish that is too large, or over the rate', async () => {
    const server = await start({ app: { backend_events_per_second: 2 } });
    const operator = bearer(server);
    const client = await RawClient.connect(server, { app: SHOP });
    for (const channel of ['large', 'often']) await client.subscribe(channel);
    assert.equal((await publish(server, 'large', 'e', 'x'.repeat(20_000), {}, { app: SHOP })).status, 413);
    const { fix } = await verdict(operator, { app: 'shop', channel: 'large' }, /10240/);
    assert.match(fix, /Send less/);
    let status = 200;
    for (let n = 0; n < 10 && status === 200; n++) status = (await publish(server, 'often', 'e', '1', {}, { app: SHOP })).status;
    assert.equal(status, 429);
    await verdict(operator, { app: 'shop', channel: 'often' }, /per second|backend_events_per_second/);
  });

  test('what a hook refuses, and a hook that fails', async () => {
    const application = await startApplication({
      answer: ({ type, channel }) => (channel === 'private-down' ? 500 : type === 'subscribe' && channel === 'private-no' ? { allow: false, reason: 'the order is another user\'s' } : type === 'publish' && channel === 'news' ? { allow: false, reason: 'no news today' } : {}),
    });
    atEnd(() => application.stop());
    const server = await start({ app: { hooks: [{ url: application.url, events: ['subscribe', 'publish'] }] } });
    const operator = bearer(server);
    const client = await connect(server, { app: SHOP });
    await refused(client, 'private-no');
    const { fix } = await verdict(operator, { socket: client.connection.socket_id }, /another user's/);
    assert.match(fix, /hook/);
    await verdict(operator, { app: 'shop', channel: 'private-no' }, /another user's/);
    const other = await connect(server, { app: SHOP });
    await subscribe(other, 'news');
    assert.notEqual((await publish(server, 'news', 'e', '1', {}, { app: SHOP })).status, 200);
    await verdict(operator, { app: 'shop', channel: 'news' }, /no news today/);
    await refused(other, 'private-down');
    const failed = await verdict(operator, { app: 'shop', channel: 'private-down' }, /hook/i);
    assert.match(failed.fix, /hook/);
    await verdict(operator, { socket: other.connection.socket_id }, /hook/i);
  });

  test('a private channel of Supabase without a database, a wrong token, and no token', async () => {
    const server = await start();
    const operator = bearer(server);
    const client = supabaseClient(server, { apikey: token({ role: 'authenticated', sub: 'ann' }) });
    await assert.rejects(subscribed(client.channel('room', { config: { private: true } })));
    const { connections } = await operator.read('connections', { app: 'shop' });
    const [{ socket }] = connections.filter(({ protocol }) => protocol === 'supabase');
    const { fix } = await verdict(operator, { socket }, /private|database|policy|polic/i);
    assert.match(fix, /polic|database/);
    const { refusals } = await operator.read('refusals', { socket });
    assert.ok(refusals.length > 0 && refusals[0].channel, JSON.stringify(refusals));
    const wrong = supabaseClient(server, { apikey: token({ secret: 'a secret that nobody else has, and is long' }) });
    await assert.rejects(subscribed(wrong.channel('room')));
    const { refusals: all } = await operator.read('refusals', { cause: 'signature' });
    assert.match(all[0].why, /token|JWT|signature|apikey/i);
    assert.match(all[0].fix, /jwt_secret|api_keys/);
  });

  test('too many channels, members and connections', async () => {
    const server = await start({ app: { channels_per_connection: 1, presence_members: 1, max_connections: 3 } });
    const operator = bearer(server);
    const ann = await RawClient.connect(server, { app: SHOP });
    await ann.subscribe('presence-a', { user_id: 'ann' });
    await assert.rejects(ann.subscribe('more'));
    await verdict(operator, { socket: ann.socketId }, /channels_per_connection|1 channel/);
    const bob = await RawClient.connect(server, { app: SHOP });
    await assert.rejects(bob.subscribe('presence-a', { user_id: 'bob' }));
    await verdict(operator, { socket: bob.socketId }, /presence_members|member/);
    await verdict(operator, { app: 'shop', channel: 'presence-a' }, /presence_members|member/);
    await RawClient.connect(server, { app: SHOP });
    const last = RawClient.open(server, { app: SHOP });
    assert.equal((await last.close()).code, 4004);
    const { refusals } = await operator.until('refusals', { search: 'max_connections' }, (json) => json.refusals.length > 0 && json);
    assert.equal(refusals[0].cause, 'quota');
  });

  test('what was refused first, and worked afterwards, is not the verdict', async () => {
    const server = await start();
    const operator = bearer(server);
    const client = await RawClient.connect(server, { app: SHOP });
    const channel = 'private-second';
    client.send({ event: 'pusher:subscribe', data: { channel, auth: client.auth('something else') } });
    await client.event('pusher:subscription_error');
    await verdict(operator, { socket: client.socketId }, /signature/i);
    await client.subscribe(channel);
    const watched = await watch(operator);
    await publish(server, channel, 'e', '1', {}, { app: SHOP });
    await client.event('e');
    const { id } = await watched.event({ type: 'message', channel });
    await verdict(operator, { event: id, socket: client.socketId }, /^1 of 1/);
    await verdict(operator, { app: 'shop', channel }, /Somebody is subscribed/);
    await verdict(operator, { socket: client.socketId }, /is subscribed/);
  });
});

test('broadcasts of Supabase clients are explained like those of others', async () => {
  const server = await start({ app: { public_broadcast: 'supabase' } });
  const operator = bearer(server);
  const watched = await watch(operator);
  const [ann, bob] = [supabaseClient(server), supabaseClient(server)].map((client) => client.channel('room 1', { config: { broadcast: { ack: true } } }));
  const heard = broadcasts(bob);
  for (const channel of [ann, bob]) await subscribed(channel);
  await ann.send({ type: 'broadcast', event: 'ping', payload: {} });
  await heard.next();
  const { id, socket } = await watched.event({ type: 'message', event: 'ping' });
  await verdict(operator, { event: id }, /^1 of 2/);
  await verdict(operator, { event: id, socket }, /sent the event itself/);
  const { connections } = await operator.read('connections', { id: 'public:room 1' });
  const other = connections.find((one) => one.socket !== socket);
  await verdict(operator, { event: id, socket: other.socket }, /^1 of 2/);
  // A name that Pusher's clients could not use is a good one here.
  const asked = await why(operator, { app: 'shop', id: 'public:room 1' });
  assert.match(asked.verdict, /Somebody is subscribed/);
});
