import { encodeJson, type Value } from '@sluice/rulesql';
import type { RuleTarget } from './output.ts';

/** Writes each row as one line to standard output. */
export function consoleOutput(ruleId: string, write: (line: string) => void): RuleTarget {
  const text = (row: Value): string => encodeJson(row);
  return {
    name: 'console',
    send(row, _input, counters) {
      counters.action();
      write(`[rule ${ruleId}] ${text(row)}\n`);
      counters.actionSucceeded();
    },
    rehearse: (row) => ({ ok: true, request: { line: `[rule ${ruleId}] ${text(row)}` } }),
  };
}
