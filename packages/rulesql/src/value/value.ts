import { spend } from './budget.ts';

/**
 * How values of the rule language are represented. Decided once, for speed on the common case and truth on the rest:
 *
 * | rule language        | here                                                             |
 * |----------------------|------------------------------------------------------------------|
 * | missing              | `undefined` (JSON output shows the text "undefined")             |
 * | JSON null            | `null`                                                           |
 * | boolean              | `boolean`                                                        |
 * | integer of any size  | `number` when it is a safe integer (never -0), `bigint` beyond   |
 * | float                | `number` when it has a fraction, `Float` when it is integral     |
 * | text                 | `string` when it is valid UTF-8, `Uint8Array` when it is not     |
 * | list                 | array                                                            |
 * | map                  | plain object; own keys only, `__proto__` is a key like any other |
 *
 * A value is never changed once made: events, decoded payloads and rows share structure. Order of keys means nothing;
 * wherever it shows, keys come sorted (in JSON text descending, as the broker prints them).
 */
export interface ValueMap {
  readonly [key: string]: unknown;
}

/** An integral float: 1.0 is not 1. Floats with a fraction, and those alone, are plain numbers. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
  /** So that `Number(x)` and comparisons of JavaScript see the number. */
  valueOf(): number {
    return this.value;
  }
}

export function isMap(value: unknown): value is ValueMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Float) &&
    !(value instanceof Uint8Array)
  );
}

export function isInt(value: unknown): value is number | bigint {
  return typeof value === 'number' ? Number.isInteger(value) : typeof value === 'bigint';
}

export function isFloat(value: unknown): value is number | Float {
  return typeof value === 'number' ? !Number.isInteger(value) : value instanceof Float;
}

export function isNumeric(value: unknown): value is number | bigint | Float {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Float;
}

/** Text or bytes. */
export function isText(value: unknown): value is string | Uint8Array {
  return typeof value === 'string' || value instanceof Uint8Array;
}

/** What a person would call the value, for error messages. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'a boolean';
  if (isInt(value)) return 'an integer';
  if (isFloat(value)) return 'a float';
  if (isText(value)) return 'a text';
  return Array.isArray(value) ? 'a list' : 'a map';
}

const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));

/** Own value of a key; keys such as `constructor` never reach the prototype. */
export function getKey(map: ValueMap, key: string): unknown {
  return INHERITED.has(key) && !Object.hasOwn(map, key) ? undefined : map[key];
}

/** Writes into a map that is still being made. */
export function setKey(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    map[key] = value;
  }
}

const UNITS_PER_LISTED_KEY = 8;

/** Number of keys of a map. */
export function sizeOfMap(map: ValueMap): number {
  const size = Object.keys(map).length;
  spend(size * UNITS_PER_LISTED_KEY);
  return size;
}

const UNITS_PER_COPIED_KEY = 20;

/** A copy of `map` with one key set. */
export function withKey(map: ValueMap, key: string, value: unknown): ValueMap {
  const copy: Record<string, unknown> = { ...map };
  setKey(copy, key, value);
  spend(UNITS_PER_COPIED_KEY * Object.keys(copy).length);
  return copy;
}
