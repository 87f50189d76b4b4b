import type { EventColumns, Value } from './types.ts';

/** An event with the columns of a plain object, for tests and for events that are made up. */
export function columnsOf(columns: Readonly<Record<string, Value>>): EventColumns {
  return {
    get: (column) => (Object.hasOwn(columns, column) ? columns[column] : undefined),
    names: () => Object.keys(columns),
    decoded: undefined,
  };
}
