/**
 * How fast the inspector's page is: its first paint, frames a second of the timeline while 1,000 events a second come, and a search
 * among many channels, in Debian's Chromium without a GPU.
 *
 *     node bench/inspector-page.mjs [--rounds 5] [--seconds 8] [--per-second 1000] [--channels 100000]
 *
 * Server and browser on one core, the generator on the other. Medians of the rounds. Needs `make build`, Chromium and
 * `npm ci` in conformance/node. BATON_BIN names another binary to measure.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startBrowser } from '../conformance/node/harness/browser.mjs';
import { BINARY, startServer } from '../conformance/node/harness/server.mjs';
import { until } from '../conformance/node/harness/waiting.mjs';

const TOKEN = 'a token of operators in a browser';
const APP = { id: 'bench', key: 'bench-key', secret: 'bench-secret', backend_events_per_second: 0, channels_per_connection: 20_000, commands_per_second: 0 };
const WebSocket = createRequire(new URL('../conformance/node/package.json', import.meta.url))('ws');

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '8' },
    'per-second': { type: 'string', default: '1000' },
    channels: { type: 'string', default: '100000' },
  },
});
const [rounds, seconds, perSecond, channels] = ['rounds', 'seconds', 'per-second', 'channels'].map((name) => Number(values[name]));
const folder = mkdtempSync(join(tmpdir(), 'baton-page-'));
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Publishes so many events a second to a channel, until it is over. */
function publishing(server) {
  const scenario = join(folder, 'publish.toml');
  writeFileSync(
    scenario,
    `kind = "users"\nstages = [{ users = 1, seconds = 0 }, { users = 1, seconds = ${seconds + 3} }]\nchannels = ["news"]\n` +
      `[publish]\nchannel = "news"\npayload_bytes = 100\nconnections = 16\nfrom_seconds = 0.5\nper_second = ${perSecond}\n`,
  );
  const args = ['-c', '1', join(dirname(BINARY), 'baton-load'), 'run', scenario, '--url', server.url, '--app-id', APP.id, '--app-key', APP.key, '--app-secret', APP.secret];
  const child = spawn('taskset', args, { stdio: 'ignore' });
  return new Promise((done) => child.on('exit', done));
}

/** Occupies so many channels. */
async function occupy(server) {
  const each = 10_000;
  const sockets = [];
  for (let first = 0; first < channels; first += each) {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/app/${APP.key}?protocol=7`);
    sockets.push(socket);
    let left = Math.min(each, channels - first);
    await new Promise((done, failed) => {
      socket.on('error', failed).on('close', failed);
      socket.on('message', (data) => {
        const text = data.toString();
        if (text.includes('connection_established')) {
          for (let n = first; n < first + each && n < channels; n++) socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: `channel-${n}x` } }));
        }
        if (text.includes('subscription_succeeded') && --left === 0) done();
      });
    });
    socket.removeAllListeners('close');
  }
  return () => sockets.forEach((socket) => socket.terminate());
}

const server = await startServer({ apps: [APP], settings: { inspector_token: TOKEN, loops: 1 } });
const browser = await startBrowser();
execFileSync('taskset', ['-a', '-p', '-c', '0', String(server.pid)], { stdio: 'ignore' });
const base = `${server.url}/inspector`;
try {
  const page = await browser.blank();
  await page.goto(base);
  await page.getByLabel('Token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-view="overview"]').waitFor();

  const paints = [];
  const frames = [];
  const rows = [];
  for (let round = 0; round < rounds; round++) {
    const fresh = await browser.blank();
    await fresh.bringToFront();
    await fresh.goto(`${base}#/timeline`);
    await fresh.locator('[data-view="timeline"]').waitFor();
    const paint = () => fresh.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
    paints.push(await until(paint, 'the first paint'));
    const over = publishing(server);
    await new Promise((done) => setTimeout(done, 2_000));
    const counted = await fresh.evaluate(async (ms) => {
      let frames = 0;
      let longest = 0;
      const began = performance.now();
      let last = began;
      while (last - began < ms) {
        const now = await new Promise((done) => requestAnimationFrame(done));
        frames += 1;
        longest = Math.max(longest, now - last);
        last = now;
      }
      return { perSecond: (frames * 1000) / (last - began), longest, rows: document.querySelectorAll('[data-view="timeline"] [role="row"]').length };
    }, seconds * 1000);
    frames.push(counted);
    rows.push(counted.rows);
    await over;
    await fresh.close();
  }
  console.log(`first paint: ${Math.round(median(paints))} ms (${paints.map(Math.round).join(', ')})`);
  console.log(
    `timeline at ${perSecond} events a second: ${median(frames.map((one) => one.perSecond)).toFixed(1)} frames a second, ` +
      `the longest gap ${Math.round(median(frames.map((one) => one.longest)))} ms, ${median(rows)} rows in the page`,
  );

  const leave = await occupy(server);
  const found = [];
  await page.goto(`${base}#/channels`);
  const search = page.getByRole('searchbox').first();
  await search.waitFor();
  for (let round = 0; round < rounds; round++) {
    const name = `channel-${(round * 17_321) % channels}x`;
    found.push(
      await page.evaluate(async (name) => {
        const field = document.querySelector('[data-main-search]');
        const began = performance.now();
        field.value = name;
        field.dispatchEvent(new Event('input', { bubbles: true }));
        const isShown = () => {
          const rows = [...document.querySelectorAll('[data-view="channels"] [role="row"]')].map((row) => row.textContent);
          return rows.some((row) => row.includes(name)) && rows.length < 5;
        };
        while (!isShown()) await new Promise((done) => setTimeout(done, 5));
        return performance.now() - began;
      }, name),
    );
  }
  console.log(`search among ${channels} channels: ${Math.round(median(found))} ms from the key to the row, of which 250 are a pause in typing`);
  leave();
} finally {
  await browser.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
