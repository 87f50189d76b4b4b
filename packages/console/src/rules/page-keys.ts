import { useEffect, useRef } from 'react';

/** ⌘S or Ctrl-S saves, ⌘↵ or Ctrl-↵ runs, wherever the focus is on the page. */
export function usePageKeys(keys: { readonly onSave: () => void; readonly onRun: () => void }): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.metaKey || event.ctrlKey) || event.altKey || event.defaultPrevented) return;
      if (event.key.toLowerCase() === 's') {
        event.preventDefault();
        latest.current.onSave();
      } else if (event.key === 'Enter') {
        event.preventDefault();
        latest.current.onRun();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
