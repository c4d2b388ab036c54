// Texts that the server takes as they are: shown in its letters, without the browser's corrections.
import type { ComponentChildren } from 'preact';
import { Field } from './parts';

export interface TextFieldProps {
  label: string;
  hint?: ComponentChildren;
  value: string;
  set: (value: string) => void;
  required?: boolean;
  placeholder?: string;
  /** The key `/` leads to it. */
  main?: boolean;
}

export function TextField({ label, hint, value, set, required, placeholder, main }: TextFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <input
          {...ids}
          class="mono"
          value={value}
          required={required}
          placeholder={placeholder}
          spellcheck={false}
          autocomplete="off"
          data-main-search={main ? '' : undefined}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** The same in several lines; `wrong` says that it cannot be read. */
export function TextArea({ label, hint, value, set, required, placeholder, rows, wrong }: Omit<TextFieldProps, 'main'> & { rows: number; wrong?: boolean }) {
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <textarea
          {...ids}
          class="mono"
          rows={rows}
          value={value}
          required={required}
          placeholder={placeholder}
          spellcheck={false}
          aria-invalid={wrong}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
