import { BATCH, type DeadLetterFilter, type LettersDone, letterIds, type ResentLetter } from '../api/dead-letters.ts';

/**
 * Does something with every letter that a filter leaves now, a batch at a time; gives what came of all. Letters that come
 * back (refused again, under a new id) are not taken twice: against a target that refuses everything it would never end.
 */
export async function withAllLetters(
  filter: DeadLetterFilter,
  run: (ids: readonly string[]) => Promise<LettersDone>,
  read: typeof letterIds = letterIds,
): Promise<LettersDone> {
  const all = new Set<string>();
  for (let page = 1, isMore = true; isMore; page++) {
    const { ids, hasNext } = await read(filter, page);
    for (const id of ids) all.add(id);
    isMore = hasNext;
  }
  const wanted = [...all];
  const letters: ResentLetter[] = [];
  let count = 0;
  for (let from = 0; from < wanted.length; from += BATCH) {
    const done = await run(wanted.slice(from, from + BATCH));
    count += done.count;
    letters.push(...done.letters);
  }
  return { count, letters };
}
