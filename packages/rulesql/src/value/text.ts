import { sizeOf, spend } from './budget.ts';
import { displayText, encodeText } from './bytes.ts';
import { Fault } from './fault.ts';
import { writeJson } from './json-encode.ts';
import { Float } from './value.ts';

/** Floats at or above this have no text: the broker refuses them too. */
const MAX_FLOAT_TEXT = 1e249;

/** Exact decimal digits of a double to `decimals` places, rounded half away from zero as C's printf does on the exact value. */
function fixed(value: number, decimals: number): string {
  const magnitude = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (magnitude < 1e21) return sign + magnitude.toFixed(Math.min(decimals, 100));
  return `${sign}${BigInt(magnitude)}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
}

/** Drops zeros at the end, but keeps one digit after the point. */
export function trimZeros(text: string): string {
  if (!text.includes('.')) return text;
  const trimmed = text.replace(/0+$/, '');
  return trimmed.endsWith('.') ? `${trimmed}0` : trimmed;
}

/** From here on doubles have no fraction that could be scaled. */
const MAX_SCALED = 2 ** 53;
const MAX_SCALED_DECIMALS = 17;

/**
 * Text with that many decimals as the broker rounds it: on the scaled fraction where it is exact enough, on the exact
 * digits where not.
 */
export function roundedText(value: number, decimals: number): string {
  const magnitude = Math.abs(value);
  if (magnitude > MAX_SCALED || decimals > MAX_SCALED_DECIMALS) return fixed(value, decimals);
  const scale = 10 ** decimals;
  const whole = Math.floor(magnitude);
  const fraction = Math.floor((magnitude - whole) * scale + 0.5);
  const carried = fraction >= scale ? whole + 1 : whole;
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (decimals === 0) return `${sign}${carried}`;
  // As a BigInt it shows all its digits.
  return `${sign}${carried}.${BigInt(fraction >= scale ? 0 : fraction)
    .toString()
    .padStart(decimals, '0')}`;
}

/** A float as text: up to ten decimals, zeros at the end dropped. */
function floatToText(value: number): string {
  if (Math.abs(value) >= MAX_FLOAT_TEXT) throw new Fault('The float is too large to be written as text.');
  return trimZeros(roundedText(value, 10));
}

function isPrintable(code: unknown): code is number {
  if (typeof code !== 'number' || !Number.isInteger(code)) return false;
  if (code < 160) return (code >= 32 && code < 127) || (code >= 8 && code <= 13) || code === 27;
  return code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) && code !== 0xfffe && code !== 0xffff;
}

const UNITS_PER_ITEM = 5;

/** Text of a list: characters where it holds nothing but printable code points, JSON where it holds anything else. */
function listToText(list: readonly unknown[]): string {
  spend(list.length * UNITS_PER_ITEM);
  return list.every(isPrintable) ? list.map((code) => String.fromCodePoint(code)).join('') : writeJson(list);
}

/** Text of any value, as `str()`, `concat()` and `+` make it. */
export function toText(value: unknown): string | Uint8Array {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isInteger(value) ? String(value) : floatToText(value);
    case 'bigint':
      spend(sizeOf(value));
      return value.toString();
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
