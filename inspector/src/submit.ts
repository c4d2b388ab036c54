// Forms that ask the server something and show its answer beside them.
import { useState } from 'preact/hooks';

export interface Submitted<T> {
  busy: boolean;
  /** The last answer; `null` before the first one, and after an error. */
  result: T | null;
  error: unknown;
  submit: (event: SubmitEvent) => Promise<void>;
}

/** Sends a form, one submission at a time: a second press of the button would do the same twice. */
export function useSubmit<T>(send: (event: SubmitEvent) => Promise<T>): Submitted<T> {
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<T | null>(null);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      setResult(await send(event));
    } catch (failure) {
      setResult(null);
      setError(failure);
    }
    setBusy(false);
  };
  return { busy, result, error, submit };
}

/** JSON that somebody has typed; an empty text is `undefined`. */
export function typedJson(text: string, what: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Error(`${what} are not valid JSON: ${(error as Error).message}`);
  }
}
