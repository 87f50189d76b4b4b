import { bigOfBytes } from '../value/big-bytes.ts';
import { Bits } from '../value/bits.ts';
import { encodeText } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { float, int } from '../value/number.ts';
import { byteData, count, integer, oneOf, text } from './arguments.ts';
import type { bitDocs } from './docs/bits.ts';
import type { Implementations, Pure } from './implementation.ts';

const MAX_SHIFT = 32_768;

function onIntegers(apply: (a: bigint, b: bigint) => bigint): Pure {
  return (a, b) => int(apply(BigInt(integer(a)), BigInt(integer(b))));
}

function shift(direction: 1 | -1): Pure {
  return (n, places) => {
    const value = BigInt(integer(n));
    const left = count(places) * direction;
    if (left > MAX_SHIFT) throw new Fault(`a shift goes over ${MAX_SHIFT} places at most.`);
    return int(left >= 0 ? value << BigInt(left) : value >> BigInt(Math.min(-left, MAX_SHIFT * 2)));
  };
}

function reversed(bits: Bits): Bits {
  // The broker reads little-endian from whole bytes; a rest of fewer than eight bits comes last.
  const rest = BigInt(bits.bitLength % 8);
  const whole = Uint8Array.from(bits.subarray(0, Math.floor(bits.bitLength / 8))).reverse();
  const last = bits.toBigInt() & ((1n << rest) - 1n);
  return Bits.fromBigInt(bigOfBytes(whole) | (last << BigInt(8 * whole.length)), bits.bitLength);
}

function toFloat(value: bigint, length: number): unknown {
  const view = new DataView(new ArrayBuffer(8));
  if (length === 64) view.setBigUint64(0, value);
  else if (length === 32) view.setFloat64(0, floatOf32(value));
  else if (length === 16) view.setFloat64(0, floatOf16(Number(value)));
  else throw new Fault('a float has 16, 32 or 64 bits.');
  return float(view.getFloat64(0));
}

function floatOf32(value: bigint): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, Number(value));
  return view.getFloat32(0);
}

function floatOf16(value: number): number {
  const sign = value & 0x8000 ? -1 : 1;
  const exponent = (value >> 10) & 31;
  const fraction = value & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25);
}

const subbits: Pure = (data, startOrLength, givenLength, type, sign, order) => {
  const start = givenLength === undefined && type === undefined ? 1 : count(startOrLength);
  const wanted = count(givenLength === undefined && type === undefined ? startOrLength : givenLength);
  const kind = oneOf(type ?? 'integer', ['integer', 'float', 'bits']);
  const signed = oneOf(sign ?? 'unsigned', ['unsigned', 'signed']) === 'signed';
  const little = oneOf(order ?? 'big', ['big', 'little']) === 'little';
  const source = text(data);
  const all = source instanceof Bits ? source : Bits.ofBytes(encodeText(source));
  if (start < 1 || wanted < 0 || start > all.bitLength) return undefined;
  const length = Math.min(wanted, all.bitLength - start + 1);
  if (kind !== 'bits' && length > MAX_SHIFT) throw new Fault(`an integer has at most ${MAX_SHIFT} bits here.`);
  const part = all.part(start - 1, length);
  if (kind === 'bits') return part.toText();
  const value = (little ? reversed(part) : part).toBigInt();
  if (kind === 'float') return toFloat(value, part.bitLength);
  const size = BigInt(length);
  return int(signed && size > 0n && value >> (size - 1n) === 1n ? value - (1n << size) : value);
};

export const bits: Implementations<typeof bitDocs> = {
  bitnot: (n) => int(~BigInt(integer(n))),
  bitand: onIntegers((a, b) => a & b),
  bitor: onIntegers((a, b) => a | b),
  bitxor: onIntegers((a, b) => a ^ b),
  bitsl: shift(1),
  bitsr: shift(-1),
  bitsize(data) {
    const value = text(data);
    return value instanceof Bits ? value.bitLength : encodeText(value).length * 8;
  },
  bytesize: (data) => byteData(data).length,
  subbits,
};
