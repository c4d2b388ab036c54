/**
 * Calls of the inspector's API, as a browser or a program makes them.
 */
import { createHmac } from 'node:crypto';
import { startServer } from './server.mjs';
import { send } from './signed_http.mjs';
import { until } from './waiting.mjs';

export const OPERATOR = 'the-token-of-operators-0123456789';
export const READER = 'the-token-of-readers-0123456789';

/** The settings with which a server has both tokens. */
export const TOKENS = { inspector_token: OPERATOR, inspector_reader_token: READER };

/**
 * Starts servers with both tokens, which end together.
 * @param apps the apps of each, unless a test names others; `app` adds settings to the first
 */
export function servers({ apps: usual }) {
  const ends = [];
  const atEnd = (end) => ends.push(end);
  return {
    async start({ app = {}, settings = {}, apps = [{ ...usual[0], ...app }, ...usual.slice(1)] } = {}) {
      const server = await startServer({ apps, settings: { ...TOKENS, ...settings } });
      atEnd(() => server.stop());
      return server;
    },
    /** Has something else end with them. */
    atEnd,
    stopAll: () => Promise.all(ends.map((end) => end())),
  };
}

/** Path and query of a call. */
export function pathOf(call, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = given.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&');
  return `/inspector/api/${call}${query && `?${query}`}`;
}

/** Sends a call with whatever headers; `body` is an object, or a string that is sent as it is. */
export function call(server, method, name, { parameters, body, headers = {} } = {}) {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return send(server, method, pathOf(name, parameters), text, headers);
}

/** Signs in. */
export function signIn(server, body, headers) {
  return call(server, 'POST', 'session', { body, headers });
}

/** What an app's own backend signs in with. */
export function signedKey(app, { time = Math.floor(Date.now() / 1000), secret = app.secret, key = app.key } = {}) {
  return { key, time, signature: createHmac('sha256', secret).update(`inspector\n${key}\n${time}`).digest('hex') };
}

/** A caller with these headers; each of its calls answers `{ status, headers, json, text }`. */
export function callerWith(server, headers) {
  const caller = {
    headers,
    call: (method, name, options = {}) => call(server, method, name, { ...options, headers: { ...headers, ...options.headers } }),
    get: (name, parameters) => caller.call('GET', name, { parameters }),
    post: (name, body) => caller.call('POST', name, { body }),
    /** The JSON of a call that has to succeed. */
    read: async (name, parameters) => {
      const { status, json, text } = await caller.get(name, parameters);
      if (status !== 200) throw new Error(`${pathOf(name, parameters)}: ${status} ${text}`);
      return json;
    },
    /** Polls a call until `check` finds something in its JSON, and returns that. */
    until: (name, parameters, check, what = name) => until(async () => check(await caller.read(name, parameters)), what),
  };
  return caller;
}

/** A caller that shows a token with each call. */
export const bearer = (server, token = OPERATOR) => callerWith(server, { authorization: `Bearer ${token}` });

/** A caller of one app's, with a session. */
export async function ofApp(server, app) {
  const { status, json, text } = await signIn(server, signedKey(app));
  if (status !== 200) throw new Error(`sign-in of app ${app.id}: ${status} ${text}`);
  return bearer(server, json.token);
}

/** A browser that is signed in: its cookie, its CSRF token, and a caller that sends both. */
export async function browser(server, proof = { token: OPERATOR }) {
  const { status, json, headers, text } = await signIn(server, { ...proof, cookie: true });
  if (status !== 200) throw new Error(`sign-in: ${status} ${text}`);
  const [set] = headers['set-cookie'];
  const cookie = set.split(';')[0];
  return { set, cookie, session: json, ...callerWith(server, { cookie, 'x-csrf-token': json.csrf }) };
}

/**
 * Reads the timeline from now on: `read()` returns what came since, and all of it is in `events`.
 * @param filter parameters of each call
 */
export async function watch(caller, filter = {}) {
  const { cursor } = await caller.read('timeline', filter);
  const watched = { cursor, events: [], lost: 0, sampled: 0 };
  watched.read = async (more = {}) => {
    const page = await caller.read('timeline', { ...filter, after: watched.cursor, ...more });
    watched.cursor = page.cursor;
    watched.events.push(...page.events);
    watched.lost += page.lost;
    watched.sampled = page.sampled;
    return page.events;
  };
  /** Waits for an event that has all of these fields. */
  watched.event = (fields) => {
    const has = (event) => Object.entries(fields).every(([key, value]) => event[key] === value);
    return until(async () => {
      await watched.read();
      return watched.events.find(has);
    }, `event ${JSON.stringify(fields)}`);
  };
  return watched;
}
