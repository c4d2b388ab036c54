/** The inspector's page in a browser, as the tests of `conformance/browser` open it and look at it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { until } from './waiting.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const OPERATOR = 'a token of operators in a browser';
export const READER = 'a token of readers in a browser';
/** What a page must not take for markup, nor a reader for a part of the page. */
export const HOSTILE = '<img src=x onerror="window.attacked=1"></script><script>window.attacked=1</script>\u202egnp.exe';
const PHONE = { width: 375, height: 812 };

/**
 * What a test does with pages of the inspector.
 * @param at names the browser and the server, which start after the file is read
 */
export function inspectorPages(at) {
  const base = () => `${at().server.url}/inspector`;

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
    const page = await at().browser.blank();
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
    const page = await at().browser.blank();
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

  return { base, call, opened, signedIn, signIn, signedOut, show, isRecorded, isClean, isAccessible, fitsPhone };
}
