/** Pauses between tries: doubling from 100 ms to 15 s, each a random 50–100 % of that, so that clients do not march in step. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const full = Math.min(15_000, 100 * 2 ** Math.min(attempt, 20));
  return full * (0.5 + random() / 2);
}
