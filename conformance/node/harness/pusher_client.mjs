/**
 * Unmodified pusher-js clients and the unmodified server SDK, pointed at the server under test.
 */
import { createRequire } from 'node:module';
import { Agent } from 'node:https';
import Pusher from 'pusher-js';
import { next, within } from './waiting.mjs';

/** The SDK with which an application publishes. */
export const PusherSdk = createRequire(import.meta.url)('pusher');

/** The key that end-to-end encryption derives channels' secrets from; the server never learns it. */
export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

const open = new Set();

/** The server SDK for one app of `server`. */
export function sdk(server, app = server.app) {
  return new PusherSdk({
    appId: app.id,
    key: app.key,
    secret: app.secret,
    host: server.host,
    port: String(server.port),
    useTLS: Boolean(server.ca),
    agent: server.ca && new Agent({ ca: server.ca }),
    encryptionMasterKeyBase64: MASTER_KEY,
  });
}

/**
 * A pusher-js client.
 * @param app     the app to connect to
 * @param member  what presence channels are told: `{user_id, user_info}`
 * @param user    who signs in: `{id, user_info, watchlist}`
 * @param options options of pusher-js, over those below
 */
export function pusherClient(server, { app = server.app, member, user, ...options } = {}) {
  const signer = sdk(server, app);
  const client = new Pusher(app.key, {
    cluster: '',
    wsHost: server.host,
    wsPort: server.port,
    wssPort: server.port,
    forceTLS: Boolean(server.ca),
    enabledTransports: ['ws'],
    channelAuthorization: {
      customHandler: ({ socketId, channelName }, done) => {
        const isPresence = channelName.startsWith('presence-');
        done(null, signer.authorizeChannel(socketId, channelName, isPresence ? member : undefined));
      },
    },
    userAuthentication: {
      customHandler: ({ socketId }, done) => done(null, signer.authenticateUser(socketId, user)),
    },
    ...options,
  });
  open.add(client);
  return client;
}

/** Waits until the client is connected; its socket id. */
export async function connected(client) {
  if (client.connection.state !== 'connected') await next(client.connection, 'connected');
  return client.connection.socket_id;
}

/** A client that is connected. */
export async function connect(server, options) {
  const client = pusherClient(server, options);
  await connected(client);
  return client;
}

/** Subscribes and waits for the server's word; a refusal fails with its text. */
export async function subscribe(client, name) {
  const channel = client.subscribe(name);
  if (channel.subscribed) return channel;
  await Promise.race([
    next(channel, 'pusher:subscription_succeeded'),
    refusal(channel).then((error) => {
      throw new Error(`subscription to ${name} refused: ${JSON.stringify(error)}`);
    }),
  ]);
  return channel;
}

/** Resolves with the error of a refused subscription; never without one. */
export function refusal(channel) {
  return new Promise((done) => channel.bind('pusher:subscription_error', done));
}

/** Subscribes where the server is expected to refuse; what it says. */
export function refused(client, name) {
  return within(refusal(client.subscribe(name)), `refusal of ${name}`);
}

/** Signs in and waits until the server has taken it. */
export async function signIn(client) {
  client.signin();
  await within(client.user.signinDonePromise, 'sign-in');
  if (!client.user.user_data) throw new Error('the sign-in was refused');
  return client.user.user_data;
}

/**
 * Ends every client of this test file. After a close that means "come back in a second" pusher-js sets two timers, and
 * disconnect() clears one: when the other fires it connects again, and would keep the process.
 */
export function disconnectAll() {
  open.forEach((client) => {
    client.disconnect();
    client.connection.bind('connecting', () => setImmediate(() => client.disconnect()));
  });
  open.clear();
}
