import type { Request } from '../connectors/driver.ts';
import type { Follow } from '../runtime/output.ts';
import type { Tally } from '../runtime/rule-metrics.ts';
import type { Origin } from './origin.ts';
import type { Segment } from './segments.ts';

/** One request on its way through an action. */
export interface Item {
  readonly request: Request;
  /** Requests with the same key keep their order. */
  readonly key: string;
  readonly origin: Origin;
  /** Unix time in ms when it came in. */
  readonly at: number;
  /** The same on the clock of `performance.now()`, which nobody sets: ages are counted on it. */
  readonly born: number;
  /** What it counts against the buffer limit. */
  readonly bytes: number;
  /** Order of arrival within the action. */
  readonly seq: number;
  /** On disk too, or about to be: `seq` names its record. Not any more when the store has let it go. */
  durable: boolean;
  /** The file with its record, once it is written. */
  place: Segment | undefined;
  readonly tally: Tally | undefined;
  /** Told each step, while somebody watches. Lost when the item leaves the memory for the disk. */
  readonly follow: Follow | undefined;
  state: 'stored' | 'waiting' | 'under_way' | 'done';
  attempts: number;
  /** How many messages the action had delivered when this one was first sent. */
  successesBefore: number;
  /** Neighbours among all that wait. */
  older: Item | undefined;
  newer: Item | undefined;
  /** The next that waits of its key. */
  behind: Item | undefined;
}

type Made = Pick<Item, 'request' | 'key' | 'origin' | 'at' | 'seq' | 'durable' | 'tally' | 'follow'>;

export function makeItem(made: Made): Item {
  // Each property by name: a spread into a larger object costs 10 µs, a hundred times as much, and leaves a slow object.
  return {
    request: made.request,
    key: made.key,
    origin: made.origin,
    at: made.at,
    seq: made.seq,
    durable: made.durable,
    tally: made.tally,
    follow: made.follow,
    // A clock that was set back since must not make it younger than new.
    born: performance.now() - Math.max(0, Date.now() - made.at),
    bytes: sizeOf(made.request, made.key),
    place: undefined,
    state: 'stored',
    attempts: 0,
    successesBefore: 0,
    older: undefined,
    newer: undefined,
    behind: undefined,
  };
}

/** Memory that an item costs beside its texts, in bytes (measured, rounded up). */
const OVERHEAD = 160;

export function sizeOf(request: Request, key: string): number {
  return OVERHEAD + key.length + request.meta.length + request.body.length;
}
