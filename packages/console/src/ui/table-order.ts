/** Sorting of lists: `name` ascending, `-name` descending, as it stands in the address. */
export interface Sort {
  readonly column: string;
  readonly descending: boolean;
}

export function parseSort(text: string | undefined, fallback: string): Sort {
  const value = text ?? fallback;
  return value.startsWith('-') ? { column: value.slice(1), descending: true } : { column: value, descending: false };
}

export function formatSort(sort: Sort): string {
  return (sort.descending ? '-' : '') + sort.column;
}

/** What a column sorts by; texts compare as people do (`rule_9` before `rule_10`), unknown values come last. */
export type SortValue = string | number | undefined;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a ?? ''), String(b ?? ''));
}

/** Stable; equal rows keep the order of their ids in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  readValue: (row: Row) => SortValue,
  idOf: (row: Row) => string,
  descending: boolean,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, value: readValue(row), id: idOf(row) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        if (a.value !== b.value) return a.value === undefined ? 1 : -1;
      } else {
        const order = compare(a.value, b.value);
        if (order !== 0) return sign * order;
      }
      return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
    })
    .map(({ row }) => row);
}

/**
 * The rows in the order in which they were last shown: values change in place, gone rows leave, new ones come last.
 */
export function keepOrder<Row>(
  rows: readonly Row[],
  shown: readonly string[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const kept: Row[] = [];
  for (const id of shown) {
    const row = byId.get(id);
    if (row === undefined) continue;
    kept.push(row);
    byId.delete(id);
  }
  return [...kept, ...byId.values()];
}

/** Every word of the search text occurs somewhere in the row. */
export function matchesSearch(text: string | undefined, ...parts: readonly (string | undefined)[]): boolean {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const hay = parts.join('\n').toLowerCase();
  return words.every((word) => hay.includes(word));
}
