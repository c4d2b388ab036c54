/**
 * A room that fills up, seen by k6: clients connect to one private channel in growing numbers, stay 45 seconds and come
 * back, and every fifth of them talks to all others by client events. The scenario has the shape of the broadcast
 * benchmark that AnyCable publishes for its Laravel package. README.md beside this file tells how to run and read it.
 */
import { check, sleep } from 'k6';
import { hmac } from 'k6/crypto';
import { WebSocket } from 'k6/experimental/websockets';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'k6/timers';

const setting = (name, otherwise) => __ENV[name] || otherwise;
const number = (name, otherwise) => {
  const value = Number(setting(name, otherwise));
  if (!(value > 0)) throw new Error(`${name} is ${__ENV[name]}, and has to be a number above 0`);
  return value;
};

const URL = setting('URL', 'ws://127.0.0.1:8080');
const APP_KEY = setting('APP_KEY', 'app-key');
const APP_SECRET = setting('APP_SECRET', 'app-secret');
const MAX_VUS = number('MAX_VUS', 1000);
const TIME = number('TIME', 120);
const SESSION = number('SESSION', 45);

const CHANNEL = 'private-benchmark';
const EVENT = 'client-broadcast';
const MESSAGE_BYTES = 150;

/** One client in this many talks: every 200 ms it sends with probability 0.4, so two messages a second. */
const SENDER_EVERY = 5;
const TICK_MS = 200;
const SEND_PROBABILITY = 0.4;

/** A client that is not subscribed by then has failed. */
const SUBSCRIBED_WITHIN_MS = 10_000;

const handshake = new Trend('pusher_handshake', true);
const subscription = new Trend('pusher_subscription', true);
const latency = new Trend('pusher_broadcast_latency', true);
const sent = new Counter('pusher_sent');
const received = new Counter('pusher_received');
const missed = new Counter('pusher_missed');
const repeated = new Counter('pusher_repeated');
const errors = new Counter('pusher_errors');

export const options = {
  scenarios: {
    room: {
      executor: 'ramping-vus',
      startVUs: Math.max(1, Math.floor(MAX_VUS / 10)),
      stages: [
        { duration: `${Math.ceil(TIME / 3)}s`, target: Math.max(1, Math.floor(MAX_VUS / 4)) },
        { duration: `${Math.ceil(TIME / 2)}s`, target: MAX_VUS },
        { duration: `${Math.ceil(TIME / 6)}s`, target: 0 },
      ],
      // A session that has begun is ended by its client and not by k6.
      gracefulRampDown: `${SESSION + 15}s`,
      gracefulStop: `${SESSION + 15}s`,
    },
  },
  thresholds: {
    checks: ['rate>0.99'],
    pusher_handshake: ['p(95)<1500'],
    pusher_subscription: ['p(95)<500'],
    pusher_broadcast_latency: ['p(95)<500', 'p(99)<1000'],
    pusher_received: ['count>0'],
    pusher_missed: ['count==0'],
    pusher_repeated: ['count==0'],
    pusher_errors: ['count==0'],
  },
  summaryTrendStats: ['avg', 'med', 'p(90)', 'p(95)', 'p(99)', 'max'],
};

// A counter that nothing was added to is missing from the summary, and its threshold is not looked at.
export function setup() {
  for (const counter of [missed, repeated, errors]) counter.add(0);
}

export default function () {
  sleep((2 + Math.floor(Math.random() * 9)) / 5);
  new Session().connect();
}

/** One client from its connection to its end. */
class Session {
  constructor() {
    this.begun = Date.now();
    this.numbers = new Map();
    this.name = `${exec.vu.idInTest}-${exec.vu.iterationInInstance}`;
    this.count = 0;
    this.subscribed = false;
    this.over = false;
  }

  connect() {
    this.socket = new WebSocket(`${URL}/app/${APP_KEY}?protocol=7&client=k6&version=0.55&flash=false`);
    this.socket.onmessage = ({ data }) => this.receive(JSON.parse(data));
    this.socket.onerror = ({ error }) => this.fail(`error: ${error}`);
    this.socket.onclose = () => this.fail('the server closed');
    this.deadline = setTimeout(() => this.fail('not subscribed in time'), SUBSCRIBED_WITHIN_MS);
  }

  receive(message) {
    switch (message.event) {
      case EVENT:
        return this.deliver(message.data);
      case 'pusher:connection_established':
        return this.subscribe(JSON.parse(message.data).socket_id);
      case 'pusher_internal:subscription_succeeded':
        return this.start();
      case 'pusher:ping':
        return this.socket.send('{"event":"pusher:pong","data":{}}');
      case 'pusher:error':
      case 'pusher:subscription_error':
        return this.fail(JSON.stringify(message));
    }
  }

  subscribe(socketId) {
    this.established = Date.now();
    handshake.add(this.established - this.begun);
    const auth = `${APP_KEY}:${hmac('sha256', APP_SECRET, `${socketId}:${CHANNEL}`, 'hex')}`;
    this.socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel: CHANNEL, auth } }));
  }

  start() {
    subscription.add(Date.now() - this.established);
    this.subscribed = true;
    clearTimeout(this.deadline);
    if (exec.vu.idInTest % SENDER_EVERY === 0) {
      this.ticks = setInterval(() => Math.random() < SEND_PROBABILITY && this.send(), TICK_MS);
    }
    this.deadline = setTimeout(() => this.end(), SESSION * 1000);
  }

  /** Says something that carries when it was sent and its number among this sender's messages. */
  send() {
    const data = { at: Date.now(), from: this.name, n: this.count++, fill: '' };
    const text = () => JSON.stringify({ event: EVENT, channel: CHANNEL, data });
    data.fill = 'x'.repeat(Math.max(0, MESSAGE_BYTES - text().length));
    this.socket.send(text());
    sent.add(1);
  }

  /** Counts a delivery, and by the sender's numbers what did not come or came again since its first one. */
  deliver({ at, from, n }) {
    latency.add(Date.now() - at);
    received.add(1);
    const next = this.numbers.has(from) ? this.numbers.get(from) : n;
    if (n < next) return repeated.add(1);
    if (n > next) missed.add(n - next);
    this.numbers.set(from, n + 1);
  }

  fail(why) {
    if (this.over) return;
    errors.add(1);
    console.error(`client ${this.name}: ${why}`);
    this.end();
  }

  /** Ends the session; closing the socket and the timers lets k6 end the iteration. */
  end() {
    this.over = true;
    clearTimeout(this.deadline);
    clearInterval(this.ticks);
    this.socket.close();
    check(this, { subscribed: ({ subscribed }) => subscribed });
  }
}
