// Reading from the API within a component: one answer that may be read again every few seconds, or a list page by page.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { get, revived, Unreachable, type Query } from './api';
import type { Page } from './wire';

export interface Answer<T> {
  data: T | null;
  error: unknown;
  loading: boolean;
  reload: () => void;
}

const key = (call: string | null, query: Query): string | null => call && `${call}?${JSON.stringify(query)}`;

/** Reads `call` whenever it or its parameters change, and every `everyMs` while the page can be seen. The last answer
 *  stays while the same call is read again, so that nothing flickers. */
export function useAnswer<T>(call: string | null, query: Query = {}, everyMs = 0): Answer<T> {
  const id = key(call, query);
  const [state, setState] = useState<{ id: string | null; data: T | null; error: unknown }>({ id: null, data: null, error: null });
  const [turn, setTurn] = useState(0);
  const back = revived.value;

  useEffect(() => {
    if (!call) return;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      try {
        const data = await get<T>(call, query, abort.signal);
        setState({ id, data, error: null });
      } catch (error) {
        if (abort.signal.aborted) return;
        // The banner shows a lost connection; what was read stays visible below it.
        if (!(error instanceof Unreachable)) setState((was) => ({ id, data: was.id === id ? was.data : null, error }));
      }
      if (everyMs > 0 && !abort.signal.aborted) timer = setTimeout(again, everyMs);
    };
    const again = () => {
      if (document.hidden) timer = setTimeout(again, everyMs);
      else void read();
    };
    void read();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [id, everyMs, turn, back]);

  const current = state.id === id;
  return {
    data: current ? state.data : null,
    error: current ? state.error : null,
    loading: call !== null && !current,
    reload: useCallback(() => setTurn((was) => was + 1), []),
  };
}

/** Rows of a list's first page, which is read again and again. */
const FIRST_PAGE = 200;
/** Of those after it. The server goes through its whole list for each, so that fewer and longer ones cost it less. */
const NEXT_PAGE = 1_000;

export interface Pages<P extends Page, R> {
  rows: R[];
  /** The latest page that was read, for what stands beside its rows. */
  page: P | null;
  error: unknown;
  loading: boolean;
  /** Reads the next page, unless one is being read or there is none. */
  more: () => void;
  reload: () => void;
}

/** A list with `next`: the first page at once, and further ones when `more` is called. With `everyMs` the first page is
 *  read again as long as it is the only one, since rows that somebody has scrolled to must not move. */
export function usePages<P extends Page, R>(
  call: string | null,
  query: Query,
  rowsOf: (page: P) => R[],
  everyMs = 0,
): Pages<P, R> {
  const id = key(call, query);
  const [state, setState] = useState<{ id: string | null; rows: R[]; page: P | null; error: unknown }>({
    id: null,
    rows: [],
    page: null,
    error: null,
  });
  const [turn, setTurn] = useState(0);
  const back = revived.value;
  const now = useRef<{ id: string | null; state: typeof state; busy: object | null }>({ id, state, busy: null });
  now.current.id = id;
  now.current.state = state;

  const read = useCallback(
    async (after: string | null, abort?: AbortSignal) => {
      if (!call) return;
      const turnOfThis = {};
      now.current.busy = turnOfThis;
      try {
        const page = await get<P>(call, { limit: after === null ? FIRST_PAGE : NEXT_PAGE, ...query, after }, abort);
        if (now.current.id !== id) return;
        setState((was) => {
          if (after === null) return { id, page, rows: rowsOf(page), error: null };
          // The list may have been reloaded meanwhile.
          if (was.id !== id || was.page?.next !== after) return was;
          return { id, page, rows: was.rows.concat(rowsOf(page)), error: null };
        });
      } catch (error) {
        if (abort?.aborted || now.current.id !== id || error instanceof Unreachable) return;
        setState((was) => (was.id === id ? { ...was, error } : { id, rows: [], page: null, error }));
      } finally {
        if (now.current.busy === turnOfThis) now.current.busy = null;
      }
    },
    [id],
  );

  useEffect(() => {
    const abort = new AbortController();
    void read(null, abort.signal);
    const timer =
      everyMs > 0
        ? setInterval(() => {
            const { state: latest, busy } = now.current;
            if (!busy && !document.hidden && latest.id === id && latest.rows.length <= FIRST_PAGE) void read(null, abort.signal);
          }, everyMs)
        : undefined;
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [read, everyMs, turn, back]);

  const current = state.id === id;
  return {
    rows: current ? state.rows : [],
    page: current ? state.page : null,
    error: current ? state.error : null,
    loading: call !== null && !current,
    more: useCallback(() => {
      const { state: latest, busy } = now.current;
      if (!busy && latest.id === id && latest.page?.next) void read(latest.page.next);
    }, [read]),
    reload: useCallback(() => setTurn((was) => was + 1), []),
  };
}

/** A text field whose value takes effect once nobody has typed for a while. */
export function useDebounced(value: string, apply: (value: string) => void, ms = 250): [string, (value: string) => void] {
  const [typed, setTyped] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  useEffect(() => {
    // The value came from elsewhere: a link, or "back".
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    typed,
    (next) => {
      setTyped(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => {
        sent.current = next;
        apply(next);
      }, ms);
    },
  ];
}

/** Whether a media query matches, as it changes. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = () => setMatches(list.matches);
    change();
    list.addEventListener('change', change);
    return () => list.removeEventListener('change', change);
  }, [query]);
  return matches;
}

export const NARROW = '(max-width: 720px)';
