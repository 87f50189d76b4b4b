import { encodeJson, type RunResult } from '@sluice/rulesql';
import type { TapRecord } from '../host.ts';
import type { RuleInput } from './event-columns.ts';

/** Lets people look at what a rule sees. One look at a flag while nobody does. */
export interface Tap {
  readonly watched: boolean;
  saw(ruleId: string, input: RuleInput, result: RunResult): void;
  /** Starts or goes on watching, and gives what was seen after `cursor`. Watching ends 15 s after the last call. */
  read(ruleId: string, cursor: number): { readonly records: readonly TapRecord[]; readonly cursor: number };
}

/** Messages kept for each watched rule. */
const KEPT = 100;
/** Characters of a column or a row that are shown. */
const SHOWN = 4096;
const WATCH_MS = 15_000;

interface Watch {
  records: TapRecord[];
  until: number;
}

export function createTap(now: () => number = Date.now): Tap {
  const watches = new Map<string, Watch>();
  let cursor = 0;
  const tap = {
    watched: false,
    saw(ruleId: string, input: RuleInput, result: RunResult): void {
      const watch = watches.get(ruleId);
      if (watch === undefined) return;
      if (watch.until < now()) {
        watches.delete(ruleId);
        tap.watched = watches.size > 0;
        return;
      }
      watch.records.push(record(++cursor, now(), input, result));
      if (watch.records.length > KEPT) watch.records.shift();
    },
    read(ruleId: string, after: number) {
      const watch = watches.get(ruleId) ?? { records: [], until: 0 };
      watch.until = now() + WATCH_MS;
      watches.set(ruleId, watch);
      tap.watched = true;
      return { records: watch.records.filter((one) => one.cursor > after), cursor };
    },
  };
  return tap;
}

function record(cursor: number, at: number, input: RuleInput, result: RunResult): TapRecord {
  const columns: Record<string, unknown> = {};
  for (const name of input.names()) columns[name] = input.get(name);
  return {
    cursor,
    at,
    event: cut(encodeJson(columns)),
    outcome: result.kind,
    ...(result.kind === 'rows' ? { rows: result.rows.slice(0, 20).map((row) => cut(encodeJson(row))) } : {}),
    ...(result.kind === 'error' ? { message: result.message } : {}),
  };
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
