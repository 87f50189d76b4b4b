import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameReader, readFrames } from './frames.ts';
import { writeVarint } from './varint.ts';

function frame(header: number, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = header;
  return Buffer.concat([head.subarray(0, writeVarint(head, content.length, 1)), content]);
}

describe('frames', () => {
  it('come out the same in whatever pieces they arrive', () => {
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.constant(new Uint8Array(127)),
      fc.constant(new Uint8Array(128)),
      fc.constant(new Uint8Array(20_000)),
    );
    fc.assert(
      fc.property(fc.array(content, { maxLength: 8 }), fc.array(fc.nat(300), { maxLength: 20 }), (contents, cuts) => {
        const frames = contents.map((one, i) => frame(0x30 + i, Buffer.from(one)));
        const bytes = Buffer.concat(frames);
        const reader = createFrameReader();
        const seen: Buffer[] = [];
        const take = (chunk: Buffer) =>
          readFrames(reader, Buffer.from(chunk), 1 << 20, 1, (from, start, body, end) => {
            expect(end - body).toBe(contents[seen.length]?.length);
            seen.push(Buffer.from(from.subarray(start, end)));
            return true;
          });
        let at = 0;
        for (const cut of cuts) {
          expect(take(bytes.subarray(at, at + cut))).toBeUndefined();
          at += cut;
        }
        expect(take(bytes.subarray(at))).toBeUndefined();
        expect(seen.map((one) => one.toString('hex'))).toEqual(frames.map((one) => one.toString('hex')));
        expect(reader).toMatchObject({ partial: undefined, have: 0, need: 0 });
      }),
      { seed: 4, numRuns: 300 },
    );
  });

  it('wait when the handler says so, and go on where they stopped', () => {
    const reader = createFrameReader();
    const seen: number[] = [];
    const bytes = Buffer.concat([1, 2, 3].map((i) => frame(0x30, Buffer.of(i))));
    const take = (goOn: boolean) => (from: Buffer, _start: number, body: number) => {
      seen.push(from[body] ?? 0);
      return goOn;
    };
    readFrames(reader, bytes, 100, 1, take(false));
    expect(seen).toEqual([1]);
    readFrames(reader, Buffer.alloc(0), 100, 1, take(false));
    expect(seen).toEqual([1, 2]);
    readFrames(reader, frame(0x30, Buffer.of(4)), 100, 1, take(true));
    expect(seen).toEqual([1, 2, 3, 4]);
  });

  it('need memory for what has arrived, not for what is announced', () => {
    const reader = createFrameReader();
    const never = () => true;
    readFrames(reader, Buffer.of(0x30, 0xff, 0xff, 0x3e), 1 << 20, 1, never);
    expect(reader.partial?.length).toBeLessThan(100);
    for (let i = 0; i < 1000; i++) readFrames(reader, Buffer.of(0), 1 << 20, 1, never);
    expect(reader.have).toBe(1004);
    expect(reader.partial?.length).toBeLessThan(3000);
  });

  it.each([
    [[0x30, 0xff, 0xff, 0xff, 0xff], 'malformed_packet'],
    [[0x30, 0xff, 0xff, 0xff, 0x7f], 'packet_too_large'],
    [[0x30, 100, 0], 'packet_too_large'],
  ])('%j is refused: %s', (bytes, fault) => {
    expect(readFrames(createFrameReader(), Buffer.from(bytes), 50, 1, () => true)).toBe(fault);
  });
});
