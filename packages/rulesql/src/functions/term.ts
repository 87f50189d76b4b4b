import { bigOfBytes, bytesOfBig } from '../value/big-bytes.ts';
import { sizeOf, spend } from '../value/budget.ts';
import { encodeText, textOf } from '../value/bytes.ts';
import { sortedKeys } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { float, int } from '../value/number.ts';
import { Float, isFloat, isInt, isText, setKey } from '../value/value.ts';

const VERSION = 131;
const MAX_DEPTH = 500;

/** Writes a value in Erlang's external term format. */
export function encodeTerm(value: unknown): Uint8Array {
  const out: number[] = [VERSION];
  write(value, out);
  return Uint8Array.from(out);
}

function uint(value: number, size: number, out: number[]): void {
  for (let shift = (size - 1) * 8; shift >= 0; shift -= 8) out.push(Math.floor(value / 2 ** shift) & 255);
}

function writeInteger(value: bigint, out: number[]): void {
  if (value >= 0n && value < 256n) {
    out.push(97, Number(value));
  } else if (value >= -2147483648n && value <= 2147483647n) {
    out.push(98);
    uint(Number(BigInt.asUintN(32, value)), 4, out);
  } else {
    const digits = bytesOfBig(value < 0n ? -value : value).reverse();
    if (digits.length < 256) out.push(110, digits.length);
    else {
      out.push(111);
      uint(digits.length, 4, out);
    }
    out.push(value < 0n ? 1 : 0);
    for (const digit of digits) out.push(digit);
  }
}

function writeBytes(bytes: Uint8Array, out: number[]): void {
  for (const byte of bytes) out.push(byte);
}

function isByteList(list: readonly unknown[]): list is readonly number[] {
  return (
    list.length < 65_536 &&
    list.every((item) => typeof item === 'number' && Number.isInteger(item) && item >= 0 && item < 256)
  );
}

const UNITS_PER_TERM = 20;

function write(value: unknown, out: number[]): void {
  spend(UNITS_PER_TERM + 2 * sizeOf(value));
  if (isInt(value)) writeInteger(BigInt(value), out);
  else if (isFloat(value)) {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value instanceof Float ? value.value : value);
    out.push(70);
    writeBytes(new Uint8Array(view.buffer), out);
  } else if (isText(value)) {
    const bytes = encodeText(value);
    out.push(109);
    uint(bytes.length, 4, out);
    writeBytes(bytes, out);
  } else if (Array.isArray(value)) {
    writeList(value, out);
  } else if (typeof value === 'object' && value !== null) {
    const map = value as Record<string, unknown>;
    out.push(116);
    uint(Object.keys(map).length, 4, out);
    for (const key of sortedKeys(map)) {
      write(key, out);
      write(map[key], out);
    }
  } else {
    const name = String(value);
    out.push(100);
    uint(name.length, 2, out);
    writeBytes(encodeText(name), out);
  }
}

function writeList(list: readonly unknown[], out: number[]): void {
  if (list.length === 0) out.push(106);
  else if (isByteList(list)) {
    out.push(107);
    uint(list.length, 2, out);
    out.push(...list);
  } else {
    out.push(108);
    uint(list.length, 4, out);
    for (const item of list) write(item, out);
    out.push(106);
  }
}

/** Reads a value in Erlang's external term format. Atoms other than true, false, null and undefined become texts. */
export function decodeTerm(bytes: Uint8Array): unknown {
  return new TermReader(bytes).read();
}

const ATOMS: ReadonlyMap<unknown, unknown> = new Map<unknown, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);

class TermReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(): unknown {
    if (this.#uint(1) !== VERSION) throw new Fault('the bytes are no encoded term.');
    return this.#term(0);
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new Fault('the encoded term ends too early.');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  #uint(size: number): number {
    let value = 0;
    for (const byte of this.#take(size)) value = value * 256 + byte;
    return value;
  }

  #term(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Fault('the encoded term is nested too deep.');
    spend(UNITS_PER_TERM);
    switch (this.#uint(1)) {
      case 97:
        return this.#uint(1);
      case 98:
        return this.#uint(4) | 0;
      case 110:
        return this.#big(this.#uint(1));
      case 111:
        return this.#big(this.#uint(4));
      case 70: {
        const raw = this.#take(8);
        return float(new DataView(raw.buffer, raw.byteOffset, 8).getFloat64(0));
      }
      case 100:
      case 118:
        return this.#atom(this.#uint(2));
      case 115:
      case 119:
        return this.#atom(this.#uint(1));
      case 109:
        return textOf(this.#take(this.#uint(4)).slice());
      case 106:
        return [];
      case 107:
        return [...this.#take(this.#uint(2))];
      case 108:
        return this.#list(this.#uint(4), depth);
      case 104:
        return this.#items(this.#uint(1), depth);
      case 116:
        return this.#map(this.#uint(4), depth);
      default:
        throw new Fault('the encoded term holds something that no rule can work with.');
    }
  }

  #big(size: number): unknown {
    const negative = this.#uint(1) === 1;
    const value = bigOfBytes(this.#take(size).slice().reverse());
    return int(negative ? -value : value);
  }

  #atom(length: number): unknown {
    const name = textOf(this.#take(length).slice());
    return ATOMS.has(name) ? ATOMS.get(name) : name;
  }

  #items(count: number, depth: number): unknown[] {
    if (count > this.#bytes.length) throw new Fault('the encoded term ends too early.');
    return Array.from({ length: count }, () => this.#term(depth + 1));
  }

  #list(count: number, depth: number): unknown[] {
    const items = this.#items(count, depth);
    this.#term(depth + 1);
    return items;
  }

  #map(count: number, depth: number): unknown {
    const map: Record<string, unknown> = {};
    if (count > this.#bytes.length) throw new Fault('the encoded term ends too early.');
    for (let i = 0; i < count; i++) {
      const key = this.#term(depth + 1);
      setKey(map, String(key), this.#term(depth + 1));
    }
    return map;
  }
}
