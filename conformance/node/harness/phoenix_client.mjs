/**
 * Unmodified phoenix.js with its LongPoll transport, and the same conversation by hand.
 */
import { LongPoll, Socket } from 'phoenix';
import { token } from './supabase_client.mjs';
import { within } from './waiting.mjs';

const open = new Set();

/** A phoenix.js socket that polls; `path` is where it connects, `options` are its own. */
export function pollingSocket(server, { path = '/realtime/v1', apikey = token(), ...options } = {}) {
  const socket = new Socket(`${server.url}${path}`, {
    transport: LongPoll,
    params: { apikey },
    reconnectAfterMs: () => 50,
    rejoinAfterMs: () => 50,
    ...options,
  });
  open.add(socket);
  socket.connect();
  return socket;
}

/** Joins, and fails with what the server says where it refuses. */
export function joined(socket, topic, config = {}) {
  const channel = socket.channel(`realtime:${topic}`, { config });
  const done = new Promise((resolve, reject) => {
    channel
      .join()
      .receive('ok', () => resolve(channel))
      .receive('error', (response) => reject(new Error(JSON.stringify(response))));
  });
  return within(done, `join of ${topic}`, 10_000);
}

/** Ends every socket that a test opened. */
export function endSockets() {
  for (const socket of open) socket.disconnect();
  open.clear();
}

/** One session by hand. */
export class Session {
  constructor(server, { path = '/realtime/v1/longpoll', query = `apikey=${token()}&vsn=2.0.0`, headers = {} } = {}) {
    Object.assign(this, { server, path, query, headers, ticket: null });
  }

  /** One request: HTTP's status, headers, and the JSON. */
  async request(method, { body, type = 'application/x-ndjson', signal, ticket = this.ticket } = {}) {
    const answer = await fetch(`${this.server.url}${this.path}?${this.query}&token=${ticket}`, {
      method,
      headers: { ...this.headers, ...(body !== undefined && { 'content-type': type }) },
      body,
      signal,
    });
    return { http: answer.status, headers: answer.headers, ...(await answer.json()) };
  }

  /** Opens it; what the server answers. */
  async open() {
    const answer = await this.request('GET');
    this.ticket = answer.token ?? null;
    return answer;
  }

  poll(options) {
    return this.request('GET', options);
  }

  /** Sends messages, which are written as JSON. */
  say(...messages) {
    return this.request('POST', { body: messages.map((message) => JSON.stringify(message)).join('\n') });
  }

  /** Polls until `matches` finds a message, and returns it; what else came is in `seen`. */
  async until(matches, what) {
    this.seen ??= [];
    const look = async () => {
      for (;;) {
        const place = this.seen.findIndex(matches);
        if (place >= 0) return this.seen.splice(place, 1)[0];
        const { status, messages } = await this.poll();
        if (status === 410) throw new Error('the session has ended');
        this.seen.push(...messages.map((text) => JSON.parse(text)));
      }
    };
    return within(look(), what);
  }
}
