import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string, selected: boolean) => void;
  /** Selects everything between the last toggled row and this one, in the order on screen. */
  readonly extend: (id: string, order: readonly string[]) => void;
  readonly set: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** Selected rows of a list. Rows that are gone do not count. */
export function useSelection(existing: readonly string[]): Selection {
  const [raw, setRaw] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string>();
  const ids = useMemo(() => {
    if (raw.size === 0) return raw;
    const present = new Set(existing);
    return new Set([...raw].filter((id) => present.has(id)));
  }, [raw, existing]);
  const toggle = useCallback((id: string, selected: boolean) => {
    setAnchor(id);
    setRaw((previous) => {
      const next = new Set(previous);
      if (selected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const extend = useCallback(
    (id: string, order: readonly string[]) => {
      const from = order.indexOf(anchor ?? id);
      const to = order.indexOf(id);
      const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      setRaw((previous) => new Set([...previous, ...range]));
    },
    [anchor],
  );
  const set = useCallback((next: readonly string[]) => setRaw(new Set(next)), []);
  const clear = useCallback(() => setRaw(new Set()), []);
  return { ids, toggle, extend, set, clear };
}
