import { closeSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createCommitLog } from './commit-log.ts';
import { type Item, sizeOf, type Tally } from './item.ts';
import { encodeDone, encodeRequest, type RequestRecord, readRecord } from './record.ts';
import { nothingRecovered, type Recovered, recover } from './recovery.ts';
import { createSegment, deleteSegment, type Segment } from './segments.ts';
import type { Store, StoreHooks } from './store.ts';
import { createTail } from './tail.ts';

/** A new file is begun after this many bytes. */
const SEGMENT_BYTES = 8 * 1024 ** 2;
/** While this many requests wait in memory, further ones wait on disk only. */
const RESIDENT = 4_000;
const REFILL_BELOW = 1_000;
const CHUNK_BYTES = 512 * 1024;
/** With more files than this, the last requests of an old one are written again so that it can go. */
const MANY_SEGMENTS = 8;
const FEW_LIVE = 200;

/** Opens the durable buffer in `folder` and finds what the last run left there. */
export function openDiskStore(folder: string, hooks: StoreHooks): Store {
  const run = Math.floor(Math.random() * 0xffffffff);
  const tallies: Tally[] = [];
  const tallyNumbers = new Map<Tally, number>();
  const recovered = recoverOrNothing(folder, hooks);
  const { segments, moved } = recovered;
  const tail = createTail(recovered.count - moved.length, recovered.keys, recovered.isStale);
  /** Up to here the tail has been read. */
  const cursor = { segment: 0, offset: 0 };
  /** Of the newest segment; opened with the first write. */
  let fd: number | undefined;
  /** Requests that were written again, and where. */
  const elsewhere = new Map<number, Segment>();
  let doneSeqs: number[] = [];
  let reading = false;
  let starving: { readonly take: (items: readonly Item[]) => void } | undefined;
  let closed = false;
  /** Appended and not in memory: not yet written, and being written. */
  let unwritten: Item[] = [];
  let inWrite: Item[] = [];

  const log = createCommitLog({
    current() {
      inWrite = unwritten;
      unwritten = [];
      return { fd: openFile(), size: newest().size };
    },
    wrote(written) {
      newest().size += written;
      inWrite = [];
      hooks.fault(undefined);
      if (newest().size >= SEGMENT_BYTES && !closed) roll();
      if (starving !== undefined) refill(0, starving.take);
    },
    failed(error) {
      hooks.fault(error);
      const lost = inWrite;
      inWrite = [];
      if (lost.length === 0) return;
      for (const item of lost) {
        uncount(item.seq);
        tail.lost(item.key);
      }
      hooks.lost(lost);
    },
  });

  function newest(): Segment {
    return segments.at(-1) as Segment;
  }

  function openFile(): number {
    if (fd === undefined) {
      const made = createSegment(folder, (segments.at(-1)?.number ?? 0) + 1);
      segments.push(made.segment);
      fd = made.fd;
    }
    return fd;
  }

  function roll(): void {
    const before = fd;
    fd = undefined;
    try {
      openFile();
      if (before !== undefined) closeSync(before);
    } catch (error) {
      fd = before;
      // The old file grows until there is room for another one.
      hooks.fault(error as NodeJS.ErrnoException);
      return;
    }
    tidy();
  }

  /** Old files without waiting requests go, the oldest first: a file may hold the ends of requests in older ones. */
  function tidy(): void {
    for (
      let oldest = segments[0];
      oldest !== undefined && segments.length > 1 && oldest.live === 0;
      oldest = segments[0]
    ) {
      if (cursor.segment === 0 && tail.count > 0 && cursor.offset < oldest.size) break;
      deleteSegment(oldest);
      segments.shift();
      if (cursor.segment > 0) cursor.segment--;
      else cursor.offset = 0;
    }
  }

  function segmentOf(seq: number): Segment | undefined {
    const again = elsewhere.get(seq);
    if (again !== undefined) return again;
    for (let i = segments.length - 1; i >= 0; i--) {
      const segment = segments[i];
      if (segment !== undefined && segment.firstSeq <= seq) return segment;
    }
    return undefined;
  }

  function uncount(seq: number): void {
    const segment = segmentOf(seq);
    if (segment !== undefined) segment.live--;
    elsewhere.delete(seq);
  }

  function recordOf(item: Item, isMoved: boolean): RequestRecord {
    let tally = 0;
    if (item.tally !== undefined) {
      tally = tallyNumbers.get(item.tally) ?? 0;
      if (tally === 0) {
        tallies.push(item.tally);
        tally = tallies.length;
        tallyNumbers.set(item.tally, tally);
      }
    }
    return {
      kind: 'request',
      moved: isMoved,
      seq: item.seq,
      at: item.at,
      key: item.key,
      request: item.request,
      run,
      tally,
    };
  }

  function itemOf(record: RequestRecord): Item {
    return {
      request: record.request,
      key: record.key,
      at: record.at,
      bytes: sizeOf(record.request, record.key),
      seq: record.seq,
      durable: true,
      tally: record.run === run ? tallies[record.tally - 1] : undefined,
      follow: undefined,
      attempts: 0,
      successesBefore: 0,
    };
  }

  function refill(waiting: number, take: (items: readonly Item[]) => void): void {
    if (moved.length > 0 && bringMoved(take)) return;
    if (tail.count === 0 || reading || closed || waiting >= REFILL_BELOW) return;
    starving = undefined;
    reading = true;
    readChunk().then(
      (items) => {
        reading = false;
        if (closed) return;
        if (items.length === 0 && tail.count > 0) starving = { take };
        tidy();
        take(items);
      },
      (error) => {
        reading = false;
        hooks.fault(error);
        starving = { take };
      },
    );
  }

  /** The next requests of the tail; none when all that is left is not written yet. */
  async function readChunk(): Promise<Item[]> {
    const items: Item[] = [];
    while (tail.count > 0 && items.length === 0) {
      const segment = segments[cursor.segment];
      if (segment === undefined) break;
      if (cursor.offset >= segment.size) {
        if (cursor.segment === segments.length - 1) break;
        cursor.segment++;
        cursor.offset = 0;
        continue;
      }
      const { buffer, whole } = await readFrom(segment, cursor.offset);
      const used = collect(buffer, items);
      if (used > 0) cursor.offset += used;
      // A damaged end: nothing more to read here.
      else if (whole) cursor.offset = segment.size;
      else break;
    }
    return items;
  }

  function collect(buffer: Buffer, items: Item[]): number {
    let at = 0;
    for (;;) {
      const read = readRecord(buffer, at);
      if (read.kind === 'end') return at;
      at = read.next;
      if (read.kind === 'record' && tail.take(read.record)) items.push(itemOf(read.record));
      if (tail.count === 0) {
        recovered.forget();
        return at;
      }
    }
  }

  /** What the last run had written again is needed first: it is the oldest. */
  function bringMoved(take: (items: readonly Item[]) => void): boolean {
    try {
      openFile();
    } catch (error) {
      hooks.fault(error as NodeJS.ErrnoException);
      return false;
    }
    const items = moved.splice(0).map(itemOf);
    for (const item of items) rewrite(item);
    take(items);
    return true;
  }

  /** Writes a request once more, so that the file it is in can go. */
  function rewrite(item: Item): void {
    newest().live++;
    elsewhere.set(item.seq, newest());
    log.append(encodeRequest(recordOf(item, true)));
  }

  return {
    nextSeq: recovered.nextSeq,
    count: recovered.count,
    bytes: recovered.bytes,
    damaged: recovered.damaged,
    append(item, waiting) {
      try {
        openFile();
      } catch (error) {
        hooks.fault(error as NodeJS.ErrnoException);
        const safe = Promise.reject(error);
        safe.catch(() => {});
        return { safe, resident: true };
      }
      const segment = newest();
      segment.live++;
      if (item.seq < segment.firstSeq) segment.firstSeq = item.seq;
      const resident = waiting < RESIDENT && !tail.has(item.key);
      if (resident) tail.pass(item.seq);
      else {
        if (tail.count === 0) {
          cursor.segment = segments.length - 1;
          cursor.offset = segment.size;
        }
        tail.add(item.key, item.seq);
        unwritten.push(item);
      }
      const safe = log.append(encodeRequest(recordOf(item, false)));
      return { safe, resident };
    },
    remove(seq) {
      if (closed) return;
      uncount(seq);
      doneSeqs.push(seq);
      if (doneSeqs.length > 1) return;
      log.note(() => {
        const seqs = doneSeqs;
        doneSeqs = [];
        queueMicrotask(tidy);
        return encodeDone(seqs);
      });
    },
    refill,
    stuck() {
      const [oldest] = segments;
      if (segments.length <= MANY_SEGMENTS || oldest === undefined || oldest.live > FEW_LIVE || cursor.segment === 0)
        return;
      const end = segments[1]?.firstSeq ?? Number.POSITIVE_INFINITY;
      return { from: oldest.firstSeq, to: end };
    },
    rewrite(items) {
      const [oldest] = segments;
      if (fd === undefined) return;
      for (const item of items) {
        const segment = segmentOf(item.seq);
        if (segment !== oldest) continue;
        rewrite(item);
        if (segment !== undefined) segment.live--;
      }
    },
    async close() {
      await log.flushed();
      closed = true;
      if (fd !== undefined) closeSync(fd);
    },
    destroy() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A folder that cannot be read shows in the state of the action; what is in it stays for the next start. */
function recoverOrNothing(folder: string, hooks: StoreHooks): Recovered {
  try {
    return recover(folder);
  } catch (error) {
    hooks.fault(error as NodeJS.ErrnoException);
    return nothingRecovered();
  }
}

async function readFrom(segment: Segment, offset: number): Promise<{ buffer: Buffer; whole: boolean }> {
  const handle = await open(segment.path, 'r');
  try {
    for (let want = CHUNK_BYTES; ; want *= 4) {
      const left = segment.size - offset;
      const buffer = Buffer.allocUnsafe(Math.min(want, left));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
      const got = buffer.subarray(0, bytesRead);
      const whole = buffer.length === left;
      // One record may be larger than a chunk.
      if (whole || readRecord(got, 0).kind !== 'end') return { buffer: got, whole };
    }
  } finally {
    await handle.close();
  }
}
