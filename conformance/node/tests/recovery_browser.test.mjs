/** Pages of a real browser whose connections break: the cookie is the browser's, and so are close codes and pongs. */
import { after, afterEach, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startBrowser } from '../harness/browser.mjs';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { sdk } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { QUIET_MS, sleep, until } from '../harness/waiting.mjs';

/** How soon a page notices that nothing comes any more. */
const NOTICE = { activityTimeout: 400, pongTimeout: 400 };
/** A page that is back within this: a reset costs pusher-js a second. */
const BACK_MS = 15_000;
/** Milliseconds between two events. */
const PACE_MS = 5;
/** What may come twice after a break: what was sent within a round trip and the pause between two pings, on a busy machine. */
const REPEATED = 30;
/** The server asks a page at least this often what has arrived, however busy it is (docs/delivery.md). */
const LONGEST_INTERVAL_MS = 1_000;

let server;
let browser;
let application;
/** A network for each page, so that each breaks by itself. They are one site to the browser: a cookie knows no port. */
let networks;
before(async () => {
  server = await startServer({ apps: [{ recovery: true }] });
  application = sdk(server);
  networks = [await startBreakingProxy(server.port), await startBreakingProxy(server.port)];
  browser = await startBrowser();
});
afterEach(() => browser.closePages());
after(async () => {
  await browser?.stop();
  networks?.forEach((network) => network.stop());
  await server?.stop();
});

/** Connects pusher-js in a page, and subscribes; what comes is in `window.numbers` and `window.standings`. */
async function subscribePage(page, channel, network, options = {}) {
  await page.evaluate(
    ({ key, port, channel, options: { withBaton, ...options } }) =>
      new Promise((done, fail) => {
        window.numbers = [];
        window.standings = [];
        window.client = new window.Pusher(key, {
          cluster: '', wsHost: '127.0.0.1', wsPort: port, forceTLS: false, enabledTransports: ['ws'], ...options,
        });
        const begin = () => {
          const subscription = window.client.subscribe(channel);
          subscription.bind('number', (number) => window.numbers.push(number));
          subscription.bind('pusher:subscription_succeeded', (standing) => done(window.standings.push(standing)));
        };
        if (!withBaton) return begin();
        const recover = ({ withRecovery }) => withRecovery(window.client, { storage: sessionStorage });
        import('/baton.js').then(recover).then(begin).catch(fail);
      }),
    { key: server.app.key, port: network.port, channel, options: { ...NOTICE, ...options } },
  );
  return page;
}

const page = async (channel, network, options) => subscribePage(await browser.page('/pusher.js'), channel, network, options);
const numbersOf = (page) => page.evaluate(() => window.numbers);
const standingsOf = (page) => page.evaluate(() => window.standings);

/** Publishes numbers until it is stopped; then returns how many. */
function publishing(channel) {
  const state = { published: 0, isOver: false };
  const ends = (async () => {
    while (!state.isOver) {
      await application.trigger(channel, 'number', state.published);
      state.published += 1;
      await sleep(PACE_MS);
    }
  })();
  const stop = async () => {
    state.isOver = true;
    await ends;
    return state.published;
  };
  return { state, stop };
}

/** All numbers from `first` up to `count` have come, in order but for repeats; returns how many of those there were. */
async function complete(page, first, count) {
  await until(async () => (await numbersOf(page)).includes(count - 1), 'the last event', BACK_MS);
  const numbers = await numbersOf(page);
  let newest = first - 1;
  for (const number of numbers) {
    assert.ok(number <= newest + 1, `${number} came after ${newest}: what is between is lost`);
    newest = Math.max(newest, number);
  }
  assert.equal(newest, count - 1);
  return numbers.length - (count - first);
}

/** Breaks networks at the same time, and waits until the pages behind them are subscribed again. */
async function breakAndReturn(pages, how) {
  const before = await Promise.all(pages.map(({ page }) => standingsOf(page)));
  for (const { network } of pages) assert.equal(network.breakAll(how), 1);
  for (const [place, { page }] of pages.entries()) {
    await until(async () => (await standingsOf(page)).length > before[place].length, 'the subscription', BACK_MS);
  }
}

describe('the cookie', () => {
  test('is the same in two tabs, and no script sees it', async () => {
    const tabs = [await page('cookie', networks[0]), await page('cookie', networks[1])];
    const cookies = await tabs[0].context().cookies(browser.url);
    const [{ value, httpOnly, sameSite }, ...others] = cookies.filter(({ name }) => name === 'baton_session');
    assert.match(value, /^[0-9a-f]{32}$/);
    assert.deepEqual([httpOnly, sameSite, others], [true, 'Lax', []]);
    for (const tab of tabs) assert.equal(await tab.evaluate(() => document.cookie), '');
  });

  for (const [name, how] of Object.entries(BREAKS)) {
    test(`brings both of two tabs all that they missed (${name})`, async () => {
      const channel = `tabs-${name}`;
      const tabs = [];
      for (const network of networks) tabs.push({ network, page: await page(channel, network) });
      const publisher = publishing(channel);
      // One, the other, and both.
      for (const broken of [[tabs[0]], [tabs[1]], tabs, tabs]) {
        await sleep(200 + Math.random() * 300);
        await breakAndReturn(broken, how);
      }
      const published = await publisher.stop();
      for (const tab of tabs) await complete(tab.page, 0, published);
      for (const tab of tabs) {
        const [first, ...later] = await standingsOf(tab.page);
        assert.deepEqual(later.filter(({ recovered }) => recovered !== true), [], `first: ${JSON.stringify(first)}`);
      }
    });
  }

  test('brings a reloaded page nothing of what the one before it missed', async () => {
    const tab = await page('reloaded', networks[0]);
    await application.trigger('reloaded', 'number', 0);
    await until(async () => (await numbersOf(tab)).length, 'an event');
    await tab.goto('about:blank');
    for (const number of [1, 2, 3]) await application.trigger('reloaded', 'number', number);
    await tab.goto(browser.url);
    await tab.addScriptTag({ url: '/pusher.js' });
    await subscribePage(tab, 'reloaded', networks[0]);
    await application.trigger('reloaded', 'number', 4);
    await until(async () => (await numbersOf(tab)).length, 'what is live');
    await tab.reload();
    await tab.addScriptTag({ url: '/pusher.js' });
    await subscribePage(tab, 'reloaded', networks[0]);
    await application.trigger('reloaded', 'number', 5);
    await until(async () => (await numbersOf(tab)).length, 'what is live');
    assert.deepEqual([await numbersOf(tab), await standingsOf(tab)], [[5], [{}]]);
  });

  test('brings a fresh tab beside a healthy one a few repeats at most', async () => {
    const healthy = await page('beside', networks[0]);
    const publisher = publishing('beside');
    await until(async () => (await numbersOf(healthy)).length > 50, 'events');
    const fresh = await browser.page('/pusher.js');
    const before = publisher.state.published;
    await subscribePage(fresh, 'beside', networks[1]);
    await sleep(QUIET_MS);
    const published = await publisher.stop();
    const [first] = await numbersOf(fresh);
    assert.ok(before - first <= REPEATED, `it began ${before - first} events before it was there`);
    assert.equal(await complete(fresh, first, published), 0);
    assert.equal(await complete(healthy, 0, published), 0);
  });
});

describe('a page that names itself', () => {
  for (const [name, how] of Object.entries(BREAKS)) {
    test(`gets what it missed, and nothing of what another page of its browser did (${name})`, async () => {
      const channel = `named-${name}`;
      const named = () => ({ wsPath: `/resume/${randomUUID()}` });
      const tabs = [];
      for (const network of networks) tabs.push({ network, page: await page(channel, network, named()) });
      const publisher = publishing(channel);
      const breaks = [[tabs[0]], [tabs[1]], tabs];
      for (const broken of breaks) {
        await sleep(200 + Math.random() * 300);
        await breakAndReturn(broken, how);
      }
      const published = await publisher.stop();
      for (const tab of tabs) {
        const repeated = await complete(tab.page, 0, published);
        assert.ok(repeated <= 2 * LONGEST_INTERVAL_MS / PACE_MS, `${repeated} events came twice`);
      }
    });
  }
});

describe('a page with baton-js', () => {
  for (const [name, how] of Object.entries(BREAKS)) {
    test(`gets each event once, over breaks and a reload (${name})`, async () => {
      const channel = `numbered-${name}`;
      const tab = await page(channel, networks[0], { withBaton: true });
      const publisher = publishing(channel);
      for (let round = 0; round < 3; round += 1) {
        await sleep(Math.random() * 300);
        await breakAndReturn([{ page: tab, network: networks[0] }], how);
      }
      const first = await numbersOf(tab);
      // What comes between this and the end of the page is delivered to it, and so is not missed.
      await tab.evaluate(() => addEventListener('pagehide', () => sessionStorage.setItem('seen', JSON.stringify(window.numbers))));
      await tab.reload();
      const seen = await tab.evaluate(() => JSON.parse(sessionStorage.getItem('seen')));
      await tab.addScriptTag({ url: '/pusher.js' });
      await subscribePage(tab, channel, networks[0], { withBaton: true });
      const published = await publisher.stop();
      assert.equal(await complete(tab, seen.length, published), 0);
      assert.deepEqual(seen, Array.from({ length: seen.length }, (_, number) => number));
      assert.ok(seen.length >= first.length);
    });
  }
});

describe('after two connections that were reset within four minutes', () => {
  const RESETS = 2;
  async function stateAfterResets(script) {
    const tab = await subscribePage(await browser.page(script), 'short-lived', networks[0]);
    await tab.evaluate(() => {
      window.states = [];
      window.client.connection.bind('state_change', ({ current }) => window.states.push(current));
    });
    for (let reset = 1; reset <= RESETS; reset += 1) {
      await until(() => networks[0].breakAll(BREAKS.reset), 'a connection');
      const ended = () => tab.evaluate((reset) => window.states.filter((state) => /connected|failed/.test(state)).length >= reset, reset);
      await until(ended, 'what follows', BACK_MS);
    }
    return tab.evaluate(() => window.client.connection.state);
  }

  test('pusher-js 7 has given up', async () => assert.equal(await stateAfterResets('/pusher-7.js'), 'failed'));
  test('pusher-js 8.6 is connected', async () => assert.equal(await stateAfterResets('/pusher.js'), 'connected'));
});
