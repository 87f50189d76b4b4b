import type { EngineHost } from '@sluice/engine';

const EVERY_MS = 10_000;
/** An hour. */
const KEPT = 360;
/** Objects whose history is kept; those that were busy first stay. One takes about 4 KB. */
const MOST = 2_000;

/** What is drawn of each kind: counters, whose growth a second is kept. */
const COUNTERS = {
  rule: ['matched', 'passed', 'failed.exception'],
  action: ['matched', 'success', 'failed'],
  source: ['received'],
} as const;

type HistoryKind = keyof typeof COUNTERS;

interface RateSeries {
  /** Unix times in ms, oldest first: the end of each interval of about ten seconds. */
  readonly times: readonly number[];
  /** By counter: events a second, the mean of each interval; `null` where nothing is known. */
  readonly rates: Readonly<Record<string, readonly (number | null)[]>>;
}

/** The rates of every rule, action and source in the last hour, for charts that do not begin empty. */
export interface RateHistory {
  /**
   * Zeros while the object had nothing to do. `null` before it was made, for an interval in which its counters began
   * anew, and when more objects were busy than are remembered.
   */
  of(kind: HistoryKind, id: string): RateSeries;
  stop(): void;
}

/** When an object was made (Unix time in ms, 0 for not known); `undefined` when it is not there. */
export type MadeAt = (kind: HistoryKind, id: string) => number | undefined;
type Source = Pick<EngineHost, 'ruleActivity' | 'channelMetrics'>;
type Metrics = { readonly counting_since?: number };

interface Standing {
  readonly counts: readonly number[];
  readonly since: number | undefined;
}

interface Entry {
  readonly kind: HistoryKind;
  readonly id: string;
  /** One ring a counter; all rings turn together. */
  readonly rings: readonly Float32Array[];
  /** Turn of the last interval in which anything happened, and of the last that was written. */
  busy: number;
  written: number;
}

/** Without `everyMs` it looks every ten seconds; with 0 only when told to. Rules that rest cost nothing. */
export function createRateHistory(
  engine: Source,
  madeAt: MadeAt,
  everyMs = EVERY_MS,
): RateHistory & { look(): Promise<void> } {
  const entries = new Map<string, Entry>();
  /** Where the counters stood; nothing for those that have never counted. */
  const before = new Map<string, Standing>();
  /** Busy, and no room for them. */
  const crowd = new Set<string>();
  const times: number[] = [];
  let cursor = 0;
  /** Number of this interval; the look before the first only says where the counters stand. */
  let turn = -1;
  let looking = false;

  function note(kind: HistoryKind, id: string, metrics: Metrics, at: number): void {
    const key = `${kind} ${id}`;
    const counts = COUNTERS[kind].map((name) => (metrics as Readonly<Record<string, number>>)[name] ?? 0);
    const last = before.get(key);
    if (last === undefined && counts.every((count) => count === 0)) return;
    const since = metrics.counting_since;
    before.set(key, { counts, since });
    if (turn < 0) return;
    const anew = last !== undefined && last.since !== since;
    const grown = counts.map((count, index) => count - (last?.counts[index] ?? 0));
    if (!anew && grown.every((count) => count === 0)) return;
    const entry = entries.get(key) ?? enter(key, kind, id);
    if (entry === undefined) return;
    const from = Math.max(times.at(-1) ?? at - EVERY_MS, madeAt(kind, id) ?? 0);
    const seconds = Math.max(1, (at - from) / 1000);
    entry.busy = turn;
    write(entry, (index) => (anew ? Number.NaN : (grown[index] ?? 0) / seconds));
  }

  function enter(key: string, kind: HistoryKind, id: string): Entry | undefined {
    if (entries.size >= MOST) {
      crowd.add(key);
      return undefined;
    }
    const past = crowd.delete(key) ? Number.NaN : 0;
    const rings = COUNTERS[kind].map(() => new Float32Array(KEPT).fill(past));
    const entry: Entry = { kind, id, rings, busy: turn, written: turn };
    entries.set(key, entry);
    return entry;
  }

  function write(entry: Entry, value: (index: number) => number): void {
    for (const [index, ring] of entry.rings.entries()) ring[turn % KEPT] = value(index);
    entry.written = turn;
  }

  /** Forgets what is gone, and what has rested for an hour. */
  function tidy(): void {
    for (const [key, entry] of entries) {
      if (madeAt(entry.kind, entry.id) === undefined || turn - entry.busy >= KEPT) entries.delete(key);
      else if (entry.written !== turn) write(entry, () => 0);
    }
    for (const key of [...before.keys(), ...crowd]) {
      const [kind, id] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
      if (madeAt(kind as HistoryKind, id) !== undefined) continue;
      before.delete(key);
      crowd.delete(key);
    }
  }

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const [rules, actions, sources] = await Promise.all([
        engine.ruleActivity(cursor),
        engine.channelMetrics('action'),
        engine.channelMetrics('source'),
      ]);
      cursor = rules.cursor;
      const at = Date.now();
      const all = { rule: rules.metrics, action: actions, source: sources };
      for (const kind of ['rule', 'action', 'source'] as const) {
        for (const [id, metrics] of Object.entries(all[kind])) note(kind, id, metrics, at);
      }
      tidy();
      times.push(at);
      if (times.length > KEPT + 1) times.shift();
      turn++;
    } finally {
      looking = false;
    }
  }

  // An engine that is gone has its own alarm: a missed look is a gap.
  const again = (): void => void look().catch(() => undefined);
  const timer = everyMs === 0 ? undefined : setInterval(again, everyMs).unref();
  if (everyMs > 0) again();

  return {
    look,
    of(kind, id) {
      const key = `${kind} ${id}`;
      const rings = entries.get(key)?.rings;
      const made = madeAt(kind, id) ?? Number.POSITIVE_INFINITY;
      // the first time is the beginning of the first interval
      const shown = times.slice(1);
      const first = turn - shown.length;
      const rate = (ring: Float32Array | undefined, time: number, place: number): number | null => {
        if (time <= made || (ring === undefined && crowd.has(key))) return null;
        const value = ring?.[(first + place) % KEPT] ?? 0;
        return Number.isNaN(value) ? null : round(value);
      };
      const rates = COUNTERS[kind].map((name, index) => [
        name,
        shown.map((time, place) => rate(rings?.[index], time, place)),
      ]);
      return { times: shown, rates: Object.fromEntries(rates) };
    },
    stop: () => clearInterval(timer),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
