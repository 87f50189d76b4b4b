import type { Json } from './entities.ts';
import type { FaultCode, FaultData } from './fault.ts';

/**
 * One line of a live tap (`GET /sluice/tap?rule=<id>`): what a rule sees and what becomes of it. Lines come in order; of
 * one run of a rule there is first its `event` line, then a line for each step of each of its outputs, as they happen.
 */
export type TapLine = TapEvent | TapOutput | TapSkipped;

interface TapLineBase {
  /** Grows with every line of the rule; also the `id` of the server-sent event. */
  readonly cursor: number;
  /** Unix time in ms. */
  readonly at: number;
}

/** The rule ran. Texts are JSON and cut after 4,096 characters, with "…" at their end. */
export interface TapEvent extends TapLineBase {
  readonly kind: 'event';
  /** All columns of the event. */
  readonly event: string;
  readonly outcome: 'rows' | 'no_match' | 'error';
  /** The first 20 rows; only for `rows`. */
  readonly rows?: readonly string[];
  /** How many rows there are; only for `rows`. */
  readonly row_count?: number;
  /** Only for `error`: a sentence, and the clause it happened in. */
  readonly message?: string;
  readonly clause?: 'select' | 'where' | 'foreach' | 'do' | 'incase';
}

/** One row took a step at one output. Only the first 20 rows of a run are followed. */
export type TapOutput = TapLineBase & {
  readonly kind: 'output';
  /** `cursor` and `at` of the `event` line it belongs to. */
  readonly run: number;
  readonly run_at: number;
  /** Index of the row, and of the output in the rule's `actions`. */
  readonly row: number;
  readonly output: number;
  /** `republish`, `console`, or the id of an action. */
  readonly name: string;
} & OutputStep;

/**
 * What became of a row at an output. First `pending` with the rendered request (or straight one of the ends), then any
 * number of `retrying`, then one of the ends: everything else.
 */
export type OutputStep =
  /** Rendered and handed over; `request` is in the words of its type, without secrets. */
  | { readonly state: 'pending'; readonly request: Json }
  /** The target took it. */
  | { readonly state: 'delivered' }
  /** An attempt failed; it is tried again. */
  | ({ readonly state: 'retrying' } & StepReason)
  /** It could not be rendered, or the target will never take it. */
  | ({ readonly state: 'rejected' } & StepReason)
  /** Republishing would go round in a circle. */
  | ({ readonly state: 'loop' } & StepReason)
  /** Given up while it waited; `cause` says why. */
  | ({ readonly state: 'dropped'; readonly cause: 'expired' | 'queue_full' | 'other' } & StepReason)
  /** The output does not exist, or is disabled. */
  | ({ readonly state: 'out_of_service' } & StepReason)
  /** A test that was to end after rendering. */
  | { readonly state: 'stopped' };

interface StepReason {
  /** A sentence. */
  readonly message: string;
  /** The text of the target. */
  readonly raw?: string;
  /** Stable name of what is wrong, and what the sentence mentions: for translation. */
  readonly code?: FaultCode;
  readonly data?: FaultData;
}

/** Events and steps that are not shown: more came than a tap shows (500 events a second), or the reader was slow. */
export interface TapSkipped extends TapLineBase {
  readonly kind: 'skipped';
  readonly lines: number;
}
