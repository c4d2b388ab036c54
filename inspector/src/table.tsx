// A table that becomes a list of cards on a phone.
import type { ComponentChildren } from 'preact';

/** The head of a column: `num` where it has figures, `hidden` where only screen readers read its title. */
export interface Column {
  title: string;
  num?: boolean;
  hidden?: boolean;
}

export const ACTIONS: Column = { title: 'Actions', hidden: true };

interface Props {
  label: string;
  caption: string;
  columns: readonly (string | Column)[];
  children: ComponentChildren;
}

/** `children` are its rows. Roles are written out: a table whose CSS makes blocks of its rows loses them otherwise. */
export function StackedTable({ label, caption, columns, children }: Props) {
  return (
    <div class="table-box" tabIndex={0} role="region" aria-label={label}>
      <table class="stacked" role="table">
        <caption class="sr">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => {
              const { title, num, hidden } = typeof column === 'string' ? { title: column } as Column : column;
              return (
                <th key={title} role="columnheader" scope="col" class={num ? 'num' : undefined}>
                  {hidden ? <span class="sr">{title}</span> : title}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}
