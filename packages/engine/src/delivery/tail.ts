import type { LogRecord, RequestRecord } from './record.ts';

/**
 * The requests that wait on disk only: those behind a cursor, in order. A request whose key has none there may stay in
 * memory and be sent before them, so that a backlog does not starve fresh messages of others.
 */
export interface Tail {
  readonly count: number;
  has(key: string): boolean;
  /** A request joins the tail. */
  add(key: string, seq: number): void;
  /** A request that was appended now stays in memory: the cursor will pass over it. */
  pass(seq: number): void;
  /** Does this record belong to the tail? Then it is taken out. */
  take(record: LogRecord): record is RequestRecord;
  /** A request could not be written after all. */
  lost(key: string): void;
  /** So many requests cannot be read any more; whose they were is unknown. */
  unreadable(count: number): void;
}

/** With more keys than this, all further ones count as waiting on disk. */
const MOST_KEYS = 100_000;

export function createTail(
  count: number,
  initial: ReadonlyMap<string, number>,
  isStale: (seq: number) => boolean,
): Tail {
  let waiting = count;
  const keys = new Map(initial);
  /** Requests behind the cursor that are in memory. */
  const ahead = new Set<number>();
  let lastTaken = -1;

  function leave(key: string): void {
    const left = (keys.get(key) ?? 1) - 1;
    if (left > 0) keys.set(key, left);
    else keys.delete(key);
    shrink(1);
  }

  function shrink(by: number): void {
    waiting -= by;
    if (waiting > 0) return;
    keys.clear();
    ahead.clear();
  }

  return {
    get count() {
      return waiting;
    },
    has: (key) => waiting > 0 && (keys.size >= MOST_KEYS || keys.has(key)),
    add(key, seq) {
      // The first of a new tail: everything before it is in memory.
      if (waiting === 0) lastTaken = seq - 1;
      waiting++;
      keys.set(key, (keys.get(key) ?? 0) + 1);
    },
    pass(seq) {
      if (waiting > 0) ahead.add(seq);
    },
    take(record): record is RequestRecord {
      if (record.kind !== 'request' || record.moved || record.seq <= lastTaken) return false;
      if (ahead.delete(record.seq) || isStale(record.seq)) return false;
      lastTaken = record.seq;
      leave(record.key);
      return true;
    },
    lost: leave,
    unreadable: shrink,
  };
}
