import type { EngineStats } from '@sluice/engine';

const EVERY_MS = 10_000;
const KEPT_MS = 3_600_000;

interface Sample extends EngineStats {
  /** Unix time in ms. */
  readonly at: number;
}

const GAUGES = [
  'connections',
  'sessions',
  'subscriptions',
  'sharedSubscriptions',
  'subscribers',
  'topics',
  'retained',
] as const satisfies readonly (keyof EngineStats)[];
type Gauge = (typeof GAUGES)[number];
type Counter = 'received' | 'sent' | 'dropped';

/** Looks at the engine every ten seconds and remembers an hour. */
export interface Sampler {
  /** Messages a second over the last interval. */
  rates(): Readonly<Record<Counter, number>>;
  /** Highest values since the start. */
  highest(): Readonly<Record<Gauge, number>>;
  /** Samples since a time, in the form of EMQX's `/monitor`. */
  since(time: number): readonly object[];
  stop(): void;
}

export function createSampler(stats: () => Promise<EngineStats>): Sampler {
  const samples: Sample[] = [];
  const highest = Object.fromEntries(GAUGES.map((gauge) => [gauge, 0])) as Record<Gauge, number>;

  async function look(): Promise<void> {
    const sample = { ...(await stats()), at: Date.now() };
    samples.push(sample);
    while (samples[0] !== undefined && samples[0].at < sample.at - KEPT_MS) samples.shift();
    for (const gauge of GAUGES) highest[gauge] = Math.max(highest[gauge], sample[gauge]);
  }

  // An engine that is gone has its own alarm: a missed sample is a gap
  const again = (): void => void look().catch(() => undefined);
  again();
  const timer = setInterval(again, EVERY_MS);
  timer.unref();

  return {
    rates() {
      const [before, last] = samples.slice(-2);
      if (before === undefined || last === undefined) return { received: 0, sent: 0, dropped: 0 };
      const seconds = Math.max((last.at - before.at) / 1000, 1);
      const rate = (counter: Counter): number => Math.round(Math.max(0, last[counter] - before[counter]) / seconds);
      return { received: rate('received'), sent: rate('sent'), dropped: rate('dropped') };
    },
    highest: () => highest,
    since: (time) =>
      samples.flatMap((sample, index) => {
        if (sample.at < time) return [];
        const before = samples[index - 1];
        return [
          {
            time_stamp: sample.at,
            connections: sample.sessions,
            live_connections: sample.connections,
            subscriptions: sample.subscriptions,
            topics: sample.topics,
            retained_msg_count: sample.retained,
            received: Math.max(0, sample.received - (before?.received ?? sample.received)),
            sent: Math.max(0, sample.sent - (before?.sent ?? sample.sent)),
            dropped: Math.max(0, sample.dropped - (before?.dropped ?? sample.dropped)),
          },
        ];
      }),
    stop: () => clearInterval(timer),
  };
}
