import type { ResourceId } from '@sluice/contract';
import type { Fault, Request, RequestView } from '../connectors/driver.ts';
import type { DeadLetter } from '../host.ts';
import type { Item } from './item.ts';

/** Requests that will not be sent, kept so that people can look, mend and send again. */
export interface DeadLetters {
  add(action: ResourceId, letter: Burial): void;
  /** Newest first. */
  list(action: ResourceId | undefined, limit: number): readonly DeadLetter[];
  count(): number;
  take(ids: readonly string[]): readonly TakenLetter[];
  /** Those of an action that is gone. */
  forget(action: ResourceId): void;
}

export interface Burial {
  readonly item: Item;
  readonly reason: DeadLetter['reason'];
  readonly fault: Fault | undefined;
  readonly view: RequestView;
}

export interface TakenLetter {
  readonly action: ResourceId;
  readonly request: Request;
  readonly key: string;
}

/** Most letters and bytes kept over all actions; the oldest go first. */
export const MOST_LETTERS = 10_000;
export const MOST_BYTES = 32 * 1024 ** 2;

interface Kept extends TakenLetter {
  readonly letter: DeadLetter;
  readonly bytes: number;
}

/** What keeps letters over a restart. */
export interface LetterArchive {
  /** Letters of the last run, oldest first. */
  readonly letters: readonly Kept[];
  added(kept: Kept): void;
  removed(id: string): void;
}

export function createDeadLetters(archive?: LetterArchive): DeadLetters {
  const letters = new Map<string, Kept>();
  let bytes = 0;
  let last = 0;

  function keep(kept: Kept): void {
    letters.set(kept.letter.id, kept);
    bytes += kept.bytes;
    last = Math.max(last, Number(kept.letter.id));
    for (const [id, oldest] of letters) {
      if (letters.size <= MOST_LETTERS && bytes <= MOST_BYTES) break;
      remove(id, oldest);
    }
  }

  function remove(id: string, kept: Kept): void {
    letters.delete(id);
    bytes -= kept.bytes;
    archive?.removed(id);
  }

  for (const kept of archive?.letters ?? []) keep(kept);

  return {
    add(action, { item, reason, fault, view }) {
      const kept: Kept = {
        action,
        request: item.request,
        key: item.key,
        bytes: item.bytes,
        letter: {
          id: String(last + 1),
          action,
          reason,
          at: Date.now(),
          receivedAt: item.at,
          attempts: item.attempts,
          request: view,
          ...(fault === undefined ? {} : { message: fault.message }),
          ...(fault?.raw === undefined ? {} : { raw: fault.raw }),
        },
      };
      archive?.added(kept);
      keep(kept);
    },
    list(action, limit) {
      const found: DeadLetter[] = [];
      for (const { letter } of [...letters.values()].reverse()) {
        if (found.length >= limit) break;
        if (action === undefined || letter.action === action) found.push(letter);
      }
      return found;
    },
    count: () => letters.size,
    take(ids) {
      return ids.flatMap((id) => {
        const kept = letters.get(id);
        if (kept === undefined) return [];
        remove(id, kept);
        return [kept];
      });
    },
    forget(action) {
      for (const [id, kept] of letters) if (kept.action === action) remove(id, kept);
    },
  };
}
