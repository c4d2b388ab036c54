// Short messages about what was just done, at the bottom of the page. They are read out, and leave by themselves.
import { signal } from '@preact/signals';

interface Toast {
  id: number;
  text: string;
  failed: boolean;
}

const toasts = signal<Toast[]>([]);
let last = 0;

const SHOWN_MS = 5_000;

export function toast(text: string, failed = false): void {
  const id = (last += 1);
  toasts.value = [...toasts.value.slice(-2), { id, text, failed }];
  setTimeout(() => (toasts.value = toasts.value.filter((each) => each.id !== id)), SHOWN_MS);
}

export function ToastHost() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((each) => (
        <div key={each.id} class={`toast ${each.failed ? 'failed' : ''}`}>
          {each.text}
        </div>
      ))}
    </div>
  );
}
