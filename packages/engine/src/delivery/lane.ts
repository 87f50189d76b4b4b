import { createFifo, type Fifo } from './fifo.ts';

/** One of the ways to the target: a worker, and for a driver a connection. A key always takes the same one. */
export interface Lane<Line> {
  readonly index: number;
  /** Lines of which a request may go now; each has its turn. */
  readonly ready: Fifo<Line>;
  /** Requests under way. */
  inflight: number;
  /** Stands among the lanes that have a turn. */
  listed: boolean;
  /** Waits for a batch to fill. */
  timer: NodeJS.Timeout | undefined;
}

export function makeLanes<Line>(count: number): Lane<Line>[] {
  return Array.from({ length: count }, (_, index) => ({
    index,
    ready: createFifo<Line>(),
    inflight: 0,
    listed: false,
    timer: undefined,
  }));
}

export function laneFor<Line>(lanes: readonly Lane<Line>[], key: string): Lane<Line> {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (hash * 31 + key.charCodeAt(i)) | 0;
  return lanes[(hash >>> 0) % lanes.length] as Lane<Line>;
}
