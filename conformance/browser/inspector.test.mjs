/** The inspector's page in a real browser, with live data from real clients. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startServer } from '../node/harness/server.mjs';
import { startBrowser } from '../node/harness/browser.mjs';
import { listen } from '../node/harness/http_receiver.mjs';
import { RawClient, endAll } from '../node/harness/raw_client.mjs';
import { startReceiver } from '../node/harness/receiver.mjs';
import { JWT_SECRET } from '../node/harness/supabase_client.mjs';
import { until } from '../node/harness/waiting.mjs';

const require = createRequire(new URL('../node/package.json', import.meta.url));
const Pusher = require('pusher-js');
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const OPERATOR = 'a token of operators in a browser';
const READER = 'a token of readers in a browser';
/** What a page must not take for markup, nor a reader for a part of the page. */
const HOSTILE = '<img src=x onerror="window.attacked=1"></script><script>window.attacked=1</script>\u202egnp.exe';
const VIEWS = ['overview', 'timeline', 'channels', 'connections', 'refusals', 'why', 'try', 'try?tab=client', 'try?tab=webhook', 'webhooks', 'database', 'apps', 'audit'];
const PHONE = { width: 375, height: 812 };

let server;
let browser;
let client;
/** Who is told of alerts; it takes none while `answer` is another status than 200. */
const pager = { answer: 200, bodies: [] };
/** The receiver of the app's webhooks. */
let receiver;
before(async () => {
  await listen(pager, ({ body }, response) => {
    pager.bodies.push(body);
    response.writeHead(pager.answer).end();
  });
  receiver = await startReceiver();
  const alert = { metric: 'connections', above: 0, url: pager.url };
  server = await startServer({
    apps: [{ client_events: true, jwt_secret: JWT_SECRET, public_broadcast: 'supabase', presence_members: 1_000, webhooks: [{ url: receiver.url, events: ['channel_vacated', 'member_added'] }] }],
    settings: {
      inspector_token: OPERATOR,
      inspector_reader_token: READER,
      alerts: [
        { ...alert, name: HOSTILE.slice(0, 100), for_s: 0 },
        { ...alert, name: 'for long', for_s: 86_400, app: 'app-id' },
        { ...alert, name: 'quiet', above: 1_000_000 },
      ],
    },
  });
  browser = await startBrowser();
  client = new Pusher(server.app.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: server.port,
    forceTLS: false,
    enabledTransports: ['ws'],
  });
  const channel = client.subscribe('news');
  await new Promise((done) => channel.bind('pusher:subscription_succeeded', done));
});
after(async () => {
  client?.disconnect();
  await browser?.stop();
  await server?.stop();
  await pager.stop?.();
  await receiver?.stop();
});

const base = () => `http://127.0.0.1:${server.port}/inspector`;

/** A call of the API by an operator. */
async function call(method, path, body) {
  const response = await fetch(`${base()}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${OPERATOR}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return response.json();
}

/** A page of the inspector that notes what must not happen in it. */
async function opened(address = base()) {
  const page = await browser.blank();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => page.faults.push(`dialog: ${dialog.message()}`));
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) =>
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  await page.goto(address);
  return page;
}

/** A page of somebody who has signed in. */
async function signedIn(view = 'overview', token = OPERATOR) {
  const page = await opened(`${base()}#/${view}`);
  await signIn(page, view.split('?')[0], token);
  return page;
}

/** Signs in, unless another page of the same browser has. */
async function signIn(page, view, token = OPERATOR) {
  const wanted = page.locator(`[data-view="${view}"]`);
  const field = page.getByLabel('Token');
  await wanted.or(field).waitFor();
  if (await field.count()) {
    await field.fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  await wanted.waitFor();
}

/** Nobody is signed in: the next page asks for a token. */
async function signedOut() {
  const page = await browser.blank();
  await page.context().clearCookies();
  await page.close();
}

async function show(page, view) {
  await page.evaluate((view) => (location.hash = `#/${view}`), view);
  await page.locator(`[data-view="${view.split('?')[0]}"]`).waitFor();
}

/** The page's first call for the timeline is answered: what happens from now on is recorded. */
const isRecorded = (page) =>
  until(
    () => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/timeline'))),
    'the timeline is recorded',
  );

/** Nothing of what `opened` watches for. */
async function isClean(page) {
  const { violations, attacked } = await page.evaluate(() => ({ violations: window.violations, attacked: window.attacked }));
  assert.deepEqual([page.faults, violations, attacked], [[], [], undefined]);
}

/** Nothing that axe finds. It is a browser's own script, which the page's policy does not concern. */
async function isAccessible(page, what) {
  const violations = await page.evaluate(`${AXE}; axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))`);
  assert.deepEqual(violations, [], what);
}

/** The same on a phone, in both themes, and that nothing stands out of its screen. */
async function fitsPhone(page, what) {
  await page.setViewportSize(PHONE);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await isAccessible(page, `${what} on a phone in ${colorScheme}`);
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${what}: ${wide} pixels stand out`);
}

describe('sign-in', () => {
  test('a wrong token is refused, and a right one signs in until one signs out', async () => {
    const page = await opened();
    await page.getByLabel('Token').fill('a wrong token');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Token').fill(OPERATOR);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('[data-view="overview"]').waitFor();
    await page.reload();
    await page.locator('[data-view="overview"]').waitFor();
    await page.evaluate(async () => {
      const session = await (await fetch('inspector/api/session')).json();
      await fetch('inspector/api/session', { method: 'DELETE', headers: { 'x-csrf-token': session.csrf } });
    });
    await page.reload();
    await page.locator('[data-view="sign-in"]').waitFor();
    await isClean(page);
    await page.close();
  });

  test('a link signs in once, and is not left in the address', async () => {
    const { link } = await call('POST', 'links');
    const page = await opened(link);
    await page.locator('[data-view="overview"]').waitFor();
    assert.ok(!page.url().includes('link='), page.url());
    await page.context().clearCookies();
    const again = await opened(link);
    await again.locator('[data-view="sign-in"]').waitFor();
    await page.close();
    await again.close();
  });
});

describe('views', () => {
  test('each has its content, no markup of others, and no fault that axe finds, in light and dark', async () => {
    await call('POST', 'publish', { channel: 'news', event: HOSTILE.slice(0, 100), data: HOSTILE });
    const page = await signedIn();
    for (const view of VIEWS) {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await show(page, view);
        await page.locator(`[data-view="${view.split('?')[0]}"] h1`).waitFor();
        await isAccessible(page, `${view} in ${colorScheme}`);
      }
    }
    await isClean(page);
    await page.close();
  });

  test('what one publishes arrives in the timeline, with who received it', async () => {
    const page = await signedIn('timeline');
    await isRecorded(page);
    const received = new Promise((done) => client.channel('news').bind('from-the-page', done));
    const writer = await signedIn('try');
    await writer.getByLabel('Channel').fill('news');
    await writer.getByLabel('Event', { exact: true }).fill('from-the-page');
    await writer.getByLabel('Data').fill('{"text":"hello"}');
    await writer.getByRole('button', { name: 'Publish' }).click();
    assert.deepEqual(await received, { text: 'hello' });
    const row = page.getByText('from-the-page').first();
    await row.waitFor();
    await row.click();
    await page.getByText('hello').first().waitFor();
    await isClean(page);
    await isClean(writer);
    await page.close();
    await writer.close();
  });

  test('untrusted names and payloads are text, however long', async () => {
    const page = await signedIn('timeline');
    await isRecorded(page);
    await call('POST', 'publish', { channel: 'news', event: `${HOSTILE.slice(0, 80)}`, data: HOSTILE.repeat(60) });
    const row = page.getByText('<img src=x', { exact: false }).first();
    await row.waitFor();
    await row.click();
    await until(async () => (await page.locator('img').count()) === 0, 'no image');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels stand out`);
    await isClean(page);
    await page.close();
  });

  test('a reader has no buttons that change something, and sees no payload', async () => {
    await call('POST', 'publish', { channel: 'news', event: 'private', data: 'a payload for operators' });
    await signedOut();
    const page = await signedIn('channels', READER);
    await page.getByText('news').first().click();
    await page.locator('[data-view="channel"], [data-view="channels"]').waitFor();
    await page.getByText('private').first().waitFor();
    assert.ok(!(await page.content()).includes('a payload for operators'));
    await show(page, 'try');
    const publish = page.getByRole('button', { name: 'Publish' });
    assert.ok((await publish.count()) === 0 || (await publish.isDisabled()));
    await isClean(page);
    await page.close();
    await signedOut();
  });

  test('of a channel with many members a part is shown, and more at the press of a button', async () => {
    const members = await Promise.all(
      Array.from({ length: 250 }, async (_, n) => {
        const member = await RawClient.connect(server);
        await member.subscribe('presence-crowd', { user_id: `user-${n}`, user_info: { n } });
        return member;
      }),
    );
    const page = await signedIn('channel?id=presence:crowd&app=app-id');
    const rows = page.getByRole('list', { name: 'Members' }).locator('> li');
    await page.getByText('250 members, 200 loaded').waitFor();
    assert.equal(await rows.count(), 200);
    await page.getByRole('button', { name: 'Show more' }).click();
    await until(async () => (await rows.count()) === 250, 'all members');
    assert.equal(new Set(await rows.allTextContents()).size, 250);
    assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0);
    await rows.last().click();
    await page.getByRole('link', { name: 'Connections of this user' }).waitFor();
    await isAccessible(page, 'members');
    await fitsPhone(page, 'members');
    await isClean(page);
    await page.close();
    members.forEach((member) => member.end());
  });

  test('alerts that fire stand on the overview, and an operator sends a test', async () => {
    await signedOut();
    const page = await signedIn();
    const raised = page.getByRole('list', { name: 'Alerts that fire or are pending' });
    await raised.getByText('firing').waitFor({ timeout: 30_000 });
    await raised.getByText('for long').waitFor();
    assert.equal(await raised.getByRole('listitem').count(), 2);
    await raised.getByText('connections: 1, above 0').first().waitFor();
    await page.getByRole('heading', { name: 'Alerts' }).click();
    const row = page.getByRole('row').filter({ hasText: 'quiet' });
    for (const answer of [500, 200]) {
      pager.answer = answer;
      await row.getByRole('button', { name: 'Send a test of the alert quiet' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Send a test' }).click();
      if (answer === 200) {
        await page.getByText('The receiver took the test (200).').waitFor();
      } else {
        await dialog.getByText('the receiver answers 500').waitFor();
        await dialog.getByRole('button', { name: 'Cancel' }).click();
      }
    }
    assert.ok(pager.bodies.some((body) => JSON.parse(body).alert === 'quiet' && JSON.parse(body).test));
    assert.ok(!(await page.content()).includes('token=hidden'));
    const violations = await page.evaluate(`${AXE}; axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' ')))`);
    assert.deepEqual(violations, []);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // What slides in or out does so for a moment.
      await page.evaluate(() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => {}))));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${wide} pixels stand out at ${width}`);
      if (process.env.BATON_SCREENSHOTS) await page.screenshot({ path: `${process.env.BATON_SCREENSHOTS}/alerts-${width}.png` });
    }
    await isClean(page);
    await page.close();
  });

  test('a reader sees alerts, and has no button to test them', async () => {
    await signedOut();
    const page = await signedIn('overview', READER);
    await page.getByRole('heading', { name: 'Alerts' }).click();
    await page.getByRole('row').filter({ hasText: 'quiet' }).waitFor();
    assert.equal(await page.getByRole('button', { name: /Send a test/ }).count(), 0);
    await page.close();
    await signedOut();
  });

  test('it says that the server is gone, and goes on when it is back', async () => {
    const other = await startServer({ settings: { inspector_token: OPERATOR } });
    const page = await opened(`http://127.0.0.1:${other.port}/inspector#/overview`);
    await signIn(page, 'overview');
    await other.stop();
    await page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: /lost|reach|connect/i }).first().waitFor();
    const back = await startServer({ settings: { inspector_token: OPERATOR }, listen: `127.0.0.1:${other.port}` });
    // Sessions end with the process.
    await page.locator('[data-view="sign-in"]').waitFor();
    await signIn(page, 'overview');
    await page.close();
    await back.stop();
  });
});

/** Occupied channels of the test of a long list: BATON_CHANNELS sets another number. */
const CHANNELS = Number(process.env.BATON_CHANNELS ?? 100_000);
const CLIENTS = 4;

describe(`${CHANNELS} channels`, () => {
  const name = (n) => `orders.${String(n).padStart(6, '0')}`;
  let large;
  before(async () => {
    const app = { channels_per_connection: 100_000, commands_per_second: 0 };
    large = await startServer({ apps: [app], settings: { inspector_token: OPERATOR, messages_per_second: 0 } });
    const began = performance.now();
    const subscribe = async (first) => {
      const raw = await RawClient.connect(large);
      for (let n = first; n < CHANNELS; n += CLIENTS) {
        raw.send({ event: 'pusher:subscribe', data: { channel: name(n) } });
        // What is under way is bounded, and the client looks through few answers for that of the ping.
        if (n % 2_000 < CLIENTS) {
          await raw.settle();
          raw.messages.length = 0;
        }
      }
      await raw.settle();
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, first) => subscribe(first)));
    console.log(`# ${CHANNELS} subscriptions: ${Math.round(performance.now() - began)} ms`);
  });
  after(() => {
    endAll();
    return large.stop();
  });

  test('are searched and scrolled: the right rows are there, and few elements', async () => {
    const page = await opened(`http://127.0.0.1:${large.port}/inspector#/channels`);
    await signIn(page, 'channels');
    const grid = page.getByRole('grid', { name: 'Channels' });
    const count = (pattern) => page.getByText(pattern).waitFor({ timeout: 60_000 });
    const thousands = (n) => String(n).replace(/(?<=\d)(?=(\d{3})+$)/g, '\u202f');
    const rows = () => grid.locator('[data-row] .c-channel').allTextContents();
    const elements = () => page.evaluate(() => document.querySelectorAll('*').length);
    /** The rows that can be seen are those of the list from `first` on, one after the other. */
    const areFrom = async (first, of = (n) => name(n)) => {
      const shown = await rows();
      assert.deepEqual(shown, shown.map((_, k) => of(first + k)));
      const all = await elements();
      assert.ok(all < 2_000, `${all} elements`);
      return shown.length;
    };
    await count(`${thousands(CHANNELS)} occupied`);
    await areFrom(0);

    // To the end, which is read page by page.
    await grid.focus();
    await until(
      async () => {
        await grid.press('End');
        return (await rows()).at(-1) === name(CHANNELS - 1);
      },
      'the last row',
      180_000,
    );
    const seen = (await rows()).length;
    await areFrom(CHANNELS - seen);
    // The middle, and the top again.
    const height = await grid.locator('[data-row]').first().evaluate((row) => row.offsetHeight);
    const middle = CHANNELS / 2;
    await grid.evaluate((element, top) => (element.scrollTop = top), middle * height);
    await until(async () => (await rows()).includes(name(middle)), 'the middle');
    await areFrom(middle - (await rows()).indexOf(name(middle)));
    await grid.press('Home');
    await until(async () => (await rows())[0] === name(0), 'the top');
    await areFrom(0);

    // A search for one, for some, and for none.
    const search = page.getByLabel('Search channels');
    const one = name(CHANNELS - 7);
    const asked = page.waitForResponse((response) => response.url().includes(`search=${one}`));
    const began = performance.now();
    await search.fill(one);
    await until(async () => (await rows()).join() === one, 'the one', 20_000);
    const took = performance.now() - began;
    const { requestStart, responseEnd } = (await asked).request().timing();
    console.log(`# search of ${CHANNELS} channels: ${Math.round(took)} ms from the last letter to the row, of which the server ${Math.round(responseEnd - requestStart)} ms`);
    await search.fill('0001');
    const some = Array.from({ length: CHANNELS }, (_, n) => name(n)).filter((each) => each.includes('0001'));
    await count(`${thousands(some.length)} occupied`);
    await areFrom(0, (n) => some[n]);
    await search.fill('nothing');
    await page.getByText('No occupied channel has this in its name').waitFor();
    await search.fill('');
    await count(`${thousands(CHANNELS)} occupied`);
    await areFrom(0);
    await isClean(page);
    await page.close();
  });
});

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
