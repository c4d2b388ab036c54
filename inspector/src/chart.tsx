// Charts: a small line beside a number, and series over hours or days.
import uPlot from 'uplot';
import { useEffect, useId, useMemo, useRef } from 'preact/hooks';
import { bytes } from './format';
import { theme, systemDark } from './theme';
import type { Series } from './wire';

export function Sparkline({ values, tone = 'accent' }: { values: (number | null)[]; tone?: string }) {
  const width = 120;
  const height = 28;
  const max = Math.max(1e-9, ...values.map((value) => value ?? 0));
  const path = useMemo(() => {
    let d = '';
    let pen = 'M';
    values.forEach((value, i) => {
      if (value === null) {
        pen = 'M';
        return;
      }
      const x = values.length > 1 ? (i / (values.length - 1)) * width : width;
      d += `${pen}${x.toFixed(1)} ${(height - 1.5 - (value / max) * (height - 3)).toFixed(1)}`;
      pen = 'L';
    });
    return d;
  }, [values]);
  return (
    <svg class={`sparkline ${tone}`} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <path class="area" d={path && !path.includes('M', 1) ? `${path}V${height}H${values.findIndex((value) => value !== null) / Math.max(1, values.length - 1) * width}Z` : ''} />
      <path d={path} />
    </svg>
  );
}

export interface Line {
  label: string;
  values: Series;
  /** The name of a colour in the style sheet: `--chart-1` and so on. */
  colour: 1 | 2 | 3 | 4;
}

interface Props {
  title: string;
  from_s: number;
  step_s: number;
  lines: Line[];
  format: (value: number | null | undefined) => string;
}

const HEIGHT = 150;
/** Steps of an axis of bytes: 64 MiB, 128 MiB. */
const BINARY = Array.from({ length: 50 }, (_, i) => 2 ** i);

/** What a colour of the style sheet is at the moment. */
function colour(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const minute = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A day begins with its date; other times are hours and minutes. */
function tick(time_s: number): string {
  const date = new Date(time_s * 1000);
  return date.getHours() === 0 && date.getMinutes() === 0 ? day.format(date) : minute.format(date);
}

export function Chart({ title, from_s, step_s, lines, format }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const values = useRef<(HTMLElement | null)[]>([]);
  const id = useId();
  const shades = `${theme.value} ${systemDark.value}`;
  const times = useMemo(() => (lines[0]?.values ?? []).map((_, i) => from_s + i * step_s), [from_s, step_s, lines]);
  const names = lines.map((line) => line.label).join();
  const data = useMemo(() => [times, ...lines.map((line) => line.values)] as uPlot.AlignedData, [times, lines]);
  const plot = useRef<uPlot>(undefined);

  const showAt = (index: number | null | undefined) => {
    lines.forEach((line, i) => {
      const at = index ?? line.values.findLastIndex((value) => value !== null);
      const element = values.current[i];
      if (element) element.textContent = format(line.values[at]);
    });
  };
  const show = useRef(showAt);
  show.current = showAt;

  useEffect(() => {
    const element = box.current!;
    const grid = { stroke: colour('--line'), width: 1 };
    const axis = { stroke: colour('--soft'), grid, ticks: { show: false }, font: '11px system-ui, sans-serif' };
    plot.current = new uPlot(
      {
        width: element.clientWidth || 300,
        height: HEIGHT,
        legend: { show: false },
        padding: [8, 8, 0, 0],
        cursor: { sync: { key: 'inspector' }, drag: { x: false, y: false }, y: false, points: { size: 6 } },
        scales: { y: { range: (_, _min, max) => [0, max > 0 ? max * 1.1 : 1] } },
        axes: [
          { ...axis, space: 70, size: 28, values: (_, splits) => splits.map(tick) },
          { ...axis, size: 62, space: 34, ...(format === bytes && { incrs: BINARY }), values: (_, splits) => splits.map((value) => format(value)) },
        ],
        series: [
          {},
          ...lines.map((line, i) => {
            const stroke = colour(`--chart-${line.colour}`);
            return {
              label: line.label,
              stroke,
              width: 1.5,
              points: { show: false },
              fill: lines.length === 1 && i === 0 ? stroke.replace('rgb(', 'rgba(').replace(')', ', 0.12)') : undefined,
            };
          }),
        ],
        hooks: { setCursor: [(chart) => show.current(chart.cursor.left !== undefined && chart.cursor.left >= 0 ? chart.cursor.idx : null)] },
      },
      data,
      element,
    );
    const observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.current?.destroy();
    };
  }, [shades, names, format]);

  useEffect(() => {
    plot.current?.setData(data);
    show.current(null);
  }, [data]);

  const summary = lines
    .map((line) => {
      const known = line.values.filter((value) => value !== null);
      if (known.length === 0) return `${line.label}: nothing known`;
      return `${line.label}: latest ${format(known.at(-1))}, lowest ${format(Math.min(...known))}, highest ${format(Math.max(...known))}`;
    })
    .join('; ');
  const isEmpty = lines.every((line) => line.values.every((value) => value === null));

  return (
    <section class="card chart" aria-labelledby={id}>
      <header class="card-head">
        <h3 id={id}>{title}</h3>
        <div class="chart-values" aria-hidden="true">
          {lines.map((line, i) => (
            <span key={line.label} class={`chart-value colour-${line.colour}`}>
              <i />
              {lines.length > 1 && line.label} <b ref={(element) => void (values.current[i] = element)} />
            </span>
          ))}
        </div>
      </header>
      <div class="chart-box" ref={box} role="img" aria-label={`${title}. ${summary}`} />
      {isEmpty && <p class="chart-empty hint">Nothing is known of this time.</p>}
    </section>
  );
}
