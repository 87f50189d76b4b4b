import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
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
  /** Lowest seq of its requests; `Infinity` while it has none. */
  firstSeq: number;
}

function segmentPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(10, '0')}.log`);
}

/** The segments of a folder, oldest first. */
export function listSegments(folder: string): Segment[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d{10}\.log$/.test(name))
    .sort()
    .map((name) => {
      const path = join(folder, name);
      return {
        number: Number.parseInt(name, 10),
        path,
        size: statSync(path).size,
        live: 0,
        firstSeq: Number.POSITIVE_INFINITY,
      };
    });
}

/** Opens a new segment for writing; it is on disk, name and all, when this returns. Throws when the disk fails. */
export function createSegment(folder: string, number: number): { readonly segment: Segment; readonly fd: number } {
  mkdirSync(folder, { recursive: true });
  const path = segmentPath(folder, number);
  // Never over a file that is there: it may hold what nobody could read just now.
  const fd = openSync(path, 'wx');
  syncFolder(folder);
  return { segment: { number, path, size: 0, live: 0, firstSeq: Number.POSITIVE_INFINITY }, fd };
}

export function deleteSegment(segment: Segment): void {
  unlinkSync(segment.path);
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
