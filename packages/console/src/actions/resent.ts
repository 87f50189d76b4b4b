import type { DeadLetter, ResentLetter } from '../api/dead-letters.ts';

/** What became of some letters that were sent again. */
export interface Resent {
  /** Unix ms. */
  readonly at: number;
  /** How many were asked for. */
  readonly asked: number;
  readonly counts: Readonly<Record<ResentLetter['state'], number>>;
  /** Those that were not delivered, with the letter where it is known. */
  readonly troubles: readonly { readonly fate: ResentLetter; readonly letter: DeadLetter | undefined }[];
}

/** Sums up the answers of a re-send. `count`: how many went; what nothing is known of waits. */
export function resentOf(
  at: number,
  asked: number,
  count: number,
  fates: readonly ResentLetter[],
  letters: readonly DeadLetter[],
): Resent {
  const counts = { delivered: 0, waiting: 0, rejected: 0, dropped: 0, kept: 0 };
  for (const fate of fates) counts[fate.state]++;
  counts.waiting += Math.max(0, count - (fates.length - counts.kept));
  const known = new Map(letters.map((letter) => [letter.id, letter]));
  const troubles = fates
    .filter((fate) => fate.state !== 'delivered' && (fate.state !== 'waiting' || fate.message !== undefined))
    .map((fate) => ({ fate, letter: known.get(fate.id) }));
  return { at, asked, counts, troubles };
}

/** How it went as a whole: the colour of its message. */
export function resentTone({ counts }: Resent): 'ok' | 'warn' | 'bad' {
  if (counts.rejected + counts.dropped + counts.kept > 0) return 'bad';
  return counts.waiting > 0 ? 'warn' : 'ok';
}
