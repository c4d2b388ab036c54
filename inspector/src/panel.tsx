// The details of a list's entry, beside the list; on a phone a sheet at the bottom of the screen.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from './icons';
import { NARROW, useMedia } from './read';

export function Panel({ title, actions, close, children }: { title: ComponentChildren; actions?: ComponentChildren; close: () => void; children: ComponentChildren }) {
  const box = useRef<HTMLElement>(null);
  const narrow = useMedia(NARROW);
  useEffect(() => {
    // On a wide screen the list keeps the keyboard, so that arrow keys go through its entries. The sheet covers the
    // list, so the keyboard goes with it, and back.
    const before = document.activeElement;
    if (narrow) box.current?.focus({ preventScroll: true });
    return () => {
      if (narrow && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [narrow]);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open], details[open].menu')) close();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [close]);
  return (
    <>
      <div class="panel-shade" onClick={close} />
      <section ref={box} class="panel" aria-label="Details" tabIndex={-1}>
        <header class="panel-head">
          <h2>{title}</h2>
          <div class="actions">
            {actions}
            <button type="button" class="plain square" aria-label="Close details" title="Close (Escape)" onClick={close}>
              <Icon name="close" />
            </button>
          </div>
        </header>
        <div class="panel-body">{children}</div>
      </section>
    </>
  );
}
