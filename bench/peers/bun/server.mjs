/** A relay in the shape of a Pusher server on Bun's own publish and subscribe, as its documentation shows it. */
import { dlopen } from 'bun:ffi';
import { readdirSync, readlinkSync, readFileSync } from 'node:fs';
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

const { HOST, PORT, APP_ID, APP_KEY, TLS_CERT, TLS_KEY } = process.env;

let connections = 0;

/** Handlers of client messages, by event. */
const COMMANDS = {
  'pusher:ping': (socket) => socket.send(PONG),
  'pusher:subscribe': (socket, { channel, channel_data }) => {
    if (socket.isSubscribed(channel)) return;
    if (channel.startsWith('presence-')) return enter(socket, channel, JSON.parse(channel_data));
    socket.subscribe(channel);
    socket.send(subscribed(channel));
  },
  'pusher:unsubscribe': (socket, { channel }) => {
    socket.unsubscribe(channel);
    exit(socket, channel);
  },
};

function enter(socket, channel, member) {
  socket.subscribe(channel);
  socket.data.members ??= new Map();
  socket.data.members.set(channel, member);
  if (join(channel, member)) socket.publish(channel, memberAdded(channel, member));
  socket.send(subscribed(channel, roster(channel)));
}

function exit(socket, channel) {
  const member = socket.data.members?.get(channel);
  if (!member) return;
  socket.data.members.delete(channel);
  if (leave(channel, member)) server.publish(channel, memberRemoved(channel, member));
}

const upgrade = (echo) => (request, server) =>
  server.upgrade(request, { data: { echo } }) ? undefined : new Response('a WebSocket is expected', { status: 426 });

const server = Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  tls: TLS_CERT ? { cert: Bun.file(TLS_CERT), key: Bun.file(TLS_KEY) } : undefined,
  routes: {
    '/echo': upgrade(true),
    [`/app/${APP_KEY}`]: upgrade(false),
    [`/apps/${APP_ID}/events`]: {
      POST: async (request) => {
        for (const [channel, text] of published(await request.json())) server.publish(channel, text);
        return Response.json({});
      },
    },
  },
  fetch: () => new Response('not found', { status: 404 }),
  websocket: {
    open(socket) {
      if (!socket.data.echo) socket.send(established(`1.${++connections}`));
    },
    message(socket, text) {
      if (socket.data.echo) return socket.send(text);
      const { event, channel, data } = JSON.parse(text);
      if (event.startsWith('client-')) {
        if (takesClientEvents(channel) && socket.isSubscribed(channel)) socket.publish(channel, text);
      } else {
        COMMANDS[event]?.(socket, data);
      }
    },
    close(socket) {
      for (const channel of socket.data.members?.keys() ?? []) exit(socket, channel);
    },
  },
});

/**
 * Bun listens with a backlog of 512 and has no option for it; beyond it a client tries again after a second. A second
 * listen() on the same socket changes it, which holds all clients that connect at once.
 */
function widen(port, backlog) {
  const hexadecimal = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = ['tcp', 'tcp6'].flatMap((file) => readFileSync(`/proc/self/net/${file}`, 'utf8').trim().split('\n').slice(1));
  const listening = rows.map((row) => row.trim().split(/\s+/)).find((row) => row[3] === '0A' && row[1].endsWith(`:${hexadecimal}`));
  for (const name of readdirSync('/proc/self/fd')) {
    try {
      if (readlinkSync(`/proc/self/fd/${name}`) !== `socket:[${listening[9]}]`) continue;
    } catch {
      continue; // closed meanwhile
    }
    const { symbols } = dlopen('libc.so.6', { listen: { args: ['int', 'int'], returns: 'int' } });
    if (symbols.listen(Number(name), backlog) === 0) return;
  }
  throw new Error('the backlog could not be set');
}

widen(server.port, 4096);
