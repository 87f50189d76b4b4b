/** Counters and rates, in ms; TanStack Query pauses asking while the page is hidden. */
export const METRICS_MS = 1_000;

/** How often a list on screen is asked for again, in ms: a long one less often, because it costs both sides more. */
export function liveMs(count: number | undefined): number {
  if (count === undefined || count <= 500) return 2_000;
  return count <= 2_000 ? 5_000 : 15_000;
}

/** How often one object on screen is asked for again. */
export const LIVE_MS = 2_000;
