/**
 * Waiting for what must come, with the name of what did not, and for what must not come.
 */

/** How long anything on loopback may take; a machine with two busy cores is slow, not wrong. */
export const WITHIN_MS = 5_000;
/** How long silence has to last before a test believes that nothing comes. */
export const QUIET_MS = 150;

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Fails with `what` if `promise` takes longer than `ms`. */
export function within(promise, what, ms = WITHIN_MS) {
  let late;
  const timeout = new Promise((_, fail) => {
    late = setTimeout(() => fail(new Error(`no ${what} within ${ms} ms`)), ms);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(late));
}

/** Polls until `check` returns something true, and returns it. */
export async function until(check, what, ms = WITHIN_MS) {
  const deadline = Date.now() + ms;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(10);
  }
}

/** The next `event` of anything that has `bind` and `unbind`, as pusher-js' objects do. */
export function next(bindable, event, ms = WITHIN_MS) {
  let handler;
  const promise = new Promise((done) => {
    handler = (data) => done(data);
    bindable.bind(event, handler);
  });
  return within(promise, `event ${event}`, ms).finally(() => bindable.unbind(event, handler));
}

/** Keeps everything that `bindable` emits under `event` from now on. */
export function record(bindable, event) {
  const seen = [];
  bindable.bind(event, (data, metadata) => seen.push({ data, metadata }));
  return seen;
}
