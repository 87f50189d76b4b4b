import type { Json, OutputStep, TapEvent, TapLine } from '@sluice/contract';
import { encodeJson, type RunResult, type Value } from '@sluice/rulesql';
import type { RuleInput } from './event-columns.ts';
import type { Follow } from './output.ts';

/** Lets people look at what a rule does. One look at a flag while nobody does. */
export interface Tap {
  /** Somebody looks at some rule. */
  readonly watched: boolean;
  /** Notes a run; `undefined` when nobody looks at this rule, or it runs more often than is shown. */
  saw(ruleId: string, input: RuleInput, result: RunResult): WatchedRun | undefined;
  /**
   * The lines after `cursor`; waits up to `waitMs` for one. Starts or goes on watching: that ends `LEASE_MS` after the
   * last read was answered.
   */
  read(ruleId: string, cursor: number, waitMs: number): Promise<TapPage>;
  /** The rule is gone: another one of its name starts with nothing. */
  forget(ruleId: string): void;
}

interface TapPage {
  readonly lines: readonly TapLine[];
  /** For the next read. */
  readonly cursor: number;
}

/** A run that somebody watches. */
interface WatchedRun {
  /** Follows a row through an output; `undefined` for rows beyond those that are shown. */
  follow(row: number, output: number, name: string): Follow | undefined;
}

/** Lines and characters kept for each watched rule. */
const KEPT_LINES = 1000;
const KEPT_CHARACTERS = 2_000_000;
/** Characters of a text that are shown, and rows of a run. */
const SHOWN = 4096;
const SHOWN_ROWS = 20;
/** Runs of a rule that are shown in each 100 ms: looking must not slow a busy rule down. */
const QUOTA = 50;
const QUOTA_MS = 100;
const LEASE_MS = 5_000;

interface Watch {
  /** Oldest first. */
  lines: { readonly line: TapLine; readonly size: number }[];
  characters: number;
  /** Cursor of the newest line. It starts at the time in µs, so that it never goes back, not even over a restart. */
  cursor: number;
  readonly start: number;
  /** Cursor of the newest line that had to go. */
  dropped: number;
  skipped: number;
  quotaFrom: number;
  quota: number;
  readers: number;
  /** Wakes those who wait for a line. */
  wake: Set<() => void>;
  lease: NodeJS.Timeout;
}

/** What each kind of line has beside its place and time. */
type Body<L> = L extends unknown ? Omit<L, 'cursor' | 'at'> : never;

export function createTap(now: () => number = Date.now): Tap {
  const watches = new Map<string, Watch>();

  function watchOf(ruleId: string): Watch {
    const known = watches.get(ruleId);
    if (known !== undefined) return known;
    const lease = setTimeout(() => lapse(ruleId), LEASE_MS).unref();
    const start = now() * 1000;
    const made: Watch = {
      cursor: start,
      start,
      lines: [],
      characters: 0,
      dropped: start,
      skipped: 0,
      quotaFrom: 0,
      quota: 0,
      readers: 0,
      wake: new Set(),
      lease,
    };
    watches.set(ruleId, made);
    tap.watched = true;
    return made;
  }

  function lapse(ruleId: string): void {
    const watch = watches.get(ruleId);
    if (watch !== undefined && watch.readers > 0) watch.lease.refresh();
    else forget(ruleId);
  }

  function forget(ruleId: string): void {
    const watch = watches.get(ruleId);
    if (watch === undefined) return;
    watches.delete(ruleId);
    tap.watched = watches.size > 0;
    clearTimeout(watch.lease);
    for (const wake of watch.wake) wake();
  }

  function note(watch: Watch, body: Body<TapLine>, at: number): TapLine {
    const line: TapLine = { cursor: ++watch.cursor, at, ...body };
    const size = sizeOf(line);
    watch.lines.push({ line, size });
    watch.characters += size;
    while (watch.lines.length > KEPT_LINES || (watch.characters > KEPT_CHARACTERS && watch.lines.length > 1)) {
      const gone = watch.lines.shift();
      if (gone === undefined) break;
      watch.characters -= gone.size;
      watch.dropped = gone.line.cursor;
    }
    for (const wake of watch.wake) wake();
    return line;
  }

  /** Is there still room in this tenth of a second? */
  function admits(watch: Watch, at: number): boolean {
    if (at - watch.quotaFrom >= QUOTA_MS) {
      watch.quotaFrom = at;
      watch.quota = QUOTA;
    }
    if (watch.quota === 0) {
      watch.skipped++;
      return false;
    }
    watch.quota--;
    if (watch.skipped > 0) {
      note(watch, { kind: 'skipped', lines: watch.skipped }, at);
      watch.skipped = 0;
    }
    return true;
  }

  function nextLine(watch: Watch, waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        watch.wake.delete(done);
        // The steps that follow at once belong into the same answer.
        setImmediate(resolve);
      };
      const timer = setTimeout(done, waitMs);
      watch.wake.add(done);
    });
  }

  const tap: { watched: boolean } & Tap = {
    watched: false,
    saw(ruleId, input, result) {
      const watch = watches.get(ruleId);
      const at = now();
      if (watch === undefined || !admits(watch, at)) return undefined;
      const run = note(watch, describeRun(input, result), at).cursor;
      return {
        follow(row, output, name) {
          if (row >= SHOWN_ROWS) return undefined;
          return (step) => {
            if (watches.get(ruleId) !== watch) return;
            note(watch, { kind: 'output', run, run_at: at, row, output, name, ...cutStep(step) }, now());
          };
        },
      };
    },
    forget,
    async read(ruleId, after, waitMs) {
      const watch = watchOf(ruleId);
      watch.readers++;
      if (waitMs > 0 && watch.cursor <= Math.max(after, watch.dropped)) await nextLine(watch, waitMs);
      watch.readers--;
      if (watches.get(ruleId) === watch) watch.lease.refresh();
      const lines = watch.lines.flatMap(({ line }) => (line.cursor > after ? [line] : []));
      const { cursor } = watch;
      // One who was here before this watch began is content with what is kept.
      if (after < watch.start || watch.dropped <= after) return { lines, cursor };
      const gap: TapLine = { kind: 'skipped', cursor: watch.dropped, at: now(), lines: watch.dropped - after };
      return { lines: [gap, ...lines], cursor };
    },
  };
  return tap;
}

function describeRun(input: RuleInput, result: RunResult): Omit<TapEvent, 'cursor' | 'at'> {
  const columns: Record<string, Value> = {};
  for (const name of input.names()) columns[name] = bounded(input.get(name));
  const seen = { kind: 'event', event: cut(encodeJson(columns)) } as const;
  switch (result.kind) {
    case 'rows':
      return {
        ...seen,
        outcome: 'rows',
        rows: result.rows.slice(0, SHOWN_ROWS).map((row) => cut(encodeJson(row))),
        row_count: result.rows.length,
      };
    case 'no_match':
      return { ...seen, outcome: 'no_match' };
    case 'error':
      return { ...seen, outcome: 'error', message: result.message, clause: result.clause };
    default:
      return result satisfies never;
  }
}

/** A long text is not encoded to its end; what is left is still too long, so that it is seen to be cut. */
function bounded(value: Value): Value {
  return typeof value === 'string' && value.length > SHOWN ? value.slice(0, SHOWN) : value;
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function cutStep(step: OutputStep): OutputStep {
  return step.state === 'pending' ? { ...step, request: cutJson(step.request) } : step;
}

function cutJson(value: Json): Json {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.slice(0, SHOWN_ROWS).map(cutJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutJson(one)]));
}

/** Roughly, in characters. */
function sizeOf(line: TapLine): number {
  switch (line.kind) {
    case 'event':
      return 200 + line.event.length + (line.rows ?? []).reduce((sum, row) => sum + row.length, 0);
    case 'output':
      return 200 + (line.state === 'pending' ? JSON.stringify(line.request).length : 0);
    case 'skipped':
      return 200;
    default:
      return line satisfies never;
  }
}
