import { createFifo, type Fifo } from './fifo.ts';
import type { Item } from './item.ts';

/** One of the queues of an action. A key always takes the same one, so its order is kept. */
export interface Lane {
  readonly index: number;
  readonly queue: Fifo<Item>;
  /** To be sent again, once everything of the lane that is under way has come back. */
  again: Item[];
  inflight: number;
  ready: boolean;
  /** Waits for a pause or a batch to fill. */
  timer: NodeJS.Timeout | undefined;
}

export function makeLanes(count: number): Lane[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    queue: createFifo<Item>(),
    again: [],
    inflight: 0,
    ready: false,
    timer: undefined,
  }));
}

export function laneFor(lanes: readonly Lane[], key: string): Lane {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (hash * 31 + key.charCodeAt(i)) | 0;
  return lanes[(hash >>> 0) % lanes.length] as Lane;
}

/** The lane whose first item has waited longest; `undefined` when nothing waits. */
export function laneWithOldest(lanes: readonly Lane[]): Lane | undefined {
  let oldest: Lane | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const lane of lanes) {
    const head = lane.queue.peek();
    if (head !== undefined && head.seq < lowest) {
      lowest = head.seq;
      oldest = lane;
    }
  }
  return oldest;
}
