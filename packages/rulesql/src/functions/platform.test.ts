import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromBase64, portableFromBase64, portableToBase64, toBase64 } from './base64.ts';
import { ALGORITHM_NAMES, digest, portableDigest } from './digest.ts';
import { type Format, pack, portablePack, portableUnpack, type Unpacked, unpack } from './packing.ts';

/** The tests run in Node: what is not called portable is its native code. */
const bytes = fc.uint8Array({ maxLength: 3000 });
const FORMATS: readonly Format[] = ['gzip', 'raw', 'zlib'];
const RUNS = { seed: 20261121, numRuns: 100 };

function plain(unpacked: Unpacked): unknown {
  return unpacked.kind === 'bytes' ? [...unpacked.bytes] : unpacked.kind;
}

describe('a browser does as Node does', () => {
  it('when hashing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALGORITHM_NAMES), bytes, (name, data) => {
        expect([name, digest(name, data)]).toEqual([name, portableDigest(name, data)]);
      }),
      { ...RUNS, numRuns: 300 },
    );
    expect(digest('md6', new Uint8Array())).toBeUndefined();
  });

  it('when packing and unpacking, each what the other packed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), bytes, fc.nat({ max: 50 }), (format, piece, times) => {
        const data = Uint8Array.from(
          Array(times + 1)
            .fill([...piece])
            .flat() as number[],
        );
        for (const packed of [pack(format, data), portablePack(format, data)]) {
          for (const unpacked of [unpack(format, packed, 1e6), portableUnpack(format, packed, 1e6)]) {
            expect(unpacked.kind === 'bytes' && Buffer.compare(unpacked.bytes, data)).toBe(0);
          }
        }
      }),
      RUNS,
    );
  });

  it('when there is more than wanted, or nothing to make of it', () => {
    for (const format of FORMATS) {
      const packed = pack(format, new Uint8Array(100_000));
      for (const open of [unpack, portableUnpack]) {
        expect(plain(open(format, packed, 99_999))).toBe('too_long');
        expect(open(format, packed, 100_000).kind).toBe('bytes');
        expect(plain(open(format, new TextEncoder().encode('nope'), 1000))).toBe('damaged');
      }
      expect(plain(unpack(format, packed.subarray(0, 20), 1e6))).toBe('damaged');
    }
  });

  it('when writing and reading Base64', () => {
    fc.assert(
      fc.property(bytes, (data) => {
        const text = toBase64(data);
        expect(portableToBase64(data)).toBe(text);
        const padding = /=*$/.exec(text)?.[0].length ?? 0;
        expect([...fromBase64(text)]).toEqual([...data]);
        expect([...portableFromBase64(text, padding)]).toEqual([...data]);
      }),
      RUNS,
    );
    for (const wrong of ['a', 'a===', 'ab=c', '=', '====', 'ab==cd==', 'a-b_', 'abc\u00e9']) {
      expect(() => fromBase64(wrong)).toThrow();
    }
    expect([...fromBase64('QQ == ')]).toEqual([65]);
  });
});
