import { nativeBytes, nativeText } from './node.ts';

/** The number that bytes make, first byte highest. By way of text, which is the one way that takes no square of the length. */
export function bigOfBytes(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n;
  return BigInt(`0x${hexOfBytes(bytes)}`);
}

/** The bytes of a number that is not negative, first byte highest; filled with zeros to `length`. */
export function bytesOfBig(value: bigint, length = 0): Uint8Array {
  const hex = value.toString(16);
  const digits = hex.padStart(Math.max(hex.length + (hex.length % 2), 2 * length), '0');
  return bytesOfHex(digits);
}

/** Bytes that pairs of hexadecimal digits stand for. The caller has made sure that they are digits. */
export function bytesOfHex(digits: string): Uint8Array {
  const native = nativeBytes(digits, 'hex');
  if (native) return native;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = (nibble(digits.charCodeAt(2 * i)) << 4) | nibble(digits.charCodeAt(2 * i + 1));
  }
  return bytes;
}

/** 0-9 are 48 to 57, letters 65 and 97 onwards. */
function nibble(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87;
}

/** Two hexadecimal digits for every byte. */
const HEX: readonly string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bytes as pairs of lower-case hexadecimal digits. */
export function hexOfBytes(bytes: Uint8Array): string {
  const native = nativeText(bytes, 'hex');
  if (native !== undefined) return native;
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}
