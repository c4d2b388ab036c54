/**
 * An application's HTTP server that Baton sends signed requests to: what webhooks and hooks have in common.
 */
import { createServer } from 'node:http';
import { sdk } from './pusher_client.mjs';

/**
 * Has `receiver` listen. It gets `port`, `url`, `stop()`, `isValid(server, request)`, and counts: `open` requests, the `most` of
 * them at once, and `sockets`.
 * @param handle called with each whole request, `{ method, url, headers, body }`, and its response
 */
export async function listen(receiver, handle, port = 0) {
  Object.assign(receiver, { open: 0, most: 0, sockets: 0 });
  const server = createServer((request, response) => {
    const chunks = [];
    receiver.most = Math.max(receiver.most, ++receiver.open);
    response.on('close', () => receiver.open--);
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      return handle({ method, url, headers, body: Buffer.concat(chunks).toString() }, response);
    });
  });
  server.on('connection', () => receiver.sockets++);
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  receiver.port = server.address().port;
  receiver.url = `http://127.0.0.1:${receiver.port}/hook?token=hidden`;
  /** Whether Pusher's own library accepts the signature of a request. */
  receiver.isValid = (of, { headers, body }) => sdk(of).webhook({ headers, rawBody: body }).isValid();
  receiver.stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return receiver;
}
