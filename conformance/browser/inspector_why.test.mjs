/** Mistakes that users make, made with real clients of each protocol, as the inspector's page explains them. */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { startServer } from '../node/harness/server.mjs';
import { startBrowser } from '../node/harness/browser.mjs';
import { OPERATOR, inspectorPages } from '../node/harness/inspector_page.mjs';
import { publish } from '../node/harness/signed_http.mjs';
import { JWT_SECRET, broadcasts, endClients, subscribed, supabaseClient, token } from '../node/harness/supabase_client.mjs';

const Pusher = createRequire(new URL('../node/package.json', import.meta.url))('pusher-js');

let server;
let browser;
let pusher;
const { signedIn, show, isRecorded, isClean } = inspectorPages(() => ({ browser, server }));
before(async () => {
  server = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, public_broadcast: 'supabase' }],
    settings: { inspector_token: OPERATOR },
  });
  browser = await startBrowser();
  pusher = new Pusher(server.app.key, { cluster: '', wsHost: '127.0.0.1', wsPort: server.port, forceTLS: false, enabledTransports: ['ws'] });
  const channel = pusher.subscribe('orders.7');
  await new Promise((done) => channel.bind('pusher:subscription_succeeded', done));
});
after(async () => {
  endClients();
  pusher?.disconnect();
  await browser?.stop();
  await server?.stop();
});

/** What Why? answers to a question that is in the address, as a link of a colleague has it. */
async function isExplained(page, parameters, ...expected) {
  await show(page, `why?${new URLSearchParams(parameters)}`);
  for (const text of expected) await page.getByText(text).first().waitFor();
}

test('clients of both protocols are in each view, and what one sends arrives at the other', async () => {
  const page = await signedIn('timeline');
  await isRecorded(page);
  const supabase = supabaseClient(server, { apikey: token({ sub: 'ann' }) });
  const channel = supabase.channel('orders.7');
  const toSupabase = broadcasts(channel);
  await subscribed(channel);
  const toPusher = new Promise((done) => pusher.channel('orders.7').bind('shipped', done));
  await channel.send({ type: 'broadcast', event: 'shipped', payload: { by: 'supabase' } });
  assert.deepEqual(await toPusher, { by: 'supabase' });
  await publish(server, 'orders.7', 'placed', '{"by":"pusher"}');
  assert.equal((await toSupabase.next()).event, 'placed');

  await page.getByText('shipped').first().waitFor();
  await page.getByText('placed').first().waitFor();
  await show(page, 'channels');
  await page.getByRole('row', { name: /orders\.7/ }).filter({ hasText: '2' }).first().waitFor();
  await show(page, 'connections');
  for (const protocol of ['pusher', 'supabase']) await page.getByRole('row').filter({ hasText: protocol }).first().waitFor();
  await isClean(page);
  await page.close();
});

test('the mistakes of the first week are explained, with what to change', async () => {
  const page = await signedIn('timeline');
  await isRecorded(page);
  const app = 'app-id';
  await isExplained(page, { app, channel: 'private-orders.7' }, 'Nobody was subscribed to private-orders.7. Somebody is to orders.7.', 'private- and presence- are parts of a');
  await isExplained(page, { app, channel: 'Orders.7' }, 'Somebody is to orders.7.');
  await isExplained(page, { socket: '1.2' }, 'This server has no such connection');

  const socket = pusher.connection.socket_id;
  const invoices = pusher.subscribe('invoices');
  await new Promise((done) => invoices.bind('pusher:subscription_succeeded', done));
  await publish(server, 'invoices', 'to-others', '{}', { socket_id: socket });
  await show(page, 'timeline');
  await page.getByText('to-others').first().click();
  await page.getByRole('main').getByRole('link', { name: 'Why?' }).first().click();
  await page.getByText('The only subscriber is the one that the publisher excluded').first().waitFor();

  await publish(server, 'orders.7', '.with-a-dot', '{}');
  await show(page, 'timeline');
  await page.getByText('.with-a-dot').first().click();
  await page.getByRole('main').getByRole('link', { name: 'Why?' }).first().click();
  await page.getByText('begins with a dot').first().waitFor();

  const late = new Pusher(server.app.key, { cluster: '', wsHost: '127.0.0.1', wsPort: server.port, forceTLS: false, enabledTransports: ['ws'] });
  await publish(server, 'early', 'too-early', '{}');
  const channel = late.subscribe('early');
  await new Promise((done) => channel.bind('pusher:subscription_succeeded', done));
  await show(page, 'timeline');
  await page.getByText('too-early').first().click();
  await page.getByRole('main').getByRole('link', { name: 'Why?' }).first().click();
  await page.getByLabel('Socket id of who missed it (optional)').fill(late.connection.socket_id);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText(/subscribed \d+ ms after the event was published: too late/).first().waitFor();
  late.disconnect();

  const wrong = { ...server.app, secret: 'the secret of another app' };
  assert.equal((await publish(server, 'orders.7', 'e', '{}', {}, { app: wrong })).status, 401);
  await show(page, 'refusals');
  await page.getByRole('row').filter({ hasText: 'signature' }).first().waitFor();

  const closed = supabaseClient(server, { apikey: token({ sub: 'eve' }) }).channel('closed', { config: { private: true } });
  await assert.rejects(subscribed(closed));
  await show(page, 'refusals');
  await page.getByRole('row').filter({ hasText: 'closed' }).first().waitFor();
  await isClean(page);
  await page.close();
});
