import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createCommitLog } from './commit-log.ts';
import type { Kept, LetterArchive } from './dead-letters.ts';
import { NO_ORIGIN } from './origin.ts';

interface Added {
  readonly add: Omit<Kept, 'request'> & {
    readonly request: { readonly meta: string; readonly text?: string; readonly base64?: string };
  };
}

type Line = Added | { readonly remove: string };

/** The file is written anew when it holds this many more lines than letters. */
const SURPLUS_LINES = 20_000;

/** Keeps dead letters in one file, a line of JSON for each change. */
export function openDeadLetterFile(path: string): LetterArchive {
  const letters = new Map<string, Kept>();
  let lines = 0;
  if (existsSync(path)) {
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const line = parse(text);
      if (line === undefined) continue;
      if ('add' in line) letters.set(line.add.letter.id, fromLine(line));
      else letters.delete(line.remove);
    }
    // One line a letter again, under a new name first: a crash leaves either the old file or the new one.
    const fresh = `${path}.new`;
    writeFileSync(fresh, [...letters.values()].map((kept) => toLine(kept)).join(''));
    renameSync(fresh, path);
    lines = letters.size;
  }
  let fd = openSync(path, existsSync(path) ? 'r+' : 'w+');
  let size = statSync(path).size;
  const log = createCommitLog({
    current: () => ({ fd, size }),
    wrote(bytes) {
      size += bytes;
      if (lines > letters.size + SURPLUS_LINES) compact();
    },
    failed() {},
  });

  function compact(): void {
    const fresh = `${path}.new`;
    const text = [...letters.values()].map((kept) => toLine(kept)).join('');
    writeFileSync(fresh, text);
    renameSync(fresh, path);
    closeSync(fd);
    fd = openSync(path, 'r+');
    size = Buffer.byteLength(text);
    lines = letters.size;
  }

  return {
    letters: [...letters.values()],
    added(kept) {
      lines++;
      letters.set(kept.letter.id, kept);
      return log.append(Buffer.from(toLine(kept)));
    },
    removed(id) {
      if (!letters.delete(id)) return;
      lines++;
      log.note(() => Buffer.from(`${JSON.stringify({ remove: id } satisfies Line)}\n`));
    },
    async close() {
      await log.close();
      closeSync(fd);
    },
  };
}

function toLine(kept: Kept): string {
  const { meta, body } = kept.request;
  const request =
    typeof body === 'string' ? { meta, text: body } : { meta, base64: Buffer.from(body).toString('base64') };
  return `${JSON.stringify({ add: { ...kept, request } } satisfies Line)}\n`;
}

function fromLine({ add }: Added): Kept {
  const { meta, text, base64 } = add.request;
  // An older version wrote no origin.
  return {
    ...add,
    letter: { ...NO_ORIGIN, ...add.letter },
    request: { meta, body: text ?? Buffer.from(base64 ?? '', 'base64') },
  };
}

function parse(text: string): Line | undefined {
  try {
    const line = text === '' ? undefined : (JSON.parse(text) as Line);
    // A number, as all of ours.
    return line !== undefined && 'add' in line && !/^\d+$/.test(line.add.letter.id) ? undefined : line;
  } catch {
    // The last line of a crash.
    return undefined;
  }
}
