import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js';
import { sha3_224, sha3_256, sha3_384, sha3_512 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { byteData, bytes, string } from './arguments.ts';
import type { hashDocs } from './docs/codec.ts';
import type { Implementations, Pure } from './implementation.ts';
import { md4 } from './md4.ts';

interface Algorithm {
  readonly digest: (data: Uint8Array) => Uint8Array;
  /** Units of work for a byte. */
  readonly effort: number;
}

function algorithm(digest: Algorithm['digest'], effort: number): Algorithm {
  return { digest, effort };
}

const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  ['md4', algorithm(md4, 2)],
  ['md5', algorithm(md5, 1.1)],
  ['ripemd160', algorithm(ripemd160, 0.8)],
  ['sha', algorithm(sha1, 0.5)],
  ['sha1', algorithm(sha1, 0.5)],
  ['sha224', algorithm(sha224, 0.6)],
  ['sha256', algorithm(sha256, 0.6)],
  ['sha384', algorithm(sha384, 1)],
  ['sha512', algorithm(sha512, 1)],
  ['sha512_224', algorithm(sha512_224, 1)],
  ['sha512_256', algorithm(sha512_256, 1)],
  ['sha3_224', algorithm(sha3_224, 2.5)],
  ['sha3_256', algorithm(sha3_256, 2.5)],
  ['sha3_384', algorithm(sha3_384, 3.2)],
  ['sha3_512', algorithm(sha3_512, 4.3)],
  ['blake2b', algorithm((data) => blake2b(data), 2)],
  ['blake2s', algorithm((data) => blake2s(data), 2)],
]);

function by(name: string): Pure {
  return (data) => hashed(name, bytes(data));
}

function hashed(name: string, data: Uint8Array): string {
  const known = ALGORITHMS.get(name);
  if (!known) throw new Fault(`there is no algorithm "${name}"; known are ${[...ALGORITHMS.keys()].join(', ')}.`);
  spend(data.length * known.effort);
  return bytesToHex(known.digest(data));
}

export const hashes: Implementations<typeof hashDocs> = {
  md5: by('md5'),
  sha: by('sha'),
  sha256: by('sha256'),
  hash: (name, data) => hashed(string(name), byteData(data)),
};
