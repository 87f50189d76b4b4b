import type { Outcome } from '../driver.ts';

/**
 * Sends a batch that the target takes or refuses as a whole. When it refuses, halving finds out which items are to
 * blame, so that only they are rejected. `send` never rejects.
 */
export async function sendHalving<T>(
  items: readonly T[],
  send: (items: readonly T[]) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcome = await send(items);
  if (outcome.kind !== 'rejected' || items.length < 2) return items.map(() => outcome);
  const middle = items.length >> 1;
  return [...(await sendHalving(items.slice(0, middle), send)), ...(await sendHalving(items.slice(middle), send))];
}
