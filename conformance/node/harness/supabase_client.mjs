/**
 * Unmodified realtime-js clients of two ages, pointed at the server under test, and tokens for them.
 */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import { RealtimeClient as Newest } from '@supabase/realtime-js';
import { RealtimeClient as First } from 'realtime-js-1';
import { createClient } from '@supabase/supabase-js';
import { within } from './waiting.mjs';

/** Users. */
export const ANN = '00000000-0000-0000-0000-00000000000a';
export const BOB = '00000000-0000-0000-0000-00000000000b';
export const EVE = '00000000-0000-0000-0000-00000000000e';

/** What the tests sign tokens with. */
export const JWT_SECRET = 'a secret that signs the tokens of these tests';

/** By the serialiser that each speaks unless it is told otherwise. */
export const LIBRARIES = { '1.0.0': First, '2.0.0': Newest };

const open = new Set();
const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token that holds for `seconds`. */
export function token({ seconds = 3600, role = 'anon', secret = JWT_SECRET, ...claims } = {}) {
  const now = Math.floor(Date.now() / 1000);
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ role, iat: now, exp: now + seconds, ...claims })}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** A client; `options` are realtime-js' own. */
export function supabaseClient(server, { vsn = '2.0.0', apikey = token(), ...options } = {}) {
  const client = new LIBRARIES[vsn](`ws://${server.host}:${server.port}/realtime/v1`, {
    params: { apikey },
    transport: WebSocket,
    ...options,
  });
  open.add(client);
  return client;
}

/**
 * A whole supabase-js client, which has nothing but its realtime part to talk to here.
 * @param key         the project's key
 * @param accessToken what the application's own sign-in gives, asked for whenever the library needs it
 * @param realtime    options of realtime-js
 */
export function projectClient(server, { key = token(), accessToken, realtime } = {}) {
  const client = createClient(server.url, key, {
    auth: { autoRefreshToken: false, persistSession: false },
    realtime: { transport: WebSocket, ...realtime },
    ...(accessToken && { accessToken }),
  });
  open.add({ disconnect: () => client.realtime.disconnect() });
  return client;
}

/** Subscribes, and fails with what the library says where it does not come to that. */
export function subscribed(channel) {
  const done = new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === 'SUBSCRIBED') resolve(channel);
      else if (status !== 'CLOSED') reject(new Error(`${status}: ${error?.message}`));
    });
  });
  return within(done, `subscription to ${channel.topic}`);
}

/** Every broadcast of a channel from now on, and the next of them. */
export function broadcasts(channel, event = '*') {
  const seen = [];
  const waiting = [];
  channel.on('broadcast', { event }, (message) => (waiting.length ? waiting.shift()(message) : seen.push(message)));
  seen.next = () =>
    within(seen.length ? Promise.resolve(seen.shift()) : new Promise((done) => waiting.push(done)), 'broadcast');
  return seen;
}

/** Ends every client that a test opened. */
export function endClients() {
  for (const client of open) client.disconnect();
  open.clear();
}
