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
  /** By counter: events a second in each interval. */
  readonly rates: Readonly<Record<string, readonly number[]>>;
}

/** The rates of every rule, action and source in the last hour, for charts that do not begin empty. */
export interface RateHistory {
  /** Zeros for an object that had nothing to do. */
  of(kind: HistoryKind, id: string): RateSeries;
  stop(): void;
}

type Counters = Readonly<Record<string, number | undefined>>;
type Source = Pick<EngineHost, 'ruleMetrics' | 'channelMetrics'>;

interface Entry {
  /** One ring a counter; all rings turn together. */
  readonly rings: readonly Float32Array[];
  /** Turn of the last interval in which anything happened. */
  busy: number;
}

/** Without `everyMs` it looks every ten seconds; with 0 only when told to. */
export function createRateHistory(engine: Source, everyMs = EVERY_MS): RateHistory & { look(): Promise<void> } {
  const entries = new Map<string, Entry>();
  const before = new Map<string, Counters>();
  const times: number[] = [];
  let turn = 0;
  let looking = false;

  function note(kind: HistoryKind, id: string, now: Counters, seconds: number): void {
    const key = `${kind} ${id}`;
    const last = before.get(key);
    before.set(key, now);
    const grown = COUNTERS[kind].map((name) => growth(last?.[name], now[name] ?? 0));
    const isBusy = last !== undefined && grown.some((count) => count > 0);
    let entry = entries.get(key);
    if (entry === undefined) {
      if (!isBusy || entries.size >= MOST) return;
      entry = { rings: COUNTERS[kind].map(() => new Float32Array(KEPT)), busy: turn };
      entries.set(key, entry);
    }
    if (isBusy) entry.busy = turn;
    for (const [index, ring] of entry.rings.entries()) ring[turn % KEPT] = isBusy ? (grown[index] ?? 0) / seconds : 0;
  }

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      const [rules, actions, sources] = await Promise.all([
        engine.ruleMetrics(),
        engine.channelMetrics('action'),
        engine.channelMetrics('source'),
      ]);
      const at = Date.now();
      const seconds = Math.max(0.001, (at - (times.at(-1) ?? at - EVERY_MS)) / 1000);
      const seen = new Set<string>();
      const all = { rule: rules, action: actions, source: sources };
      for (const kind of ['rule', 'action', 'source'] as const) {
        for (const [id, counters] of Object.entries(all[kind])) {
          seen.add(`${kind} ${id}`);
          note(kind, id, { ...counters }, seconds);
        }
      }
      times.push(at);
      if (times.length > KEPT) times.shift();
      turn++;
      for (const key of before.keys()) if (!seen.has(key)) before.delete(key);
      for (const [key, entry] of entries) if (!seen.has(key) || turn - entry.busy > KEPT) entries.delete(key);
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
      const rings = entries.get(`${kind} ${id}`)?.rings;
      // The first look only says where the counters stood.
      const shown = times.slice(turn <= KEPT ? 1 : 0);
      const first = turn - shown.length;
      const rates = COUNTERS[kind].map((name, index) => [
        name,
        shown.map((_, place) => round(rings?.[index]?.[(first + place) % KEPT] ?? 0)),
      ]);
      return { times: shown, rates: Object.fromEntries(rates) };
    },
    stop: () => clearInterval(timer),
  };
}

/** A counter that went back was reset, and counts from zero. */
function growth(before: number | undefined, now: number): number {
  return before === undefined || now < before ? now : now - before;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
