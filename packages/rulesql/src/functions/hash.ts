import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { sizeOf, spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { byteData, bytes, string } from './arguments.ts';
import type { hashDocs } from './docs/codec.ts';
import type { Implementations, Pure } from './implementation.ts';
import { md4 } from './md4.ts';

const ALGORITHMS: ReadonlyMap<string, (data: Uint8Array) => Uint8Array> = new Map([
  ['md4', md4],
  ['md5', md5],
  ['ripemd160', ripemd160],
  ['sha', sha1],
  ['sha1', sha1],
  ['sha224', sha224],
  ['sha256', sha256],
  ['sha384', sha384],
  ['sha512', sha512],
  ['sha512_224', sha512_224],
  ['sha512_256', sha512_256],
  ['sha3_224', sha3_224],
  ['sha3_256', sha3_256],
  ['sha3_384', sha3_384],
  ['sha3_512', sha3_512],
  ['blake2b', (data: Uint8Array) => blake2b(data)],
  ['blake2s', (data: Uint8Array) => blake2s(data)],
]);

/** For the slowest of them, SHA-3. */
const UNITS_PER_BYTE = 4;

function by(algorithm: (data: Uint8Array) => Uint8Array): Pure {
  return (data) => bytesToHex(algorithm(bytes(data)));
}

export const hashes: Implementations<typeof hashDocs> = {
  md5: by(md5),
  sha: by(sha1),
  sha256: by(sha256),
  hash(name, data) {
    spend(sizeOf(data) * UNITS_PER_BYTE);
    const algorithm = ALGORITHMS.get(string(name));
    if (!algorithm)
      throw new Fault(`there is no algorithm "${string(name)}"; known are ${[...ALGORITHMS.keys()].join(', ')}.`);
    return bytesToHex(algorithm(byteData(data)));
  },
};
