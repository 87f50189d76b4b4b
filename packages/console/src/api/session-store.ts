import { currentCluster } from './cluster-store.ts';

/** The signed-in user. Kept in memory and in `sessionStorage`: a reload keeps it, closing the tab forgets it. */
export interface Session {
  readonly token: string;
  readonly username: string;
  readonly role: string;
  readonly version: string;
}

// Each cluster behind a gateway has users of its own.
const KEY = ['sluice.session', currentCluster()].filter((part) => part !== undefined).join('.');
const listeners = new Set<() => void>();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(KEY);
let current: Session | undefined = read();

type TabMessage = { readonly kind: 'ask' } | { readonly kind: 'session' | 'left'; readonly session?: Session };

function read(): Session | undefined {
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? undefined : (JSON.parse(text) as Session);
  } catch {
    return undefined;
  }
}

function write(session: Session | undefined): void {
  current = session;
  try {
    if (session === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(session));
  } catch {
    // Storage may be forbidden; memory is enough until the reload.
  }
  for (const listener of listeners) listener();
}

channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => {
  const message = event.data;
  if (message.kind === 'ask' && current !== undefined) channel.postMessage({ kind: 'session', session: current });
  if (message.kind === 'session' && current === undefined && message.session !== undefined) write(message.session);
  if (message.kind === 'left') write(undefined);
});

export function getSession(): Session | undefined {
  return current;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function signedIn(session: Session): void {
  write(session);
  channel?.postMessage({ kind: 'session', session });
}

/** `everywhere`: the user signed out, so other tabs forget the session too. An expired token ends only this one. */
export function signedOut(everywhere: boolean): void {
  write(undefined);
  if (everywhere) channel?.postMessage({ kind: 'left' });
}

/** A link opened in a new tab starts without a session: another tab hands its own over. Resolves within 150 ms. */
export function adoptSession(): Promise<void> {
  if (current !== undefined || channel === undefined) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const unsubscribe = onSessionChange(done);
    const timer = setTimeout(done, 150);
    channel.postMessage({ kind: 'ask' });
  });
}
