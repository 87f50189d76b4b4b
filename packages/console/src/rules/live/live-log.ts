import type { Json } from '@sluice/contract';

/** What is told about a rule while it is watched, whichever way the backend tells it. */
export type LiveLine =
  /** The rule ran. `event`: its columns as JSON text, cut when it ends with "…". */
  | { readonly kind: 'run'; readonly run: string; readonly at: number; readonly event: string }
  | {
      readonly kind: 'result';
      readonly run: string;
      readonly outcome: 'rows' | 'no_match' | 'error';
      /** JSON texts, cut when they end with "…". */
      readonly rows?: readonly string[];
      /** How many there are: more than are shown. */
      readonly rowCount?: number;
      readonly message?: string;
    }
  | ({
      readonly kind: 'output';
      readonly run: string;
      readonly at: number;
      readonly row: number;
      /** Tells two outputs of the same name apart. */
      readonly output: string;
      readonly name: string;
    } & LiveStep)
  /** Lines that were not told. */
  | { readonly kind: 'skipped'; readonly at: number; readonly lines: number }
  /** Nobody watched for a while. */
  | { readonly kind: 'unwatched'; readonly at: number };

export type LiveState =
  | 'pending'
  | 'delivered'
  | 'retrying'
  | 'rejected'
  | 'loop'
  | 'dropped'
  | 'out_of_service'
  | 'stopped';

export interface LiveStep {
  readonly state: LiveState;
  readonly request?: Json;
  readonly message?: string;
  readonly raw?: string;
  /** For translation, where the backend names what is wrong. */
  readonly code?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface LiveOutput extends LiveStep {
  readonly key: string;
  readonly row: number;
  readonly name: string;
  /** Unix ms of its last step. */
  readonly at: number;
  /** Attempts that failed and were followed by another. */
  readonly retries: number;
}

export interface LiveRun {
  readonly kind: 'run';
  readonly key: string;
  /** Unix ms. */
  readonly at: number;
  readonly event: string;
  /** `running` until the statement is known to have come to something. */
  readonly outcome: 'running' | 'rows' | 'no_match' | 'error';
  readonly rows: readonly string[];
  readonly rowCount: number;
  readonly message?: string;
  readonly outputs: readonly LiveOutput[];
}

export interface LiveGap {
  readonly kind: 'gap';
  readonly key: string;
  readonly at: number;
  /** How many lines are missing; 0 when nobody watched. */
  readonly lines: number;
}

/** Newest last. */
export type LiveLog = readonly (LiveRun | LiveGap)[];

/** More than anyone scrolls through; what a page keeps in memory stays bounded. */
const KEPT = 200;

/** The log with more lines. Runs that did not change stay the same objects. */
export function withLines(log: LiveLog, lines: readonly LiveLine[]): LiveLog {
  let next = [...log];
  const place = new Map(next.map((entry, index) => [entry.key, index]));
  const change = (key: string, by: (run: LiveRun) => LiveRun): void => {
    const index = place.get(key);
    const run = index === undefined ? undefined : next[index];
    if (index !== undefined && run?.kind === 'run') next[index] = by(run);
  };
  const add = (entry: LiveRun | LiveGap): void => {
    if (place.has(entry.key)) return;
    place.set(entry.key, next.length);
    next.push(entry);
  };
  for (const line of lines) {
    switch (line.kind) {
      case 'run':
        add({
          kind: 'run',
          key: line.run,
          at: line.at,
          event: line.event,
          outcome: 'running',
          rows: [],
          rowCount: 0,
          outputs: [],
        });
        break;
      case 'result':
        change(line.run, (run) => {
          const rows = [...run.rows, ...(line.rows ?? [])];
          return {
            ...run,
            outcome: line.outcome,
            rows,
            rowCount: Math.max(line.rowCount ?? 0, rows.length),
            ...(line.message === undefined ? {} : { message: line.message }),
          };
        });
        break;
      case 'output':
        change(line.run, (run) => ({ ...run, outputs: withStep(run.outputs, line) }));
        break;
      case 'skipped':
      case 'unwatched':
        add({
          kind: 'gap',
          key: `gap ${line.at}`,
          at: line.at,
          lines: line.kind === 'skipped' ? line.lines : 0,
        });
        break;
    }
  }
  if (next.length > KEPT) next = next.slice(-KEPT);
  return next;
}

function withStep(
  outputs: readonly LiveOutput[],
  { kind: _, run: _run, row, output, name, at, ...step }: Extract<LiveLine, { kind: 'output' }>,
): readonly LiveOutput[] {
  const key = `${row} ${output}`;
  const before = outputs.find((one) => one.key === key);
  const after: LiveOutput = {
    ...(before?.request === undefined ? {} : { request: before.request }),
    ...step,
    key,
    row,
    name,
    at,
    retries: (before?.retries ?? 0) + (step.state === 'retrying' ? 1 : 0),
  };
  return before === undefined ? [...outputs, after] : outputs.map((one) => (one === before ? after : one));
}

const BAD: ReadonlySet<LiveState> = new Set(['rejected', 'loop', 'dropped', 'out_of_service']);
const OPEN: ReadonlySet<LiveState> = new Set(['pending', 'retrying']);

export function isBadState(state: LiveState): boolean {
  return BAD.has(state);
}

/** How a whole run went: the worst of it. */
export type LiveVerdict = 'bad' | 'retrying' | 'waiting' | 'ok' | 'none';

export function verdictOf(run: LiveRun): LiveVerdict {
  if (run.outcome === 'error' || run.outputs.some((one) => BAD.has(one.state))) return 'bad';
  if (run.outputs.some((one) => one.state === 'retrying')) return 'retrying';
  if (run.outcome === 'running' || run.outputs.some((one) => OPEN.has(one.state))) return 'waiting';
  return run.outcome === 'rows' ? 'ok' : 'none';
}
