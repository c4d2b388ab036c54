// Light or dark: as the system has it, or as was chosen here.
import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'baton-inspector-theme';

function stored(): Theme {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'system';
  } catch {
    // Storage may be forbidden.
    return 'system';
  }
}

const query = matchMedia('(prefers-color-scheme: dark)');

export const theme = signal<Theme>(stored());
export const systemDark = signal(query.matches);
query.addEventListener('change', () => (systemDark.value = query.matches));

function apply(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}

export function setTheme(value: Theme): void {
  theme.value = value;
  apply();
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // It then lasts as long as the page.
  }
}

apply();
