import { type DeadLetterFilter, letterIds } from '../api/dead-letters.ts';

/**
 * Does something with every letter of a filter, a batch at a time; gives how many it was done with. Letters that stay
 * (their action is gone) are tried once, and do not hide those behind them.
 */
export async function withAllLetters(
  filter: DeadLetterFilter,
  run: (ids: readonly string[]) => Promise<{ readonly count: number }>,
  read: typeof letterIds = letterIds,
): Promise<number> {
  const tried = new Set<string>();
  let count = 0;
  for (let page = 1; ; ) {
    const { ids, hasNext } = await read(filter, page);
    const fresh = ids.filter((id) => !tried.has(id));
    if (fresh.length > 0) {
      for (const id of fresh) tried.add(id);
      count += (await run(fresh)).count;
    } else if (hasNext) page++;
    else return count;
  }
}
