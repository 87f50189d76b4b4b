import { useHistory } from '../ui/use-history.ts';
import { liveRates, newestRates } from './live-rates.ts';
import type { Rates } from './merged-rates.ts';

/** Growth a second of a counter on each node, over the same ten seconds as the lines of a chart. `at`: when it came in. */
export function useNodeRates<Metrics>(
  nodes: readonly { readonly node: string; readonly metrics: Metrics }[] | undefined,
  counter: (metrics: Metrics) => number,
  at: number,
): Rates {
  const counts = nodes && Object.fromEntries(nodes.map(({ node, metrics }) => [node, counter(metrics)]));
  return newestRates(liveRates(useHistory(counts, at, 30)));
}
