import type { Value } from '@sluice/rulesql';

/** What a path of keys leads to in a row; `undefined` where there is nothing. */
export function valueAt(row: Value, path: readonly string[]): Value {
  let value = row;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, Value>>)[key];
  }
  return value;
}
