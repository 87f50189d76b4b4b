import type { EngineStats } from '@sluice/engine';

const EVERY_MS = 10_000;
const KEPT_MS = 3_600_000;

interface Sample extends EngineStats {
  /** Unix time in ms. */
  readonly at: number;
}

/** Looks at the engine every ten seconds and remembers an hour. */
export interface Sampler {
  /** Messages a second over the last interval. */
  rates(): { readonly received: number; readonly sent: number };
  /** Highest values since the start. */
  highest(): Readonly<Record<'connections' | 'sessions' | 'subscriptions' | 'retained', number>>;
  /** Samples since a time, in the form of EMQX's `/monitor`. */
  since(time: number): readonly object[];
  stop(): void;
}

export function createSampler(stats: () => Promise<EngineStats>): Sampler {
  const samples: Sample[] = [];
  const highest = { connections: 0, sessions: 0, subscriptions: 0, retained: 0 };

  async function look(): Promise<void> {
    const sample = { ...(await stats()), at: Date.now() };
    samples.push(sample);
    while (samples[0] !== undefined && samples[0].at < sample.at - KEPT_MS) samples.shift();
    for (const key of Object.keys(highest) as (keyof typeof highest)[]) {
      highest[key] = Math.max(highest[key], sample[key]);
    }
  }

  // An engine that is gone has its own alarm: a missed sample is a gap
  const again = (): void => void look().catch(() => undefined);
  again();
  const timer = setInterval(again, EVERY_MS);
  timer.unref();

  return {
    rates() {
      const [before, last] = samples.slice(-2);
      if (before === undefined || last === undefined) return { received: 0, sent: 0 };
      const seconds = Math.max((last.at - before.at) / 1000, 1);
      const rate = (now: number, then: number): number => Math.round(Math.max(0, now - then) / seconds);
      return { received: rate(last.received, before.received), sent: rate(last.sent, before.sent) };
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
            retained_msg_count: sample.retained,
            received: Math.max(0, sample.received - (before?.received ?? sample.received)),
            sent: Math.max(0, sample.sent - (before?.sent ?? sample.sent)),
          },
        ];
      }),
    stop: () => clearInterval(timer),
  };
}
