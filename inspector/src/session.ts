// Who looks: the session of the server, from a one-time link, the cookie of an earlier sign-in, or a token.
import { session, signIn, signInNote, remove, retryNow, errorText, Unreachable } from './api';
import { route } from './route';

const LINK = '#link=';

/** Uses the one-time link in the address, if there is one. It leaves the address at once: it is spent, and a copied
 *  address must not have it. */
async function useLink(): Promise<boolean> {
  if (!location.hash.startsWith(LINK)) return false;
  const link = decodeURIComponent(location.hash.slice(LINK.length));
  history.replaceState(null, '', `${location.pathname}#/${route.value.view}?${route.value.params}`.replace(/\?$/, ''));
  try {
    session.value = await signIn({ link, cookie: true });
    signInNote.value = null;
    return true;
  } catch (error) {
    // An earlier session may still be there: a link that is opened twice is then no obstacle.
    if (!(error instanceof Unreachable)) signInNote.value = errorText(error);
    return false;
  }
}

export async function begin(): Promise<void> {
  addEventListener('hashchange', () => void useLink());
  if (await useLink()) return;
  await retryNow();
}

export async function signInWithToken(token: string): Promise<void> {
  session.value = await signIn({ token, cookie: true });
  signInNote.value = null;
}

export async function signOut(): Promise<void> {
  await remove('/session');
  signInNote.value = null;
  session.value = null;
}

export const mayChange = (): boolean => session.value?.role === 'operator';
export const seesPayloads = (): boolean => session.value?.payloads !== false;
/** The app that the session is bound to. */
export const boundApp = (): string | null => session.value?.app ?? null;
/** The app that the views show: the session's own, or the one chosen in the header. `null` for all. */
export const chosenApp = (): string | null => boundApp() ?? route.value.params.get('app');
