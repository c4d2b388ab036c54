/** The inspector's view of a database in a real browser: its tables, its followers, and why a user sees a row or not. */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { startBrowser } from '../node/harness/browser.mjs';
import { startPostgres } from '../node/harness/postgres.mjs';
import { startServer } from '../node/harness/server.mjs';
import { ANN, BOB, JWT_SECRET, endClients, subscribed, supabaseClient, token } from '../node/harness/supabase_client.mjs';

const require = createRequire(new URL('../node/package.json', import.meta.url));
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const OPERATOR = 'a token of operators in a browser';
/** Where pictures go, to be looked at: none unless this is set. */
const PICTURES = process.env.BATON_PICTURES;
/** What a page must not take for markup. */
const HOSTILE = `<img src=x onerror="window.attacked=1">`;

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
    create policy "${HOSTILE.replaceAll('"', '""')}" on public.orders as restrictive for select using (note is distinct from 'withdrawn');
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

async function opened() {
  const page = await browser.blank();
  page.faults = [];
  page.on('pageerror', (error) => page.faults.push(`error: ${error.message}`));
  await page.goto(`http://127.0.0.1:${server.port}/inspector#/database`);
  await page.getByLabel('Token').fill(OPERATOR);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-view="database"]').waitFor();
  return page;
}

/** No fault that axe finds, in light and dark; pictures of both, at the width of a desk and of a phone. */
async function isSound(page, name) {
  for (const width of [1_280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      const violations = await page.evaluate(`${AXE}; axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
        violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`);
      assert.deepEqual(violations, [], `${name}, ${colorScheme}, ${width}`);
      if (PICTURES) {
        mkdirSync(PICTURES, { recursive: true });
        await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true });
      }
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${name} is ${overflow} px too wide at ${width}`);
  }
  await page.setViewportSize({ width: 1_280, height: 900 });
  assert.deepEqual([page.faults, await page.evaluate(() => window.attacked)], [[], undefined]);
}

test('tables, followers, and the policy that decides', async () => {
  const client = supabaseClient(server, { apikey: token({ role: 'authenticated', sub: ANN }) });
  await client.setAuth(token({ role: 'authenticated', sub: ANN }));
  await subscribed(client.channel('changes').on('postgres_changes', { event: '*', schema: 'public', table: 'orders' }, () => {}));

  const page = await opened();
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
