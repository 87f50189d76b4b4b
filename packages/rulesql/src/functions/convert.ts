import { bytesOfHex, hexOfBytes } from '../value/big-bytes.ts';
import { Bits } from '../value/bits.ts';
import { encodeText, textOf } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { float, intOf, parseInteger, parseNumber, toDouble } from '../value/number.ts';
import { roundedText, toBytes, toText, trimZeros } from '../value/text.ts';
import { Float, isFloat, isInt, isNumeric, kindOf } from '../value/value.ts';
import { bytes, count, map as mapArgument, string, text } from './arguments.ts';
import type { convertDocs } from './docs/convert.ts';
import type { Implementations, Pure } from './implementation.ts';

const MAX_DECIMALS = 253;

function hex(data: Uint8Array): string {
  return hexOfBytes(data).toUpperCase();
}

/** Bits that fill no whole bytes are written as the number they are. */
function hexOf(value: string | Uint8Array): string {
  if (!(value instanceof Bits) || value.bitLength % 8 === 0) return hex(encodeText(value));
  return value
    .toBigInt()
    .toString(16)
    .toUpperCase()
    .padStart(Math.ceil(value.bitLength / 4), '0');
}

function unhex(digits: string): Uint8Array {
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  if (!/^[0-9a-fA-F]*$/.test(even)) throw new Fault('the text has other characters than hexadecimal digits.');
  return bytesOfHex(even);
}

const TRUTHS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** A number in any spelling that leaves no doubt. */
const LOOSE_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

const toInt: Pure = (value) => {
  if (isInt(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (isFloat(value)) return intOf(Math.floor(toDouble(value)));
  const source = string(value);
  const whole = parseInteger(source);
  if (whole !== undefined) return whole;
  if (!LOOSE_NUMBER.test(source)) throw new Fault(`"${source}" is no number.`);
  return intOf(Math.floor(Number(source)));
};

function toFloat(value: unknown): number {
  if (isNumeric(value)) return toDouble(value);
  const source = string(value);
  const parsed = parseNumber(source);
  if (parsed === undefined) throw new Fault(`"${source}" is no number.`);
  return toDouble(parsed);
}

const floatFunction: Pure = (value, decimals) => {
  const number = toFloat(value);
  if (decimals === undefined) return float(number);
  const places = count(decimals);
  if (places < 1 || places > MAX_DECIMALS) throw new Fault(`1 to ${MAX_DECIMALS} decimals are possible.`);
  return float(Number(roundedText(number, places)));
};

const str: Pure = (value) => toText(value);

export const convert: Implementations<typeof convertDocs> = {
  str,
  str_utf8: (value) => string(toText(value)),
  str_utf16_le(value) {
    const source = string(textOf(toBytes(value)));
    const view = new DataView(new ArrayBuffer(source.length * 2));
    for (let i = 0; i < source.length; i++) view.setUint16(2 * i, source.charCodeAt(i), true);
    return textOf(new Uint8Array(view.buffer));
  },
  bool(value) {
    if (isNumeric(value)) return toDouble(value) !== 0;
    const truth = TRUTHS.get(value);
    if (truth === undefined) throw new Fault(`true, false, 1 or 0 is needed, not ${kindOf(value)}.`);
    return truth;
  },
  int: toInt,
  float: floatFunction,
  float2str(value, decimals) {
    if (!isFloat(value)) throw new Fault(`a float is needed, not ${kindOf(value)}.`);
    const places = count(decimals);
    if (places < 0 || places > MAX_DECIMALS) throw new Fault(`0 to ${MAX_DECIMALS} decimals are possible.`);
    return trimZeros(roundedText(value instanceof Float ? value.value : value, places));
  },
  map: (value) => mapArgument(value),
  bin2hexstr: (data, prefix = '') => string(prefix) + hexOf(text(data)),
  hexstr2bin(source, prefix = '') {
    const digits = string(source);
    const start = string(prefix);
    if (!digits.startsWith(start)) throw new Fault(`the text does not start with "${start}".`);
    return textOf(unhex(digits.slice(start.length)));
  },
  sqlserver_bin2hexstr: (data) => `0x${hex(bytes(data))}`,
};
