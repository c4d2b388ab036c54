/** The clients' builds for browsers in a real one, where frames, fragments and close codes are the browser's. */
import { after, before, describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { startServer } from '../node/harness/server.mjs';
import { startBrowser } from '../node/harness/browser.mjs';
import { sdk } from '../node/harness/pusher_client.mjs';
import { publish } from '../node/harness/signed_http.mjs';
import { sleep } from '../node/harness/waiting.mjs';

let server;
let compressing;
let browser;
let application;
before(async () => {
  server = await startServer();
  compressing = await startServer({ settings: { compression: 'shared' } });
  application = sdk(server);
  let visitors = 0;
  browser = await startBrowser({
    '/broadcasting/auth': (form) => {
      const channel = form.get('channel_name');
      const user = { user_id: `visitor-${(visitors += 1)}`, user_info: { name: 'Visitor' } };
      return application.authorizeChannel(
        form.get('socket_id'),
        channel,
        channel.startsWith('presence-') ? user : undefined,
      );
    },
  });
});
after(async () => {
  await browser?.stop();
  await server?.stop();
  await compressing?.stop();
});

/** A page with a connected client in `window.client`. */
async function connectedPage(script = '/pusher.js', at = server) {
  const page = await browser.page(script);
  await page.evaluate(
    ({ key, port }) =>
      new Promise((done) => {
        window.client = new window.Pusher(key, {
          cluster: '',
          wsHost: '127.0.0.1',
          wsPort: port,
          forceTLS: false,
          enabledTransports: ['ws'],
          channelAuthorization: { endpoint: '/broadcasting/auth' },
        });
        window.client.connection.bind('connected', done);
      }),
    { key: at.app.key, port: at.port },
  );
  return page;
}

/** Subscribes in the page and keeps events in `window.seen`. */
const subscribe = (page, name, event) =>
  page.evaluate(
    ([channelName, eventName]) =>
      new Promise((done, fail) => {
        window.seen = [];
        const channel = window.client.subscribe(channelName);
        channel.bind(eventName, (data) => window.seen.push(data));
        channel.bind('pusher:subscription_succeeded', () => done());
        channel.bind('pusher:subscription_error', (error) => fail(new Error(JSON.stringify(error))));
      }),
    [name, event],
  );
const seen = async (page, count) => {
  await page.waitForFunction((n) => window.seen.length >= n, count);
  return page.evaluate(() => window.seen);
};

describe('pusher-js in Chromium', () => {
  test('public and private events', async () => {
    const page = await connectedPage();
    await subscribe(page, 'private-page', 'news');
    await application.trigger('private-page', 'news', { text: 'Grüße 🎺' });
    assert.deepEqual(await seen(page, 1), [{ text: 'Grüße 🎺' }]);
  });

  test('encrypted events, with the build that decrypts', async () => {
    const page = await connectedPage('/pusher-with-encryption.js');
    await subscribe(page, 'private-encrypted-page', 'letter');
    await application.trigger('private-encrypted-page', 'letter', { secret: 1 });
    assert.deepEqual(await seen(page, 1), [{ secret: 1 }]);
  });

  test('two pages meet in a presence channel and whisper', async () => {
    const [first, second] = [await connectedPage(), await connectedPage()];
    await subscribe(first, 'presence-pages', 'client-wave');
    await subscribe(second, 'presence-pages', 'client-wave');
    await first.waitForFunction(() => window.client.channel('presence-pages').members.count === 2);
    await first.evaluate(() => window.client.channel('presence-pages').trigger('client-wave', { hello: true }));
    assert.deepEqual(await seen(second, 1), [{ hello: true }]);
    await second.close();
    await first.waitForFunction(() => window.client.channel('presence-pages').members.count === 1);
  });

  test('the browser agrees on compression and inflates what it is sent', async () => {
    const page = await connectedPage('/pusher.js', compressing);
    const extension = await page.evaluate(() => {
      const { socket } = window.client.connection.connection.transport;
      return socket.extensions;
    });
    assert.match(extension, /permessage-deflate/);
    await subscribe(page, 'packed', 'e');
    const text = 'again and '.repeat(900);
    for (let n = 0; n < 3; n += 1) await publish(compressing, 'packed', 'e', JSON.stringify({ n, text }));
    assert.deepEqual(await seen(page, 3), [0, 1, 2].map((n) => ({ n, text })));
  });

  test('a wrong key ends in a state that does not try again', async () => {
    const page = await browser.page('/pusher.js');
    const code = await page.evaluate(
      (port) =>
        new Promise((done) => {
          const client = new window.Pusher('no-such-key', {
            cluster: '',
            wsHost: '127.0.0.1',
            wsPort: port,
            forceTLS: false,
            enabledTransports: ['ws'],
          });
          client.connection.bind('error', ({ data, error }) => done(data?.code ?? error?.data?.code));
        }),
      server.port,
    );
    assert.equal(code, 4001);
  });
});

describe('Laravel Echo in Chromium', () => {
  test("broadcaster 'reverb': private channel, notification of an event by its class", async () => {
    const page = await browser.page('/pusher.js', '/echo.js');
    await page.evaluate(
      ({ key, port }) =>
        new Promise((done) => {
          window.seen = [];
          const echo = new (window.Echo.default ?? window.Echo)({
            broadcaster: 'reverb',
            key,
            wsHost: '127.0.0.1',
            wsPort: port,
            forceTLS: false,
            enabledTransports: ['ws'],
          });
          echo.private('echo-page').listen('Shipped', (data) => window.seen.push(data)).subscribed(done);
        }),
      { key: server.app.key, port: server.port },
    );
    await application.trigger('private-echo-page', 'App\\Events\\Shipped', { id: 1 });
    assert.deepEqual(await seen(page, 1), [{ id: 1 }]);
  });
});

test('a restart costs a page a second, and no attempt that fails', async (t) => {
  const first = await startServer();
  let second;
  try {
    const page = await browser.page('/pusher.js', '/echo.js');
    await page.evaluate(
      ({ key, port }) => {
        const options = { key, wsHost: '127.0.0.1', wsPort: port, forceTLS: false, enabledTransports: ['ws'] };
        const echo = new (window.Echo.default ?? window.Echo)({ broadcaster: 'reverb', ...options });
        const clients = [new window.Pusher(key, { cluster: '', ...options }), echo.connector.pusher];
        window.states = clients.map((client) => {
          const states = [];
          client.connection.bind('state_change', ({ current }) => states.push({ current, at: Date.now() }));
          return states;
        });
      },
      { key: first.app.key, port: first.port },
    );
    const connected = (times) => page.waitForFunction((n) => window.states.every((states) => states.filter(({ current }) => current === 'connected').length === n), times);
    await connected(1);
    const began = Date.now();
    assert.equal((await first.stop()).code, 0);
    await sleep(100);
    second = await startServer({ listen: `127.0.0.1:${first.port}` });
    await connected(2);
    const states = await page.evaluate(() => window.states);
    assert.ok(!states.flat().some(({ current }) => current === 'unavailable'), JSON.stringify(states));
    const took = states.map((one) => one.at(-1).at - began);
    t.diagnostic(`back ${took.join(' and ')} ms after SIGTERM`);
    // A second after code 4101, and the rest for a busy machine: an attempt that failed would cost 15 s.
    assert.ok(Math.max(...took) <= 5_000, `back after ${took} ms`);
  } finally {
    await first.stop();
    await second?.stop();
  }
});

test('a refused origin is a failed connection in the browser', async () => {
  const picky = await startServer({ apps: [{ allowed_origins: ['https://good.example'] }] });
  try {
    const page = await browser.page();
    const outcome = await page.evaluate(
      (port) =>
        new Promise((done) => {
          const socket = new WebSocket(`ws://127.0.0.1:${port}/app/app-key?protocol=7`);
          socket.onopen = () => done('open');
          socket.onerror = () => done('refused');
        }),
      picky.port,
    );
    assert.equal(outcome, 'refused');
  } finally {
    await picky.stop();
  }
});
