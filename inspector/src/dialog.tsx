// Questions that stop everything else until they are answered: confirmations and forms.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { errorText } from './api';
import { Icon } from './icons';

interface Open {
  id: number;
  title: string;
  content: (close: () => void) => ComponentChildren;
}

const open = signal<Open | null>(null);
let last = 0;

export function showDialog(title: string, content: Open['content']): void {
  last += 1;
  open.value = { id: last, title, content };
}

export function DialogHost() {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const shown = open.value;
  useEffect(() => {
    if (shown) dialog.current?.showModal();
  }, [shown]);
  if (!shown) return null;
  const close = () => dialog.current?.close();
  const closed = () => {
    // The browser reports it a little later: another dialog may have taken the place of this one.
    if (open.value === shown) open.value = null;
  };
  return (
    <dialog key={shown.id} ref={dialog} aria-labelledby={heading} onClose={closed}>
      <div class="dialog-head">
        <h2 id={heading}>{shown.title}</h2>
        <button type="button" class="plain square" aria-label="Close dialog" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {shown.content(close)}
    </dialog>
  );
}

interface Confirmation {
  title: string;
  text: ComponentChildren;
  action: string;
  danger?: boolean;
  /** Has to be typed before the button works: for what cannot be undone. */
  typed?: string;
  run: () => Promise<void>;
}

export function confirm(question: Confirmation): void {
  showDialog(question.title, (close) => <Confirm {...question} close={close} />);
}

function Confirm({ text, action, danger, typed, run, close }: Confirmation & { close: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [entered, setEntered] = useState('');
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy || (typed !== undefined && entered !== typed)) return;
    setBusy(true);
    setError(null);
    try {
      await run();
      close();
    } catch (failure) {
      setError(errorText(failure));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <div class="dialog-body">
        {text}
        {typed !== undefined && (
          <label class="field">
            <span>
              Type <code>{typed}</code> to confirm
            </span>
            <input value={entered} onInput={(event) => setEntered(event.currentTarget.value)} autocomplete="off" spellcheck={false} />
          </label>
        )}
        {error && <p class="error-text" role="alert">{error}</p>}
      </div>
      <div class="dialog-foot">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="submit" class={danger ? 'danger' : 'primary'} disabled={busy || (typed !== undefined && entered !== typed)}>
          {action}
        </button>
      </div>
    </form>
  );
}
