import { useRef, useState } from 'react';
import { keepOrder } from './table-order.ts';

/**
 * Holds the order of rows while the pointer or the focus is in the table, so that nothing moves away from under it.
 * `changed` says that the order would be another one now; `release` takes it over.
 */
export function useFrozenOrder<Row>(sorted: readonly Row[], idOf: (row: Row) => string, sortKey: string) {
  const shown = useRef<{ readonly ids: readonly string[]; readonly key: string }>({ ids: [], key: sortKey });
  const [held, setHeld] = useState(false);
  const [, setReleases] = useState(0);
  const frozen = held && shown.current.key === sortKey && shown.current.ids.length > 0;
  const rows = frozen ? keepOrder(sorted, shown.current.ids, idOf) : sorted;
  const changed = frozen && rows.some((row, index) => row !== sorted[index]);
  shown.current = { ids: rows.map(idOf), key: sortKey };
  return {
    rows,
    changed,
    release: () => {
      shown.current = { ids: [], key: sortKey };
      setReleases((count) => count + 1);
    },
    hold: {
      onPointerEnter: () => setHeld(true),
      onPointerLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
    },
  };
}
