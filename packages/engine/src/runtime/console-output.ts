import { encodeJson, type Value } from '@sluice/rulesql';
import type { RuleTarget } from './output.ts';

/** Writes each row as one line to standard output. */
export function consoleOutput(ruleId: string, write: (line: string) => void): RuleTarget {
  const text = (row: Value): string => encodeJson(row);
  return {
    name: 'console',
    send(row, _input, counters, follow) {
      counters.action();
      const line = `[rule ${ruleId}] ${text(row)}`;
      follow?.({ state: 'pending', request: { line } });
      write(`${line}\n`);
      counters.actionSucceeded();
      follow?.({ state: 'delivered' });
    },
    rehearse: (row) => ({ ok: true, request: { line: `[rule ${ruleId}] ${text(row)}` } }),
  };
}
