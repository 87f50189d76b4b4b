import type { ResourceId } from '@sluice/contract';
import type { Fault, Request, RequestView } from '../connectors/driver.ts';
import type { DeadLetter, DeadLetterPage, DeadLetterQuery } from '../host.ts';
import type { Item } from './item.ts';
import type { Origin } from './origin.ts';
import { previewOf } from './preview.ts';

/** Requests that will not be sent, kept so that people can look, mend and send again. */
export interface DeadLetters {
  /** Settles when the letter is kept safely. */
  add(action: ResourceId, letter: Burial): Promise<void>;
  /** Newest first. */
  list(which: DeadLetterQuery): DeadLetterPage;
  count(): number;
  /** The requests behind some letters, to be sent again. */
  requests(ids: readonly string[]): readonly BuriedRequest[];
  /** Gives how many there were. */
  remove(ids: readonly string[]): number;
  /** Those of an action that is gone. */
  forget(action: ResourceId): void;
  close(): Promise<void>;
}

interface Burial {
  readonly item: Item;
  readonly reason: DeadLetter['reason'];
  readonly fault: Fault | undefined;
  readonly view: RequestView;
}

export interface BuriedRequest {
  readonly id: string;
  readonly action: ResourceId;
  readonly request: Request;
  readonly key: string;
  readonly origin: Origin;
}

/** Most letters and bytes kept over all actions; the oldest go first. */
const MOST_LETTERS = 10_000;
const MOST_BYTES = 32 * 1024 ** 2;

export interface Kept extends Omit<BuriedRequest, 'id' | 'origin'> {
  /** As it is listed, but for the preview, which is made when somebody looks. */
  readonly letter: Omit<DeadLetter, 'preview'>;
  readonly bytes: number;
}

/** What keeps letters over a restart. */
export interface LetterArchive {
  /** Letters of the last run, oldest first. */
  readonly letters: readonly Kept[];
  added(kept: Kept): Promise<void>;
  removed(id: string): void;
  close(): Promise<void>;
}

export function createDeadLetters(archive: LetterArchive): DeadLetters {
  const letters = new Map<string, Kept>();
  let bytes = 0;
  /** Highest number given; no number is too long for it. */
  let last = 0n;

  function keep(kept: Kept): void {
    letters.set(kept.letter.id, kept);
    bytes += kept.bytes;
    const number = BigInt(kept.letter.id);
    if (number > last) last = number;
    for (const [id, oldest] of letters) {
      if (letters.size <= MOST_LETTERS && bytes <= MOST_BYTES) break;
      remove(id, oldest);
    }
  }

  function remove(id: string, kept: Kept): void {
    letters.delete(id);
    bytes -= kept.bytes;
    archive.removed(id);
  }

  for (const kept of archive.letters) keep(kept);

  return {
    add(action, { item, reason, fault, view }) {
      const kept: Kept = {
        action,
        request: item.request,
        key: item.key,
        bytes: item.bytes,
        letter: {
          id: String(last + 1n),
          action,
          reason,
          at: Date.now(),
          receivedAt: item.at,
          attempts: item.attempts,
          rule: item.origin.rule,
          topic: item.origin.topic,
          request: view,
          ...(fault === undefined ? {} : { message: fault.message }),
          ...(fault?.raw === undefined ? {} : { raw: fault.raw }),
          ...(fault === undefined ? {} : { code: fault.code, data: fault.data ?? {} }),
        },
      };
      const safe = archive.added(kept);
      keep(kept);
      return safe;
    },
    list({ action, reason, offset, limit }) {
      const found = [...letters.values()]
        .filter(
          ({ letter }) => (action ?? letter.action) === letter.action && (reason ?? letter.reason) === letter.reason,
        )
        .reverse();
      const page = found.slice(offset, offset + limit);
      return {
        letters: page.map(({ letter, request }) => ({ ...letter, preview: previewOf(request.body) })),
        count: found.length,
      };
    },
    count: () => letters.size,
    requests: (ids) =>
      ids.flatMap((id) => {
        const kept = letters.get(id);
        if (kept === undefined) return [];
        const { action, request, key, letter } = kept;
        return [{ id, action, request, key, origin: { rule: letter.rule, topic: letter.topic } }];
      }),
    remove(ids) {
      let removed = 0;
      for (const id of ids) {
        const kept = letters.get(id);
        if (kept === undefined) continue;
        remove(id, kept);
        removed++;
      }
      return removed;
    },
    forget(action) {
      for (const [id, kept] of letters) if (kept.action === action) remove(id, kept);
    },
    close: () => archive.close(),
  };
}
