import type { DeadLetterFilter } from '../api/dead-letters.ts';
import { letterIds } from '../api/dead-letters.ts';

/**
 * Does something with every letter of a filter, a batch at a time, until none is left that it works on; gives how many
 * it was done with. Letters that stay (their action is gone) do not stop it.
 */
export async function withAllLetters(
  filter: DeadLetterFilter,
  run: (ids: readonly string[]) => Promise<{ readonly count: number }>,
  read: (filter: DeadLetterFilter) => Promise<readonly string[]> = letterIds,
): Promise<number> {
  const tried = new Set<string>();
  let count = 0;
  for (;;) {
    const ids = (await read(filter)).filter((id) => !tried.has(id));
    if (ids.length === 0) return count;
    for (const id of ids) tried.add(id);
    count += (await run(ids)).count;
  }
}
