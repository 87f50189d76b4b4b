import { spend } from '../value/budget.ts';
import { concatText, displayText, encodeText } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { readJson } from '../value/json-decode.ts';
import { toDouble } from '../value/number.ts';
import { type Float, isInt, isMap, isNumeric, isText, kindOf, type ValueMap } from '../value/value.ts';

/** Most characters that a function makes by repeating something. */
export const MAX_REPEAT = 1_000_000;

const UNITS_PER_ITEM = 30;

function wrong(wanted: string, value: unknown): Fault {
  return new Fault(`${wanted} is needed, not ${kindOf(value)}.`);
}

/** Text or bytes. */
export function text(value: unknown): string | Uint8Array {
  if (!isText(value)) throw wrong('a text', value);
  return value;
}

/** Text that is valid UTF-8. */
export function string(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) throw new Fault('the text is not valid UTF-8.');
  throw wrong('a text', value);
}

export function bytes(value: unknown): Uint8Array {
  return encodeText(text(value));
}

export function number(value: unknown): number | bigint | Float {
  if (!isNumeric(value)) throw wrong('a number', value);
  return value;
}

export function double(value: unknown): number {
  return toDouble(number(value));
}

export function integer(value: unknown): number | bigint {
  if (!isInt(value)) throw wrong('an integer', value);
  return value;
}

/** An integer small enough to count with. */
export function count(value: unknown): number {
  const whole = integer(value);
  if (typeof whole === 'bigint') throw new Fault('the integer is too large.');
  return whole;
}

export function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong('a list', value);
  return value;
}

/** A map, or text of JSON that holds one; an empty list is an empty map. */
export function map(value: unknown): ValueMap {
  const opened = isText(value) ? readJson(string(value)) : value;
  if (Array.isArray(opened) && opened.length === 0) return {};
  if (!isMap(opened)) throw wrong('a map', opened);
  return opened;
}

/** One of some words. */
export function oneOf<Word extends string>(value: unknown, words: readonly Word[]): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  const given = isText(value) ? `"${displayText(value)}"` : kindOf(value);
  throw new Fault(`one of ${words.join(', ')} is needed, not ${given}.`);
}

/** Bytes of a text or of a list of bytes and texts, nested as they may be. */
export function byteData(value: unknown): Uint8Array {
  if (isText(value)) return encodeText(value);
  return encodeText(concatText(list(value).map(byteItem)));
}

function byteItem(item: unknown): string | Uint8Array {
  spend(UNITS_PER_ITEM);
  if (typeof item !== 'number') return byteData(item);
  if (!Number.isInteger(item) || item < 0 || item > 255) throw new Fault('a list of bytes is needed.');
  return Uint8Array.of(item);
}
