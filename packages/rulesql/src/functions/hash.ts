import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { byteData, bytes, string } from './arguments.ts';
import { ALGORITHM_NAMES, digest, effortOfDigest } from './digest.ts';
import type { hashDocs } from './docs/codec.ts';
import type { Implementations, Pure } from './implementation.ts';

function by(name: string): Pure {
  return (data) => hashed(name, bytes(data));
}

function hashed(name: string, data: Uint8Array): string | undefined {
  const effort = effortOfDigest(name);
  if (effort === undefined) {
    throw new Fault(`there is no algorithm "${name}"; known are ${ALGORITHM_NAMES.join(', ')}.`);
  }
  spend(data.length * effort);
  return digest(name, data);
}

export const hashes: Implementations<typeof hashDocs> = {
  md5: by('md5'),
  sha: by('sha'),
  sha256: by('sha256'),
  hash: (name, data) => hashed(string(name), byteData(data)),
};
