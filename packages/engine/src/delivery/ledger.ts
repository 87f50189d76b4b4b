import { type ActionMetrics, zeroActionMetrics } from '@sluice/contract';
import { createRate } from '../runtime/rate.ts';

type DropReason = 'expired' | 'queue_full' | 'resource_not_found' | 'resource_stopped' | 'other';

/**
 * The counters of one action. At every moment
 * `matched = success + failed + dropped + queuing + inflight + late_reply`: each step moves a message from one term to
 * another, and there is no other way to change a counter.
 */
export interface Ledger {
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
  let m = zeroActionMetrics();
  let rate = createRate();
  const drop = (reason: DropReason): void => {
    m.dropped++;
    m[`dropped.${reason}`]++;
  };
  return {
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
      m = { ...zeroActionMetrics(), matched: queuing + inflight, queuing, queuing_bytes, inflight };
      rate = createRate(m.matched);
    },
    tick() {
      rate.tick(m.matched + m.received);
    },
  };
}
