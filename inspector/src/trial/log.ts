// What a client of "Try it" has sent and received, the newest first. Its length is bounded, and the page is drawn a few
// times a second however much comes.
import { signal } from '@preact/signals';

export type Tone = 'received' | 'sent' | 'good' | 'bad' | 'calm';

export interface Row {
  id: number;
  ms: number;
  tone: Tone;
  /** A word of this page, such as "subscribed". */
  what: string;
  /** Names that others chose: of the channel and of the event. */
  channel?: string;
  event?: string;
  /** In one line, such as who is there. */
  brief?: string;
  data?: string;
  /** Bytes of the data, where it is cut. */
  bytes?: number;
  fix?: { text: string; page: string | null };
  /** The connection that was refused something. */
  socket?: string;
}

const MOST_ROWS = 500;
/** Characters of one row's data: some 25 million in all rows. */
const MOST_CHARS = 50_000;
const DRAW_MS = 50;

export class Log {
  readonly rows = signal<Row[]>([]);
  readonly dropped = signal(0);
  private waiting: Row[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  add(row: Omit<Row, 'id' | 'ms'>): void {
    this.last += 1;
    const { data } = row;
    const cut = data !== undefined && data.length > MOST_CHARS;
    this.waiting.push({ ...row, id: this.last, ms: Date.now(), ...(cut && { data: data.slice(0, MOST_CHARS), bytes: new Blob([data]).size }) });
    // What would be dropped at once need not wait.
    if (this.waiting.length > MOST_ROWS) {
      this.waiting.shift();
      this.dropped.value += 1;
    }
    this.timer ??= setTimeout(() => this.draw(), DRAW_MS);
  }

  clear(): void {
    this.waiting = [];
    this.rows.value = [];
    this.dropped.value = 0;
  }

  private draw(): void {
    this.timer = undefined;
    const all = [...this.waiting.reverse(), ...this.rows.value];
    this.waiting = [];
    if (all.length > MOST_ROWS) this.dropped.value += all.length - MOST_ROWS;
    this.rows.value = all.slice(0, MOST_ROWS);
  }
}
