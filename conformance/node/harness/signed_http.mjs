/**
 * Signed requests to the HTTP API, made by hand: what the SDKs never send, and what they never show, is sent and
 * seen here.
 */
import { createHash, createHmac } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export const md5 = (body) => createHash('md5').update(body).digest('hex');

/** The signature over a request, as Pusher's documentation describes it. */
export function signature(secret, method, path, query) {
  const pairs = Object.entries(query)
    .map(([key, value]) => [key.toLowerCase(), Array.isArray(value) ? value.join(',') : value])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`);
  return createHmac('sha256', secret).update([method, path, pairs.join('&')].join('\n')).digest('hex');
}

/** The query of a signed request: the parameters of the authentication, and `query`. */
export function signedQuery({ key, secret }, method, path, body, query = {}, timestamp = Math.floor(Date.now() / 1000)) {
  const unsigned = {
    auth_key: key,
    auth_timestamp: String(timestamp),
    auth_version: '1.0',
    ...(body ? { body_md5: md5(body) } : {}),
    ...query,
  };
  return { ...unsigned, auth_signature: signature(secret, method, path, unsigned) };
}

/**
 * Sends a signed request.
 * @param path    path below `/apps/ID`
 * @param body    an object, sent as JSON, or a string, sent as it is
 * @param tamper  changes the query after it was signed
 */
export function api(server, method, path, { app = server.app, body, query, headers, timestamp, tamper } = {}) {
  const full = `/apps/${app.id}${path}`;
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const signed = signedQuery(app, method, full, text, query, timestamp);
  return send(server, method, `${full}?${encode(tamper ? tamper(signed) : signed)}`, text, headers);
}

/** Publishes one event; `data` is a string, as the API demands. */
export function publish(server, channel, name, data, more = {}, options = {}) {
  return api(server, 'POST', '/events', { body: { name, channels: [channel].flat(), data, ...more }, ...options });
}

/** Sends a request as it is. */
export function send(server, method, path, text = '', headers = {}) {
  return new Promise((done, fail) => {
    const request = (server.ca ? httpsRequest : httpRequest)(
      {
        host: server.host,
        ca: server.ca,
        port: server.port,
        method,
        path,
        headers: text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers } : headers,
      },
      (response) => {
        const pieces = [];
        response.on('data', (piece) => pieces.push(piece));
        response.on('end', () => {
          const answer = Buffer.concat(pieces).toString();
          done({ status: response.statusCode, headers: response.headers, text: answer, json: parsed(answer) });
        });
      },
    );
    request.on('error', fail);
    request.end(text);
  });
}

function encode(query) {
  return Object.entries(query)
    .flatMap(([key, value]) =>
      Array.isArray(value)
        ? value.map((one, n) => `${encodeURIComponent(`${key}[${n}]`)}=${encodeURIComponent(one)}`)
        : [`${encodeURIComponent(key)}=${encodeURIComponent(value)}`],
    )
    .join('&');
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
