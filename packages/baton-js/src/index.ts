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

/** What became of a subscription after a reconnect. */
export interface Outcome {
  /** The channel's name. */
  channel: string;
}

export interface Options {
  /** Where positions outlive a reload of the page, such as `sessionStorage`. Without one each page begins anew. */
  storage?: Pick<Storage, 'getItem' | 'setItem'>;
}

export interface Recovery {
  /** Whether the server numbers what it sends; `undefined` until the first subscription has been confirmed. */
  readonly supported: boolean | undefined;
  /**
   * Calls `listener` when a channel is subscribed to again: `recovered` where all that was missed follows, `lost` where
   * it is not stored any more, so that the application has to read its state anew. Returns what ends it.
   */
  on(event: 'recovered' | 'lost', listener: (outcome: Outcome) => void): () => void;
  /** The last event that was delivered of a channel. */
  position(channel: string): Position | undefined;
}

/** What is used of pusher-js, of versions 7 and 8. */
export interface PusherLike {
  key?: string;
  send_event(event: string, data: any, channel?: string): boolean;
  channel(name: string): any;
  connection: any;
}

/** What is used of Laravel Echo with the broadcaster `pusher` or `reverb`. */
export interface EchoLike {
  connector: any;
}

/** Adds recovery to a client, which may be connected already. Call it before the first subscription. */
export function withRecovery(client: PusherLike | EchoLike, { storage }: Options = {}): Recovery {
  const pusher: PusherLike = 'connector' in client ? client.connector.pusher : client;
  const connection = pusher.connection;
  const slot = `baton:${pusher.key}`;
  const positions = new Map<string, Position>(stored());
  const listeners: Record<string, Set<(outcome: Outcome) => void>> = { recovered: new Set(), lost: new Set() };
  let supported: boolean | undefined;

  function stored(): [string, Position][] {
    try {
      return JSON.parse(storage?.getItem(slot) ?? '[]');
    } catch {
      return [];
    }
  }

  function tell(event: 'recovered' | 'lost', channel: string) {
    pusher.channel(channel)?.emit(`baton:${event}`, { channel });
    listeners[event]!.forEach((listener) => listener({ channel }));
  }

  /** Whether an event that stands at `position` has not been delivered; then it counts as delivered. */
  function advance(channel: string, { epoch, offset }: Position): boolean {
    const last = positions.get(channel);
    if (last?.epoch === epoch && offset <= last.offset) return false;
    positions.set(channel, { epoch, offset });
    return true;
  }

  /** Whether pusher-js is to see a message. */
  function take(text: unknown): boolean {
    // Most messages of servers that number nothing are not parsed here.
    if (typeof text !== 'string' || !/"(epoch|event":"pusher_internal:subscription_succeeded)/.test(text)) return true;
    const { event, channel, epoch, offset, data } = JSON.parse(text);
    if (epoch !== undefined) return advance(channel, { epoch, offset });
    if (event !== 'pusher_internal:subscription_succeeded') return true;
    const standing = typeof data === 'string' ? JSON.parse(data) : (data ?? {});
    supported = standing.epoch !== undefined;
    // What it missed is numbered from where it was; if that is lost, or it is new, from here on.
    if (supported && !standing.recovered) positions.set(channel, { epoch: standing.epoch, offset: standing.offset });
    // After pusher-js has seen it: then the channel is subscribed to.
    if (standing.recovered !== undefined) queueMicrotask(() => tell(standing.recovered ? 'recovered' : 'lost', channel));
    return true;
  }

  const send = pusher.send_event;
  pusher.send_event = (event, data, channel) => {
    if (event === 'pusher:unsubscribe') positions.delete(data.channel);
    if (event !== 'pusher:subscribe') return send.call(pusher, event, data, channel);
    const last = positions.get(data.channel);
    const from = last && `${last.epoch}-${last.offset}`;
    return send.call(pusher, event, { ...data, positions: true, from }, channel);
  };

  /** Looks at what a connection receives before pusher-js reads it, as that leaves positions out. */
  function watch(transport: any) {
    if (!transport?.onMessage) return;
    const pass = transport.onMessage;
    transport.onMessage = (message: { data: unknown }) => take(message.data) && pass.call(transport, message);
  }

  watch(connection.connection?.transport);
  const begin = connection.setConnection;
  connection.setConnection = (next: any) => {
    watch(next.transport);
    begin.call(connection, next);
  };
  if (storage) {
    globalThis.addEventListener?.('pagehide', () => storage.setItem(slot, JSON.stringify([...positions])));
  }

  return {
    get supported() {
      return supported;
    },
    on(event, listener) {
      listeners[event]!.add(listener);
      return () => void listeners[event]!.delete(listener);
    },
    position: (channel) => positions.get(channel),
  };
}
