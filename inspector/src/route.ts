// The page's address: `#/timeline?app=1&channel=orders-*`. A view and its filter are in the hash alone, so a copied
// address shows somebody else the same, and the server need not know of views.
import { signal } from '@preact/signals';

export interface Route {
  view: string;
  params: URLSearchParams;
}

function parse(hash: string): Route {
  const text = hash.startsWith('#/') ? hash.slice(2) : '';
  const at = text.indexOf('?');
  const view = (at < 0 ? text : text.slice(0, at)) || 'overview';
  return { view, params: new URLSearchParams(at < 0 ? '' : text.slice(at + 1)) };
}

export const route = signal<Route>(parse(location.hash));

addEventListener('hashchange', () => {
  // `#link=` is a sign-in, which session.ts handles; it has no view.
  if (!location.hash.startsWith('#link=')) route.value = parse(location.hash);
});

export type Params = Record<string, string | null | undefined>;

/** The hash of a view. The app is kept from view to view, as a filter of everything. */
export function to(view: string, params: Params = {}): string {
  const all = new URLSearchParams();
  const app = 'app' in params ? params.app : route.value.params.get('app');
  if (app) all.set('app', app);
  for (const [name, value] of Object.entries(params)) if (name !== 'app' && value) all.set(name, value);
  const query = all.toString();
  return `#/${view}${query && '?'}${query}`;
}

export function go(hash: string): void {
  location.hash = hash;
}

/** Changes parameters of the present view. No entry of the history is made unless `push` is set: a filter that is
 *  typed would leave one for each letter. */
export function setParams(changes: Params, push = false): void {
  const params = new URLSearchParams(route.value.params);
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  const query = params.toString();
  const hash = `#/${route.value.view}${query && '?'}${query}`;
  if (hash === location.hash) return;
  if (push) {
    location.hash = hash;
  } else {
    history.replaceState(null, '', hash);
    route.value = parse(hash);
  }
}
