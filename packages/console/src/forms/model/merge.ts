import type { Json } from '@sluice/contract';
import { ExactInteger } from '../../api/exact-json.ts';
import { getAt, isObject } from './path.ts';
import type { FormRecord, Path } from './types.ts';

/** Two people changed the same object: what each of them did to it, and both together. */

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a instanceof ExactInteger || b instanceof ExactInteger) return String(a) === String(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    const other: readonly Json[] = b;
    return a.length === other.length && a.every((item, index) => isSame(item as Json, other[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(getAt(a, [key]), getAt(b, [key])));
}

/** Where two records differ: paths of values, and of lists as a whole, in the order of the first record. */
export function differences(before: FormRecord, after: FormRecord, at: Path = []): readonly Path[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): readonly Path[] => {
    const a = getAt(before, [key]);
    const b = getAt(after, [key]);
    const path = [...at, key];
    if (isObject(a) && isObject(b)) return differences(a, b, path);
    return isSame(a, b) ? [] : [path];
  });
}

/** What `theirs` says, but for what `mine` changed of `base`: that stays as `mine` has it. */
export function mergeRecords(base: FormRecord, mine: FormRecord, theirs: FormRecord): FormRecord {
  const keys = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const [first, own, other] = [getAt(base, [key]), getAt(mine, [key]), getAt(theirs, [key])];
      const merged = isSame(first, own)
        ? other
        : isObject(own) && isObject(other)
          ? mergeRecords(isObject(first) ? first : {}, own, other)
          : own;
      return merged === undefined ? [] : [[key, merged]];
    }),
  );
}
