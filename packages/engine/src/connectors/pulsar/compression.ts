/// <reference path="./snappyjs.d.ts" />
import { deflateSync, inflateSync } from 'node:zlib';
import { decompress as zstd } from 'fzstd';
import snappy from 'snappyjs';
import { lz4Block } from './lz4.ts';

/** Compression of a payload; the number is the protocol's. */
export type Compression = 'none' | 'lz4' | 'zlib' | 'zstd' | 'snappy';

const NUMBERS: readonly Compression[] = ['none', 'lz4', 'zlib', 'zstd', 'snappy'];

export function compressionNumber(compression: Compression): number {
  return NUMBERS.indexOf(compression);
}

/** Compresses with what a producer may choose. */
export function compress(payload: Uint8Array, compression: 'none' | 'zlib' | 'snappy'): Uint8Array {
  switch (compression) {
    case 'none':
      return payload;
    case 'zlib':
      return deflateSync(payload);
    case 'snappy':
      return snappy.compress(payload);
  }
}

/** Opens what any producer may have sent. Throws when the bytes are damaged or the compression is unknown. */
export function decompress(payload: Uint8Array, number: number, size: number): Uint8Array {
  const compression = NUMBERS[number];
  switch (compression) {
    case 'none':
      return payload;
    case 'zlib':
      return inflateSync(payload);
    case 'lz4':
      return lz4Block(payload, size);
    case 'snappy':
      return snappy.uncompress(payload);
    case 'zstd':
      return zstd(payload, new Uint8Array(size));
    default:
      throw new Error(`Compression ${number} is unknown.`);
  }
}
