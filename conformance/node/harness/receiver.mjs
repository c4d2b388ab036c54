/**
 * A receiver of webhooks, as an application has one: the requests that came, verified by Pusher's own library, and answers
 * as the test wants them.
 */
import { listen } from './http_receiver.mjs';
import { until } from './waiting.mjs';

/**
 * Starts a receiver.
 * @param answer what each request is answered: a status, or a function of request, response and body that returns one, or
 *               nothing where it has answered by itself or never will
 */
export async function startReceiver({ answer = 200, port = 0 } = {}) {
  const receiver = { answer, requests: [] };
  const handle = async ({ method, url, headers, body }, response) => {
    const { events } = JSON.parse(body);
    const kept = { method, url, headers, body, events, at: Date.now(), id: headers['x-baton-webhook-id'] };
    receiver.requests.push(kept);
    const status = typeof receiver.answer === 'function' ? await receiver.answer(kept, response) : receiver.answer;
    kept.status = status;
    if (status) response.writeHead(status).end('ok');
  };
  await listen(receiver, handle, port);
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
  return receiver;
}
