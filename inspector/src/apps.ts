// The apps that can be chosen: those of `/overview`, which are the 100 with the most connections.
import { signal } from '@preact/signals';
import { get } from './api';
import { chosenApp } from './session';
import type { Overview } from './wire';

export const knownApps = signal<{ id: string; name: string | null }[]>([]);
export const node = signal<string | null>(null);

export async function readApps(): Promise<void> {
  try {
    const overview = await get<Overview>('/overview');
    knownApps.value = overview.apps
      .map((app) => ({ id: app.app, name: app.name }))
      .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
    node.value = overview.node;
  } catch {
    // The views show what is wrong; the header goes without names.
  }
}

/** For calls that are about one app: the chosen one, or the only one there is. */
export function oneApp(): string | null {
  const apps = knownApps.value;
  return chosenApp() ?? (apps.length === 1 ? apps[0]!.id : null);
}
