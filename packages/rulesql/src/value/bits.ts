import { bigOfBytes, bytesOfBig } from './big-bytes.ts';
import { textOf } from './bytes.ts';

/** Bits that may not fill their last byte; the rest of it is zero. To everything else they are those bytes. */
export class Bits extends Uint8Array {
  readonly bitLength: number = 0;

  static ofBytes(bytes: Uint8Array): Bits {
    return Bits.#make(bytes, bytes.length * 8);
  }

  static fromBigInt(value: bigint, bitLength: number): Bits {
    const length = Math.ceil(bitLength / 8);
    const bytes = length === 0 ? new Uint8Array() : bytesOfBig(value << BigInt(length * 8 - bitLength), length);
    return Bits.#make(bytes, bitLength);
  }

  static #make(bytes: Uint8Array, bitLength: number): Bits {
    const bits = new Bits(bytes);
    (bits as { bitLength: number }).bitLength = bitLength;
    return bits;
  }

  /** The bits as one number, first bit highest. */
  toBigInt(): bigint {
    return bigOfBytes(this) >> BigInt(this.length * 8 - this.bitLength);
  }

  /** `length` bits from bit `from`, counted from 0. */
  part(from: number, length: number): Bits {
    const first = Math.floor(from / 8);
    const bytes = Bits.ofBytes(this.subarray(first, Math.ceil((from + length) / 8)).slice());
    const tail = bytes.bitLength - (from - first * 8) - length;
    return Bits.fromBigInt((bytes.toBigInt() >> BigInt(tail)) & ((1n << BigInt(length)) - 1n), length);
  }

  /** Text or bytes where the bits fill whole bytes. */
  toText(): string | Uint8Array {
    return this.bitLength % 8 === 0 ? textOf(Uint8Array.from(this)) : this;
  }
}
