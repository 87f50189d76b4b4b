import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { useListMemory } from './list-memory.ts';
import { type Selection, useSelection } from './selection.ts';
import { matchesSearch } from './table-order.ts';

/** How a list searches and filters. Written once beside the page, so that rows are filtered only when they change. */
export interface ListLogic<Row> {
  readonly idOf: (row: Row) => string;
  /** What the search text is looked for in. */
  readonly textsOf: (row: Row) => readonly (string | undefined)[];
  readonly isEnabled: (row: Row) => boolean;
  /** By the name of the filter in the address: whether a row passes its value. */
  readonly filters: Readonly<Record<string, (row: Row, value: string) => boolean>>;
  /** Which rows have problems; `in` is the filter that shows only those, with the value `problem`. */
  readonly problem?: { readonly in: string; readonly has: (row: Row) => boolean };
}

type ListSearch = Readonly<Record<string, string | undefined>>;

export interface ListState<Row> {
  readonly logic: ListLogic<Row>;
  /** `undefined` until loaded. */
  readonly all: readonly Row[] | undefined;
  /** What search and filters leave. */
  readonly shown: readonly Row[];
  readonly selection: Selection;
  readonly selected: readonly Row[];
  /** Numbers for the head of the page. */
  readonly total: number;
  readonly enabled: number;
  readonly bad: number;
  readonly search: ListSearch;
  /** How far down the list was left; 0 for one that starts anew. */
  readonly scroll: number;
  readonly change: (next: ListSearch) => void;
}

/** Value of a filter that stands for all kinds of problems. */
export const PROBLEM = 'problem';

/** Whether the search and the filters of the address leave a row. */
export function passes<Row>(row: Row, logic: ListLogic<Row>, search: ListSearch): boolean {
  if (!matchesSearch(search.q, ...logic.textsOf(row))) return false;
  if (search.enable !== undefined && String(logic.isEnabled(row)) !== search.enable) return false;
  return Object.entries(logic.filters).every(([name, accepts]) => {
    const value = search[name];
    if (value === undefined) return true;
    return value === PROBLEM && logic.problem?.in === name ? logic.problem.has(row) : accepts(row, value);
  });
}

/** Search, filters and selection of a list. All but the selection live in the address. */
export function useListState<Row>(all: readonly Row[] | undefined, logic: ListLogic<Row>): ListState<Row> {
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const { scroll } = useListMemory(search);
  const shown = useMemo(() => (all ?? []).filter((row) => passes(row, logic, search)), [all, logic, search]);
  const selection = useSelection(useMemo(() => (all ?? []).map(logic.idOf), [all, logic]));
  const change = useCallback(
    (next: ListSearch) =>
      void navigate({ to: '.', search: (previous: ListSearch) => ({ ...previous, ...next }), replace: true }),
    [navigate],
  );
  return {
    logic,
    all,
    shown,
    selection,
    selected: (all ?? []).filter((row) => selection.ids.has(logic.idOf(row))),
    total: all?.length ?? 0,
    enabled: (all ?? []).filter(logic.isEnabled).length,
    bad: logic.problem === undefined ? 0 : (all ?? []).filter(logic.problem.has).length,
    search,
    scroll,
    change,
  };
}
