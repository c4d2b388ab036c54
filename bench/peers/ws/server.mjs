/**
 * A relay in the shape of a Pusher server on `ws`, as its documentation shows it: a set of sockets per channel, and a
 * loop over it for each message, which is turned into bytes once.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createRequire } from 'node:module';
import { join, leave, roster } from '../members.mjs';
import {
  PONG,
  established,
  memberAdded,
  memberRemoved,
  published,
  subscribed,
  takesClientEvents,
} from '../messages.mjs';

const { WebSocketServer } = createRequire(new URL('../../../.cache/peers/ws/', import.meta.url))('ws');
const { HOST, PORT, APP_ID, APP_KEY, TLS_CERT, TLS_KEY } = process.env;

/** The sockets in each channel. */
const channels = new Map();
let connections = 0;

/** Streams that keep what is sent until all that has arrived in this turn of the loop has been read. */
const corked = [];

/** Sends with as few system calls as the turn allows: `ws` makes one for each message otherwise. */
function write(socket, bytes, binary = false) {
  const stream = socket._socket;
  if (stream && stream.writableCorked === 0) {
    if (corked.length === 0) setImmediate(uncork);
    stream.cork();
    corked.push(stream);
  }
  socket.send(bytes, { binary });
}

function uncork() {
  for (const stream of corked.splice(0)) stream.uncork();
}

/** Sends to all sockets in a channel but one. */
function send(channel, text, except) {
  const bytes = Buffer.from(text);
  for (const socket of channels.get(channel) ?? []) {
    if (socket !== except) write(socket, bytes);
  }
}

/** Handlers of client messages, by event. */
const COMMANDS = {
  'pusher:ping': ({ socket }) => write(socket, PONG),
  'pusher:subscribe': (session, { channel, channel_data }) => {
    if (!session.channels.has(channel)) {
      enter(session, channel, channel.startsWith('presence-') ? JSON.parse(channel_data) : undefined);
    }
  },
  'pusher:unsubscribe': (session, { channel }) => exit(session, channel),
};

function enter({ socket, channels: own }, channel, member) {
  own.set(channel, member);
  if (!channels.has(channel)) channels.set(channel, new Set());
  channels.get(channel).add(socket);
  if (member && join(channel, member)) send(channel, memberAdded(channel, member), socket);
  write(socket, subscribed(channel, member && roster(channel)));
}

function exit({ socket, channels: own }, channel) {
  if (!own.has(channel)) return;
  const member = own.get(channel);
  own.delete(channel);
  const sockets = channels.get(channel);
  sockets.delete(socket);
  if (sockets.size === 0) channels.delete(channel);
  if (member && leave(channel, member)) send(channel, memberRemoved(channel, member));
}

function serve(socket) {
  const session = { socket, channels: new Map() };
  write(socket, established(`1.${++connections}`));
  socket.on('message', (bytes) => {
    const { event, channel, data } = JSON.parse(bytes.toString());
    if (event.startsWith('client-')) {
      if (takesClientEvents(channel) && session.channels.has(channel)) send(channel, bytes, socket);
    } else {
      COMMANDS[event]?.(session, data);
    }
  });
  socket.on('close', () => {
    for (const channel of session.channels.keys()) exit(session, channel);
  });
}

const echo = (socket) => socket.on('message', (bytes, binary) => write(socket, bytes, binary));

const ROUTES = { '/echo': echo, [`/app/${APP_KEY}`]: serve };

async function answer(request, response) {
  if (request.method !== 'POST' || path(request) !== `/apps/${APP_ID}/events`) {
    response.writeHead(404, { 'content-length': 0 }).end();
    return;
  }
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  for (const [channel, text] of published(JSON.parse(Buffer.concat(pieces)))) send(channel, text);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
}

const path = (request) => request.url.split('?', 1)[0];

const server = TLS_CERT
  ? createSecureServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, answer)
  : createServer(answer);
const sockets = new WebSocketServer({ noServer: true });
server.on('upgrade', (request, stream, head) => {
  const route = ROUTES[path(request)];
  if (!route) return stream.end('HTTP/1.1 404 Not Found\r\n\r\n');
  sockets.handleUpgrade(request, stream, head, (socket) => {
    socket.on('error', () => socket.terminate());
    route(socket);
  });
});
// A backlog that holds all clients that connect at once: beyond it a client tries again after a second.
server.listen({ port: Number(PORT), host: HOST, backlog: 4096 });
