import { type ActionMetrics, zeroActionMetrics } from '@sluice/contract';
import { createRate } from '../runtime/rate.ts';

type DropReason = 'expired' | 'queue_full' | 'resource_not_found' | 'resource_stopped' | 'other';

/**
 * The counters of one action. At every moment
 * `matched = success + failed + dropped + queuing + inflight + late_reply`: each step moves a message from one term to
 * another, and there is no other way to change a counter. They count since `counting_since`: what waited then has been
 * matched too, whether the engine started with it in its buffer or the counters were reset.
 */
export interface Ledger {
  /** Messages that the last run left on disk. They are no sign of traffic now: the rates leave them out. */
  recovered(count: number, bytes: number): void;
  /** A message came in and waits. */
  enqueued(bytes: number): void;
  /** A message came in and was dropped at once. */
  refused(reason: DropReason): void;
  /** A message came in and could not be rendered. */
  unrenderable(): void;
  sent(bytes: number): void;
  /** From the target back to the queue, to be sent again. */
  returned(bytes: number): void;
  delivered(late: boolean): void;
  failed(): void;
  /** Dropped while it waited. */
  dropped(bytes: number, reason: DropReason): void;
  /** Waited on disk and cannot be read any more. */
  unreadable(count: number, bytes: number): void;
  /** Given up while it was under way. */
  droppedInFlight(reason: DropReason): void;
  retried(): void;
  received(): void;
  read(): ActionMetrics;
  /** To zero; what still waits or is under way stays, and counts as matched. */
  reset(): void;
  /** Once a second. */
  tick(): void;
}

export function createLedger(): Ledger {
  let m: ActionMetrics = { ...zeroActionMetrics(), counting_since: Date.now() };
  let rate = createRate();
  const drop = (reason: DropReason): void => {
    m.dropped++;
    m[`dropped.${reason}`]++;
  };
  return {
    recovered(count, bytes) {
      m.matched += count;
      m.queuing += count;
      m.queuing_bytes += bytes;
      rate = createRate(m.matched);
    },
    enqueued(bytes) {
      m.matched++;
      m.queuing++;
      m.queuing_bytes += bytes;
    },
    refused(reason) {
      m.matched++;
      drop(reason);
    },
    unrenderable() {
      m.matched++;
      m.failed++;
    },
    sent(bytes) {
      m.queuing--;
      m.queuing_bytes -= bytes;
      m.inflight++;
    },
    returned(bytes) {
      m.inflight--;
      m.queuing++;
      m.queuing_bytes += bytes;
    },
    delivered(late) {
      m.inflight--;
      if (late) m.late_reply++;
      else m.success++;
    },
    failed() {
      m.inflight--;
      m.failed++;
    },
    dropped(bytes, reason) {
      m.queuing--;
      m.queuing_bytes -= bytes;
      drop(reason);
    },
    unreadable(count, bytes) {
      m.queuing -= count;
      m.queuing_bytes -= bytes;
      m.dropped += count;
      m['dropped.other'] += count;
    },
    droppedInFlight(reason) {
      m.inflight--;
      drop(reason);
    },
    retried() {
      m.retried++;
    },
    received() {
      m.received++;
    },
    read() {
      return { ...m, rate: rate.current(), rate_last5m: rate.last5m(), rate_max: rate.max() };
    },
    reset() {
      const { queuing, queuing_bytes, inflight } = m;
      const matched = queuing + inflight;
      m = { ...zeroActionMetrics(), matched, queuing, queuing_bytes, inflight, counting_since: Date.now() };
      rate = createRate(m.matched);
    },
    tick() {
      rate.tick(m.matched + m.received);
    },
  };
}
