import type { RuleEvent } from '@sluice/contract';
import { compile } from '@sluice/rulesql';
import { eventOf, type RuleInput } from '../editor/rule-input.ts';

/** Columns that the inputs have, in the order of the first that names them. */
export function columnsOfInputs(inputs: readonly RuleInput[], events: readonly RuleEvent[]): readonly string[] {
  const columns = inputs.flatMap((input) => events.find((one) => one.event === eventOf(input))?.columns ?? []);
  return [...new Set(columns)];
}

/** Is the statement whole? */
export function isWhole(sql: string): boolean {
  return compile(sql).ok;
}
