import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { hexOfBytes } from '../value/big-bytes.ts';
import { node } from '../value/node.ts';
import { md4 } from './md4.ts';

/** A hash algorithm, with its name in Node where Node has it. */
interface Algorithm {
  readonly portable: (data: Uint8Array) => Uint8Array;
  readonly native?: string;
  /** Units of work for a byte, as Node does it. */
  readonly effort: number;
}

const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map(
  Object.entries<Algorithm>({
    md4: { portable: md4, effort: 1.2 },
    md5: { portable: md5, native: 'md5', effort: 0.3 },
    ripemd160: { portable: ripemd160, native: 'ripemd160', effort: 0.6 },
    sha: { portable: sha1, native: 'sha1', effort: 0.2 },
    sha1: { portable: sha1, native: 'sha1', effort: 0.2 },
    sha224: { portable: sha224, native: 'sha224', effort: 0.4 },
    sha256: { portable: sha256, native: 'sha256', effort: 0.4 },
    sha384: { portable: sha384, native: 'sha384', effort: 0.3 },
    sha512: { portable: sha512, native: 'sha512', effort: 0.3 },
    sha512_224: { portable: sha512_224, native: 'sha512-224', effort: 0.3 },
    sha512_256: { portable: sha512_256, native: 'sha512-256', effort: 0.3 },
    sha3_224: { portable: sha3_224, native: 'sha3-224', effort: 0.4 },
    sha3_256: { portable: sha3_256, native: 'sha3-256', effort: 0.4 },
    sha3_384: { portable: sha3_384, native: 'sha3-384', effort: 0.5 },
    sha3_512: { portable: sha3_512, native: 'sha3-512', effort: 0.7 },
    blake2b: { portable: (data) => blake2b(data), native: 'blake2b512', effort: 0.3 },
    blake2s: { portable: (data) => blake2s(data), native: 'blake2s256', effort: 0.4 },
  }),
);

/** A build of Node may leave some out. */
const NATIVE = new Set(node?.crypto.getHashes());

export const ALGORITHM_NAMES: readonly string[] = [...ALGORITHMS.keys()];

/** Units of work for a byte; `undefined` where there is no such algorithm. */
export function effortOfDigest(name: string): number | undefined {
  return ALGORITHMS.get(name)?.effort;
}

/** The hash of some bytes in hexadecimal digits. */
export function digest(name: string, data: Uint8Array): string | undefined {
  const native = ALGORITHMS.get(name)?.native;
  return node && native !== undefined && NATIVE.has(native)
    ? node.crypto.hash(native, data, 'hex')
    : portableDigest(name, data);
}

export function portableDigest(name: string, data: Uint8Array): string | undefined {
  const algorithm = ALGORITHMS.get(name);
  return algorithm && hexOfBytes(algorithm.portable(data));
}
