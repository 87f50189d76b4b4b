import type { RateHistory } from '../api/rate-history.ts';
import type { History } from '../ui/use-history.ts';

export type Rates = Readonly<Record<string, number | undefined>>;

/**
 * Rates for a chart: what the backend remembers up to the moment the page was opened, then what the page saw itself.
 * Only what lies within `span` ms before the newest.
 */
export function mergedRates(past: RateHistory | undefined, live: History<Rates>, span: number): History<Rates> {
  const start = live.times[0] ?? Number.POSITIVE_INFINITY;
  const before = (past?.times ?? []).flatMap((at, index) =>
    at < start
      ? [
          {
            at,
            rates: Object.fromEntries(
              Object.entries(past?.rates ?? {}).map(([name, all]) => [name, all[index] ?? undefined]),
            ),
          },
        ]
      : [],
  );
  const seen = live.times.map((at, index) => ({ at, rates: live.values[index] ?? {} }));
  const all: readonly { readonly at: number; readonly rates: Rates }[] = [...before, ...seen];
  const from = (all.at(-1)?.at ?? 0) - span;
  const shown = all.filter((one) => one.at >= from);
  return { times: shown.map((one) => one.at), values: shown.map((one) => one.rates) };
}
