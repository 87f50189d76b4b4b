/**
 * Which cluster behind a gateway the tab looks at. The first one needs no name: its API stands where that of a single
 * backend does. Kept for the tab, so that two tabs can look at two clusters.
 */
const KEY = 'sluice.cluster';

function read(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

const current = read();

/** `undefined`: the backend itself, or the first cluster of a gateway. */
export function currentCluster(): string | undefined {
  return current;
}

/** Where the API is; relative, so that the console works under any sub-path. */
export const API_BASE = current === undefined ? 'api/v5' : `clusters/${encodeURIComponent(current)}/api/v5`;

/** Looks at another cluster. Everything on screen belongs to the old one, so the page starts anew. */
export function switchCluster(name: string | undefined): void {
  try {
    if (name === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, name);
  } catch {
    return;
  }
  location.reload();
}
