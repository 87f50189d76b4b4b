import { closeSync } from 'node:fs';
import { createSegment, deleteSegment, type Segment } from './segments.ts';

/** The files of a buffer, oldest first; the newest is written. An old one goes when nothing in it waits any more. */
export interface SegmentChain {
  readonly all: readonly Segment[];
  /** The one that is written, opened if need be. Throws when the disk fails. */
  open(): { readonly fd: number; readonly segment: Segment };
  /** So many bytes were written; begins the next file when this one is full. Throws when that fails. */
  grew(bytes: number): void;
  /** Deletes old files that nobody needs, as long as `isRead` says that nothing in them waits to be read. */
  tidy(isRead: (segment: Segment) => boolean): void;
  close(): void;
}

/** A new file is begun after this many bytes. */
const SEGMENT_BYTES = 8 * 1024 ** 2;

export function createSegmentChain(folder: string, segments: Segment[]): SegmentChain {
  /** Of the newest segment; those of the last run are only read. */
  let fd: number | undefined;

  function open(): { fd: number; segment: Segment } {
    const newest = segments.at(-1);
    if (fd !== undefined && newest !== undefined) return { fd, segment: newest };
    const made = createSegment(folder, (newest?.number ?? 0) + 1);
    segments.push(made.segment);
    fd = made.fd;
    return made;
  }

  return {
    all: segments,
    open,
    grew(bytes) {
      const { segment } = open();
      segment.size += bytes;
      if (segment.size < SEGMENT_BYTES) return;
      const before = fd;
      fd = undefined;
      try {
        open();
      } catch (error) {
        // It grows on until there is room for another one.
        fd = before;
        throw error;
      }
      if (before !== undefined) closeSync(before);
    },
    tidy(isRead) {
      for (;;) {
        const [oldest] = segments;
        // Oldest first: a file may hold the ends of requests in older ones.
        if (oldest === undefined || segments.length === 1 || oldest.live > 0 || !isRead(oldest)) return;
        deleteSegment(oldest);
        segments.shift();
      }
    },
    close() {
      if (fd !== undefined) closeSync(fd);
      fd = undefined;
    },
  };
}
