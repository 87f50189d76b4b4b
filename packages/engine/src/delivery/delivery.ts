import type { Fault, Outcome, Output, Request, RetryScope } from '../connectors/driver.ts';
import { backoffMs } from './backoff.ts';
import { createBooks } from './books.ts';
import { type Item, makeItem } from './item.ts';
import type { Ledger } from './ledger.ts';
import type { DeliveryOptions } from './options.ts';
import { NO_ORIGIN, type Origin } from './origin.ts';
import { createPace } from './pace.ts';
import { type Batch, createQueue, type QueueRules } from './queue.ts';
import type { Store, StoreHooks } from './store.ts';

/**
 * The way of an action's requests from the rule to the target: a queue that keeps the order of each key, a store that
 * keeps what must survive, a window of requests under way, retries with growing pauses, expiry, a size limit.
 */
export interface Delivery {
  /** Takes over a request. The promise, if any, settles when the request is safe on disk; when it rejects, it is not taken. */
  accept(
    request: Request,
    key: string,
    qos: 0 | 1 | 2,
    tally: Item['tally'],
    follow?: Item['follow'],
    origin?: Origin,
  ): void | Promise<void>;
  /** Where requests go from now on; `undefined` stops sending, what comes in waits. */
  connect(output: Output | undefined): void;
  configure(options: DeliveryOptions): void;
  /** Age in ms of the oldest request under way; 0 when there is none. */
  oldestInFlight(): number;
  /** Settles when nothing is under way, at the latest after `limitMs`. */
  idle(limitMs: number): Promise<void>;
  /** Lets go what is needed no more. Once a second. */
  tidy(): void;
  /** Records that could not be read any more since the start. */
  damaged(): number;
  /** Stops; settles when nothing is under way any more. What waits in memory is lost, what is on disk stays. */
  close(): Promise<void>;
  /** Stops at once and deletes what is on disk; what is under way is no longer of interest. */
  discard(): Promise<void>;
}

export interface DeliveryHooks {
  /** Hears of every answer of the target: a fault, or `undefined` when it took something. */
  answered(fault: Fault | undefined, scope?: RetryScope): void;
  /** The target refused a request. It works; whether it can work like this is another question. */
  rejected(fault: Fault): void;
  /** Keeps a request that will not be sent; settles when it is kept safely. */
  bury(item: Item, reason: BurialReason, fault: Fault | undefined): Promise<void>;
  /** The disk of the buffer fails; `undefined`: it works again. */
  disk(error: NodeJS.ErrnoException | undefined): void;
}

type BurialReason = 'rejected' | 'expired' | 'queue_full';

/** A request that fails this often while others get through is given up as rejected. */
const TRIES_WHILE_OTHERS_SUCCEED = 10;
/** After so many failed requests without a success between them, the target is to blame. */
const FAILURES_IN_A_ROW = 10;
const CLOSE_LIMIT_MS = 4_000;

export function createDelivery(
  initial: DeliveryOptions,
  ledger: Ledger,
  openStore: (hooks: StoreHooks) => Store,
  hooks: DeliveryHooks,
): Delivery {
  let options = initial;
  let output: Output | undefined;
  let failuresInARow = 0;
  let underWay = 0;
  let batches = 0;
  /** When the batches under way were sent, oldest first. */
  const sentAt = new Map<number, number>();
  let idleWaiters: (() => void)[] = [];
  let sweep: NodeJS.Timeout | undefined;
  const books = createBooks(ledger);
  const queue = createQueue(queueRules(), pump);
  const pace = createPace(widest(), pump);
  const store = openStore({
    fault: hooks.disk,
    refused: refuse,
    unreadable: books.unreadable,
  });
  let seq = store.nextSeq;

  /** Most requests under way over all workers. */
  function widest(): number {
    return options.workers * (options.sync ? options.batchSize : options.window);
  }

  function queueRules(): QueueRules {
    return { ...options, pipelined: options.relaxed || output?.pipelined === true };
  }

  function pump(): void {
    expire();
    while (output !== undefined) {
      const room = pace.room(underWay);
      const batch = room > 0 ? queue.next(room) : undefined;
      if (batch === undefined) break;
      send(batch, output);
    }
    refill();
  }

  function send(batch: Batch, to: Output): void {
    const { items, lane } = batch;
    for (const item of items) books.sent(item);
    underWay += items.length;
    const number = batches++;
    sentAt.set(number, performance.now());
    to.send(
      items.map((item) => item.request),
      lane.index,
    ).then((outcomes) => {
      sentAt.delete(number);
      settle(batch, outcomes);
    });
  }

  function settle(batch: Batch, outcomes: readonly Outcome[]): void {
    underWay -= batch.items.length;
    for (const [index, item] of batch.items.entries()) {
      const outcome = outcomes[index] ?? MISSING_OUTCOME;
      switch (outcome.kind) {
        case 'delivered':
          delivered(item);
          break;
        case 'rejected':
          reject(item, outcome.fault);
          break;
        case 'retry':
          tryAgain(item, outcome);
          break;
        default:
          outcome satisfies never;
      }
    }
    queue.answered(batch);
    pump();
    if (underWay > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  function delivered(item: Item): void {
    books.delivered(item, performance.now() - item.born > options.ttlMs);
    queue.done(item);
    if (item.durable) store.remove(item);
    failuresInARow = 0;
    pace.succeeded();
    hooks.answered(undefined);
  }

  function reject(item: Item, fault: Fault): void {
    books.rejected(item, fault);
    queue.done(item);
    hooks.rejected(fault);
    bury(item, 'rejected', fault);
  }

  function tryAgain(item: Item, { fault, scope, afterMs }: Outcome & { kind: 'retry' }): void {
    hooks.answered(fault, scope);
    if (performance.now() - item.born > options.ttlMs) {
      books.droppedUnderWay(item, 'expired', fault);
      queue.done(item);
      bury(item, 'expired', fault);
      return;
    }
    if (scope !== 'request') {
      pace.failed(underWay, afterMs);
      returnToQueue(item, fault, undefined);
      return;
    }
    if (item.attempts >= TRIES_WHILE_OTHERS_SUCCEED && books.successes > item.successesBefore) {
      reject(item, fault);
      return;
    }
    if (++failuresInARow >= FAILURES_IN_A_ROW) pace.failed(underWay, afterMs);
    returnToQueue(item, fault, afterMs ?? backoffMs(item.attempts - 1));
  }

  function returnToQueue(item: Item, fault: Fault, afterMs: number | undefined): void {
    books.returned(item, fault);
    queue.again(item, afterMs);
  }

  /** A request leaves the disk only when it lies safely among the dead letters. */
  function bury(item: Item, reason: BurialReason, fault: Fault | undefined): void {
    hooks.bury(item, reason, fault).then(
      () => {
        if (item.durable) store.remove(item);
      },
      () => {},
    );
  }

  function drop(item: Item, reason: 'expired' | 'queue_full'): void {
    queue.remove(item);
    books.dropped(item, reason);
    bury(item, reason, undefined);
  }

  /** It could not be written, and nobody was told that it is safe: who sent it sends it again. */
  function refuse(item: Item): void {
    switch (item.state) {
      case 'waiting':
        queue.remove(item);
        books.dropped(item, 'other');
        break;
      case 'stored':
        item.state = 'done';
        books.dropped(item, 'other');
        break;
      case 'under_way':
      case 'done':
        break;
      default:
        item.state satisfies never;
    }
  }

  /** Makes room by giving up what has waited longest. */
  function makeRoom(): void {
    while (books.bytes > options.maxBytes) {
      const oldest = queue.oldest();
      if (oldest === undefined) return;
      drop(oldest, 'queue_full');
    }
  }

  function expire(): void {
    if (options.ttlMs === Number.POSITIVE_INFINITY) return;
    const limit = performance.now() - options.ttlMs;
    for (let item = queue.oldest(); item !== undefined && item.born < limit; item = queue.oldest()) {
      drop(item, 'expired');
    }
  }

  function watchExpiry(): void {
    clearInterval(sweep);
    sweep = options.ttlMs === Number.POSITIVE_INFINITY ? undefined : setInterval(pump, 1000);
  }

  /** Brings back from disk what did not fit in memory. */
  function refill(): void {
    store.refill(queue.length, (items) => {
      queue.add(items);
      pump();
    });
  }

  function halt(): void {
    output = undefined;
    pace.stop();
    queue.stop();
    clearInterval(sweep);
  }

  function idle(limitMs: number): Promise<void> {
    if (underWay === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      idleWaiters.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  books.recovered(store.count, store.bytes);
  watchExpiry();
  refill();

  return {
    accept(request, key, qos, tally, follow, origin = NO_ORIGIN) {
      const durable = options.mode === 'disk' || (options.mode === 'auto' && qos > 0);
      const item = makeItem({ request, key, origin, at: Date.now(), seq: seq++, durable, tally, follow });
      books.arrived(item);
      const kept = durable ? store.append(item, queue.length) : undefined;
      if (kept === undefined || kept.resident) queue.add([item]);
      makeRoom();
      pump();
      return kept?.safe;
    },
    connect(to) {
      if (to !== output) {
        output = to;
        queue.turn();
        queue.configure(queueRules());
      }
      pace.restart();
      pump();
    },
    configure(next) {
      options = next;
      pace.configure(widest());
      queue.configure(queueRules());
      watchExpiry();
      makeRoom();
      pump();
    },
    oldestInFlight() {
      const first = sentAt.values().next();
      return first.done === true ? 0 : performance.now() - first.value;
    },
    tidy() {
      queue.tidy();
      refill();
      store.tidy(queue.list);
    },
    damaged: () => store.damaged(),
    idle,
    async discard() {
      halt();
      await store.close();
      store.destroy();
    },
    async close() {
      halt();
      // The driver answers all of them when its connection closes; a broken one must not hold up the stop.
      await idle(CLOSE_LIMIT_MS);
      await store.close();
    },
  };
}

const MISSING_OUTCOME: Outcome = {
  kind: 'retry',
  scope: 'target',
  fault: { code: 'unanswered', message: 'The driver gave no answer for this request. It is sent again.' },
};
