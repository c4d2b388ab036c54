// Small parts that several views are made of.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { ApiError, errorText } from './api';
import { num } from './format';
import { Icon, type IconName } from './icons';
import { useDebounced } from './read';
import { mayChange } from './session';

/** The root of each view: its heading, what can be done in it, and the rest. */
export function View({
  name,
  title,
  actions,
  fill = false,
  children,
}: {
  name: string;
  title: ComponentChildren;
  actions?: ComponentChildren;
  /** The view fills the window, and its list scrolls instead of the page. */
  fill?: boolean;
  children: ComponentChildren;
}) {
  return (
    <section class={`view ${fill ? 'fill' : ''}`} data-view={name} aria-labelledby="view-title">
      <header class="view-head">
        <h1 id="view-title" tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  );
}

export function Card({ title, children, class: name = '', actions }: { title?: ComponentChildren; children: ComponentChildren; class?: string; actions?: ComponentChildren }) {
  const id = useId();
  return (
    <section class={`card ${name}`} aria-labelledby={title ? id : undefined}>
      {title && (
        <header class="card-head">
          <h2 id={id}>{title}</h2>
          {actions && <div class="actions">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** How many rows there are, and how many of them have been read. */
export function Counted({ total, loaded, what }: { total: number | undefined; loaded: number; what: string }) {
  return (
    <p class="hint" aria-live="polite">
      {total !== undefined && `${num(total)} ${what}`}
      {total !== undefined && loaded < total && `, ${num(loaded)} loaded`}
    </p>
  );
}

/** Nothing is there, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children && <div class="hint">{children}</div>}
    </div>
  );
}

/** What the server answered in place of what was asked for. */
export function Failure({ error, reload }: { error: unknown; reload?: () => void }) {
  const status = error instanceof ApiError ? error.status : 0;
  const title = status === 404 || status === 501 ? 'Not available' : status === 403 ? 'Not allowed' : 'The server answered with an error';
  return (
    <div class="empty failure" role="alert">
      <p class="empty-title">{title}</p>
      <p class="hint">{errorText(error)}</p>
      {reload && status !== 404 && status !== 501 && (
        <button type="button" onClick={reload}>
          <Icon name="refresh" />
          Try again
        </button>
      )}
    </div>
  );
}

export function Loading() {
  return (
    <div class="empty loading">
      <p class="hint">Reading…</p>
    </div>
  );
}

export function Field({
  label,
  hint,
  children,
}: {
  label: string;
  hint?: ComponentChildren;
  children: (ids: { id: string; 'aria-describedby': string | undefined }) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A filter that takes effect as it is typed. `main` is the one that the key `/` leads to. */
export function Search({
  label,
  placeholder,
  value,
  apply,
  main = false,
  icon = false,
}: {
  label: string;
  placeholder?: string;
  value: string;
  apply: (value: string) => void;
  main?: boolean;
  icon?: boolean;
}) {
  const [typed, setTyped] = useDebounced(value, apply);
  return (
    <div class={`search ${icon ? 'with-icon' : ''}`}>
      {icon && <Icon name="search" />}
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        title={main ? `${label} (press / to come here)` : label}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        data-main-search={main ? '' : undefined}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
    </div>
  );
}

/** A word of the server's own, coloured by what it means. */
export function Badge({ tone, children }: { tone: 'good' | 'bad' | 'warn' | 'info' | 'calm' | 'member'; children: ComponentChildren }) {
  return <span class={`badge tone-${tone}`}>{children}</span>;
}

/** Shown in place of buttons where the role may change nothing. */
export function ReadOnly() {
  const why = 'This session has the role reader, which changes nothing. Sign in as operator to see the buttons here.';
  return (
    <span class="read-only tip" tabIndex={0} role="note" aria-label={`Read only. ${why}`} data-tip={why}>
      Read only
    </span>
  );
}

/** Buttons that change something, for sessions that may. */
export function Actions({ children }: { children: ComponentChildren }) {
  return <>{mayChange() ? children : <ReadOnly />}</>;
}

export function Button({ icon, children, ...rest }: { icon?: IconName; children: ComponentChildren } & preact.JSX.IntrinsicElements['button']) {
  return (
    <button type="button" {...rest}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

export function LinkButton({ icon, href, children }: { icon?: IconName; href: string; children: ComponentChildren }) {
  return (
    <a class="button" href={href}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

const DOCS = 'https://github.com/baton-realtime/baton/blob/main/docs/';

/** The page of the documentation that the server names. Anything else than a page and a heading is not linked. */
export function DocsLink({ page }: { page: string | null | undefined }) {
  if (!page || !/^[a-z0-9/_-]+\.md(#[a-z0-9_-]*)?$/i.test(page)) return null;
  return (
    <a class="docs" href={DOCS + page} target="_blank" rel="noopener noreferrer">
      <Icon name="book" />
      {page.replace(/#.*/, '')}
    </a>
  );
}

/** Names and values in two columns. */
export function Facts({ children }: { children: ComponentChildren }) {
  return <dl class="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A name as a pattern of the timeline's filter, which separates patterns by commas: a comma of the name matches there
 *  as any other character. */
export const asPattern = (name: string): string => name.replaceAll(',', '*');
