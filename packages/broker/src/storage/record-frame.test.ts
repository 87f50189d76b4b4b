import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeRecord, readRecords } from './record-frame.ts';

const record = fc.tuple(
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)), { maxLength: 4 }),
  fc.uint8Array({ maxLength: 50 }),
);

function read(bytes: Buffer) {
  const found: unknown[] = [];
  const result = readRecords(bytes, ({ header, body }) => found.push([header, Uint8Array.from(body)]));
  return { found, ...result };
}

describe('records on disk', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const bytes = Buffer.concat(records.map(([header, body]) => encodeRecord(header, Buffer.from(body))));
        expect(read(bytes)).toEqual({ found: records, end: bytes.length, damagedBytes: 0 });
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('are lost one by one when bytes are damaged, never misread', () => {
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(254), (records, where, change) => {
        const frames = records.map(([header, body]) => encodeRecord(header, Buffer.from(body)));
        const bytes = Buffer.concat(frames);
        const at = where % bytes.length;
        bytes[at] = (bytes[at]! + 1 + change) & 255;
        let hit = 0;
        for (let end = frames[0]!.length; end <= at; end += frames[hit]!.length) hit++;
        const { found, damagedBytes } = read(bytes);
        expect(found).toEqual(records.filter((_, i) => i !== hit));
        expect(damagedBytes).toBe(frames[hit]!.length);
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('survive a torn end', () => {
    const one = encodeRecord(['a'], Buffer.from('x'));
    const bytes = Buffer.concat([one, one]);
    for (let cut = one.length; cut < bytes.length; cut++) {
      const { found, end } = read(bytes.subarray(0, cut));
      expect([found.length, end]).toEqual([1, one.length]);
    }
  });
});
