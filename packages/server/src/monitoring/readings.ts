import type { EngineHost } from '@sluice/engine';
import { createRuleMirror } from './rule-mirror.ts';

/** What people look at again and again. */
const READINGS = ['statuses', 'stats', 'ruleMetrics', 'channelMetrics', 'brokerMetrics'] as const;
type Reading = (typeof READINGS)[number];
/** Of these only what has changed is asked for. */
const ALL_RULES = JSON.stringify(['ruleMetrics']);

/** While somebody looks, a reading is taken again this long after the last one, in ms. */
const PAUSE_MS = 400;
/** Oldest reading that is still given out, in ms. */
const FRESH_MS = 1_000;
/** A reading that nobody asked for in this time is not taken any more, in ms. */
const WATCHED_MS = 10_000;
/** Taking readings may cost the engine this share of its time. */
const SHARE = 0.05;
/** Different questions that are remembered; beyond that the engine is asked each time. */
const KEPT = 1_000;

interface Entry {
  readonly ask: () => Promise<unknown>;
  /** The last answer, when it was asked for, and how long it may be given out. */
  value?: { readonly answer: unknown; readonly at: number; readonly until: number };
  pending: Promise<unknown> | undefined;
  askedFor: number;
  timer: NodeJS.Timeout | undefined;
}

export interface Readings extends Pick<EngineHost, Reading> {
  /** Something was changed: what is known is of no use any more. */
  forget(): void;
  stop(): void;
}

/**
 * Statuses and counters without asking the engine for each request: while somebody looks they are read every 400 ms,
 * and everybody gets the same reading, at most a second old. So a busy engine does not make the console slow, and many
 * consoles do not make the engine slow. After a change the engine itself is asked.
 */
export function createReadings(
  engine: Pick<EngineHost, Reading | 'ruleActivity'>,
  now: () => number = () => performance.now(),
): Readings {
  const entries = new Map<string, Entry>();
  const mirror = createRuleMirror(engine);

  function take(key: string, entry: Entry): Promise<unknown> {
    const at = now();
    clearTimeout(entry.timer);
    const asked = entry.ask().then(
      (answer) => {
        if (entry.pending !== asked) return answer;
        entry.pending = undefined;
        const pause = Math.max(PAUSE_MS, (now() - at) / SHARE);
        entry.value = { answer, at, until: at + Math.max(FRESH_MS, 1.5 * pause) };
        entry.timer = setTimeout(again, pause);
        entry.timer.unref();
        return answer;
      },
      (error: unknown) => {
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      },
    );
    entry.pending = asked;
    return asked;

    function again(): void {
      if (entries.get(key) !== entry) return;
      if (now() - entry.askedFor > WATCHED_MS) {
        entries.delete(key);
        if (key === ALL_RULES) mirror.forget();
      } else if (entry.pending === undefined) take(key, entry).catch(() => undefined);
    }
  }

  function read(method: Reading, args: readonly unknown[]): Promise<unknown> {
    const key = JSON.stringify([method, ...args]);
    const ask = () =>
      key === ALL_RULES
        ? mirror.read()
        : (engine[method] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
    let entry = entries.get(key);
    if (entry === undefined) {
      if (entries.size >= KEPT) return ask();
      entry = { ask, pending: undefined, askedFor: 0, timer: undefined };
      entries.set(key, entry);
    }
    entry.askedFor = now();
    if (entry.value !== undefined && entry.askedFor <= entry.value.until) return Promise.resolve(entry.value.answer);
    return entry.pending ?? take(key, entry);
  }

  function forget(): void {
    for (const entry of entries.values()) clearTimeout(entry.timer);
    entries.clear();
    mirror.forget();
  }

  const methods = READINGS.map((method) => [method, (...args: readonly unknown[]) => read(method, args)]);
  return { ...(Object.fromEntries(methods) as Pick<EngineHost, Reading>), forget, stop: forget };
}

/** Calls after which everything is as it was. */
const READ_ONLY: readonly string[] = [
  ...READINGS,
  'ruleActivity',
  'start',
  'stop',
  'tap',
  'deadLetters',
  'findLoops',
  'testSql',
  'rehearse',
  'probeConnector',
  'probeChannel',
  'listeners',
  'clients',
  'subscriptions',
  'topics',
  'retained',
];

/** The same engine; after every call that is no reading, readings begin anew. */
export function announcingChanges(engine: EngineHost, changed: () => void): EngineHost {
  return new Proxy(engine, {
    get(host, name: keyof EngineHost) {
      const method = host[name] as (...args: readonly unknown[]) => Promise<unknown>;
      if (READ_ONLY.includes(name)) return method;
      return async (...args: readonly unknown[]) => {
        try {
          return await method(...args);
        } finally {
          changed();
        }
      };
    },
  });
}
