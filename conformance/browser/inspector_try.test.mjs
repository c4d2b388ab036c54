/** Try it, of the inspector's page in a real browser: as a client, and as a receiver of webhooks. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../node/harness/server.mjs';
import { startBrowser } from '../node/harness/browser.mjs';
import { HOSTILE, OPERATOR, READER, inspectorPages } from '../node/harness/inspector_page.mjs';
import { startReceiver } from '../node/harness/receiver.mjs';
import { JWT_SECRET } from '../node/harness/supabase_client.mjs';
import { until } from '../node/harness/waiting.mjs';

let server;
let browser;
let receiver;
before(async () => {
  receiver = await startReceiver();
  server = await startServer({
    apps: [{ client_events: true, jwt_secret: JWT_SECRET, public_broadcast: 'supabase', presence_members: 1_000, webhooks: [{ url: receiver.url, events: ['channel_vacated', 'member_added'] }] }],
    settings: { inspector_token: OPERATOR, inspector_reader_token: READER },
  });
  browser = await startBrowser();
});
after(async () => {
  await browser?.stop();
  await server?.stop();
  await receiver?.stop();
});

const { base, call, opened, signedIn, signIn, signedOut, show, isClean, isAccessible, fitsPhone } = inspectorPages(() => ({ browser, server }));

describe('try it', () => {
  /** The part that subscribes, with an app chosen. */
  async function subscriber(token = OPERATOR, address = base()) {
    const page = await opened(`${address}#/try?tab=client`);
    await signIn(page, 'try', token);
    return page;
  }
  const field = (page, name) => page.getByLabel(name, { exact: true });
  const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
  const row = (page, ...texts) => texts.reduce((rows, text) => rows.filter({ hasText: text }), page.locator('.trial > li')).first();
  async function subscribe(page, channel) {
    await field(page, 'Channel').fill(channel);
    await press(page, 'Subscribe');
    await row(page, 'subscribed', channel).waitFor();
  }

  test('as a member of a presence channel one sees who is there, and each event as text', async () => {
    const page = await subscriber();
    await field(page, 'Sign in as user (optional)').fill('ann');
    await field(page, 'Channel').fill('presence-room');
    await field(page, 'user_id').fill('ann');
    await field(page, 'user_info (optional)').fill('{ "name": ');
    await page.getByText('It is no valid JSON.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Subscribe', exact: true }).isDisabled());
    await field(page, 'user_info (optional)').fill('{ "name": "Ann" }');
    await press(page, 'Subscribe');
    await row(page, 'connected', 'as ').waitFor();
    await row(page, 'signed in').waitFor();
    await row(page, 'subscribed', 'presence-room', '1 member: ann').waitFor();
    const { users } = await call('GET', 'channel?channel=presence-room');
    assert.deepEqual(users, [{ id: 'ann', info: '{"name":"Ann"}' }]);
    await call('POST', 'publish', { channel: 'presence-room', event: HOSTILE.slice(0, 60), data: HOSTILE });
    await row(page, 'event', 'presence-room', '<img src=x').waitFor();
    await row(page, 'event', '<img src=x').click();
    await row(page, 'U+202E').waitFor();
    assert.equal(await page.locator('img').count(), 0);
    await press(page, 'Unsubscribe');
    await row(page, 'unsubscribed', 'presence-room').waitFor();
    await until(async () => (await call('GET', 'channels?search=presence-room')).total === 0, 'the channel is left');
    await press(page, 'Disconnect');
    await page.getByText('not connected').waitFor();
    await until(async () => (await call('GET', 'connections?user=ann')).total === 0, 'the connection is closed');
    await isClean(page);
    await page.close();
  });

  test('client events arrive at others, and a refusal has its code, its fix and a way to Why?', async () => {
    const page = await subscriber();
    await subscribe(page, 'private-a');
    const other = await subscriber();
    await subscribe(other, 'private-a');
    await field(page, 'Name of the event').fill('client-typing');
    await field(page, 'Data of the event').fill('{"at":7}');
    await press(page, 'Send');
    await row(other, 'event', 'client-typing', '{"at":7}').waitFor();
    await row(page, 'sent', 'client-typing').waitFor();
    await other.close();
    await subscribe(page, 'news');
    await press(page, 'Send');
    const refused = row(page, 'error', 'code 4301');
    await refused.getByText('Fix:').waitFor();
    await isAccessible(page, 'a refusal');
    // In a tab of its own: the connection would end with this view.
    const opens = page.context().waitForEvent('page');
    await refused.getByRole('link', { name: 'Why?' }).click();
    const why = await opens;
    await why.locator('[data-view="why"]').getByText('news is public').first().waitFor();
    await why.close();
    assert.equal((await call('GET', 'channels?search=private-a')).total, 1, 'the connection is still there');
    await show(page, 'overview');
    await until(async () => (await call('GET', 'channels?search=private-a')).total === 0, 'the connection ends with the view');
    await isClean(page);
    await page.close();
  });

  test('a ping is answered, and of many events the last 500 are kept', async () => {
    const page = await subscriber();
    const sent = [];
    let ping;
    await page.routeWebSocket(/\/app\//, (socket) => {
      const to = socket.connectToServer();
      socket.onMessage((message) => {
        sent.push(message);
        to.send(message);
      });
      ping = () => socket.send('{"event":"pusher:ping","data":{}}');
    });
    await page.reload();
    await subscribe(page, 'news');
    ping();
    await row(page, 'ping', 'answered').waitFor();
    assert.ok(sent.some((message) => JSON.parse(message).event === 'pusher:pong'));
    for (let n = 0; n < 620; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, k) => call('POST', 'publish', { channel: 'news', event: `many-${n + k}`, data: '1' })));
    }
    await page.getByText('older rows were dropped').waitFor();
    await until(async () => (await page.locator('.trial > li').count()) === 500, '500 rows');
    const dropped = () => page.getByText('older rows were dropped').textContent();
    await until(async () => /^12[0-9] /.test(await dropped()), 'the others are counted');
    await press(page, 'Clear');
    await page.getByText('Messages appear here').waitFor();
    await isClean(page);
    await page.close();
  });

  test('as a user of Supabase, by a token that the server signs', async () => {
    const page = await subscriber();
    await press(page, 'Supabase');
    await field(page, 'User (claim sub, optional)').fill('00000000-0000-0000-0000-00000000000a');
    await subscribe(page, 'room');
    await call('POST', 'publish', { channel: 'room', event: 'greeting', data: '{"text":"hello"}' });
    await row(page, 'event', 'room', 'greeting', 'hello').waitFor();
    await field(page, 'Name of the event').fill('typing');
    await press(page, 'Send');
    await row(page, 'event', 'typing').waitFor();
    await page.getByLabel('Private channel').check();
    await field(page, 'Channel').fill('closed');
    await press(page, 'Subscribe');
    await row(page, 'refused', 'closed', 'Unauthorized').getByText('Fix:').waitFor();
    await fitsPhone(page, 'a client of Supabase');
    await isClean(page);
    await page.close();
  });

  test('says that the app does not let the page in, and why a handshake fails', async () => {
    const settings = { inspector_token: OPERATOR };
    const other = await startServer({ apps: [{}], settings });
    const address = `http://127.0.0.1:${other.port}/inspector`;
    const page = await subscriber(OPERATOR, address);
    await field(page, 'Channel').fill('news');
    const elsewhere = { apps: [{ allowed_origins: ['https://shop.example.com'] }], settings };
    await other.reload(elsewhere);
    await press(page, 'Subscribe');
    const failed = row(page, 'not connected', 'may not connect');
    await failed.getByText('allowed_origins').first().waitFor();
    await failed.getByRole('link', { name: 'Refusals' }).waitFor();
    await page.reload();
    await page.getByText('do not have this page').waitFor();
    await field(page, 'Channel').fill('news');
    assert.ok(await page.getByRole('button', { name: 'Subscribe', exact: true }).isDisabled());
    await fitsPhone(page, 'an origin that is refused');
    await page.close();
    await other.stop();
  });

  test('a reader cannot, and is told why', async () => {
    await signedOut();
    const page = await subscriber(READER);
    await page.getByText('The role reader sees no payloads').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Subscribe', exact: true }).count(), 0);
    await show(page, 'try?tab=webhook');
    await page.getByText('Simulate a webhook').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).count(), 0);
    await page.close();
    await signedOut();
  });

  test('works below the path prefix of a proxy', async () => {
    const prefixed = await startServer({ settings: { inspector_token: OPERATOR, path_prefix: '/realtime' } });
    const page = await subscriber(OPERATOR, `http://127.0.0.1:${prefixed.port}/realtime/inspector`);
    // The server takes paths without the prefix too; the proxy does not.
    const [socket] = await Promise.all([page.waitForEvent('websocket'), subscribe(page, 'news')]);
    assert.match(socket.url(), /^ws:\/\/127\.0\.0\.1:\d+\/realtime\/app\/app-key\?protocol=7&client=baton-inspector/);
    await isClean(page);
    await page.close();
    await prefixed.stop();
  });

  test('a simulated webhook arrives, signed and marked, and an error has its fix', async () => {
    const page = await signedIn('webhooks');
    await page.getByRole('link', { name: 'Simulate' }).click();
    await page.getByLabel('User', { exact: true }).fill('bob');
    await press(page, 'Send');
    await page.getByText('Delivered: the receiver answered 200').waitFor();
    const request = receiver.requests.find(({ headers }) => headers['x-baton-simulated'] === 'true');
    assert.ok(receiver.isValid(server, request));
    assert.deepEqual(request.events, [{ name: 'member_added', channel: 'presence-room', user_id: 'bob' }]);
    await page.getByText(request.headers['x-pusher-signature']).waitFor();
    receiver.answer = (_, response) => void response.writeHead(419).end(HOSTILE);
    await page.getByLabel('Event').selectOption('cache_miss');
    await press(page, 'Send');
    await page.getByText('Not delivered: the receiver answered 419').waitFor();
    await page.getByText('CSRF').waitFor();
    await page.getByText('a real one would not be sent').waitFor();
    receiver.answer = 200;
    assert.equal(await page.locator('img').count(), 0);
    await fitsPhone(page, 'the result of a webhook');
    await isClean(page);
    await page.close();
  });
});
