/** What becomes of a connection of Supabase's clients, without a client. */
import WebSocket from 'ws';
import { within } from './waiting.mjs';

/**
 * The status with which a connection is answered, and the reason of a refusal. A key that is not accepted has its connection
 * opened, since a page is shown nothing of a refused handshake, and each join refused: that is 401 too.
 */
export function connecting(server, path, headers = {}) {
  const socket = new WebSocket(`ws://${server.host}:${server.port}${path}`, { headers });
  const isFirst = !/vsn=2/.test(path);
  const answer = new Promise((done, fail) => {
    socket.on('open', () => {
      const [topic, event] = ['realtime:connecting', 'phx_join'];
      socket.send(JSON.stringify(isFirst ? { topic, event, payload: {}, ref: '1', join_ref: '1' } : ['1', '1', topic, event, {}]));
    });
    socket.on('message', (text) => {
      const message = JSON.parse(text);
      const [event, payload] = isFirst ? [message.event, message.payload] : [message[3], message[4]];
      if (event !== 'phx_reply') return;
      const { status, response } = payload;
      socket.terminate();
      done(status === 'ok' ? [101] : [401, said(response.reason)]);
    });
    socket.on('error', () => {});
    socket.on('close', () => fail(new Error('closed without an answer')));
    socket.on('unexpected-response', (_, response) => {
      let text = '';
      response.on('data', (bytes) => (text += bytes));
      response.on('end', () => done([response.statusCode, JSON.parse(text).error]));
    });
  });
  return within(answer, 'answer', 10_000);
}

/** The text of a reason, without its name and without what changes from second to second. */
function said(reason) {
  return reason.replace(/^\w+: /, '').replace(/ \d+ seconds ago$/, '');
}
