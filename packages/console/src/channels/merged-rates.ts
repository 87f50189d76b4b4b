import type { RateHistory } from '../api/rate-history.ts';
import type { History } from '../ui/use-history.ts';

export type Rates = Readonly<Record<string, number | undefined>>;

interface Point {
  readonly at: number;
  readonly rates: Rates;
}

/** The backend's interval of ten seconds says nothing new when the page saw its end itself, about to the second. */
const SAME_MS = 6_000;

/**
 * Rates for a chart: what the page saw itself, and what the backend remembers of the time it did not see. Both are means
 * over ten seconds. Only what lies within `span` ms before the newest.
 */
export function mergedRates(past: RateHistory | undefined, live: History<Rates>, span: number): History<Rates> {
  const seen: readonly Point[] = live.times
    .map((at, index) => ({ at, rates: live.values[index] ?? {} }))
    .filter(({ rates }) => Object.values(rates).some((rate) => rate !== undefined));
  const remembered = (past?.times ?? [])
    .map((at, index): Point => ({ at, rates: ratesAt(past, index) }))
    .filter(({ at }) => !seen.some((one) => Math.abs(one.at - at) <= SAME_MS));
  const all = [...remembered, ...seen].sort((a, b) => a.at - b.at);
  const from = (all.at(-1)?.at ?? 0) - span;
  const shown = all.filter((one) => one.at >= from);
  return { times: shown.map((one) => one.at), values: shown.map((one) => one.rates) };
}

function ratesAt(past: RateHistory | undefined, index: number): Rates {
  return Object.fromEntries(Object.entries(past?.rates ?? {}).map(([name, all]) => [name, all[index] ?? undefined]));
}
