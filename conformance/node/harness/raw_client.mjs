/**
 * A bare WebSocket that speaks the protocol's JSON itself: it sees each frame as it was sent, and does what no
 * SDK would do.
 */
import { createHmac } from 'node:crypto';
import WebSocket from 'ws';
import { within, WITHIN_MS } from './waiting.mjs';

const open = new Set();

export class RawClient {
  constructor(socket) {
    this.socket = socket;
    /** Every message as it came, `{text, event, channel, data}`; `data` is not decoded. */
    this.messages = [];
    this.waiting = new Set();
    this.closed = new Promise((done) => {
      socket.on('close', (code, reason) => done({ code, reason: reason.toString() }));
    });
    socket.on('error', (error) => (this.failure = error));
    socket.on('message', (bytes) => {
      const text = bytes.toString();
      this.messages.push({ text, ...JSON.parse(text) });
      this.waiting.forEach((retry) => retry());
    });
    open.add(this);
  }

  /**
   * Opens a connection.
   * @param path    path and query, by default the app's with protocol 7
   * @param options options of `ws`: headers, origin, autoPong …
   */
  static open(server, { app = server.app, path = `/app/${app.key}?protocol=7`, ...options } = {}) {
    return new RawClient(
      new WebSocket(`${server.url.replace('http', 'ws')}${path}`, {
        perMessageDeflate: false,
        ca: server.ca,
        ...options,
      }),
    );
  }

  /** Opens a connection and waits for the greeting; the client has `socketId` then. */
  static async connect(server, options) {
    const client = RawClient.open(server, options);
    client.app = options?.app ?? server.app;
    const greeting = await client.event('pusher:connection_established');
    client.socketId = JSON.parse(greeting.data).socket_id;
    return client;
  }

  send(message) {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Subscribes, with a signature where the channel needs one, and waits for the server's word. */
  async subscribe(channel, channelData) {
    this.send({ event: 'pusher:subscribe', data: this.subscription(channel, channelData) });
    const answer = await this.take(
      (message) => message.channel === channel && /subscription_(succeeded|error)$/.test(message.event),
      `answer to the subscription to ${channel}`,
    );
    if (answer.event === 'pusher:subscription_error') throw new Error(answer.text);
    return answer;
  }

  /** The data of a `pusher:subscribe`. */
  subscription(channel, channelData) {
    const data = channelData === undefined ? undefined : JSON.stringify(channelData);
    const signed = data === undefined ? `${this.socketId}:${channel}` : `${this.socketId}:${channel}:${data}`;
    const guarded = /^(private|presence)-/.test(channel);
    return { channel, auth: guarded ? this.auth(signed) : '', ...(data && { channel_data: data }) };
  }

  /** `KEY:SIGNATURE` over `text` with this client's app. */
  auth(text, app = this.app) {
    return `${app.key}:${createHmac('sha256', app.secret).update(text).digest('hex')}`;
  }

  /** Signs in. */
  signIn(user) {
    const data = JSON.stringify(user);
    this.send({ event: 'pusher:signin', data: { auth: this.auth(`${this.socketId}::user::${data}`), user_data: data } });
    return this.event('pusher:signin_success');
  }

  /** Takes the first message with this event name, and channel if given; waits for it. */
  event(name, channel) {
    const matches = (message) => message.event === name && (channel === undefined || message.channel === channel);
    return this.take(matches, channel ? `${name} of ${channel}` : name);
  }

  /** Takes the first `pusher:error`; its data. */
  async error() {
    return (await this.event('pusher:error')).data;
  }

  /** Takes the first message that `matches` out of those that came, or waits for it. */
  take(matches, what, ms = WITHIN_MS) {
    let retry;
    const found = new Promise((done) => {
      retry = () => {
        const place = this.messages.findIndex(matches);
        if (place < 0) return;
        this.waiting.delete(retry); // or a second message of the same moment would be taken as well, and lost
        done(this.messages.splice(place, 1)[0]);
      };
      this.waiting.add(retry);
      retry();
    });
    // Nothing comes after the close.
    const never = this.closed.then(({ code }) => {
      throw new Error(`no ${what} before the close with ${code}`);
    });
    return within(Promise.race([found, never]), what, ms)
      .catch((error) => {
        const seen = this.messages.map((message) => message.text.slice(0, 200)).join('\n  ');
        throw new Error(`${error.message}; came:\n  ${seen || 'nothing'}`);
      })
      .finally(() => this.waiting.delete(retry));
  }

  /** Waits for the close: `{code, reason}`. */
  close(ms = WITHIN_MS) {
    return within(this.closed, 'close', ms);
  }

  /** Sends a ping of the protocol and waits for the answer: all that was sent before has been handled then. */
  async settle() {
    this.send({ event: 'pusher:ping', data: {} });
    await this.event('pusher:pong');
  }

  end() {
    this.socket.terminate();
  }
}

/** Ends every raw client of this test file. */
export function endAll() {
  open.forEach((client) => client.end());
  open.clear();
}
