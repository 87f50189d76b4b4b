import { open } from 'node:fs/promises';
import { sizeOf } from './item.ts';
import { type RequestRecord, readRecord } from './record.ts';
import type { Segment } from './segments.ts';
import type { Tail } from './tail.ts';

/** A record and the file it stands in. */
export interface Found {
  readonly record: RequestRecord;
  readonly segment: Segment;
}

/** Reads the requests that wait on disk only, from a cursor that goes through the files once. */
export interface TailReader {
  /** The next ones, in order; none when all that is left is not written yet. Rejects when a file cannot be read now. */
  read(): Promise<readonly Found[]>;
  /** A new tail begins where the last file ends. */
  begin(): void;
  /** Has everything in the file been read that is needed? */
  isPast(segment: Segment): boolean;
}

export interface TailReaderHooks {
  /** Requests that should have been in a file and are not: damaged, or the file is gone. */
  unreadable(count: number, bytes: number): void;
  /** Is something on its way to the newest file? */
  isWriting(): boolean;
}

const CHUNK_BYTES = 512 * 1024;
/** So few at a time that there is room in memory for fresh requests of keys that have none waiting. */
const MOST_AT_ONCE = 1_000;

export function createTailReader(segments: readonly Segment[], tail: Tail, hooks: TailReaderHooks): TailReader {
  /** The file being read, and how far. */
  let current = segments[0];
  let offset = 0;
  /** What was read of a file and not used yet. */
  let rest: { readonly segment: Segment; readonly from: number; readonly buffer: Buffer } | undefined;

  function giveUp(segment: Segment): void {
    const { unread, unreadBytes } = segment;
    if (unread === 0) return;
    segment.live -= unread;
    segment.unread = 0;
    segment.unreadBytes = 0;
    tail.unreadable(unread);
    hooks.unreadable(unread, unreadBytes);
  }

  async function read(): Promise<readonly Found[]> {
    const found: Found[] = [];
    while (tail.count > 0 && found.length === 0) {
      current ??= segments[0];
      if (current === undefined) break;
      const segment = current;
      if (offset >= segment.size) {
        const isNewest = segment === segments.at(-1);
        if (isNewest && hooks.isWriting()) break;
        giveUp(segment);
        if (isNewest) break;
        current = segments[segments.indexOf(segment) + 1];
        offset = 0;
        continue;
      }
      const { buffer, whole } = await chunkAt(segment, offset);
      const used = collect(segment, buffer, found);
      if (used > 0) offset += used;
      // A damaged end: nothing more to read here.
      else if (whole) offset = segment.size;
      else break;
    }
    if (tail.count === 0) rest = undefined;
    return found;
  }

  async function chunkAt(segment: Segment, from: number): Promise<Chunk> {
    if (rest?.segment === segment) {
      const buffer = rest.buffer.subarray(from - rest.from);
      if (readRecord(buffer, 0).kind !== 'end') return { buffer, whole: false };
    }
    const chunk = await readFrom(segment, from);
    rest = { segment, from, buffer: chunk.buffer };
    return chunk;
  }

  function collect(segment: Segment, buffer: Buffer, found: Found[]): number {
    let at = 0;
    while (tail.count > 0 && found.length < MOST_AT_ONCE) {
      const next = readRecord(buffer, at);
      if (next.kind === 'end') break;
      at = next.next;
      if (next.kind === 'record' && tail.take(next.record)) {
        found.push({ record: next.record, segment });
        segment.unread--;
        segment.unreadBytes -= sizeOf(next.record.request, next.record.key);
      }
    }
    return at;
  }

  return {
    read,
    begin() {
      current = segments.at(-1);
      offset = current?.size ?? 0;
      rest = undefined;
    },
    isPast(segment) {
      return tail.count === 0 || (current !== undefined && segment.number < current.number);
    },
  };
}

interface Chunk {
  readonly buffer: Buffer;
  /** Does it reach to the end of the file? */
  readonly whole: boolean;
}

async function readFrom(segment: Segment, offset: number): Promise<Chunk> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(segment.path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { buffer: Buffer.alloc(0), whole: true };
    throw error;
  }
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
