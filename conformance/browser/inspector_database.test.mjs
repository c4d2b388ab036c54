/** The inspector's view of a database in a real browser: its tables, its followers, and why a user sees a row or not. */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { startBrowser } from '../node/harness/browser.mjs';
import { HOSTILE, OPERATOR, inspectorPages } from '../node/harness/inspector_page.mjs';
import { startPostgres } from '../node/harness/postgres.mjs';
import { startServer } from '../node/harness/server.mjs';
import { ANN, BOB, JWT_SECRET, endClients, subscribed, supabaseClient, token } from '../node/harness/supabase_client.mjs';

/** Where pictures go, to be looked at: none unless this is set. */
const PICTURES = process.env.BATON_PICTURES;
/** A name of a policy that a page must not take for markup: PostgreSQL cuts longer ones. */
const POLICY = HOSTILE.slice(0, 38);

let postgres;
let server;
let browser;
before(async () => {
  postgres = await startPostgres();
  postgres.setUp();
  postgres.sql(`
    create table public.orders (id int primary key, owner uuid, note text);
    alter table public.orders enable row level security;
    grant select on public.orders to authenticated, service_role;
    create policy "own orders" on public.orders for select to authenticated using (owner = auth.uid());
    create policy "${POLICY.replaceAll('"', '""')}" on public.orders as restrictive for select using (note is distinct from 'withdrawn');
    insert into public.orders values (7, '${ANN}', 'a');
    create table public.forgotten (id int primary key); alter table public.forgotten enable row level security;
    alter publication supabase_realtime add table public.orders, public.forgotten;
    create policy "members join" on realtime.messages for select to authenticated using (realtime.topic() = 'room:1');
  `);
  server = await startServer({
    apps: [{ jwt_secret: JWT_SECRET, database_url: postgres.serverUrl() }],
    settings: { inspector_token: OPERATOR },
  });
  browser = await startBrowser();
});
after(async () => {
  endClients();
  await browser?.stop();
  await server?.stop();
  await postgres?.stop();
});

const { signedIn, isAccessible, isClean } = inspectorPages(() => ({ browser, server }));

/** No fault that axe finds, in light and dark; pictures of both, at the width of a desk and of a phone. */
async function isSound(page, name) {
  for (const width of [1_280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await isAccessible(page, `${name}, ${colorScheme}, ${width}`);
      if (PICTURES) {
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${name} is ${overflow} px too wide at ${width}`);
  }
  await page.setViewportSize({ width: 1_280, height: 900 });
  await isClean(page);
}

test('tables, followers, and the policy that decides', async () => {
  const client = supabaseClient(server, { apikey: token({ role: 'authenticated', sub: ANN }) });
  await client.setAuth(token({ role: 'authenticated', sub: ANN }));
  await subscribed(client.channel('changes').on('postgres_changes', { event: '*', schema: 'public', table: 'orders' }, () => {}));

  const page = await signedIn('database');
  const tables = page.getByRole('region', { name: 'Published tables' });
  const orders = tables.getByRole('row', { name: /public\.orders/ });
  await orders.getByText('1 as authenticated').waitFor();
  await tables.getByRole('row', { name: /public\.forgotten.*no policy: nobody/ }).waitFor();
  await isSound(page, 'tables');

  await orders.getByRole('link', { name: 'Who sees a row?' }).click();
  await page.getByLabel('Primary key: id').fill('7');
  await page.getByLabel('User (optional)').fill(ANN);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText(/sees the row: policy "own orders" lets it pass/).waitFor();
  await isSound(page, 'row');

  await page.getByLabel('User (optional)').fill(BOB);
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText(/does not see the row: policy "own orders" is not true for the row/).waitFor();

  await page.getByLabel('A private channel').check();
  await page.getByLabel('Channel', { exact: true }).fill('room:1');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText(/may join the channel, and hears broadcast and presence; sends nothing on it/).waitFor();
  await isSound(page, 'channel');

  await page.getByLabel('Further claims').fill('{');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByText(/claims are not valid JSON/).waitFor();
  await page.close();
});
