import { sizeOf } from './item.ts';
import { countMissing, listSegments, type Segment, visitSegment } from './segments.ts';
import type { Found } from './tail-reader.ts';

/** What the last run left in a folder. */
export interface Recovered {
  readonly segments: Segment[];
  readonly nextSeq: number;
  /** Requests that are not done with, their size, and how many each key has. */
  readonly count: number;
  readonly bytes: number;
  readonly keys: ReadonlyMap<string, number>;
  /** Those among them that were written again, and where; the others are read from where they stand. */
  readonly moved: readonly Found[];
  /** Is the request of this number done with, or written again elsewhere? */
  isStale(seq: number): boolean;
  /** Frees what `isStale` needs, once nothing old is left to read. */
  forget(): void;
  /** Places that could not be read any more, and files that are missing. */
  readonly damaged: number;
}

export function nothingRecovered(): Recovered {
  return {
    segments: [],
    nextSeq: 0,
    count: 0,
    bytes: 0,
    keys: new Map(),
    moved: [],
    isStale: () => false,
    forget() {},
    damaged: 0,
  };
}

/** Throws when a file is there and cannot be read. */
export function recover(folder: string): Recovered {
  const segments = listSegments(folder);
  const done = new Set<number>();
  const rewritten = new Map<number, Found>();
  const keys = new Map<string, number>();
  let damaged = countMissing(segments);
  let nextSeq = 0;
  let count = 0;
  let bytes = 0;
  for (const [index, segment] of segments.entries()) {
    damaged += visitSegment(segment, index === segments.length - 1, (record) => {
      if (record.kind === 'done') for (const seq of record.seqs) done.add(seq);
      else if (record.moved) rewritten.set(record.seq, { record, segment });
    });
  }
  for (const segment of segments) {
    visitSegment(segment, true, (record) => {
      if (record.kind !== 'request') return;
      nextSeq = Math.max(nextSeq, record.seq + 1);
      if (record.moved) return;
      if (done.has(record.seq) || rewritten.has(record.seq)) return;
      const size = sizeOf(record.request, record.key);
      count++;
      bytes += size;
      segment.live++;
      segment.unread++;
      segment.unreadBytes += size;
      keys.set(record.key, (keys.get(record.key) ?? 0) + 1);
    });
  }
  const moved = [...rewritten.values()]
    .filter(({ record }) => !done.has(record.seq))
    .sort((a, b) => a.record.seq - b.record.seq);
  for (const { record, segment } of moved) {
    count++;
    bytes += sizeOf(record.request, record.key);
    segment.live++;
  }
  return {
    segments,
    nextSeq,
    count,
    bytes,
    keys,
    moved,
    damaged,
    isStale: (seq) => done.has(seq) || rewritten.has(seq),
    forget() {
      done.clear();
      rewritten.clear();
    },
  };
}
