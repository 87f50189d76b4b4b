import { useSyncExternalStore } from 'react';

let opened = false;
const listeners = new Set<() => void>();

export function setPaletteOpened(next: boolean): void {
  opened = next;
  for (const listener of listeners) listener();
}

export function usePaletteOpened(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
}
