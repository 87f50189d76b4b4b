import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 720px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Is the page in its one-column shape? */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
