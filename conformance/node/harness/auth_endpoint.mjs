/**
 * The two endpoints that a Laravel application answers, `/broadcasting/auth` and `/broadcasting/user-auth`, with
 * the form-encoded requests that Echo's clients send.
 */
import { createServer } from 'node:http';
import { sdk } from './pusher_client.mjs';

/**
 * Serves them on a free port.
 * @param who decides: given `{channel, authorization}`, it returns false to refuse (403), true, or what presence
 *            channels tell: `{user_id, user_info}`
 */
export async function startAuthEndpoint(server, who, app = server.app) {
  const signer = sdk(server, app);
  const endpoint = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const form = new URLSearchParams(body);
    const authorization = request.headers.authorization;
    const decision = who({ channel: form.get('channel_name'), authorization });
    if (!decision) return response.writeHead(403).end('{"message":"Forbidden"}');
    const answer =
      request.url === '/broadcasting/user-auth'
        ? signer.authenticateUser(form.get('socket_id'), { id: String(decision.user_id), user_info: decision.user_info })
        : signer.authorizeChannel(
            form.get('socket_id'),
            form.get('channel_name'),
            form.get('channel_name').startsWith('presence-') ? decision : undefined,
          );
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise((done) => endpoint.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${endpoint.address().port}`,
    close: () => {
      endpoint.closeAllConnections();
      return new Promise((done) => endpoint.close(done));
    },
  };
}
