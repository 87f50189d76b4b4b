import type { Fault } from '../connectors/driver.ts';
import type { Item } from './item.ts';
import type { Ledger } from './ledger.ts';

/** Why a request will not be sent any more although nobody refused it. */
type DropReason = 'expired' | 'queue_full' | 'other';

/** Writes down what becomes of an item wherever it is counted or followed: the action's ledger, its rule, who watches. */
export interface Books {
  /** Bytes of all that waits or is under way. */
  readonly bytes: number;
  /** Requests that the target took. */
  readonly successes: number;
  recovered(count: number, bytes: number): void;
  arrived(item: Item): void;
  sent(item: Item): void;
  delivered(item: Item, late: boolean): void;
  rejected(item: Item, fault: Fault): void;
  /** Waits again for another try. */
  returned(item: Item, fault: Fault): void;
  /** Given up while it waited. */
  dropped(item: Item, reason: DropReason): void;
  /** Given up when it came back. */
  droppedUnderWay(item: Item, reason: DropReason, fault: Fault): void;
  /** Requests that lay on disk and cannot be read any more. */
  unreadable(count: number, bytes: number): void;
}

export function createBooks(ledger: Ledger): Books {
  let bytes = 0;
  let successes = 0;
  return {
    get bytes() {
      return bytes;
    },
    get successes() {
      return successes;
    },
    recovered(count, size) {
      bytes += size;
      ledger.recovered(count, size);
    },
    arrived(item) {
      bytes += item.bytes;
      ledger.enqueued(item.bytes);
    },
    sent(item) {
      ledger.sent(item.bytes);
      if (item.attempts++ === 0) item.successesBefore = successes;
    },
    delivered(item, late) {
      bytes -= item.bytes;
      successes++;
      ledger.delivered(late);
      item.tally?.actionSucceeded();
      item.follow?.({ state: 'delivered' });
    },
    rejected(item, fault) {
      bytes -= item.bytes;
      ledger.failed();
      item.tally?.actionFailed();
      item.follow?.({ state: 'rejected', ...reasonOf(fault) });
    },
    returned(item, fault) {
      ledger.returned(item.bytes);
      ledger.retried();
      item.follow?.({ state: 'retrying', ...reasonOf(fault) });
    },
    dropped(item, reason) {
      bytes -= item.bytes;
      ledger.dropped(item.bytes, reason);
      item.tally?.actionDropped();
      item.follow?.({ state: 'dropped', cause: reason, message: DROPPED[reason] });
    },
    droppedUnderWay(item, reason, fault) {
      bytes -= item.bytes;
      ledger.droppedInFlight(reason);
      item.tally?.actionDropped();
      item.follow?.({ state: 'dropped', cause: reason, ...reasonOf(fault) });
    },
    unreadable(count, size) {
      bytes -= size;
      ledger.unreadable(count, size);
    },
  };
}

const DROPPED: Readonly<Record<DropReason, string>> = {
  expired: 'It waited longer than the request time-out allows.',
  queue_full: 'The buffer was full, and this was what had waited longest.',
  other: 'The buffer on disk could not keep it.',
};

function reasonOf({ message, code, data, raw }: Fault): Fault {
  return { message, code, ...(data !== undefined && { data }), ...(raw !== undefined && { raw }) };
}
