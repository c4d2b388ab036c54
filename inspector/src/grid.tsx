// A list of any length in which only the visible rows are elements. All rows have the same height, which is what keeps
// the place of each of them known, and the page still while rows come in.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { NARROW, useMedia } from './read';

export interface Column<R> {
  name: string;
  label: string;
  cell: (row: R) => ComponentChildren;
}

interface Props<R> {
  /** Names the list for screen readers, and its columns for the style sheet. */
  name: string;
  label: string;
  columns: Column<R>[];
  count: number;
  row: (index: number) => R;
  id: (row: R) => string;
  /** A row that is no entry, such as a mark of lost events, has its text here. */
  note?: (row: R) => ComponentChildren | null;
  selected?: string | null;
  open?: (row: R) => void;
  /** The last rows came into view. */
  more?: () => void;
  /** How far the list is scrolled, in pixels; called when it changes between the top and elsewhere. */
  away?: (away: boolean) => void;
  /** Something was pressed in the list: what is under the pointer has to stay there. */
  press?: () => void;
  /** The keyboard goes through the rows: they have to stay. */
  walk?: () => void;
  empty?: ComponentChildren;
  /** Changes when the list should be at its top again. */
  top?: unknown;
}

/** Rows that are drawn above and below what can be seen, for the time until a scroll is drawn. */
const SPARE = 6;

export function Grid<R>(props: Props<R>) {
  const narrow = useMedia(NARROW);
  const height = narrow ? 60 : 34;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [active, setActive] = useState<string | null>(null);
  const isAway = useRef(false);

  useLayoutEffect(() => {
    const element = box.current!;
    const measure = () => setView((was) => ({ ...was, height: element.clientHeight }));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    box.current!.scrollTop = 0;
  }, [props.top]);

  const first = Math.max(0, Math.min(Math.floor(view.top / height) - SPARE, props.count - 1));
  const last = Math.min(props.count, Math.ceil((view.top + view.height) / height) + SPARE);

  useEffect(() => {
    if (last >= props.count - 20 && props.count > 0) props.more?.();
  }, [last, props.count]);

  const scrolled = () => {
    const { scrollTop, clientHeight } = box.current!;
    setView({ top: scrollTop, height: clientHeight });
    const away = scrollTop > height / 2;
    if (away !== isAway.current) {
      isAway.current = away;
      props.away?.(away);
    }
  };

  const shown: R[] = [];
  for (let i = first; i < last; i += 1) shown.push(props.row(i));
  const current = props.selected ?? active;

  const move = (index: number) => {
    const at = Math.max(0, Math.min(props.count - 1, index));
    if (props.count === 0) return;
    props.walk?.();
    const row = props.row(at);
    setActive(props.id(row));
    if (props.selected) props.open?.(row);
    const element = box.current!;
    const head = element.querySelector<HTMLElement>('.grid-head')?.offsetHeight ?? 0;
    if (at * height < element.scrollTop) element.scrollTop = at * height;
    const bottom = (at + 1) * height + head - element.clientHeight;
    if (bottom > element.scrollTop) element.scrollTop = bottom;
  };

  const position = (): number => {
    if (current === null) return -1;
    for (let i = 0; i < props.count; i += 1) if (props.id(props.row(i)) === current) return i;
    return -1;
  };

  const key = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(view.height / height) - 2);
    const steps: Record<string, () => void> = {
      ArrowDown: () => move(position() + 1),
      ArrowUp: () => move(position() - 1),
      PageDown: () => move(position() + page),
      PageUp: () => move(position() - page),
      Home: () => move(0),
      End: () => move(props.count - 1),
      Enter: () => {
        const at = position();
        if (at >= 0) props.open?.(props.row(at));
      },
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };

  const click = (event: MouseEvent) => {
    if (!props.open || (event.target as Element).closest('a, button, input')) return;
    // Which row was pressed is asked of the element, since the list may have gone on since it was drawn.
    const id = (event.target as Element).closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = shown.find((each) => props.id(each) === id);
    if (row === undefined || props.note?.(row)) return;
    setActive(id!);
    props.open(row);
  };

  return (
    <div
      ref={box}
      class={`grid grid-${props.name} ${props.open ? 'can-open' : ''}`}
      role="grid"
      aria-label={props.label}
      aria-rowcount={props.count + 1}
      aria-activedescendant={current !== null && shown.some((row) => props.id(row) === current) ? `${props.name}-${current}` : undefined}
      tabIndex={0}
      onScroll={scrolled}
      onKeyDown={key}
      onClick={click}
      onPointerDown={props.press}
    >
      <div class="grid-head" role="rowgroup">
        <div class="row" role="row" aria-rowindex={1}>
          {props.columns.map((column) => (
            <div key={column.name} class={`cell c-${column.name}`} role="columnheader">
              {column.label}
            </div>
          ))}
        </div>
      </div>
      {props.count === 0 ? (
        <div class="grid-empty" role="rowgroup">
          <div role="row">
            <div role="gridcell">{props.empty}</div>
          </div>
        </div>
      ) : (
        <div class="grid-body" role="rowgroup" style={{ height: `${props.count * height}px` }}>
          <div role="presentation" class="grid-shift" style={{ transform: `translateY(${first * height}px)` }}>
            {shown.map((row, i) => {
              const id = props.id(row);
              const note = props.note?.(row);
              // Rows keep their elements by place: new entries then change texts, and no element is moved.
              return (
                <div
                  key={i}
                  id={`${props.name}-${id}`}
                  data-row={id}
                  class={`row ${note ? 'note' : ''} ${id === current ? 'current' : ''}`}
                  role="row"
                  aria-rowindex={first + i + 2}
                  aria-selected={props.open && !note ? id === props.selected : undefined}
                >
                  {note ? (
                    <div class="cell c-note" role="gridcell" aria-colspan={props.columns.length}>
                      {note}
                    </div>
                  ) : (
                    props.columns.map((column) => (
                      <div key={column.name} class={`cell c-${column.name}`} role="gridcell">
                        {column.cell(row)}
                      </div>
                    ))
                  )}
                </div>
              );
            })}
          </div>
        </div>
      )}
    </div>
  );
}
