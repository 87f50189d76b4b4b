import type { Fault, Outcome, Output, Request } from '../connectors/driver.ts';
import type { Follow } from '../runtime/output.ts';
import { backoffMs } from './backoff.ts';
import { createFifo, type Fifo } from './fifo.ts';
import { type Item, sizeOf, type Tally } from './item.ts';
import { type Lane, laneFor, laneWithOldest, makeLanes } from './lane.ts';
import type { Ledger } from './ledger.ts';
import type { DeliveryOptions } from './options.ts';
import type { Store, StoreHooks } from './store.ts';

/**
 * The way of an action's requests from the rule to the target: lanes (a key always takes the same lane, so its order is
 * kept), a window of requests under way, retries with growing pauses, expiry, a size limit.
 */
export interface Delivery {
  /** Takes over a request. The promise, if any, settles when the request is safe on disk. */
  accept(
    request: Request,
    key: string,
    qos: 0 | 1 | 2,
    tally: Tally | undefined,
    follow?: Follow,
  ): void | Promise<void>;
  /** Where requests go from now on; `undefined` stops sending, what comes in waits. */
  connect(output: Output | undefined): void;
  configure(options: DeliveryOptions): void;
  /** Age in ms of the oldest request under way; 0 when there is none. */
  oldestInFlight(): number;
  /** Settles when nothing is under way, at the latest after `limitMs`. */
  idle(limitMs: number): Promise<void>;
  /** Lets old files go that a few requests hold. Once a second. */
  tidy(): void;
  /** Records of the last run that could not be read any more. */
  readonly damaged: number;
  /** Stops; settles when nothing is under way any more. What waits in memory is lost, what is on disk stays. */
  close(): Promise<void>;
  /** Stops at once and deletes what is on disk; what is under way is no longer of interest. */
  discard(): Promise<void>;
}

export interface DeliveryHooks {
  /** Hears of every answer of the target: a fault, or `undefined` when it took something. */
  answered(fault: Fault | undefined): void;
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

const CLOSE_LIMIT_MS = 4_000;

export function createDelivery(
  initial: DeliveryOptions,
  ledger: Ledger,
  openStore: (hooks: StoreHooks) => Store,
  hooks: DeliveryHooks,
): Delivery {
  let options = initial;
  let lanes = makeLanes(initial.workers);
  let readyLanes: Fifo<Lane> = createFifo();
  let output: Output | undefined;
  let inflight = 0;
  let bytes = 0;
  let waiting = 0;
  let seq = 0;
  let successes = 0;
  /** Grows again after an outage, so that the backlog does not flood the target. */
  let window = widest();
  let outages = 0;
  let pause: NodeJS.Timeout | undefined;
  let sweep: NodeJS.Timeout | undefined;
  let closed = false;
  let idleWaiters: (() => void)[] = [];
  const started = new Map<number, number>();
  let batchId = 0;

  /** Most requests under way over all workers. */
  function widest(): number {
    return options.workers * (options.sync ? options.batchSize : options.window);
  }

  function enqueue(item: Item): void {
    const lane = laneFor(lanes, item.key);
    lane.queue.push(item);
    waiting++;
    makeReady(lane);
  }

  function makeReady(lane: Lane): void {
    if (lane.ready || lane.timer !== undefined || lane.again.length > 0 || lane.queue.length === 0) return;
    if (lane.inflight >= (options.sync ? 1 : options.window)) return;
    lane.ready = true;
    readyLanes.push(lane);
  }

  function pump(): void {
    while (output !== undefined && pause === undefined && inflight < window) {
      const lane = readyLanes.shift();
      if (lane === undefined) break;
      lane.ready = false;
      if (!fillsBatch(lane)) continue;
      const batch = take(lane);
      if (batch.length > 0) send(lane, batch, output);
      makeReady(lane);
    }
    refill();
  }

  /** With `batch_time`, a short batch waits for company. */
  function fillsBatch(lane: Lane): boolean {
    if (options.batchTimeMs === 0 || lane.queue.length >= options.batchSize) return true;
    const oldest = lane.queue.peek();
    const left = oldest === undefined ? 0 : oldest.at + options.batchTimeMs - Date.now();
    if (left <= 0) return true;
    wake(lane, left);
    return false;
  }

  function wake(lane: Lane, afterMs: number): void {
    lane.timer = setTimeout(() => {
      lane.timer = undefined;
      makeReady(lane);
      pump();
    }, afterMs);
  }

  function take(lane: Lane): Item[] {
    const batch: Item[] = [];
    const most = Math.min(
      options.batchSize,
      window - inflight,
      options.sync ? options.batchSize : options.window - lane.inflight,
    );
    const oldest = options.ttlMs === Number.POSITIVE_INFINITY ? 0 : Date.now() - options.ttlMs;
    while (batch.length < most) {
      const item = lane.queue.shift();
      if (item === undefined) break;
      waiting--;
      if (item.at < oldest) {
        drop(item, 'expired');
        continue;
      }
      ledger.sent(item.bytes);
      batch.push(item);
    }
    return batch;
  }

  function send(lane: Lane, batch: Item[], to: Output): void {
    for (const item of batch) if (item.attempts++ === 0) item.successesBefore = successes;
    inflight += batch.length;
    lane.inflight += batch.length;
    const id = batchId++;
    started.set(id, Date.now());
    const requests = batch.length === 1 ? [(batch[0] as Item).request] : batch.map((item) => item.request);
    to.send(requests, lane.index).then((outcomes) => {
      started.delete(id);
      settle(lane, batch, outcomes);
    });
  }

  function settle(lane: Lane, batch: readonly Item[], outcomes: readonly Outcome[]): void {
    inflight -= batch.length;
    lane.inflight -= batch.length;
    for (const [index, item] of batch.entries()) {
      const outcome = outcomes[index] ?? MISSING_OUTCOME;
      switch (outcome.kind) {
        case 'delivered':
          delivered(item);
          break;
        case 'rejected':
          reject(item, outcome.fault);
          break;
        case 'retry':
          again(lane, item, outcome);
          break;
        default:
          outcome satisfies never;
      }
    }
    if (lane.inflight === 0 && lane.again.length > 0) requeue(lane);
    makeReady(lane);
    pump();
    if (inflight === 0) {
      for (const resolve of idleWaiters) resolve();
      idleWaiters = [];
    }
  }

  function delivered(item: Item): void {
    successes++;
    const late = Date.now() - item.at > options.ttlMs;
    ledger.delivered(late);
    item.tally?.actionSucceeded();
    item.follow?.({ state: 'delivered' });
    forget(item);
    outages = 0;
    if (window < widest()) window = Math.min(widest(), window * 2);
    hooks.answered(undefined);
  }

  function reject(item: Item, fault: Fault): void {
    ledger.failed();
    item.tally?.actionFailed();
    item.follow?.({ state: 'rejected', ...reasonOf(fault) });
    hooks.rejected(fault);
    bury(item, 'rejected', fault);
  }

  function again(lane: Lane, item: Item, outcome: Outcome & { kind: 'retry' }): void {
    hooks.answered(outcome.fault);
    if (Date.now() - item.at > options.ttlMs) {
      ledger.droppedInFlight('expired');
      item.tally?.actionDropped();
      item.follow?.({ state: 'dropped', cause: 'expired', ...reasonOf(outcome.fault) });
      bury(item, 'expired', outcome.fault);
      return;
    }
    const hopeless = item.attempts >= TRIES_WHILE_OTHERS_SUCCEED && successes > item.successesBefore;
    if (outcome.scope === 'request' && hopeless) {
      reject(item, outcome.fault);
      return;
    }
    ledger.returned(item.bytes);
    ledger.retried();
    item.follow?.({ state: 'retrying', ...reasonOf(outcome.fault) });
    waiting++;
    lane.again.push(item);
    if (closed) return;
    if (outcome.scope === 'target') rest(outcome.afterMs ?? backoffMs(outages));
    else if (lane.timer === undefined) wake(lane, outcome.afterMs ?? backoffMs(item.attempts - 1));
  }

  /** The whole target rests, and is then tried with one request. */
  function rest(ms: number): void {
    window = 1;
    if (pause !== undefined) return;
    outages++;
    pause = setTimeout(() => {
      pause = undefined;
      pump();
    }, ms);
  }

  function requeue(lane: Lane): void {
    const items = lane.again.sort((a, b) => a.seq - b.seq);
    lane.again = [];
    if (lanes[lane.index] === lane) {
      lane.queue.pushFront(items);
      return;
    }
    // The lanes were made anew meanwhile: what comes home moves to its new lane, before what waits there.
    for (const item of items.reverse()) {
      const home = laneFor(lanes, item.key);
      home.queue.pushFront([item]);
      makeReady(home);
    }
  }

  function forget(item: Item): void {
    bytes -= item.bytes;
    if (item.durable) store.remove(item.seq);
  }

  function drop(item: Item, reason: 'expired' | 'queue_full'): void {
    ledger.dropped(item.bytes, reason);
    item.tally?.actionDropped();
    item.follow?.({ state: 'dropped', cause: reason, message: DROPPED[reason] });
    bury(item, reason, undefined);
  }

  /** A request leaves the disk only when it lies safely among the dead letters. */
  function bury(item: Item, reason: BurialReason, fault: Fault | undefined): void {
    const kept = hooks.bury(item, reason, fault);
    bytes -= item.bytes;
    if (item.durable) {
      kept.then(
        () => store.remove(item.seq),
        () => {},
      );
    }
  }

  /** Makes room by giving up what has waited longest. */
  function makeRoom(): void {
    while (bytes > options.maxBytes) {
      const oldest = laneWithOldest(lanes);
      const item = oldest?.queue.shift();
      if (item === undefined) return;
      waiting--;
      drop(item, 'queue_full');
    }
  }

  /** Brings back from disk what did not fit in memory. */
  function refill(): void {
    store.refill(waiting, (items) => {
      for (const item of items) enqueue(item);
      pump();
    });
  }

  function expire(): void {
    const oldest = Date.now() - options.ttlMs;
    for (const lane of lanes) {
      for (let head = lane.queue.peek(); head !== undefined && head.at < oldest; head = lane.queue.peek()) {
        lane.queue.shift();
        waiting--;
        drop(head, 'expired');
      }
    }
    refill();
  }

  function watchExpiry(): void {
    clearInterval(sweep);
    sweep = options.ttlMs === Number.POSITIVE_INFINITY || closed ? undefined : setInterval(expire, 1000);
  }

  const store = openStore({
    fault: hooks.disk,
    lost(items) {
      for (const item of items) {
        ledger.dropped(item.bytes, 'other');
        item.tally?.actionDropped();
        item.follow?.({ state: 'dropped', cause: 'other', message: DROPPED.other });
        bytes -= item.bytes;
      }
    },
  });
  watchExpiry();
  seq = store.nextSeq;
  bytes = store.bytes;
  ledger.recovered(store.count, store.bytes);
  refill();

  return {
    accept(request, key, qos, tally, follow) {
      const durable = options.mode === 'disk' || (options.mode === 'auto' && qos > 0);
      const size = sizeOf(request, key);
      const item: Item = {
        request,
        key,
        at: Date.now(),
        bytes: size,
        seq: seq++,
        durable,
        tally,
        follow,
        attempts: 0,
        successesBefore: 0,
      };
      ledger.enqueued(size);
      bytes += size;
      let safe: Promise<void> | undefined;
      if (durable) {
        const kept = store.append(item, waiting);
        safe = kept.safe;
        if (kept.resident) enqueue(item);
      } else enqueue(item);
      if (bytes > options.maxBytes) makeRoom();
      pump();
      return safe;
    },
    connect(to) {
      output = to;
      outages = 0;
      clearTimeout(pause);
      pause = undefined;
      pump();
    },
    configure(next) {
      const before = lanes;
      options = next;
      window = outages === 0 ? widest() : Math.min(window, widest());
      if (next.workers !== before.length) relane(before);
      watchExpiry();
      makeRoom();
      pump();
    },
    oldestInFlight() {
      const first = started.values().next();
      return first.done === true ? 0 : Date.now() - first.value;
    },
    tidy() {
      const range = store.stuck();
      if (range === undefined) return;
      const waitingItems = lanes.flatMap((lane) => [...lane.queue.list(), ...lane.again]);
      store.rewrite(waitingItems.filter((item) => item.durable && item.seq >= range.from && item.seq < range.to));
    },
    damaged: store.damaged,
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

  function idle(limitMs: number): Promise<void> {
    if (inflight === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs);
      idleWaiters.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  function halt(): void {
    closed = true;
    output = undefined;
    clearTimeout(pause);
    clearInterval(sweep);
    for (const lane of lanes) clearTimeout(lane.timer);
  }

  /** Another number of workers: waiting requests move to their new lanes, those under way come home to theirs. */
  function relane(before: readonly Lane[]): void {
    const items: Item[] = [];
    for (const lane of before) {
      clearTimeout(lane.timer);
      lane.timer = undefined;
      for (let item = lane.queue.shift(); item !== undefined; item = lane.queue.shift()) items.push(item);
    }
    lanes = makeLanes(options.workers);
    readyLanes = createFifo();
    waiting -= items.length;
    for (const item of items.sort((a, b) => a.seq - b.seq)) enqueue(item);
  }
}

const DROPPED = {
  expired: 'It waited longer than the request time-out allows.',
  queue_full: 'The buffer was full, and this was what had waited longest.',
  other: 'The buffer on disk could not keep it.',
};

function reasonOf({ message, raw }: Fault): { readonly message: string; readonly raw?: string } {
  return raw === undefined ? { message } : { message, raw };
}

const MISSING_OUTCOME: Outcome = {
  kind: 'retry',
  scope: 'target',
  fault: { message: 'The driver gave no answer for this request. It is sent again.' },
};
