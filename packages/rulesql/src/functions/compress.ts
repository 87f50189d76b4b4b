import { deflateSync, Gunzip, gzipSync, Inflate, Unzlib, zlibSync } from 'fflate';
import { settle } from '../value/budget.ts';
import { textOf } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { bytes } from './arguments.ts';
import type { compressDocs } from './docs/codec.ts';
import type { Implementations, Pure } from './implementation.ts';

/** Nothing may unpack to more: a few bytes can hold gigabytes. */
const MAX_UNPACKED = 16 * 1024 * 1024;

/** Small enough that what one piece unpacks to fits into memory. */
const PIECE = 1024;

/** Units for each byte that is unpacked. */
const UNITS_PER_BYTE = 1;

type Collect = (chunk: Uint8Array) => void;

interface Unpacker {
  push(chunk: Uint8Array, final?: boolean): void;
}

function unpacking(start: (collect: Collect) => Unpacker): Pure {
  return (data) => {
    const source = bytes(data);
    const chunks: Uint8Array[] = [];
    let length = 0;
    const unpacker = start((chunk) => {
      length += chunk.length;
      settle(chunk.length * UNITS_PER_BYTE);
      if (length > MAX_UNPACKED) throw new Fault(`the data unpacks to more than ${MAX_UNPACKED} bytes.`);
      chunks.push(chunk);
    });
    if (source.length === 0) throw new Fault('there is no data to unpack.');
    try {
      for (let at = 0; at < source.length; at += PIECE) {
        unpacker.push(source.slice(at, at + PIECE), at + PIECE >= source.length);
      }
    } catch (thrown) {
      throw thrown instanceof Fault ? thrown : new Fault('the data is damaged or in another format.');
    }
    const result = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      result.set(chunk, at);
      at += chunk.length;
    }
    return textOf(result);
  };
}

export const compress: Implementations<typeof compressDocs> = {
  gzip: (data) => textOf(gzipSync(bytes(data), { mtime: 0 })),
  gunzip: unpacking((collect) => new Gunzip(collect)),
  zip: (data) => textOf(deflateSync(bytes(data))),
  unzip: unpacking((collect) => new Inflate(collect)),
  zip_compress: (data) => textOf(zlibSync(bytes(data))),
  zip_uncompress: unpacking((collect) => new Unzlib(collect)),
};
