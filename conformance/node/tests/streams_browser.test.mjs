/** Streams of events in a real browser: its own EventSource, its own decompression. */
import { after, afterEach, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { startBrowser } from '../harness/browser.mjs';
import { BREAKS, startBreakingProxy } from '../harness/breaking_proxy.mjs';
import { sdk } from '../harness/pusher_client.mjs';
import { startServer } from '../harness/server.mjs';
import { until } from '../harness/waiting.mjs';

/** A browser comes back after the pause that the stream names, two seconds at most. */
const BACK_MS = 15_000;

let browser;
before(async () => (browser = await startBrowser()));
afterEach(() => browser.closePages());
after(() => browser?.stop());

for (const compression of ['off', 'shared']) {
  test(`EventSource in Chromium gets what it missed, once and in order, with compression = "${compression}"`, async () => {
    const server = await startServer({
      settings: { compression },
      apps: [{ event_streams: 'public', recovery: true, allowed_origins: [browser.url] }],
    });
    const network = await startBreakingProxy(server.port);
    try {
      const application = sdk(server);
      const page = await browser.page();
      const codings = [];
      page.on('response', async (response) => codings.push(response.headers()['content-encoding']));
      const url = `http://127.0.0.1:${network.port}/apps/${server.app.id}/events?channels=numbers,others`;
      await page.evaluate(
        (url) =>
          new Promise((done) => {
            window.numbers = [];
            window.lost = 0;
            window.source = new EventSource(url);
            window.source.onmessage = ({ data }) => {
              const { channel, data: payload } = JSON.parse(data);
              window.numbers.push([channel, JSON.parse(payload).n]);
            };
            window.source.addEventListener('baton:lost', () => (window.lost += 1));
            window.source.onopen = done;
          }),
        url,
      );
      let published = 0;
      const publish = async (count) => {
        for (const end = published + count; published < end; published += 1) {
          await application.trigger(published % 3 ? 'numbers' : 'others', 'number', { n: published, filling: 'x'.repeat(published) });
        }
      };
      const all = async () => (await page.evaluate(() => window.numbers.length)) >= published;
      await publish(20);
      await until(all, 'live events');
      for (const kind of ['reset', 'half', 'reset']) {
        network.breakAll(BREAKS[kind]);
        await publish(20);
        await until(all, `what was missed by ${kind}`, BACK_MS);
      }
      const [numbers, lost] = await page.evaluate(() => [window.numbers, window.lost]);
      const sent = Array.from({ length: published }, (_, n) => [n % 3 ? 'numbers' : 'others', n]);
      for (const name of ['numbers', 'others']) {
        const of = (all) => all.filter(([channel]) => channel === name);
        assert.deepEqual(of(numbers), of(sent));
      }
      assert.equal(lost, 0);
      assert.deepEqual(new Set(codings), new Set([compression === 'off' ? undefined : 'gzip']));
    } finally {
      network.stop();
      await server.stop();
    }
  });
}
