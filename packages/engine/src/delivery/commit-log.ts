import { fdatasync, ftruncate, write } from 'node:fs';

/** Appends to a file in groups: many records, one write, one sync. */
export interface CommitLog {
  /** Appends; the promise is that of the group commit, shared by all records in it. */
  append(record: Buffer): Promise<void>;
  /** Appends soon, without anybody waiting for it or the disk. What cannot be written now is written later. */
  note(record: () => Buffer): void;
  /** Settles when everything so far is written, or could not be. Nothing is written after that. */
  close(): Promise<void>;
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

/**
 * A group starts at most this often, so that it grows under load and each sync and each round of acknowledgements serves
 * more. After a group of few, those who wait for each acknowledgement before they send on are served sooner.
 */
const INTERVAL_MS = 8;
const INTERVAL_OF_FEW_MS = 3;
const FEW = 8;
/** So many do not wait for the rest of the interval. */
const MANY = 64;
/** Notes alone do not press a disk that fails. */
const AFTER_FAILURE_MS = 500;

export function createCommitLog(target: CommitTarget): CommitLog {
  let records: Buffer[] = [];
  let notes: (() => Buffer)[] = [];
  let group: Group | undefined;
  let running = false;
  let closing = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let earliest = 0;
  let closed: (() => void)[] = [];

  function schedule(after = 0): void {
    if (running || stopped || timer !== undefined) return;
    timer = setTimeout(run, Math.max(after, earliest - performance.now()));
  }

  function run(): void {
    timer = undefined;
    if (records.length === 0 && notes.length === 0) {
      settle();
      return;
    }
    running = true;
    earliest = performance.now() + (records.length > FEW ? INTERVAL_MS : INTERVAL_OF_FEW_MS);
    const waiting = group;
    const noted = notes.map((note) => note());
    // One buffer and one call: cheaper than handing hundreds of small ones to the system.
    const bytes = Buffer.concat(noted.length === 0 ? records : [...records, ...noted]);
    group = undefined;
    records = [];
    notes = [];
    const succeed = (): void => {
      running = false;
      target.wrote(bytes.length);
      waiting?.resolve();
      next(0);
    };
    const fail = (error: NodeJS.ErrnoException): void => {
      running = false;
      waiting?.reject(error);
      notes = [...noted.map((note) => () => note), ...notes];
      target.failed(error);
      next(AFTER_FAILURE_MS);
    };
    let place: { readonly fd: number; readonly size: number };
    try {
      place = target.current();
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
      return;
    }
    const { fd, size } = place;
    // What was half written would be read as damage, and takes room that others need.
    const undo = (error: NodeJS.ErrnoException): void => ftruncate(fd, size, () => fail(error));
    writeAll(fd, bytes, size, (error) => {
      if (error !== null) undo(error);
      else if (waiting === undefined) succeed();
      else fdatasync(fd, (failure) => (failure === null ? succeed() : undo(failure)));
    });
  }

  function next(pauseMs: number): void {
    if (closing && (pauseMs > 0 || (records.length === 0 && notes.length === 0))) settle();
    else if (records.length > 0) schedule();
    else if (notes.length > 0) schedule(pauseMs);
  }

  function settle(): void {
    stopped = closing;
    for (const resolve of closed) resolve();
    closed = [];
  }

  return {
    append(record) {
      records.push(record);
      group ??= newGroup();
      if (records.length === MANY) earliest = 0;
      // It does not wait for a pause of the notes, and many do not wait for more.
      if (timer !== undefined && (records.length === 1 || records.length === MANY)) {
        clearTimeout(timer);
        timer = undefined;
      }
      schedule();
      return group.done;
    },
    note(record) {
      notes.push(record);
      schedule();
    },
    close() {
      closing = true;
      return new Promise((resolve) => {
        closed.push(resolve);
        if (running) return;
        clearTimeout(timer);
        run();
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
