import { rmSync } from 'node:fs';
import { createCommitLog } from './commit-log.ts';
import { type Item, makeItem } from './item.ts';
import { encodeDone, encodeRequest } from './record.ts';
import { nothingRecovered, type Recovered, recover } from './recovery.ts';
import { createSegmentChain } from './segment-chain.ts';
import type { Segment } from './segments.ts';
import type { Store, StoreHooks } from './store.ts';
import { createTail } from './tail.ts';
import { createTailReader, type Found } from './tail-reader.ts';
import { createTallies } from './tallies.ts';

/** While this many requests wait in memory, further ones wait on disk only. */
const RESIDENT = 4_000;
const REFILL_BELOW = 1_000;
/** With more files than this, the last requests of an old one are written again so that it can go. */
const MANY_SEGMENTS = 8;
const FEW_LIVE = 200;
/** So long after a failure the disk is tried although nothing has to be written. */
const CALM_MS = 10_000;

/** What a write takes with it. */
interface Load {
  /** Requests that are written for the first time; those that are not in memory too. */
  readonly items: { readonly item: Item; readonly resident: boolean }[];
  /** Requests that are written once more. */
  readonly moves: Item[];
  done: number[];
}

const emptyLoad = (): Load => ({ items: [], moves: [], done: [] });

/** Opens the durable buffer in `folder` and finds what the last run left there. */
export function openDiskStore(folder: string, hooks: StoreHooks): Store {
  const tallies = createTallies();
  const recovered = recoverOrNothing(folder, hooks);
  const moved = [...recovered.moved];
  const chain = createSegmentChain(folder, recovered.segments);
  const tail = createTail(recovered.count - moved.length, recovered.keys, recovered.isStale);
  let damaged = recovered.damaged;
  let reading = false;
  let closed = false;
  /** When a write failed; nothing is sent before it is safe from then on. `undefined`: the disk works. */
  let failedAt: number | undefined;
  /** Waits for the next write to read on. */
  let hungry: ((items: readonly Item[]) => void) | undefined;
  /** For the next write, and in the one that is under way. */
  let next = emptyLoad();
  let inWrite = emptyLoad();

  const reader = createTailReader(chain.all, tail, {
    unreadable(count, bytes) {
      damaged += count;
      hooks.unreadable(count, bytes);
    },
    isWriting: () => next.items.length > 0 || inWrite.items.length > 0,
  });

  const log = createCommitLog({
    current() {
      inWrite = next;
      next = emptyLoad();
      const { fd, segment } = chain.open();
      for (const { item, resident } of inWrite.items) {
        if (item.durable) put(item, segment);
        if (resident) continue;
        segment.unread++;
        segment.unreadBytes += item.bytes;
      }
      return { fd, size: segment.size };
    },
    wrote(bytes) {
      const { items, moves } = inWrite;
      const { segment } = chain.open();
      inWrite = emptyLoad();
      for (const item of moves) {
        // Done with meanwhile: its end has to stand behind the copy.
        if (item.durable) put(item, segment);
        else noteDone(item.seq);
      }
      // A few bytes fit on a disk that is full: only requests, or some calm, show that it works.
      if (items.length > 0 || isCalm()) {
        failedAt = undefined;
        hooks.fault(undefined);
      }
      try {
        chain.grew(bytes);
      } catch (error) {
        hooks.fault(error as NodeJS.ErrnoException);
      }
      chain.tidy(reader.isPast);
      if (hungry !== undefined) void readMore(hungry);
    },
    failed(error) {
      const { items } = inWrite;
      inWrite = emptyLoad();
      failedAt = performance.now();
      hooks.fault(error);
      for (const { item, resident } of items) {
        if (!resident) {
          tail.lost(item.key);
          if (item.place !== undefined) {
            item.place.unread--;
            item.place.unreadBytes -= item.bytes;
          }
        }
        if (!item.durable) continue;
        put(item, undefined);
        item.durable = false;
        hooks.refused(item);
      }
    },
  });

  function put(item: Item, segment: Segment | undefined): void {
    if (item.place !== undefined) item.place.live--;
    if (segment !== undefined) segment.live++;
    item.place = segment;
  }

  function isCalm(): boolean {
    return failedAt === undefined || performance.now() - failedAt > CALM_MS;
  }

  function noteDone(seq: number): void {
    next.done.push(seq);
    if (next.done.length > 1) return;
    const load = next;
    log.note(() => encodeDone(load.done));
  }

  function encode(item: Item, isMoved: boolean): Buffer {
    const { seq, at, key, origin, request } = item;
    const tally = tallies.numberOf(item.tally);
    return encodeRequest({ kind: 'request', moved: isMoved, seq, at, key, origin, request, run: tallies.run, tally });
  }

  function itemOf({ record, segment }: Found): Item {
    const { request, key, origin, at, seq } = record;
    const tally = tallies.find(record.run, record.tally);
    const item = makeItem({ request, key, origin, at, seq, durable: true, tally, follow: undefined });
    item.place = segment;
    return item;
  }

  async function readMore(take: (items: readonly Item[]) => void): Promise<void> {
    if (reading) return;
    reading = true;
    hungry = undefined;
    let found: readonly Found[] = [];
    try {
      found = await reader.read();
    } catch (error) {
      hooks.fault(error as NodeJS.ErrnoException);
    }
    reading = false;
    if (closed) return;
    if (tail.count === 0) recovered.forget();
    if (found.length > 0) take(found.map(itemOf));
    else if (tail.count > 0) hungry = take;
  }

  return {
    nextSeq: recovered.nextSeq,
    count: recovered.count,
    bytes: recovered.bytes,
    damaged: () => damaged,
    append(item, waiting) {
      const resident = waiting < RESIDENT && failedAt === undefined && !tail.has(item.key);
      if (resident) tail.pass(item.seq);
      else {
        if (tail.count === 0) reader.begin();
        tail.add(item.key, item.seq);
      }
      next.items.push({ item, resident });
      return { safe: log.append(encode(item, false)), resident };
    },
    remove(item) {
      if (closed) return;
      put(item, undefined);
      item.durable = false;
      noteDone(item.seq);
    },
    refill(waiting, take) {
      if (closed) return;
      if (moved.length > 0) take(moved.splice(0).map(itemOf));
      else if (tail.count > 0 && waiting < REFILL_BELOW) void readMore(take);
    },
    tidy(waiting) {
      if (failedAt !== undefined && isCalm()) log.note(() => encodeDone([]));
      chain.tidy(reader.isPast);
      const [oldest] = chain.all;
      const isStuck = oldest !== undefined && chain.all.length > MANY_SEGMENTS && oldest.live <= FEW_LIVE;
      if (!isStuck || !reader.isPast(oldest) || next.moves.length + inWrite.moves.length > 0) return;
      for (const item of waiting()) {
        if (item.place !== oldest) continue;
        next.moves.push(item);
        void log.append(encode(item, true));
      }
    },
    async close() {
      await log.close();
      closed = true;
      chain.close();
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
