import { fdatasync, write } from 'node:fs';

/** Appends to a file in groups: many records, one write, one sync. */
export interface CommitLog {
  /** Appends; the promise is that of the group commit, shared by all records in it. */
  append(record: Buffer): Promise<void>;
  /** Appends soon, without anybody waiting for it or the disk. */
  note(record: () => Buffer): void;
  /** Settles when everything so far is written. */
  flushed(): Promise<void>;
}

interface Group {
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Where the bytes go. Each write goes to the place it says, so that a failed one is overwritten by the next. */
export interface CommitTarget {
  /** The file for the next write, which begins now, and where its end is. May throw: then the write failed. */
  current(): { readonly fd: number; readonly size: number };
  /** A write of `bytes` is done. */
  wrote(bytes: number): void;
  /** A write failed, and with it all records that waited. */
  failed(error: NodeJS.ErrnoException): void;
}

/** A group starts at most this often: under load it grows instead, and each sync serves more. */
const INTERVAL_MS = 3;

export function createCommitLog(target: CommitTarget): CommitLog {
  let records: Buffer[] = [];
  let notes: (() => Buffer)[] = [];
  let group: Group | undefined;
  let running = false;
  let timer: NodeJS.Timeout | undefined;
  let lastStart = 0;
  let idle: (() => void)[] = [];

  function schedule(): void {
    if (running || timer !== undefined) return;
    const wait = Math.max(0, lastStart + INTERVAL_MS - performance.now());
    timer = setTimeout(run, wait);
  }

  function run(): void {
    timer = undefined;
    if (records.length === 0 && notes.length === 0) {
      settle();
      return;
    }
    running = true;
    lastStart = performance.now();
    const waiting = group;
    // One buffer and one call: cheaper than handing hundreds of small ones to the system.
    const bytes = Buffer.concat(notes.length === 0 ? records : [...records, ...notes.map((note) => note())]);
    group = undefined;
    records = [];
    notes = [];
    const finish = (error: NodeJS.ErrnoException | null): void => {
      running = false;
      if (error === null) {
        target.wrote(bytes.length);
        waiting?.resolve();
      } else {
        waiting?.reject(error);
        target.failed(error);
      }
      if (records.length > 0 || notes.length > 0) schedule();
      else settle();
    };
    try {
      const { fd, size } = target.current();
      writeAll(fd, bytes, size, (error) => {
        if (error !== null || waiting === undefined) finish(error);
        else fdatasync(fd, finish);
      });
    } catch (error) {
      finish(error as NodeJS.ErrnoException);
    }
  }

  function settle(): void {
    for (const resolve of idle) resolve();
    idle = [];
  }

  return {
    append(record) {
      records.push(record);
      group ??= newGroup();
      schedule();
      return group.done;
    },
    note(record) {
      notes.push(record);
      schedule();
    },
    flushed() {
      if (!running && timer === undefined && records.length === 0 && notes.length === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idle.push(resolve);
        schedule();
      });
    },
  };
}

function newGroup(): Group {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const done = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Whoever waits hears of it; when nobody does, it shows in the state of the action.
  done.catch(() => {});
  return { done, resolve, reject };
}

function writeAll(
  fd: number,
  bytes: Buffer,
  position: number,
  done: (error: NodeJS.ErrnoException | null) => void,
): void {
  write(fd, bytes, 0, bytes.length, position, (error, written) => {
    if (error !== null) done(error);
    else if (written === bytes.length) done(null);
    else if (written === 0) done(Object.assign(new Error('The disk took no bytes.'), { code: 'ENOSPC' }));
    else writeAll(fd, bytes.subarray(written), position + written, done);
  });
}
