// The timeline's events in the browser. They come by long polling, as many as a thousand in a second, and at most
// MAX_EVENTS are kept: SHOWN_EVENTS in the list, and while the list is held, the newest WAITING_EVENTS behind it.
import { signal } from '@preact/signals';
import { ApiError, get, Unreachable, type Query } from './api';
import type { TimelineEvent, TimelinePage } from './wire';

export const MAX_EVENTS = 5_000;
const WAITING_EVENTS = 1_000;
const SHOWN_EVENTS = MAX_EVENTS - WAITING_EVENTS;

/** Between two questions, so that a busy server answers ten times a second with many events, not once for each. */
const PAUSE_MS = 100;
const WAIT_MS = 20_000;
/** A page that nobody sees asks without waiting: browsers open six connections to a server, and pages in six tabs that
 *  wait would leave none. It asks often enough that the server goes on recording. */
const HIDDEN_PAUSE_MS = 5_000;
const AFTER_FAILURE_MS = 1_000;

export interface Gap {
  gap: true;
  id: string;
  time_ms: number;
  /** Dropped by the server before they were read. */
  lost: number;
  /** Not recorded, since they were more than the server records in a second. */
  sampled: number;
  /** Dropped here while the list was held. */
  dropped: number;
}

export type Entry = (TimelineEvent & { gap?: undefined }) | Gap;

/** Marks of missing events within this time are one mark: at high rates each answer has one. */
const ONE_GAP_MS = 1_000;
const SLOW_MS = 34;
/** The rates in the header are of this time. */
const RATE_MS = 5_000;

export class Feed {
  /** The oldest first; the list shows them from the end. */
  shown: Entry[] = [];
  waiting: Entry[] = [];
  waitingTotal = 0;
  /** Increases with each change, at most once in a frame. */
  readonly version = signal(0);
  readonly error = signal<unknown>(null);
  /** Has the server answered once? */
  readonly begun = signal(false);
  private held = false;
  private dropped = 0;
  private gaps = 0;
  private cursor: string | null = null;
  private abort: AbortController | null = null;
  private frame = 0;
  private notBefore = 0;
  /** Something changed while a frame was being drawn. */
  private behind = false;
  private recent: { at: number; events: number; missing: number }[] = [];

  constructor(readonly query: Query) {}

  start(): void {
    this.abort ??= new AbortController();
    void this.run(this.abort.signal);
  }

  stop(): void {
    this.abort?.abort();
    this.abort = null;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** While it is held, the list stays as it is, and what comes waits. */
  hold(held: boolean): void {
    if (held === this.held) return;
    this.held = held;
    if (!held) {
      if (this.dropped > 0) this.shown.push(this.gap({ dropped: this.dropped }));
      for (const entry of this.waiting) this.shown.push(entry);
      this.waiting = [];
      this.waitingTotal = 0;
      this.dropped = 0;
      this.trim();
    }
    this.changed();
  }

  clear(): void {
    this.shown = [];
    this.waiting = [];
    this.waitingTotal = 0;
    this.dropped = 0;
    this.changed();
  }

  /** Events in a second that were shown here, and those of the server that the filter lets through. */
  rate(): { shown: number; all: number } {
    const now = Date.now();
    this.recent = this.recent.filter((each) => each.at > now - RATE_MS);
    let shown = 0;
    let missing = 0;
    for (const each of this.recent) {
      shown += each.events;
      missing += each.missing;
    }
    return { shown: (shown * 1000) / RATE_MS, all: ((shown + missing) * 1000) / RATE_MS };
  }

  private async run(abort: AbortSignal): Promise<void> {
    while (!abort.aborted) {
      try {
        const first = this.cursor === null;
        const page = await get<TimelinePage>(
          '/timeline',
          { ...this.query, after: this.cursor, wait_ms: first || document.hidden ? null : WAIT_MS, limit: 1000 },
          abort,
        );
        this.cursor = page.cursor;
        this.error.value = null;
        this.begun.value = true;
        this.take(page, first);
        await sleep(document.hidden ? HIDDEN_PAUSE_MS : PAUSE_MS, abort);
      } catch (error) {
        if (abort.aborted) return;
        if (!(error instanceof Unreachable)) {
          this.error.value = error;
          // What is no longer valid is the cursor, after a restart of the server.
          if (error instanceof ApiError && error.status >= 400 && error.status < 500) this.cursor = null;
        }
        await sleep(AFTER_FAILURE_MS, abort);
      }
    }
  }

  private take(page: TimelinePage, first: boolean): void {
    const missing = page.lost + page.sampled;
    if (!first) this.recent.push({ at: Date.now(), events: page.events.length, missing });
    if (page.events.length === 0 && missing === 0) return;
    // A list that is held from its beginning, as with a link to an event, shows what was there.
    const waits = this.held && !first;
    const into = waits ? this.waiting : this.shown;
    if (missing > 0 && !(first && page.sampled === 0)) {
      const before = into.findLast((entry) => entry.gap);
      const time_ms = page.events[0]?.time_ms ?? Date.now();
      if (before?.gap && before.dropped === 0 && time_ms - before.time_ms < ONE_GAP_MS) {
        before.lost += page.lost;
        before.sampled += page.sampled;
      } else {
        into.push(this.gap({ lost: page.lost, sampled: page.sampled, time_ms }));
      }
    }
    for (const event of page.events) into.push(event);
    if (waits) this.waitingTotal += page.events.length;
    this.trim();
    this.changed();
  }

  private gap(of: Partial<Gap>): Gap {
    this.gaps += 1;
    return { gap: true, id: `gap-${this.gaps}`, time_ms: Date.now(), lost: 0, sampled: 0, dropped: 0, ...of };
  }

  private trim(): void {
    if (this.shown.length > SHOWN_EVENTS) this.shown.splice(0, this.shown.length - SHOWN_EVENTS);
    const over = this.waiting.length - WAITING_EVENTS;
    if (over > 0) {
      this.waiting.splice(0, over);
      this.dropped += over;
    }
  }

  /** Draws in the next frame. A machine that needs longer than two frames for it gets three times as long for
   *  everything else, so that scrolling and typing stay possible on a slow phone. */
  private changed(): void {
    if (this.frame !== 0) {
      this.behind = true;
      return;
    }
    this.frame = requestAnimationFrame((began) => {
      if (began < this.notBefore) {
        this.frame = 0;
        this.changed();
        return;
      }
      this.version.value += 1;
      this.frame = requestAnimationFrame((ended) => {
        this.frame = 0;
        const took = ended - began;
        this.notBefore = took > SLOW_MS ? ended + 3 * took : 0;
        if (this.behind) {
          this.behind = false;
          this.changed();
        }
      });
    });
  }
}

/** Ends early when the page comes into view. */
function sleep(ms: number, abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', done);
      abort.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    document.addEventListener('visibilitychange', done);
    abort.addEventListener('abort', done);
  });
}
