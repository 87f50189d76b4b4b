import { spend } from './budget.ts';
import { Fault } from './fault.ts';
import { Float } from './value.ts';

/** Integers of more bits than this are refused, so that no expression can fill memory or time. */
const MAX_INT_BITS = 32_768n;
const MAX_INT = 1n << MAX_INT_BITS;

/** The value of a float. */
export function float(value: number): number | Float {
  if (!Number.isFinite(value)) throw new Fault('The result is not a finite number.');
  return Number.isInteger(value) ? new Float(value) : value;
}

/** The value of an integer. */
export function int(value: bigint): number | bigint {
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  if (value > MAX_INT || value < -MAX_INT) throw new Fault('The integer is too large.');
  return value;
}

/** The value of an integral number. */
export function intOf(value: number): number | bigint {
  if (Number.isSafeInteger(value)) return value + 0;
  if (!Number.isFinite(value)) throw new Fault('The result is not a finite number.');
  return int(BigInt(value));
}

/** As a double. An integer too large for one is a fault. */
export function toDouble(value: number | bigint | Float): number {
  if (typeof value === 'number') return value;
  if (value instanceof Float) return value.value;
  const double = Number(value);
  if (!Number.isFinite(double)) throw new Fault('The integer is too large for a float.');
  return double;
}

/** Reading this many digits is work that counts. */
const LONG_DIGITS = 100;
const UNITS_PER_DIGIT = 3;

const INTEGER = /^[+-]?\d+$/;
const FLOAT = /^[+-]?\d+\.\d+([eE][+-]?\d+)?$/;

/** Reads an integer as the broker does: an optional sign and digits, nothing around them. */
export function parseInteger(text: string): number | bigint | undefined {
  if (!INTEGER.test(text)) return undefined;
  if (text.length < 16) return Number(text) + 0;
  if (text.length > 10_000) throw new Fault('The integer is too large.');
  if (text.length > LONG_DIGITS) spend(text.length * UNITS_PER_DIGIT);
  return int(BigInt(text.startsWith('+') ? text.slice(1) : text));
}

/** Reads a float: digits on both sides of the point; an exponent only after them. */
function parseFloatText(text: string): number | Float | undefined {
  if (!FLOAT.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? float(value) : undefined;
}

/** Reads a number of either kind. */
export function parseNumber(text: string): number | bigint | Float | undefined {
  return parseInteger(text) ?? parseFloatText(text);
}
