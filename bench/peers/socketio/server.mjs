/**
 * Channels as Socket.IO's rooms, as its documentation shows them. A client emits `subscribe` with a channel and gets an
 * acknowledgement; `publish` with a channel and data goes to all others in it as `m`, with the same two.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createRequire } from 'node:module';

const { Server } = createRequire(new URL('../../../.cache/peers/socketio/', import.meta.url))('socket.io');
const { HOST, PORT, APP_ID, TLS_CERT, TLS_KEY } = process.env;

/** Pusher's publish, so that an application publishes to all peers alike. */
async function answer(request, response) {
  if (request.method !== 'POST' || request.url.split('?', 1)[0] !== `/apps/${APP_ID}/events`) {
    response.writeHead(404, { 'content-length': 0 }).end();
    return;
  }
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { data, channel, channels = [channel] } = JSON.parse(Buffer.concat(pieces));
  for (const each of channels) sockets.to(each).emit('m', each, data);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
}

const server = TLS_CERT
  ? createSecureServer({ cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) }, answer)
  : createServer(answer);
const sockets = new Server(server);
sockets.on('connection', (socket) => {
  socket.on('subscribe', (channel, acknowledge) => {
    socket.join(channel);
    acknowledge();
  });
  socket.on('publish', (channel, data) => socket.to(channel).emit('m', channel, data));
});
// A backlog that holds all clients that connect at once: beyond it a client tries again after a second.
server.listen({ port: Number(PORT), host: HOST, backlog: 4096 });
