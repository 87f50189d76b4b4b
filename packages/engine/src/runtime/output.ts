import type { OutputStep } from '@sluice/contract';
import type { Value } from '@sluice/rulesql';
import type { RehearsedOutput } from '../host.ts';
import type { RuleInput } from './event-columns.ts';
import type { RuleCounters } from './rule-metrics.ts';

/** One output of a running rule. */
export interface RuleTarget {
  /** For people: `republish`, `console`, or the id of the action. */
  readonly name: string;
  /**
   * Takes one row. The promise, if any, settles when the row is safe. Counts what becomes of it, and tells `follow`,
   * which is there only while somebody watches.
   */
  send(row: Value, input: RuleInput, counters: RuleCounters, follow?: Follow): void | Promise<void>;
  /** What `send` would do, without any effect. */
  rehearse(row: Value, input: RuleInput): Rehearsed;
}

/** Told each step of one row at one output. */
export type Follow = (step: OutputStep) => void;

/** A rendered output: `request` in the words of its type, or why there is none. */
export type Rehearsed =
  | Omit<RehearsedOutput & { ok: true }, 'output'>
  | Omit<RehearsedOutput & { ok: false }, 'output'>;
