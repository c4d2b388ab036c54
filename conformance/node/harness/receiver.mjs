/**
 * A receiver of webhooks, as an application has one: the requests that came, verified by Pusher's own library, and answers
 * as the test wants them.
 */
import { createServer } from 'node:http';
import { until } from './waiting.mjs';
import { sdk } from './pusher_client.mjs';

/**
 * Starts a receiver.
 * @param answer what each request is answered: a status, or a function of request, response and body that returns one, or
 *               nothing where it has answered by itself or never will
 */
export async function startReceiver({ answer = 200, port = 0 } = {}) {
  const receiver = { answer, requests: [], open: 0, most: 0 };
  const server = createServer((request, response) => {
    const chunks = [];
    receiver.most = Math.max(receiver.most, ++receiver.open);
    response.on('close', () => receiver.open--);
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const { method, url, headers } = request;
      const events = JSON.parse(body).events;
      const kept = { method, url, headers, body, events, at: Date.now(), id: headers['x-baton-webhook-id'] };
      receiver.requests.push(kept);
      const status = typeof receiver.answer === 'function' ? await receiver.answer(kept, response) : receiver.answer;
      kept.status = status;
      if (status) response.writeHead(status).end('ok');
    });
  });
  await new Promise((done) => server.listen(port, '127.0.0.1', done));
  receiver.port = server.address().port;
  receiver.url = `http://127.0.0.1:${receiver.port}/hook?token=hidden`;
  /** Events of all requests that were answered with 200, in the order in which they came, those of one id once. */
  receiver.events = () => {
    const ids = new Set();
    const isNew = ({ id }) => !ids.has(id) && ids.add(id);
    return receiver.requests.filter(({ status }) => status === 200).filter(isNew).flatMap(({ events }) => events);
  };
  /** Waits until an event came that has all of these fields; that event. */
  receiver.event = (fields, ms) => {
    const has = (event) => Object.entries(fields).every(([key, value]) => event[key] === value);
    return until(() => receiver.events().find(has), `event ${JSON.stringify(fields)}`, ms);
  };
  /** Whether Pusher's own library believes a request. */
  receiver.isValid = (server, { headers, body }) => sdk(server).webhook({ headers, rawBody: body }).isValid();
  receiver.stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return receiver;
}
