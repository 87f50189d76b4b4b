import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeRequest, type RequestRecord, readRecord } from './record.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 40 });

it('reads back whatever it wrote', () => {
  const record = fc.record({
    kind: fc.constant('request' as const),
    moved: fc.boolean(),
    seq: fc.nat(),
    at: fc.nat(),
    key: text,
    origin: fc.record({ rule: text, topic: text }),
    request: fc.record({
      meta: text,
      body: fc.oneof(
        text,
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      ),
    }),
    run: fc.nat(),
    tally: fc.nat(),
  });
  fc.assert(
    fc.property(record, (written: RequestRecord) => {
      const buffer = encodeRequest(written);
      expect(readRecord(buffer, 0)).toEqual({ kind: 'record', record: written, next: buffer.length });
    }),
  );
});

it('reads records from before requests had an origin', () => {
  const old = '534c5231000000272e036bd401401c000000000000427a1ee565e0000000000009000000030002000000020163312f7068c3a9';
  expect(readRecord(Buffer.from(old, 'hex'), 0)).toMatchObject({
    record: {
      kind: 'request',
      moved: false,
      seq: 7,
      at: 1_795_000_000_000,
      key: 'c1',
      origin: { rule: '', topic: '' },
      request: { meta: '/p', body: 'hé' },
      run: 9,
      tally: 3,
    },
  });
});
