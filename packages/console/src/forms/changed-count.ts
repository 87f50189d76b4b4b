import { initialOf } from './model/initial.ts';
import { getAt } from './model/path.ts';
import type { Field, FormRecord } from './model/types.ts';

/** How many fields hold something else than what a new object would have. */
export function changedCount(fields: readonly Field[], record: FormRecord): number {
  return fields.filter((field) => {
    const value = getAt(record, field.path);
    const start = initialOf(field);
    const empty = value === undefined || value === '';
    return (
      !(empty && (start === undefined || start === '')) && JSON.stringify(value) !== JSON.stringify(start) && !empty
    );
  }).length;
}
