// Numbers, sizes, durations and times as people read them.

const NARROW = '\u202f';
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const precise = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** 1 234 567, with narrow spaces that do not break. */
export function num(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return grouped.format(value).replaceAll(',', NARROW);
}

/** A number as it is, such as a threshold that somebody has set: up to two decimals, and four below one. */
export function exact(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 1 ? 4 : 2 }).replaceAll(',', NARROW);
}

/** A rate: one decimal below ten, none above. */
export function rate(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  return value > 0 && value < 9.95 ? precise.format(value) : num(value);
}

export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${unit > 0 && value < 99.95 ? precise.format(value) : num(value)}${NARROW}${units[unit]}`;
}

export function micros(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (value < 1000) return `${num(value)}${NARROW}µs`;
  if (value < 1_000_000) return `${value < 99_950 ? precise.format(value / 1000) : num(value / 1000)}${NARROW}ms`;
  return `${precise.format(value / 1_000_000)}${NARROW}s`;
}

export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || Number.isNaN(ms)) return '–';
  if (ms < 1000) return `${num(ms)}${NARROW}ms`;
  const s = ms / 1000;
  if (s < 60) return `${s < 10 ? precise.format(s) : num(s)}${NARROW}s`;
  const parts = [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60, Math.floor(s) % 60];
  const names = ['d', 'h', 'min', 's'];
  const first = parts.findIndex((part) => part > 0);
  return parts
    .slice(first, first + 2)
    .map((part, i) => `${part}${NARROW}${names[first + i]}`)
    .join(' ');
}

const two = (value: number): string => String(value).padStart(2, '0');

function clock(date: Date): string {
  const ms = String(date.getMilliseconds()).padStart(3, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`;
}

function day(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

let today = { from: 0, until: 0 };

/** Called for each row of a list at each change, so the bounds of the day are kept. */
function isToday(ms: number): boolean {
  const now = Date.now();
  if (now >= today.until || now < today.from) {
    const date = new Date(now);
    const from = new Date(date.getFullYear(), date.getMonth(), date.getDate());
    const until = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1);
    today = { from: from.getTime(), until: until.getTime() };
  }
  return ms >= today.from && ms < today.until;
}

function iso(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
}

/** A moment in local time with milliseconds; the title has it in UTC. The day is shown where it is not today's. */
export function Time({ ms, full = false }: { ms: number; full?: boolean }) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return <span>–</span>;
  const withDay = full || !isToday(ms);
  return (
    <time class="time" dateTime={iso(ms)} title={`${iso(ms)} (UTC)`}>
      {withDay && <span class="day">{day(date)} </span>}
      {clock(date)}
    </time>
  );
}
