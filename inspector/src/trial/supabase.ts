// A client of Supabase Realtime, which speaks Phoenix' protocol: https://supabase.com/docs/guides/realtime/protocol
import type { ClientInfo } from '../wire';
import { Client } from './client';
import type { Log } from './log';

const HEARTBEAT_MS = 25_000;
const TOPIC = 'realtime:';

export interface SupabaseUser {
  /** Signs a token, or gives the one that was pasted. */
  token: () => Promise<string>;
  isPrivate: boolean;
}

export class SupabaseClient extends Client {
  private token = '';
  private count = 0;
  private heart: ReturnType<typeof setInterval> | undefined;
  /** Joins that are not answered, by the number of their message. */
  private joins = new Map<string, string>();
  private joined = new Map<string, string>();
  private isOpen: ((open: boolean) => void) | null = null;

  constructor(
    app: ClientInfo,
    log: Log,
    public user: SupabaseUser,
  ) {
    super(app, log);
  }

  /** Opens the connection; false where that does not succeed. */
  async connect(): Promise<boolean> {
    const opened = new Promise<boolean>((done) => (this.isOpen = done));
    await this.open();
    return opened;
  }

  protected async path(): Promise<string> {
    this.token = await this.user.token();
    return `/realtime/v1/websocket?apikey=${encodeURIComponent(this.token)}&vsn=1.0.0`;
  }

  protected opened(): void {
    this.state.value = 'open';
    this.log.add({ tone: 'good', what: 'connected' });
    this.heart = setInterval(() => this.push('phoenix', 'heartbeat', {}), HEARTBEAT_MS);
    this.isOpen?.(true);
    this.isOpen = null;
  }

  protected ended(): void {
    clearInterval(this.heart);
    this.joins.clear();
    this.joined.clear();
    this.isOpen?.(false);
    this.isOpen = null;
  }

  private push(topic: string, event: string, payload: unknown, join?: string): string {
    this.count += 1;
    const ref = String(this.count);
    this.send({ topic, event, payload, ref, join_ref: join ?? (event === 'phx_join' ? ref : null) });
    return ref;
  }

  async subscribe(channel: string): Promise<void> {
    const config = { broadcast: { ack: false, self: true }, presence: { key: '', enabled: true }, postgres_changes: [], private: this.user.isPrivate };
    const ref = this.push(TOPIC + channel, 'phx_join', { config, access_token: this.token });
    this.joins.set(ref, channel);
  }

  unsubscribe(channel: string): void {
    this.push(TOPIC + channel, 'phx_leave', {}, this.joined.get(channel));
    this.left(channel);
    this.log.add({ tone: 'calm', what: 'unsubscribed', channel });
  }

  private left(channel: string): void {
    this.joined.delete(channel);
    this.channels.value = this.channels.value.filter((each) => each !== channel);
  }

  trigger(channel: string, event: string, data: string): void {
    let payload: unknown;
    try {
      payload = JSON.parse(data);
    } catch {
      payload = { text: data };
    }
    this.push(TOPIC + channel, 'broadcast', { type: 'broadcast', event, payload }, this.joined.get(channel));
    this.log.add({ tone: 'sent', what: 'sent', channel, event, data });
  }

  protected received(message: Record<string, unknown>): void {
    const { topic, event, payload, ref } = message as { topic?: string; event?: string; payload?: Record<string, unknown>; ref?: string | null };
    if (topic === 'phoenix') return;
    const channel = topic?.startsWith(TOPIC) ? topic.slice(TOPIC.length) : topic;
    const data = JSON.stringify(payload);
    switch (event) {
      case 'phx_reply':
        return this.replied(ref ?? '', channel ?? '', payload ?? {}, data);
      case 'phx_error':
      case 'phx_close':
        // The server confirms what this client has left itself.
        if (channel === undefined || !this.channels.value.includes(channel)) return;
        this.left(channel);
        return void this.failed('channel closed', { channel });
      case 'system':
        if (payload?.status === 'ok') return this.log.add({ tone: 'calm', what: 'notice', channel, brief: String(payload.message ?? ''), data });
        return void this.failed('error', { channel, brief: String(payload?.message ?? ''), data });
      case 'broadcast':
        return this.log.add({ tone: 'received', what: 'event', channel, event: String(payload?.event ?? ''), data: JSON.stringify(payload?.payload) });
      default:
        return this.log.add({ tone: 'received', what: 'notice', channel, event, data });
    }
  }

  private replied(ref: string, channel: string, payload: Record<string, unknown>, data: string): void {
    const asked = this.joins.get(ref);
    if (payload.status !== 'ok') {
      this.joins.delete(ref);
      const { reason } = (payload.response ?? {}) as { reason?: unknown };
      return void this.failed('refused', { channel, brief: typeof reason === 'string' ? reason : undefined, data });
    }
    if (asked === undefined) return;
    this.joins.delete(ref);
    this.joined.set(channel, ref);
    if (!this.channels.value.includes(channel)) this.channels.value = [...this.channels.value, channel];
    this.log.add({ tone: 'good', what: 'subscribed', channel });
  }
}
