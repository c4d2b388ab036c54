/**
 * Exactly once and in order, for pusher-js and Laravel Echo on a Baton server.
 *
 * The server numbers what it sends where a subscription asks for it, and a subscription may say where it was. This adds
 * both to what pusher-js says, and drops what it has delivered before. Everything else of pusher-js stays as it is: a
 * server that does not know the extension ignores what is added.
 */

/** Where a channel is: offsets grow within an epoch, and another epoch says that the numbering began anew. */
export interface Position {
  epoch: string;
  offset: number;
}

/**
 * What became of a subscription after a reconnect: `recovered` where all that was missed follows, `lost` where it is not
 * stored any more, so that the application has to read its state anew.
 */
export type Outcome = 'recovered' | 'lost';

/** Is told which channel it became of. */
export type Listener = (about: { channel: string }) => void;

export interface Options {
  /** Where positions outlive a reload of the page, such as `sessionStorage`. Without one each page begins anew. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
}

export interface Recovery {
  /** Whether the server numbers what it sends; `undefined` until the first subscription has been confirmed. */
  readonly supported: boolean | undefined;
  /** Calls `listener` whenever this becomes of a channel that is subscribed to again. Returns what ends it. */
  on(event: Outcome, listener: Listener): () => void;
  /** Where a subscribed channel is: at the last event that was delivered, or where it was subscribed to. */
  position(channel: string): Position | undefined;
}

/** What is used of pusher-js, of versions 7 and 8. */
export interface PusherLike {
  key?: string;
  send_event(event: string, data: any, channel?: string): boolean;
  unsubscribe(channel: string): void;
  channel(name: string): any;
  allChannels(): any[];
  connection: any;
}

/** What is used of Laravel Echo with the broadcaster `pusher` or `reverb`. */
export interface EchoLike {
  connector: any;
}

/** What is remembered of a channel. */
interface Place extends Position {
  /** Events up to here have been delivered. On a cache channel this is less than `offset` until its cached event comes. */
  delivered: number;
}

/** A position that no server has given out: what came after it is lost. */
const UNKNOWN: Place = { epoch: '0', offset: 0, delivered: 0 };

/** The recoveries of all clients, as a second one would drop nothing and announce everything twice. */
const recoveries = new WeakMap<object, Recovery>();

/** Adds recovery to a client, which may be connected already. Call it before the first subscription. */
export function withRecovery(client: PusherLike | EchoLike, { storage }: Options = {}): Recovery {
  const pusher: PusherLike = 'connector' in client ? client.connector.pusher : client;
  const former = recoveries.get(pusher);
  if (former) return former;

  const connection = pusher.connection;
  const slot = `baton:${pusher.key}`;
  const listeners: Record<Outcome, Set<Listener>> = { recovered: new Set(), lost: new Set() };
  /** Of channels that are subscribed to, or were when the page was left: pusher-js has as many. */
  const places = stored();
  let supported: boolean | undefined;
  let watched: unknown;

  function stored(): Map<string, Place> {
    try {
      return new Map(JSON.parse(storage?.getItem(slot) || '[]'));
    } catch {
      return new Map(); // not ours, or no access to it
    }
  }

  function tell(outcome: Outcome, channel: string) {
    pusher.channel(channel)?.emit(`baton:${outcome}`, { channel });
    listeners[outcome].forEach((listener) => listener({ channel }));
  }

  /** A subscription is confirmed. What became of it is returned, if it was there before. */
  function begin(channel: string, { epoch, offset, recovered }: Partial<Position> & { recovered?: boolean }) {
    const last = places.get(channel);
    supported = epoch !== undefined;
    if (!supported) {
      places.delete(channel);
      // The server has been replaced by one that cannot say what was missed.
      return last && last.epoch !== UNKNOWN.epoch ? 'lost' : undefined;
    }
    // What was missed goes on from `last`. If that is lost, or this is a new subscription, it goes on from here, and
    // the event of a cache channel may still come.
    if (!recovered) {
      places.set(channel, { epoch: epoch!, offset: offset!, delivered: last?.epoch === epoch ? last!.delivered : 0 });
    }
    return recovered === undefined ? undefined : recovered ? 'recovered' : 'lost';
  }

  /** Whether an event has not been delivered. It counts as delivered from now on. */
  function advance(channel: string, epoch: string, offset: number) {
    const last = places.get(channel);
    const isSame = last?.epoch === epoch;
    if (isSame && offset <= last!.delivered) return false;
    // Events may be on their way when a channel is left: the next subscription must not begin there.
    if (pusher.channel(channel)?.subscribed) {
      places.set(channel, { epoch, offset: isSame ? Math.max(offset, last!.offset) : offset, delivered: offset });
    }
    return true;
  }

  /** Passes a message on to pusher-js, unless it was delivered before. */
  function receive(text: unknown, pass: () => void) {
    let outcome: Outcome | undefined;
    let name = '';
    try {
      // Most messages of servers that number nothing are not parsed here.
      if (typeof text === 'string' && /"epoch"|:subscription_succeeded"/.test(text)) {
        const { event, channel, data, epoch, offset } = JSON.parse(text);
        if (event === 'pusher_internal:subscription_succeeded') {
          name = channel;
          outcome = begin(channel, (typeof data === 'string' && data ? JSON.parse(data) : data) || {});
        } else if (epoch && !advance(channel, epoch, offset)) {
          return;
        }
      }
    } catch {
      // pusher-js says what it cannot read.
    }
    try {
      pass();
    } finally {
      // Now the channel is subscribed to, and nothing else has come yet.
      if (outcome) tell(outcome, name);
    }
  }

  /** Looks at what the connection receives before pusher-js reads it, as that leaves positions out. */
  function watch() {
    const transport = connection.connection?.transport;
    // Twice where this is called by a listener to `connected`, which pusher-js goes on to call.
    if (!transport || transport === watched) return;
    watched = transport;
    const pass = transport.onMessage;
    transport.onMessage = (message: { data: unknown }) => {
      const go = () => pass.call(transport, message);
      // What still comes from a connection that pusher-js has given up is not delivered, and so does not count.
      if (connection.connection?.transport === transport) receive(message.data, go);
      else go();
    };
  }

  const send = pusher.send_event;
  pusher.send_event = (event, data, channel) => {
    if (event === 'pusher:subscribe') {
      const last = places.get(data.channel);
      data = { ...data, positions: true, from: last && `${last.epoch}-${last.offset}` };
    }
    return send.call(pusher, event, data, channel);
  };

  const leave = pusher.unsubscribe;
  pusher.unsubscribe = (name) => {
    leave.call(pusher, name);
    // It may still be there: a subscription that has yet to be confirmed is left then.
    if (!pusher.channel(name)) places.delete(name);
  };

  watch();
  connection.bind('connected', watch);
  // Where channels are that were subscribed to before is not known, and so what their first break loses is not either.
  pusher.allChannels().forEach(({ name, subscribed }) => subscribed && places.set(name, UNKNOWN));
  if (storage) {
    globalThis.addEventListener?.('pagehide', () => storage.setItem(slot, JSON.stringify([...places])));
  }

  const recovery: Recovery = {
    get supported() {
      return supported;
    },
    on(event, listener) {
      listeners[event].add(listener);
      return () => void listeners[event].delete(listener);
    },
    position(channel) {
      const { epoch, offset } = places.get(channel) ?? UNKNOWN;
      return epoch === UNKNOWN.epoch ? undefined : { epoch, offset };
    },
  };
  recoveries.set(pusher, recovery);
  return recovery;
}
