import { spend } from './budget.ts';
import { encodeText } from './bytes.ts';
import { Float, isMap, type ValueMap } from './value.ts';

/** Place of a value's kind in the order across kinds: number < atom < map < list < text. */
function rank(value: unknown): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return 0;
    case 'boolean':
    case 'undefined':
      return 1;
    case 'string':
      return 4;
    default:
      if (value === null) return 1;
      if (value instanceof Float) return 0;
      if (Array.isArray(value)) return 3;
      return value instanceof Uint8Array ? 4 : 2;
  }
}

function atomName(value: unknown): string {
  return String(value);
}

function compareNumbers(a: number | bigint | Float, b: number | bigint | Float): number {
  const left = a instanceof Float ? a.value : a;
  const right = b instanceof Float ? b.value : b;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** From this length on comparing two texts is work that counts. */
const LONG = 256;
const UNITS_PER_BYTE = 0.15;

/** What a member of a map or a list costs. */
const UNITS_PER_ITEM = 4;
const UNITS_PER_KEY = 25;
/** What it costs to know the keys of a map, in no order. */
const UNITS_PER_LISTED_KEY = 8;

/** Compares texts by their UTF-8 bytes. */
export function compareText(a: string | Uint8Array, b: string | Uint8Array): number {
  if (typeof a === 'string' && typeof b === 'string') {
    if (a === b) return 0;
    const length = Math.min(a.length, b.length);
    if (length > LONG) spend(length * UNITS_PER_BYTE);
    for (let i = 0; i < length; i++) {
      const x = a.charCodeAt(i);
      const y = b.charCodeAt(i);
      // Surrogates sort above the rest of the plane in UTF-8 but below U+E000..U+FFFF in UTF-16.
      if (x !== y) return x >= 0xd800 && y >= 0xd800 ? compareBytes(encodeText(a), encodeText(b)) : x < y ? -1 : 1;
    }
    return a.length < b.length ? -1 : 1;
  }
  return compareBytes(encodeText(a), encodeText(b));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  if (length > LONG) spend(length * UNITS_PER_BYTE);
  for (let i = 0; i < length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

/** Keys in ascending order of their bytes. */
export function sortedKeys(map: ValueMap): string[] {
  const keys = Object.keys(map);
  spend(keys.length * UNITS_PER_KEY);
  return keys.sort(compareText);
}

function compareMaps(a: ValueMap, b: ValueMap): number {
  const keys = sortedKeys(a);
  const others = sortedKeys(b);
  if (keys.length !== others.length) return keys.length - others.length;
  for (const [i, key] of keys.entries()) {
    const order = compareText(key, others[i] ?? '');
    if (order !== 0) return order;
  }
  for (const key of keys) {
    const order = compareValues(a[key], b[key]);
    if (order !== 0) return order;
  }
  return 0;
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    spend(UNITS_PER_ITEM);
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Total order of all values; 1 and 1.0 are equal in it. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === b) return 0;
  const order = rank(a);
  const other = rank(b);
  if (order !== other) return order - other;
  switch (order) {
    case 0:
      return compareNumbers(a as number, b as number);
    case 1: {
      const left = atomName(a);
      const right = atomName(b);
      return left < right ? -1 : left > right ? 1 : 0;
    }
    case 2:
      return compareMaps(a as ValueMap, b as ValueMap);
    case 3:
      return compareLists(a as unknown[], b as unknown[]);
    default:
      return compareText(a as string, b as string);
  }
}

/** Equal without any conversion: 1 is not 1.0. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Float) return b instanceof Float && a.value === b.value;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameMember(item, b[i]));
  }
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  if (!isMap(a) || !isMap(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  spend((keys.length + others.length) * UNITS_PER_LISTED_KEY);
  return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && isSameMember(a[key], b[key]));
}

function isSameMember(a: unknown, b: unknown): boolean {
  spend(UNITS_PER_ITEM);
  return isSame(a, b);
}
