import { deflateSync, Gunzip, gzipSync, Inflate, Unzlib, zlibSync } from 'fflate';
import { node } from '../value/node.ts';

/** Three ways to wrap the same compression: with gzip's header, with none, with zlib's. */
export type Format = 'gzip' | 'raw' | 'zlib';

export type Unpacked =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** There is more than `most` bytes of it. */
  | { readonly kind: 'too_long' }
  | { readonly kind: 'damaged' };

/**
 * Texts beyond this are packed with less effort: they become a twentieth longer, and none takes ten times as long as
 * others of its length.
 */
const LONG = 1024;

function levelFor(data: Uint8Array): 1 | 6 {
  return data.length > LONG ? 1 : 6;
}

export function pack(format: Format, data: Uint8Array): Uint8Array {
  if (!node) return portablePack(format, data);
  return new Uint8Array(node.zlib[PACK[format]](data, { level: levelFor(data) }));
}

/** Unpacks no further than `most` bytes: a few can hold gigabytes. */
export function unpack(format: Format, data: Uint8Array, most: number): Unpacked {
  if (!node) return portableUnpack(format, data, most);
  try {
    // A limit of no bytes is none to Node.
    const bytes = node.zlib[UNPACK[format]](data, { maxOutputLength: Math.max(1, most) });
    return { kind: 'bytes', bytes: new Uint8Array(bytes) };
  } catch (thrown) {
    const { code } = thrown as { readonly code?: string };
    return { kind: code === 'ERR_BUFFER_TOO_LARGE' ? 'too_long' : 'damaged' };
  }
}

const PACK = { gzip: 'gzipSync', raw: 'deflateRawSync', zlib: 'deflateSync' } as const;
const UNPACK = { gzip: 'gunzipSync', raw: 'inflateRawSync', zlib: 'inflateSync' } as const;

export function portablePack(format: Format, data: Uint8Array): Uint8Array {
  const level = levelFor(data);
  switch (format) {
    case 'gzip':
      return gzipSync(data, { mtime: 0, level });
    case 'raw':
      return deflateSync(data, { level });
    case 'zlib':
      return zlibSync(data, { level });
  }
}

type Collect = (chunk: Uint8Array) => void;

interface Unpacker {
  push(chunk: Uint8Array, final?: boolean): void;
}

const UNPACKERS: Readonly<Record<Format, (collect: Collect) => Unpacker>> = {
  gzip: (collect) => new Gunzip(collect),
  raw: (collect) => new Inflate(collect),
  zlib: (collect) => new Unzlib(collect),
};

/** Small enough that what one piece unpacks to fits into memory. */
const PIECE = 1024;

export function portableUnpack(format: Format, data: Uint8Array, most: number): Unpacked {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const unpacker = UNPACKERS[format]((chunk) => {
    length += chunk.length;
    chunks.push(chunk);
  });
  try {
    for (let at = 0; at < data.length; at += PIECE) {
      unpacker.push(data.slice(at, at + PIECE), at + PIECE >= data.length);
      if (length > most) return { kind: 'too_long' };
    }
  } catch {
    return { kind: 'damaged' };
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return { kind: 'bytes', bytes };
}
