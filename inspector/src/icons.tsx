// Icons, drawn on a grid of 16. They accompany words and are hidden from screen readers.

const PATHS = {
  overview: 'M2 13V8M6 13V3M10 13V6M14 13V9',
  timeline: 'M2 4h9M2 8h12M2 12h7',
  channels: 'M6 2 4.5 14M11.5 2 10 14M2.5 5.5h11.5M2 10.5h11.5',
  connections: 'M5.5 10.5 10.5 5.5M7 4.5l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3.2 3.2 0 0 1 3 8.5L4.5 7',
  refusals: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M4 4l8 8',
  why: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6.2 6.2a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.6-.8 1.2M8 11.4v.1',
  try: 'M14 2 7 9M14 2l-4.5 12L7 9 2 6.5z',
  webhooks: 'M6 6.5a3 3 0 1 1 3.8.8l2 3.4M8 4.5 5.5 9.5M11 11.5H6.5',
  database: 'M2.5 4c0-1.2 2.5-2 5.5-2s5.5.8 5.5 2-2.5 2-5.5 2-5.5-.8-5.5-2v8c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2V4M2.5 8c0 1.2 2.5 2 5.5 2s5.5-.8 5.5-2',
  apps: 'M2.5 2.5h4.5v4.5H2.5zM9.5 2.5H14v4.5H9.5zM2.5 9.5h4.5V14H2.5zM9.5 9.5H14V14H9.5z',
  audit: 'M3.5 2h6.5l2.5 2.5V14h-9zM6 7.5h4M6 10.5h4',
  ok: 'M3 8.5 6.5 12 13 4.5',
  failed: 'M4 4l8 8M12 4l-8 8',
  unknown: 'M6 6a2 2 0 1 1 2.8 1.9c-.5.2-.8.6-.8 1.3M8 12v.1',
  pause: 'M5.5 3v10M10.5 3v10',
  play: 'M4.5 3v10L13 8z',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5V2.5H13.5v8h-3M2.5 5.5h8v8h-8z',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.5 10.5 14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  light: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1',
  dark: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  down: 'M4 6l4 4 4-4',
  back: 'M10 3 5 8l5 5',
  link: 'M6.5 9.5l3-3M7 4.5l1.5-1.5a3.2 3.2 0 0 1 4.5 4.5L11.5 9M9 11.5 7.5 13A3.2 3.2 0 0 1 3 8.5L4.5 7',
  warning: 'M8 2.5 14.5 13.5H1.5zM8 6.5v3M8 11.5v.1',
  out: 'M6 2.5H2.5v11H6M6.5 8H14M11 5l3 3-3 3',
  book: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5H4.5A1.5 1.5 0 0 1 3 12zM3 12a1.5 1.5 0 0 1 1.5-1.5H13',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  plus: 'M8 3v10M3 8h10',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
