/** What the programs of this folder share: checks by name, and the application of ../application.py, which they call. */
import assert from 'node:assert/strict';
import { within as withinMs } from '../../node/harness/waiting.mjs';

const { env } = process;

/** The version of the client that this program is started for. */
export const VERSION = process.argv.at(-1);
/** Where Baton listens, and the app's keys. */
export const HOST = env.BATON_HOST;
export const PORT = Number(env.BATON_PORT);
export const URL_OF_BATON = env.BATON_URL;
export const APP = { id: env.APP_ID, key: env.APP_KEY, secret: env.APP_SECRET };

/** What is published: a program has to receive just this, once. The planted faults look for it. */
export const DATA = { text: 'Grüße', deep: [1, { yes: true, none: null }], number: 7351 };

/** How long anything may take on a machine that is several times slower than usual. */
const WITHIN_MS = 20_000;
/** How long until a client is back: some wait 15 s by their own clock. */
export const RECONNECT_MS = 60_000;

export const within = (promise, what, ms = WITHIN_MS) => withinMs(promise, what, ms);

/** Whether the version is this one or a newer. */
export function since(version, of = VERSION) {
  const [a, b] = [of, version].map((text) => text.split('.').map(Number));
  const place = [0, 1, 2].find((n) => (a[n] ?? 0) !== (b[n] ?? 0));
  return place === undefined || (a[place] ?? 0) > (b[place] ?? 0);
}

let failed = false;

/** Runs one check, and prints what came out. */
export async function check(name, body) {
  try {
    await body();
    console.log(`ok ${name}`);
  } catch (error) {
    failed = true;
    const [, place = ''] = /\/([^/]+\.mjs:\d+)/.exec(error?.stack?.replaceAll(/.*checks\.mjs.*/g, '')) ?? [];
    console.log(`not ok ${name}: ${place}: ${String(error?.message ?? JSON.stringify(error)).replaceAll('\n', ' ').slice(0, 600)}`);
  }
}

/** Runs it from a version on; before, the client has no such thing. */
export async function checkSince(version, name, body) {
  if (since(version)) await check(name, body);
  else lacks(name, `comes with ${version}`);
}

/** A check that the client has nothing for. */
export const lacks = (name, why) => console.log(`lacks ${name}: ${why}`);

/** Ends the program, whatever the clients still have open. */
export const finish = () => process.exit(failed ? 1 : 0);

/** Asks the application; its JSON. */
export async function ask(path, body) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetch(`${env.APPLICATION_URL}${path}`, { method: 'POST', body: text });
  const value = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
  return value;
}

/** Publishes over Pusher's HTTP API. */
export const publish = (channel, event, data, more = {}) => ask('/publish', { channel, event, data, ...more });
/** Publishes over Supabase's HTTP API. */
export const broadcast = (topic, event, payload, isPrivate = false) =>
  ask('/broadcast', { topic, event, payload, private: isPrivate });
/** Has Baton killed and started again. */
export const crash = () => ask('/crash');
/** Runs statements in the program's database. */
export const sql = (text) => ask('/sql', text);

/** A list that can be waited on: `push` adds, `until` waits. */
export class Heard extends Array {
  static get [Symbol.species]() {
    return Array;
  }

  /** The first entry that `matches`, once it is there. */
  async until(matches, what, ms) {
    let look;
    const found = new Promise((done) => {
      look = setInterval(() => {
        const place = this.findIndex((entry) => matches(entry));
        if (place >= 0) done(this[place]);
      }, 5);
    });
    try {
      return await within(found, what, ms);
    } catch (error) {
      throw new Error(`${error.message}; came: ${JSON.stringify([...this]).slice(0, 600)}`);
    } finally {
      clearInterval(look);
    }
  }
}

/** Fails unless `heard` is DATA, once. */
export const assertOnce = (heard) => assert.deepEqual([...heard], [DATA]);
