import { compareText } from './compare.ts';
import type { ValueMap } from './value.ts';

/** Only these sort otherwise in UTF-16 than in UTF-8. */
const BEYOND = /[\ud800-\uffff]/;

/** A key, and how it is written in JSON. */
export interface WrittenKey {
  readonly key: string;
  /** With the colon, and with the comma unless it comes first. */
  readonly text: string;
}

interface Known {
  readonly source: readonly string[];
  readonly order: readonly WrittenKey[];
}

/** Rows of one rule have the same keys again and again: their order is found once. */
const MAX_KNOWN = 500;
const MAX_KEYS = 64;
const known = new Map<string, Known>();

function sort(keys: readonly string[]): readonly WrittenKey[] {
  const sorted = [...keys].sort();
  if (sorted.some((key) => BEYOND.test(key))) sorted.sort(compareText);
  return sorted.reverse().map((key, i) => ({ key, text: `${i === 0 ? '' : ','}${JSON.stringify(key)}:` }));
}

function isSameKeys(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Keys of a map in descending order of their bytes, ready to be written. */
export function writtenKeys(map: ValueMap): readonly WrittenKey[] {
  const keys = Object.keys(map);
  if (keys.length > MAX_KEYS) return sort(keys);
  const signature = keys.join('\n');
  const found = known.get(signature);
  // A key may hold the separator: the signature alone proves nothing.
  if (found && isSameKeys(found.source, keys)) return found.order;
  const order = sort(keys);
  if (signature.length < 4096) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(signature, { source: keys, order });
  }
  return order;
}
