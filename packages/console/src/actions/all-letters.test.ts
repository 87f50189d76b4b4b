import { expect, it } from 'vitest';
import { withAllLetters } from './all-letters.ts';

const PAGE = 100;

/** Letters newest first; each call may change them. */
function box(count: number) {
  let next = count;
  const there = new Set(Array.from({ length: count }, (_, index) => String(index)));
  return {
    there,
    comeBack: () => there.add(String(next++)),
    read: async (_filter: unknown, page: number) => ({
      ids: [...there].reverse().slice((page - 1) * PAGE, page * PAGE),
      hasNext: there.size > page * PAGE,
    }),
  };
}

it('takes every letter once, in batches; those that stay do not hide those behind them', async () => {
  const { there, read } = box(1_205);
  const stays = (id: string) => Number(id) % 5 === 0;
  const calls: number[] = [];
  const run = async (ids: readonly string[]) => {
    calls.push(ids.length);
    return { count: ids.filter((id) => !stays(id) && there.delete(id)).length, letters: [] };
  };
  expect((await withAllLetters({}, run, read)).count).toBe(964);
  expect(calls).toEqual([500, 500, 205]);
  expect([...there].every(stays)).toBe(true);
});

it('ends although every letter comes back under a new id', async () => {
  const { there, comeBack, read } = box(150);
  const run = async (ids: readonly string[]) => {
    for (const id of ids) {
      there.delete(id);
      comeBack();
    }
    return { count: ids.length, letters: ids.map((id) => ({ id, state: 'rejected' as const })) };
  };
  const done = await withAllLetters({}, run, read);
  expect([done.count, done.letters.length, there.size]).toEqual([150, 150, 150]);
});
