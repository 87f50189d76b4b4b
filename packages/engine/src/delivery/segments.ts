import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type LogRecord, readRecord } from './record.ts';

/** One file of a log. */
export interface Segment {
  readonly number: number;
  readonly path: string;
  size: number;
  /** Requests in it that are not done with. */
  live: number;
  /** Those of them that are nowhere else, and their size: they wait to be read. */
  unread: number;
  unreadBytes: number;
}

function segmentAt(folder: string, number: number, size: number): Segment {
  const path = join(folder, `${String(number).padStart(10, '0')}.log`);
  return { number, path, size, live: 0, unread: 0, unreadBytes: 0 };
}

/** The segments of a folder, oldest first. */
export function listSegments(folder: string): Segment[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{10}\.log$/.test(name))
    .sort()
    .map((name) => segmentAt(folder, Number.parseInt(name, 10), statSync(join(folder, name)).size));
}

/** How many are missing between them: they go oldest first, so a gap is not of our making. */
export function countMissing(segments: readonly Segment[]): number {
  const [first] = segments;
  const last = segments.at(-1);
  return first === undefined || last === undefined ? 0 : last.number - first.number + 1 - segments.length;
}

/** Opens a new segment for writing; it is on disk, name and all, when this returns. Throws when the disk fails. */
export function createSegment(folder: string, number: number): { readonly segment: Segment; readonly fd: number } {
  mkdirSync(folder, { recursive: true });
  const segment = segmentAt(folder, number, 0);
  // Never over a file that is there: it may hold what nobody could read just now.
  const fd = openSync(segment.path, 'wx');
  syncFolder(folder);
  return { segment, fd };
}

export function deleteSegment(segment: Segment): void {
  rmSync(segment.path, { force: true });
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Visits every whole record of a segment; gives how many damaged places were skipped. */
export function visitSegment(segment: Segment, isLast: boolean, visit: (record: LogRecord) => void): number {
  const buffer = readFileSync(segment.path);
  let damaged = 0;
  for (let at = 0; at < buffer.length; ) {
    const read = readRecord(buffer, at);
    if (read.kind === 'record') {
      visit(read.record);
      at = read.next;
    } else if (read.kind === 'damaged') {
      damaged++;
      at = read.next;
    } else {
      // The end of the last file is what a crash cut off: nobody was told that it was safe.
      if (!isLast) damaged++;
      break;
    }
  }
  return damaged;
}
