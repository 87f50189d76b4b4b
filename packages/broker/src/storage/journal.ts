import { close, fdatasync, ftruncateSync, openSync, rename, rm, write } from 'node:fs';
import { promisify } from 'node:util';

const writeAt = promisify(write);
const sync = promisify(fdatasync);
const closeFile = promisify(close);
const renameFile = promisify(rename);
const removeFile = promisify(rm);

/** An append-only file with group commit: what is appended while one commit runs goes out with the next. */
export interface Journal {
  /** Number of the last record that was appended. */
  readonly position: number;
  /** Number of the last record that is on disk. */
  readonly durable: number;
  /** Bytes of the file, with those that wait. */
  readonly size: number;
  append(record: Buffer): void;
  /**
   * Replaces the file by one that holds what `snapshot` writes and then every record appended since the call. The old file
   * stays in use until the new one is complete and takes its name.
   */
  compact(snapshot: (put: (record: Buffer) => Promise<void>) => Promise<void>): Promise<void>;
  /** Writes what waits and closes the file. */
  close(): Promise<void>;
}

/** After a failed write (disk full, say) the same bytes are tried again; nothing is acknowledged meanwhile. */
const RETRY_INTERVAL = 500;
const SNAPSHOT_BATCH = 1 << 20;

/**
 * Appends to `path` (made if missing) from byte `startSize` on; what is behind it is cut off.
 * @throws the error of the system when the file cannot be opened.
 */
export function createJournal(
  path: string,
  startSize: number,
  onDurable: () => void,
  onError: (error: unknown) => void,
): Journal {
  let file = openSync(path, startSize === 0 ? 'w' : 'r+', 0o600);
  ftruncateSync(file, startSize);
  let waiting: Buffer[] = [];
  /** Records since a compaction began; `undefined` = none is under way. */
  let tail: Buffer[] | undefined;
  let takeOver: (() => Promise<void>) | undefined;
  let position = 0;
  let durable = 0;
  let size = startSize;
  let written = startSize;
  let isClosed = false;
  let running: Promise<void> | undefined;

  function start(): void {
    // The turn of the event loop ends first: one commit for all that it brings.
    running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(commit).catch(onError);
  }

  async function commit(): Promise<void> {
    try {
      while (waiting.length > 0 || takeOver !== undefined) {
        const step = takeOver ?? writeWaiting;
        takeOver = undefined;
        await step();
      }
    } finally {
      running = undefined;
    }
  }

  async function writeWaiting(): Promise<void> {
    const batch = Buffer.concat(waiting);
    const upTo = position;
    waiting = [];
    for (;;) {
      try {
        await writeAll(file, batch, written);
        await sync(file);
        break;
      } catch (error) {
        onError(error);
        if (isClosed) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_INTERVAL));
      }
    }
    written += batch.length;
    durable = upTo;
    onDurable();
  }

  /** Runs between two commits. What is appended meanwhile waits for the new file. */
  async function switchTo(next: number, temporary: string, snapshotSize: number): Promise<void> {
    const rest = Buffer.concat(tail ?? []);
    const held = waiting;
    const upTo = position;
    tail = undefined;
    waiting = [];
    try {
      await writeAll(next, rest, snapshotSize);
      await sync(next);
      await renameFile(temporary, path);
    } catch (error) {
      waiting = [...held, ...waiting];
      throw error;
    }
    const before = file;
    file = next;
    written = snapshotSize + rest.length;
    size = written + waiting.reduce((sum, record) => sum + record.length, 0);
    durable = upTo;
    onDurable();
    await closeFile(before);
  }

  return {
    get position() {
      return position;
    },
    get durable() {
      return durable;
    },
    get size() {
      return size;
    },
    append(record) {
      waiting.push(record);
      tail?.push(record);
      position++;
      size += record.length;
      start();
    },
    async compact(snapshot) {
      if (tail !== undefined || isClosed) return;
      tail = [];
      const temporary = `${path}.tmp`;
      let next: number | undefined;
      try {
        const target = openSync(temporary, 'w', 0o600);
        next = target;
        const snapshotSize = await writeSnapshot(target, snapshot);
        await new Promise<void>((resolve, reject) => {
          takeOver = () => switchTo(target, temporary, snapshotSize).then(resolve, reject);
          start();
        });
      } catch (error) {
        tail = undefined;
        if (next !== undefined) await closeFile(next);
        await removeFile(temporary, { force: true });
        throw error;
      }
    },
    async close() {
      isClosed = true;
      while (running !== undefined) await running;
      await closeFile(file);
    },
  };
}

async function writeSnapshot(
  file: number,
  snapshot: (put: (record: Buffer) => Promise<void>) => Promise<void>,
): Promise<number> {
  let batch: Buffer[] = [];
  let batchBytes = 0;
  let at = 0;
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(batch);
    batch = [];
    batchBytes = 0;
    await writeAll(file, bytes, at);
    at += bytes.length;
  };
  await snapshot(async (record) => {
    batch.push(record);
    batchBytes += record.length;
    if (batchBytes >= SNAPSHOT_BATCH) await flush();
  });
  await flush();
  return at;
}

async function writeAll(file: number, bytes: Buffer, position: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await writeAt(file, bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
