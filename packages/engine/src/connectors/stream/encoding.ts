import type { Json } from '@sluice/contract';

/** How keys and values of a consumer reach the rules: as they are, or as Base64 text. */
export type Encoding = (bytes: Uint8Array) => Uint8Array;

export function encodingFrom(mode: Json | undefined): Encoding {
  return mode === 'base64' ? (bytes) => Buffer.from(toBuffer(bytes).toString('base64'), 'latin1') : (bytes) => bytes;
}

/** The same bytes, not copied. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
