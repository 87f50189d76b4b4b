import { spend } from '../value/budget.ts';
import { compareText } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { getKey, isMap, setKey, type ValueMap } from '../value/value.ts';
import { spendOn, spendOnCopy } from './effort.ts';

/** An error of the program, which `try` catches; `value` is what `catch` sees. */
export class JqError {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

export type JqType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export function typeOf(value: unknown): JqType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'boolean':
      return 'boolean';
    case 'number':
      return 'number';
    case 'string':
      return 'string';
    default:
      return 'object';
  }
}

export function isTrue(value: unknown): boolean {
  return value !== null && value !== false;
}

const RANKS: Readonly<Record<JqType, number>> = { null: 0, boolean: 1, number: 3, string: 4, array: 5, object: 6 };

function rank(value: unknown): number {
  return value === true ? 2 : RANKS[typeOf(value)];
}

const UNITS_PER_KEY = 20;
const UNITS_PER_COMPARISON = 2;

export function keysOf(map: ValueMap): string[] {
  const keys = Object.keys(map);
  spend(keys.length * UNITS_PER_KEY);
  return keys.sort(compareText);
}

/** Order of all values: null < false < true < numbers < strings < arrays < objects. */
export function compareJq(a: unknown, b: unknown): number {
  spend(UNITS_PER_COMPARISON);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a === b ? 0 : Number.isNaN(a) ? -1 : 1;
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      const item = compareJq(a[i], b[i]);
      if (item !== 0) return item;
    }
    return a.length - b.length;
  }
  if (isMap(a) && isMap(b)) {
    const keys = compareJq(keysOf(a), keysOf(b));
    if (keys !== 0) return keys;
    for (const key of keysOf(a)) {
      const item = compareJq(a[key], b[key]);
      if (item !== 0) return item;
    }
  }
  return 0;
}

/** A number as jq writes it; NaN becomes null. */
function numberText(value: number): string {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return String(value);
  if (Number.isNaN(value)) return 'null';
  const finite = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
  const { digits, exponent } = decimals(finite);
  if (exponent > digits.length + 15 || exponent < -4) return String(finite).replace(/^(-?\d)e/, '$1e');
  if (exponent >= digits.length) return `${finite < 0 ? '-' : ''}${digits}${'0'.repeat(exponent - digits.length)}`;
  return String(finite);
}

/** Shortest digits of a number, and where its point stands behind the first of them. */
export function decimals(value: number): { readonly digits: string; readonly exponent: number } {
  const [mantissa = '0', power = '0'] = Math.abs(value).toExponential().split('e');
  return { digits: mantissa.replace('.', ''), exponent: Number(power) + 1 };
}

export function toJson(value: unknown): string {
  spendOn(value);
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (isMap(value)) {
    return `{${Object.keys(value)
      .map((key) => `${JSON.stringify(key)}:${toJson(value[key])}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

const SHOWN = 12;

/** Enough of a value for what `show` shows. */
function beginning(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, SHOWN);
  if (depth > SHOWN || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.slice(0, SHOWN).map((item) => beginning(item, depth + 1));
  const first = Object.entries(value).slice(0, SHOWN);
  return Object.fromEntries(first.map(([key, item]) => [key, beginning(item, depth + 1)]));
}

/** A value in a message, cut to a readable length. */
function show(value: unknown): string {
  const text = toJson(beginning(value));
  return `${typeOf(value)} (${text.length > 11 ? `${text.slice(0, 10)}…` : text})`;
}

export function wrongTypes(a: unknown, b: unknown, what: string): JqError {
  return new JqError(`${show(a)} and ${show(b)} cannot be ${what}`);
}

export function wrongType(value: unknown, what: string): JqError {
  return new JqError(`${show(value)} ${what}`);
}

function placeIn(length: number, index: number): number {
  const whole = Math.floor(index);
  return whole < 0 ? whole + length : whole;
}

/** What lies under a key, an index or a slice. */
export function getJq(value: unknown, key: unknown): unknown {
  if (isMap(value) && typeof key === 'string') return getKey(value, key) ?? null;
  if (Array.isArray(value) && typeof key === 'number') return value[placeIn(value.length, key)] ?? null;
  if (value === null && (typeof key === 'string' || typeof key === 'number')) return null;
  if (isMap(key)) return sliceJq(value, getKey(key, 'start') ?? null, getKey(key, 'end') ?? null);
  if (Array.isArray(value) && Array.isArray(key)) return indicesOf(value, key);
  if (Array.isArray(value) || isMap(value)) throw new JqError(`Cannot index ${typeOf(value)} with ${typeOf(key)}`);
  throw new JqError(
    `Cannot index ${typeOf(value)} with ${typeof key === 'string' ? JSON.stringify(key) : typeOf(key)}`,
  );
}

function bounds(length: number, from: unknown, to: unknown): readonly [number, number] {
  const bound = (value: unknown, otherwise: number, round: (n: number) => number): number => {
    if (value === null) return otherwise;
    if (typeof value !== 'number') throw new JqError('Start and end indices of an array slice must be numbers');
    const place = round(value) < 0 ? round(value) + length : round(value);
    return Math.max(0, Math.min(length, place));
  };
  return [bound(from, 0, Math.floor), bound(to, length, Math.ceil)];
}

/** Looking for characters beyond the plane. */
const UNITS_PER_CHARACTER = 0.15;
const SURROGATE = /[\ud800-\udfff]/;

export function sliceJq(value: unknown, from: unknown, to: unknown): unknown {
  if (value === null) return null;
  if (typeof value === 'string') {
    spend(value.length * UNITS_PER_CHARACTER);
    if (!SURROGATE.test(value)) {
      const [start, end] = bounds(value.length, from, to);
      return value.slice(start, Math.max(start, end));
    }
    spendOn(value);
    const characters = [...value];
    const [start, end] = bounds(characters.length, from, to);
    return characters.slice(start, Math.max(start, end)).join('');
  }
  if (!Array.isArray(value)) throw new JqError(`Cannot index ${typeOf(value)} with object`);
  const [start, end] = bounds(value.length, from, to);
  spendOnCopy(value);
  return value.slice(start, Math.max(start, end));
}

/** Where a list stands in another. */
function indicesOf(value: readonly unknown[], wanted: readonly unknown[]): number[] {
  if (wanted.length === 0) return [];
  const places: number[] = [];
  for (let i = 0; i + wanted.length <= value.length; i++) {
    if (wanted.every((item, k) => compareJq(value[i + k], item) === 0)) places.push(i);
  }
  return places;
}

const MAX_ARRAY = 100_000;

/** A copy of `value` with something else under a key, an index or a slice. */
function withJq(value: unknown, key: unknown, item: unknown): unknown {
  spendOnCopy(value);
  if (typeof key === 'string' && (value === null || isMap(value))) {
    const copy: Record<string, unknown> = { ...(value ?? {}) };
    setKey(copy, key, item);
    return copy;
  }
  if (typeof key === 'number' && (value === null || Array.isArray(value))) {
    const copy = [...(value ?? [])];
    const place = placeIn(copy.length, key);
    if (place < 0) throw new JqError('Out of bounds negative array index');
    if (place > MAX_ARRAY) throw new Fault('an array has at most 100000 items here.');
    while (copy.length < place) copy.push(null);
    copy[place] = item;
    return copy;
  }
  if (isMap(key) && (value === null || Array.isArray(value))) {
    if (!Array.isArray(item)) throw new JqError('A slice of an array can only be assigned another array');
    const list = value ?? [];
    const [start, end] = bounds(list.length, getKey(key, 'start') ?? null, getKey(key, 'end') ?? null);
    return [...list.slice(0, start), ...item, ...list.slice(Math.max(start, end))];
  }
  throw new JqError(
    `Cannot index ${typeOf(value)} with ${typeof key === 'string' ? JSON.stringify(key) : typeOf(key)}`,
  );
}

export type JqPath = readonly unknown[];

export function getPath(value: unknown, path: JqPath): unknown {
  let current = value;
  for (const key of path) current = current === null ? null : getJq(current, key);
  return current;
}

export function setPath(value: unknown, path: JqPath, item: unknown, from = 0): unknown {
  if (from === path.length) return item;
  const key = path[from];
  const inner = value === null ? null : getJq(value, key);
  return withJq(value, key, setPath(inner, path, item, from + 1));
}

function deletePath(value: unknown, path: JqPath, from: number): unknown {
  const key = path[from];
  if (value === null) return null;
  spendOnCopy(value);
  if (from < path.length - 1) {
    const inner = getJq(value, key);
    return inner === null ? value : withJq(value, key, deletePath(inner, path, from + 1));
  }
  if (isMap(value) && typeof key === 'string') {
    const copy: Record<string, unknown> = { ...value };
    delete copy[key];
    return copy;
  }
  if (Array.isArray(value) && typeof key === 'number') {
    const place = placeIn(value.length, key);
    spendOn(value);
    return value.filter((_, i) => i !== place);
  }
  if (Array.isArray(value) && isMap(key)) return withJq(value, key, []);
  throw new JqError(`Cannot delete field at ${typeOf(key)} index of ${typeOf(value)}`);
}

/** Without what lies under the paths; the last ones go first, so that places stay true. */
export function deletePaths(value: unknown, paths: readonly JqPath[]): unknown {
  let result = value;
  for (const path of [...paths].sort((a, b) => compareJq(b, a))) {
    result = path.length === 0 ? null : deletePath(result, path, 0);
  }
  return result;
}

export function numberOf(value: unknown): number {
  if (typeof value !== 'number') throw wrongType(value, 'number required');
  return value;
}

export function arrayOf(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongType(value, what);
  return value;
}

export function pathOf(value: unknown): JqPath {
  return arrayOf(value, 'Path must be specified as an array');
}
