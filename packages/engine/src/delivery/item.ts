import type { Request } from '../connectors/driver.ts';
import type { Follow } from '../runtime/output.ts';

/** Told once what became of a message, for the metrics of the rule it came from. */
export interface Tally {
  actionSucceeded(): void;
  actionFailed(): void;
  actionDropped(): void;
}

/** One request on its way through an action. */
export interface Item {
  readonly request: Request;
  /** Requests with the same key keep their order. */
  readonly key: string;
  /** Unix time in ms when it came in. */
  readonly at: number;
  /** What it counts against the buffer limit. */
  readonly bytes: number;
  /** Order of arrival within the action. */
  readonly seq: number;
  /** On disk too: `seq` names its record. */
  readonly durable: boolean;
  readonly tally: Tally | undefined;
  /** Told each step, while somebody watches. Lost when the item leaves the memory for the disk. */
  readonly follow: Follow | undefined;
  attempts: number;
  /** How many messages the action had delivered when this one was first sent. */
  successesBefore: number;
}

/** Memory that an item costs beside its texts, in bytes (measured, rounded up). */
const OVERHEAD = 160;

export function sizeOf(request: Request, key: string): number {
  return OVERHEAD + key.length + request.meta.length + request.body.length;
}
