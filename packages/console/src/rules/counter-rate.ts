import { useRef } from 'react';

interface Sample {
  readonly at: number;
  readonly value: number;
}

/** How far back the rate looks, in ms. */
const WINDOW_MS = 10_000;

/** Adds a sample and forgets old ones; a counter that went back was reset, and everything before it is forgotten. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples[samples.length - 1];
  if (last !== undefined && last.at === sample.at) return samples;
  if (last !== undefined && sample.value < last.value) return [sample];
  return [...samples.filter((one) => sample.at - one.at <= WINDOW_MS), sample];
}

/** Growth a second over the samples; `undefined` before there are two that are apart. */
export function rateOf(samples: readonly Sample[]): number | undefined {
  const first = samples[0];
  const last = samples[samples.length - 1];
  if (first === undefined || last === undefined || last.at - first.at < 500) return undefined;
  return ((last.value - first.value) * 1000) / (last.at - first.at);
}

/** The rate of a counter that is polled: `at` is when `value` came in. */
export function useCounterRate(value: number | undefined, at: number): number | undefined {
  const samples = useRef<readonly Sample[]>([]);
  if (value !== undefined && at > 0) samples.current = withSample(samples.current, { at, value });
  return rateOf(samples.current);
}
