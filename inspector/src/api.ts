// Calls to the server, and what their failures mean for the whole page: a lost connection shows a banner and is tried
// again, 401 leads to the sign-in form. Everything else is the caller's to show.
import { signal } from '@preact/signals';
import type { Session } from './wire';

const path = /^.*?\/inspector(?=\/|$)/.exec(location.pathname)?.[0];
const meta = document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content;

/** `/inspector`, with the server's path prefix in front. */
export const base = path ?? meta ?? '/inspector';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The request got no answer of the server. */
export class Unreachable extends Error {
  constructor() {
    super('The server does not answer.');
  }
}

/** `undefined` until it is known whether there is one, `null` without one. */
export const session = signal<Session | null | undefined>(undefined);
/** Why there is no session, for the sign-in form. */
export const signInNote = signal<string | null>(null);
/** When the next attempt is made, in the clock of `Date.now()`; `null` while the server answers. */
export const retryAt = signal<number | null>(null);
/** Increases each time that the server answers again; views then read again. */
export const revived = signal(0);

export type Query = Record<string, string | number | null | undefined>;

function address(call: string, query?: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== null && value !== undefined && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return `${base}/api${call}${text && '?'}${text}`;
}

interface Options {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** The answer 401 is an error as any other: for the sign-in itself. */
  signsIn?: boolean;
}

async function request<T>(method: string, call: string, options: Options = {}): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.body !== undefined) headers['content-type'] = 'application/json';
  const csrf = session.value?.csrf;
  if (method !== 'GET' && csrf) headers['x-csrf-token'] = csrf;
  let response: Response;
  let text: string;
  try {
    response = await fetch(address(call, options.query), {
      method,
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: options.signal,
    });
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    lost();
    throw new Unreachable();
  }
  let json: unknown;
  try {
    json = text === '' ? null : JSON.parse(text);
  } catch {
    json = undefined;
  }
  // A proxy in front answers so while the server is away.
  if (response.status >= 502 && response.status <= 504 && json === undefined) {
    lost();
    throw new Unreachable();
  }
  if (!response.ok) {
    const said = (json as { error?: unknown } | null | undefined)?.error;
    const message = typeof said === 'string' ? said : text.slice(0, 500).trim() || `The server answered ${response.status}.`;
    if (response.status === 401 && !options.signsIn) {
      if (session.value) signInNote.value = 'The session has ended. Sign in again; the view stays.';
      session.value = null;
    }
    throw new ApiError(response.status, message);
  }
  if (json === undefined) throw new ApiError(response.status, 'The answer is not JSON. Is there another server behind this address?');
  return json as T;
}

export const get = <T>(call: string, query?: Query, abort?: AbortSignal): Promise<T> =>
  request<T>('GET', call, { query, signal: abort });
export const post = <T>(call: string, body: unknown = {}): Promise<T> => request<T>('POST', call, { body });
export const patch = <T>(call: string, body: unknown): Promise<T> => request<T>('PATCH', call, { body });
export const remove = <T>(call: string): Promise<T> => request<T>('DELETE', call);
export const signIn = (body: unknown): Promise<Session> => request<Session>('POST', '/session', { body, signsIn: true });

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;
let pause = FIRST_RETRY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

function lost(): void {
  if (timer !== undefined) return;
  // Up to a third more, so that many open pages do not come back in step.
  const wait = pause * (1 + Math.random() / 3);
  pause = Math.min(pause * 2, LAST_RETRY_MS);
  retryAt.value = Date.now() + wait;
  timer = setTimeout(() => void retryNow(), wait);
}

/** Asks whether the server is there again, and which session it knows. */
export async function retryNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  try {
    const known = await request<Session>('GET', '/session');
    session.value = known;
  } catch (error) {
    if (error instanceof Unreachable) return;
    if (!(error instanceof ApiError && error.status === 401)) session.value ??= null;
  }
  pause = FIRST_RETRY_MS;
  if (retryAt.value !== null) {
    retryAt.value = null;
    revived.value += 1;
  }
}

/** What an error says to a person. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
