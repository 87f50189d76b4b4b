import { concatText, displayText, encodeText } from './bytes.ts';
import { Fault } from './fault.ts';
import { writeJson } from './json-encode.ts';
import { Float, isText } from './value.ts';

/** Floats at or above this have no text: the broker refuses them too. */
const MAX_FLOAT_TEXT = 1e249;

/** Exact decimal digits of a double to `decimals` places, rounded half away from zero as C's printf does on the exact value. */
export function fixed(value: number, decimals: number): string {
  const magnitude = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (magnitude < 1e21) return sign + magnitude.toFixed(decimals);
  return `${sign}${BigInt(magnitude)}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
}

/** Drops zeros at the end, but keeps one digit after the point. */
export function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  const trimmed = text.replace(/0+$/, '');
  return trimmed.endsWith('.') ? `${trimmed}0` : trimmed;
}

/** A float as text: up to ten decimals, zeros at the end dropped. */
export function floatToText(value: number): string {
  if (Math.abs(value) >= MAX_FLOAT_TEXT) throw new Fault('The float is too large to be written as text.');
  return trimZeros(fixed(value, 10));
}

/**
 * Text of a list: characters where the list holds nothing but code points, bytes and texts (nested too), JSON where it
 * holds anything else.
 */
function listToText(list: readonly unknown[]): string | Uint8Array {
  const parts: (string | Uint8Array)[] = [];
  return collectCharacters(list, parts) ? concatText(parts) : writeJson(list);
}

function collectCharacters(list: readonly unknown[], parts: (string | Uint8Array)[]): boolean {
  if (list.some(isText)) return false;
  for (const item of list) {
    if (typeof item !== 'number' || !Number.isInteger(item)) return false;
    if (item < 0 || item > 0x10ffff || (item >= 0xd800 && item < 0xe000)) return false;
    parts.push(String.fromCodePoint(item));
  }
  return true;
}

/** Text of any value, as `str()`, `concat()` and `+` make it. */
export function toText(value: unknown): string | Uint8Array {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isInteger(value) ? String(value) : floatToText(value);
    case 'bigint':
    case 'boolean':
      return value.toString();
    case 'undefined':
      return 'undefined';
    default:
      if (value === null) return 'null';
      if (value instanceof Float) return floatToText(value.value);
      if (value instanceof Uint8Array) return value;
      return Array.isArray(value) ? listToText(value) : writeJson(value);
  }
}

/** `toText` as bytes. */
export function toBytes(value: unknown): Uint8Array {
  return encodeText(toText(value));
}

/** `toText` for people: bytes that are no UTF-8 show as U+FFFD. */
export function toDisplay(value: unknown): string {
  return displayText(toText(value));
}
