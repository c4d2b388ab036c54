// A real connection to the server, as one of an app's clients: what both protocols have in common.
import { signal } from '@preact/signals';
import { base, get } from '../api';
import type { ClientInfo, RefusalPage } from '../wire';
import { Log } from './log';

export type State = 'closed' | 'connecting' | 'open';

/** What the server's paths begin with, behind a proxy that adds a prefix. */
const root = base.slice(0, -'/inspector'.length);

/** A path of the server as an address of WebSockets. */
export const socketAddress = (path: string): string => `${location.protocol === 'https:' ? 'wss:' : 'ws:'}//${location.host}${root}${path}`;

const NEVER_OPENED =
  'The connection was refused before it was open. Browsers do not say why: look whether a proxy in front passes on this path with its upgrade, and into Refusals.';
/** How long the server may take to answer a handshake: browsers would wait for minutes. */
const OPEN_MS = 15_000;

export abstract class Client {
  readonly state = signal<State>('closed');
  /** As the server names the connection; Supabase's clients do not learn it. */
  readonly socket = signal<string | null>(null);
  readonly channels = signal<string[]>([]);
  private ws: WebSocket | null = null;
  /** The newest refusal that was there before: later ones may be this client's. */
  private refused = 0;

  constructor(
    readonly app: ClientInfo,
    readonly log: Log,
  ) {}

  protected abstract path(): Promise<string>;
  /** The connection is open, and the protocol's greeting begins. */
  protected abstract opened(): void;
  protected abstract received(message: Record<string, unknown>, text: string): void;
  protected abstract ended(): void;

  abstract subscribe(channel: string): Promise<void>;
  abstract unsubscribe(channel: string): void;
  abstract trigger(channel: string, event: string, data: string): void;

  /** Opens the connection; rejects where that fails before it is tried. */
  protected async open(): Promise<void> {
    this.state.value = 'connecting';
    try {
      await this.newRefusals();
      const path = await this.path();
      // Disconnected meanwhile.
      if ((this.state.value as State) !== 'connecting') return;
      this.listen(new WebSocket(socketAddress(path)));
    } catch (error) {
      this.state.value = 'closed';
      throw error;
    }
  }

  private listen(ws: WebSocket): void {
    this.ws = ws;
    let wasOpen = false;
    const late = setTimeout(() => ws.close(), OPEN_MS);
    ws.onopen = () => {
      clearTimeout(late);
      wasOpen = true;
      this.opened();
    };
    ws.onmessage = (event: MessageEvent<unknown>) => {
      if (typeof event.data !== 'string') return this.log.add({ tone: 'received', what: 'bytes' });
      let message: unknown;
      try {
        message = JSON.parse(event.data);
      } catch {
        message = null;
      }
      if (typeof message === 'object' && message !== null) this.received(message as Record<string, unknown>, event.data);
      else this.log.add({ tone: 'received', what: 'message', data: event.data });
    };
    ws.onclose = ({ code, reason, wasClean }) => {
      clearTimeout(late);
      if (this.ws !== ws) return;
      this.closed();
      if (!wasOpen) void this.failed('not connected', { brief: NEVER_OPENED });
      else if (wasClean && code < 4000) this.log.add({ tone: 'calm', what: 'closed', brief: `code ${code}${reason && `: ${reason}`}` });
      else void this.failed('closed', { brief: `code ${code}${reason && `: ${reason}`}${code === 1006 ? ': the connection was lost' : ''}` });
    };
  }

  private closed(): void {
    this.ws = null;
    this.state.value = 'closed';
    this.channels.value = [];
    this.ended();
  }

  disconnect(): void {
    const { ws } = this;
    if (this.state.value === 'closed') return;
    this.closed();
    ws?.close(1000);
    this.log.add({ tone: 'calm', what: 'disconnected' });
  }

  protected send(message: unknown): void {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(message));
  }

  /** Something was refused: the server's records say why, and what to change. */
  protected async failed(what: string, row: { brief?: string; channel?: string; data?: string }): Promise<void> {
    const socket = this.socket.value ?? undefined;
    const [refusal] = await this.newRefusals();
    const fix = refusal?.fix ? { text: refusal.fix, page: refusal.page } : undefined;
    // The record is in the server's words, a close or an error may have none.
    const brief = refusal && (!row.brief || row.brief === NEVER_OPENED) ? refusal.why : row.brief;
    this.log.add({ tone: 'bad', what, ...row, brief, fix, socket });
  }

  /** Refusals since the last call that may be this client's, the newest first. */
  private async newRefusals() {
    const page = await get<RefusalPage>('/refusals', { app: this.app.app, limit: 20 }).catch(() => null);
    const since = this.refused;
    this.refused = Math.max(since, page?.refusals[0]?.id ?? 0);
    const own = this.socket.value;
    return (page?.refusals ?? []).filter((one) => one.id > since && (one.socket === null || own === null || one.socket === own));
  }
}
