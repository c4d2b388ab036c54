/**
 * A Pusher server that knows no extension, as Reverb and Soketi are: it confirms subscriptions, relays what a test says, numbers
 * nothing and ignores fields that it does not know. A test may choose what it writes.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { WebSocketServer } from 'ws';

/**
 * Starts one on a free port.
 * @param confirmation the message that confirms a subscription to a channel, as text
 */
export async function startPlainServer({ confirmation = plainConfirmation, port = 0 } = {}) {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  /** What clients asked for: `{event, data}`. */
  const heard = [];
  sockets.on('connection', (socket, request) => {
    const data = JSON.stringify({ socket_id: `1.${sockets.clients.size}`, activity_timeout: 120 });
    socket.send(JSON.stringify({ event: 'pusher:connection_established', data }));
    socket.on('message', (bytes) => {
      const { event, data } = JSON.parse(bytes);
      heard.push({ event, data, path: request.url });
      if (event === 'pusher:subscribe') socket.send(confirmation(data.channel));
    });
  });
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  return {
    host: '127.0.0.1',
    port: http.address().port,
    heard,
    /** Sends everybody a text. */
    say: (text) => sockets.clients.forEach((socket) => socket.send(text)),
    /** Ends all connections without a close frame. */
    breakAll: () => sockets.clients.forEach((socket) => socket.terminate()),
    stop: async () => {
      sockets.clients.forEach((socket) => socket.terminate());
      sockets.close();
      http.close();
      await once(http, 'close');
    },
  };
}

const plainConfirmation = (channel) =>
  JSON.stringify({ event: 'pusher_internal:subscription_succeeded', channel, data: '{}' });
