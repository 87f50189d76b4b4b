/** How often what is on screen is asked for again, in ms; TanStack Query pauses it while the page is hidden. */
export const LIVE_MS = 2_000;

/** Counters and rates. */
export const METRICS_MS = 1_000;
