import type { RateHistory } from '../api/rate-history.ts';
import type { History } from '../ui/use-history.ts';
import type { Rates } from './merged-rates.ts';

export type Counters = Readonly<Record<string, number>>;

/** A rate is a mean over this time, as in what the backend remembers. */
const WINDOW_MS = 10_000;
/** Less than this says nothing yet. */
const LEAST_MS = 4_000;
/** Nobody asked for longer than this (the page was hidden): what was between is not known here. */
const GAP_MS = 15_000;

/**
 * Growth a second of counters over the ten seconds before each sample; empty while less than four seconds were seen.
 * A counter that went back was reset, and counts from zero. The first sample does not count: a backend that reads its
 * counters only while somebody looks answers the first question with old ones.
 */
export function liveRates(history: History<Counters>): History<Rates> {
  const { times, values } = history;
  const grown: Counters[] = [];
  const rates: Rates[] = [];
  let from = 1;
  for (const [index, now] of values.entries()) {
    const at = times[index] ?? 0;
    const before = values[index - 1];
    if (at - (times[index - 1] ?? at) > GAP_MS) from = index + 1;
    const total: Record<string, number> = {};
    for (const [name, count] of Object.entries(now)) {
      const last = before?.[name];
      const growth = last === undefined ? 0 : count < last ? count : count - last;
      total[name] = (grown[index - 1]?.[name] ?? 0) + growth;
    }
    grown.push(total);
    while (from <= index && at - (times[from] ?? at) > WINDOW_MS) from++;
    const seconds = from > index ? 0 : (at - (times[from] ?? at)) / 1000;
    rates.push(
      seconds * 1000 < LEAST_MS
        ? {}
        : Object.fromEntries(
            Object.entries(total).map(([name, count]) => [name, (count - (grown[from]?.[name] ?? 0)) / seconds]),
          ),
    );
  }
  return { times, values: rates };
}

/** The rate of a counter now, where its line ends; `undefined` while nothing is known. */
export function rateNow(live: History<Rates>, past: RateHistory | undefined, counter: string): number | undefined {
  return newestRates(live)[counter] ?? past?.rates[counter]?.at(-1) ?? undefined;
}

/** The newest rates; empty while nothing is known. */
export function newestRates(live: History<Rates>): Rates {
  return live.values.at(-1) ?? {};
}
