import type { RuleFailure } from '@sluice/contract';
import type { RunResult } from '@sluice/rulesql';
import type { RuleInput } from './event-columns.ts';

/** Characters of a text that are kept: each rule keeps its last failure for as long as it counts. */
const KEPT = 300;

/** What is remembered of an event for which a statement could not be computed. */
export function ruleFailure(
  input: RuleInput,
  result: Extract<RunResult, { kind: 'error' }>,
  at: number = Date.now(),
): RuleFailure {
  const topic = input.get('topic');
  const clientid = input.get('clientid');
  return {
    at,
    clause: result.clause,
    message: cut(result.message),
    event: String(input.get('event') ?? ''),
    ...(typeof topic === 'string' ? { topic: cut(topic) } : {}),
    ...(typeof clientid === 'string' ? { clientid: cut(clientid) } : {}),
  };
}

function cut(text: string): string {
  return text.length > KEPT ? `${text.slice(0, KEPT)}…` : text;
}
