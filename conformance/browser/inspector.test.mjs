/** The inspector's page in a real browser, with live data from real clients. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { startServer } from '../node/harness/server.mjs';
import { startBrowser } from '../node/harness/browser.mjs';
import { listen } from '../node/harness/http_receiver.mjs';
import { HOSTILE, OPERATOR, READER, inspectorPages } from '../node/harness/inspector_page.mjs';
import { RawClient } from '../node/harness/raw_client.mjs';
import { JWT_SECRET } from '../node/harness/supabase_client.mjs';
import { until } from '../node/harness/waiting.mjs';

const Pusher = createRequire(new URL('../node/package.json', import.meta.url))('pusher-js');
const VIEWS = ['overview', 'timeline', 'channels', 'connections', 'refusals', 'why', 'try', 'try?tab=client', 'try?tab=webhook', 'webhooks', 'database', 'apps', 'audit'];

let server;
let browser;
let client;
/** The receiver of alerts; it refuses them while `answer` is another status than 200. */
const pager = { answer: 200, bodies: [] };
before(async () => {
  await listen(pager, ({ body }, response) => {
    pager.bodies.push(body);
    response.writeHead(pager.answer).end();
  });
  const alert = { metric: 'connections', above: 0, url: pager.url };
  server = await startServer({
    apps: [{ client_events: true, jwt_secret: JWT_SECRET, public_broadcast: 'supabase', presence_members: 1_000 }],
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
});

const { call, opened, signedIn, signIn, signedOut, show, isRecorded, isClean, isAccessible, fitsPhone } = inspectorPages(() => ({ browser, server }));

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
    await isAccessible(page, 'alerts on the overview');
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
