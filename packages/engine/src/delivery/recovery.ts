import { sizeOf } from './item.ts';
import type { RequestRecord } from './record.ts';
import { listSegments, type Segment, visitSegment } from './segments.ts';

/** What the last run left in a folder. */
export interface Recovered {
  readonly segments: Segment[];
  readonly nextSeq: number;
  /** Requests that are not done with, their size, and how many each key has. */
  readonly count: number;
  readonly bytes: number;
  readonly keys: ReadonlyMap<string, number>;
  /** Those among them that were written again; the others are read from where they stand. */
  readonly moved: RequestRecord[];
  /** Is the request of this number done with, or written again elsewhere? */
  isStale(seq: number): boolean;
  /** Frees what `isStale` needs, once nothing old is left to read. */
  forget(): void;
  /** Records that could not be read any more. */
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

export function recover(folder: string): Recovered {
  const segments = listSegments(folder);
  const done = new Set<number>();
  const rewritten = new Map<number, RequestRecord>();
  const keys = new Map<string, number>();
  let damaged = 0;
  let nextSeq = 0;
  let count = 0;
  let bytes = 0;
  const add = (record: RequestRecord): void => {
    count++;
    bytes += sizeOf(record.request, record.key);
  };
  for (const [index, segment] of segments.entries()) {
    damaged += visitSegment(segment, index === segments.length - 1, (record) => {
      if (record.kind === 'done') for (const seq of record.seqs) done.add(seq);
      else if (record.moved) rewritten.set(record.seq, record);
    });
  }
  for (const segment of segments) {
    visitSegment(segment, true, (record) => {
      if (record.kind !== 'request') return;
      nextSeq = Math.max(nextSeq, record.seq + 1);
      if (record.moved) return;
      segment.firstSeq = Math.min(segment.firstSeq, record.seq);
      if (done.has(record.seq) || rewritten.has(record.seq)) return;
      segment.live++;
      keys.set(record.key, (keys.get(record.key) ?? 0) + 1);
      add(record);
    });
  }
  const moved = [...rewritten.values()].filter((record) => !done.has(record.seq)).sort((a, b) => a.seq - b.seq);
  for (const record of moved) add(record);
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
