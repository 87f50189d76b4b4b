import { spend } from '../value/budget.ts';
import { displayText } from '../value/bytes.ts';
import { float } from '../value/number.ts';
import { Float, isMap, setKey, type ValueMap } from '../value/value.ts';
import { decimals } from './value.ts';

/** What a member of an array or an object costs. */
const UNITS_PER_ITEM = 2;
const UNITS_PER_KEY = 15;

/** A value of a rule as jq sees it: all numbers are doubles, and what is missing is the text "undefined". */
export function fromRuleValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Float) return value.value;
  if (value instanceof Uint8Array) return displayText(value);
  if (Array.isArray(value)) {
    spend(value.length * UNITS_PER_ITEM);
    return value.map(fromRuleValue);
  }
  const source = value as ValueMap;
  const map: Record<string, unknown> = {};
  const keys = Object.keys(source);
  spend(keys.length * UNITS_PER_KEY);
  for (const key of keys) setKey(map, key, fromRuleValue(source[key]));
  return map;
}

/** Numbers beyond this many digits and zeros are written with an exponent, which makes them floats. */
const MAX_ZEROS = 15;

function number(value: number): unknown {
  if (Number.isNaN(value)) return null;
  const finite = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
  if (!Number.isInteger(finite)) return finite;
  if (Number.isSafeInteger(finite)) return finite + 0;
  // jq writes the shortest digits and fills up with zeros, and that is what the rule reads.
  const { digits, exponent } = decimals(finite);
  if (exponent > digits.length + MAX_ZEROS) return float(finite);
  const whole = BigInt(digits) * 10n ** BigInt(Math.max(0, exponent - digits.length));
  return finite < 0 ? -whole : whole;
}

/** A result of jq as a value of a rule: integral numbers become integers. */
export function toRuleValue(value: unknown): unknown {
  if (typeof value === 'number') return number(value);
  if (Array.isArray(value)) {
    spend(value.length * UNITS_PER_ITEM);
    return value.map(toRuleValue);
  }
  if (!isMap(value)) return value;
  const map: Record<string, unknown> = {};
  const keys = Object.keys(value);
  spend(keys.length * UNITS_PER_KEY);
  for (const key of keys) setKey(map, key, toRuleValue(value[key]));
  return map;
}
