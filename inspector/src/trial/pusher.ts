// A client of Pusher's protocol: https://pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol/
import { post } from '../api';
import type { ClientInfo } from '../wire';
import { Client } from './client';
import type { Log } from './log';

export interface PusherUser {
  /** As whom it joins presence channels: JSON of `user_id` and `user_info`. */
  member: string | null;
  /** As whom it signs in: JSON with `id`. */
  signIn: string | null;
}

const NEEDS_SIGNATURE = /^(private|presence)-/;
const MOST_NAMES = 5;

export class PusherClient extends Client {
  private greeted: ((socket: string) => void) | null = null;

  constructor(
    app: ClientInfo,
    log: Log,
    public user: PusherUser,
  ) {
    super(app, log);
  }

  /** Opens the connection, and waits for the server's greeting; false where it does not come. */
  async connect(): Promise<boolean> {
    const greeting = new Promise<string>((done) => (this.greeted = done));
    await this.open();
    if ((await greeting) === '') return false;
    if (this.user.signIn !== null) await this.signIn(this.user.signIn);
    return true;
  }

  protected path(): Promise<string> {
    return Promise.resolve(`/app/${encodeURIComponent(this.app.key)}?protocol=7&client=baton-inspector&version=1`);
  }

  protected opened(): void {
    // The server speaks first.
  }

  protected ended(): void {
    this.greeted?.('');
    this.greeted = null;
  }

  private async signIn(userData: string): Promise<void> {
    const { auth } = await post<{ auth: string }>('/sign', { app: this.app.app, socket: this.socket.value, user_data: userData });
    this.send({ event: 'pusher:signin', data: { auth, user_data: userData } });
  }

  async subscribe(channel: string): Promise<void> {
    const data: Record<string, string> = { channel };
    if (NEEDS_SIGNATURE.test(channel)) {
      const channelData = channel.startsWith('presence-') ? this.user.member : null;
      const body = { app: this.app.app, socket: this.socket.value, channel, channel_data: channelData };
      data.auth = (await post<{ auth: string }>('/sign', body)).auth;
      if (channelData !== null) data.channel_data = channelData;
    }
    this.send({ event: 'pusher:subscribe', data });
  }

  unsubscribe(channel: string): void {
    this.send({ event: 'pusher:unsubscribe', data: { channel } });
    this.channels.value = this.channels.value.filter((each) => each !== channel);
    this.log.add({ tone: 'calm', what: 'unsubscribed', channel });
  }

  trigger(channel: string, event: string, data: string): void {
    let value: unknown = data;
    try {
      value = JSON.parse(data);
    } catch {
      // It is a text then.
    }
    this.send({ event, channel, data: value });
    this.log.add({ tone: 'sent', what: 'sent', channel, event, data });
  }

  protected received(message: Record<string, unknown>): void {
    const event = typeof message.event === 'string' ? message.event : '';
    const channel = typeof message.channel === 'string' ? message.channel : undefined;
    // Within a message data is a text, which has JSON in it but for errors.
    const data = typeof message.data === 'string' || message.data === undefined ? (message.data as string | undefined) : JSON.stringify(message.data);
    switch (event) {
      case 'pusher:connection_established': {
        const { socket_id: socket } = parsed(data) as { socket_id?: string };
        this.socket.value = socket ?? null;
        this.state.value = 'open';
        this.log.add({ tone: 'good', what: 'connected', brief: `as ${socket}`, data });
        this.greeted?.(socket ?? '');
        this.greeted = null;
        return;
      }
      case 'pusher:ping':
        this.send({ event: 'pusher:pong', data: {} });
        return this.log.add({ tone: 'calm', what: 'ping', brief: 'answered' });
      case 'pusher_internal:subscription_succeeded':
        if (channel !== undefined && !this.channels.value.includes(channel)) this.channels.value = [...this.channels.value, channel];
        return this.log.add({ tone: 'good', what: 'subscribed', channel, brief: members(data), data: data === '{}' ? undefined : data });
      case 'pusher:signin_success':
        return this.log.add({ tone: 'good', what: 'signed in', data });
      case 'pusher:subscription_error':
        return void this.failed('refused', { channel, brief: said(data), data });
      case 'pusher:error':
        return void this.failed('error', { channel, brief: said(data), data });
      default:
        return this.log.add({ tone: 'received', what: event.startsWith('pusher') ? 'notice' : 'event', channel, event, data });
    }
  }
}

function parsed(data: string | undefined): unknown {
  try {
    return JSON.parse(data ?? '{}') ?? {};
  } catch {
    return {};
  }
}

/** The code and the text of an error. */
function said(data: string | undefined): string {
  const { code, status, message, error } = parsed(data) as Record<string, unknown>;
  const number = code ?? status;
  const text = message ?? error;
  return [typeof number === 'number' ? `code ${number}` : '', typeof text === 'string' ? text : ''].filter(Boolean).join(': ');
}

/** Who is on a presence channel. */
function members(data: string | undefined): string | undefined {
  const { presence } = parsed(data) as { presence?: { ids?: unknown; count?: unknown } };
  if (!presence || !Array.isArray(presence.ids)) return undefined;
  const names = presence.ids.slice(0, MOST_NAMES).map(String).join(', ');
  const count = typeof presence.count === 'number' ? presence.count : presence.ids.length;
  return `${count} ${count === 1 ? 'member' : 'members'}: ${names}${count > MOST_NAMES ? ' …' : ''}`;
}
