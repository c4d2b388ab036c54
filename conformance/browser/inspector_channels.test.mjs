/** The inspector's list of very many channels, in a real browser. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../node/harness/server.mjs';
import { startBrowser } from '../node/harness/browser.mjs';
import { OPERATOR, inspectorPages } from '../node/harness/inspector_page.mjs';
import { RawClient, endAll } from '../node/harness/raw_client.mjs';
import { until } from '../node/harness/waiting.mjs';

let server;
let browser;
const { signedIn, isClean } = inspectorPages(() => ({ browser, server }));

/** Occupied channels of the test of a long list: BATON_CHANNELS sets another number. */
const CHANNELS = Number(process.env.BATON_CHANNELS ?? 100_000);
const CLIENTS = 4;

describe(`${CHANNELS} channels`, () => {
  const name = (n) => `orders.${String(n).padStart(6, '0')}`;
  before(async () => {
    const app = { channels_per_connection: 100_000, commands_per_second: 0 };
    server = await startServer({ apps: [app], settings: { inspector_token: OPERATOR, messages_per_second: 0 } });
    const began = performance.now();
    const subscribe = async (first) => {
      const raw = await RawClient.connect(server);
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
    browser = await startBrowser();
    await Promise.all(Array.from({ length: CLIENTS }, (_, first) => subscribe(first)));
    console.log(`# ${CHANNELS} subscriptions: ${Math.round(performance.now() - began)} ms`);
  });
  after(async () => {
    endAll();
    await browser?.stop();
    await server?.stop();
  });

  test('are searched and scrolled: the right rows are there, and few elements', async () => {
    const page = await signedIn('channels');
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
