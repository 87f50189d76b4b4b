import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a consumer keeps how far it got, when the system it reads from does not do that for it. */
export interface Checkpoints {
  /** What was last written under `key`; `undefined` when nothing was. */
  read(key: string): Promise<string | undefined>;
  /** Settles when `text` is safe on disk. Rejects when that fails. */
  write(key: string, text: string): Promise<void>;
}

/** One file a key in `folder`, replaced as a whole: a crash leaves the old text or the new one. */
export function fileCheckpoints(folder: string): Checkpoints {
  const path = (key: string): string => join(folder, `${createHash('sha256').update(key).digest('hex')}.json`);
  let serial = 0;
  return {
    async read(key) {
      try {
        const stored = JSON.parse(await readFile(path(key), 'utf8')) as {
          readonly key?: unknown;
          readonly text?: unknown;
        };
        return stored.key === key && typeof stored.text === 'string' ? stored.text : undefined;
      } catch {
        // Missing, or unreadable: the consumer starts as its configuration says.
        return undefined;
      }
    },
    async write(key, text) {
      await mkdir(folder, { recursive: true });
      const arriving = `${path(key)}.${process.pid}.${serial++}`;
      const file = await open(arriving, 'w');
      try {
        await file.writeFile(JSON.stringify({ key, text }));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(arriving, path(key));
    },
  };
}

/** Keeps nothing beyond this process. */
export function memoryCheckpoints(): Checkpoints {
  const texts = new Map<string, string>();
  return {
    read: async (key) => texts.get(key),
    async write(key, text) {
      texts.set(key, text);
    },
  };
}
