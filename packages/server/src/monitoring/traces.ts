import type { RuleOutput } from '@sluice/contract';
import type { EngineHost } from '@sluice/engine';
import { maskedLine } from './tap-stream.ts';
import { traceLine } from './trace-lines.ts';

const POLL_MS = 2_000;
/** Longest life of a trace, whatever was asked for: watching costs the engine something. */
const LONGEST_MS = 60 * 60 * 1000;
const MAX_BYTES = 4 * 1024 * 1024;

/** A watch on one rule whose log can be read in pieces, in EMQX's form. Kept in memory only. */
export interface Trace {
  readonly name: string;
  readonly ruleId: string;
  /** Unix time in ms. */
  readonly startAt: number;
  readonly endAt: number;
}

export interface Traces {
  list(): readonly Trace[];
  get(name: string): Trace | undefined;
  isRunning(trace: Trace): boolean;
  start(name: string, ruleId: string, endAt: number): Promise<Trace>;
  /** The whole log so far, one JSON a line; brought up to date first. */
  log(name: string): Promise<{ readonly bytes: Buffer; readonly changedAt: number } | undefined>;
  stop(name: string): void;
  remove(name: string): void;
  close(): void;
}

interface Running extends Trace {
  stopped: boolean;
  cursor: number;
  bytes: Buffer;
  changedAt: number;
}

/** `outputs` gives those of a stored rule. */
export function createTraces(
  engine: Pick<EngineHost, 'tap'>,
  outputs: (ruleId: string) => readonly RuleOutput[],
  now: () => number = Date.now,
): Traces {
  const traces = new Map<string, Running>();
  let timer: NodeJS.Timeout | undefined;

  const isRunning = (trace: Running): boolean => !trace.stopped && trace.endAt > now();

  async function update(trace: Running): Promise<void> {
    if (!isRunning(trace)) return;
    const { lines, cursor } = await engine.tap(trace.ruleId, trace.cursor);
    // another reader may have been faster
    const fresh = lines.filter((line) => line.cursor > trace.cursor);
    trace.cursor = Math.max(trace.cursor, cursor);
    if (fresh.length === 0 || trace.bytes.length > MAX_BYTES) return;
    const text = fresh.map((line) => traceLine(trace.ruleId, outputs(trace.ruleId), maskedLine(line))).join('');
    trace.bytes = Buffer.concat([trace.bytes, Buffer.from(text)]);
    trace.changedAt = now();
  }

  /** A tap falls asleep when nobody asks: keeps those of running traces awake. */
  function poll(): void {
    const running = [...traces.values()].filter(isRunning);
    if (running.length === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    for (const trace of running) void update(trace).catch(() => undefined);
  }

  return {
    list: () => [...traces.values()],
    get: (name) => traces.get(name),
    isRunning: (trace) => {
      const known = traces.get(trace.name);
      return known !== undefined && isRunning(known);
    },
    async start(name, ruleId, endAt) {
      const startAt = now();
      const { cursor } = await engine.tap(ruleId, 0);
      const trace: Running = {
        name,
        ruleId,
        startAt,
        endAt: Math.min(endAt, startAt + LONGEST_MS),
        stopped: false,
        cursor,
        bytes: Buffer.alloc(0),
        changedAt: startAt,
      };
      traces.set(name, trace);
      timer ??= setInterval(poll, POLL_MS).unref();
      return trace;
    },
    async log(name) {
      const trace = traces.get(name);
      if (trace === undefined) return undefined;
      await update(trace);
      return { bytes: trace.bytes, changedAt: trace.changedAt };
    },
    stop(name) {
      const trace = traces.get(name);
      if (trace !== undefined) trace.stopped = true;
    },
    remove: (name) => {
      traces.delete(name);
    },
    close: () => clearInterval(timer),
  };
}
