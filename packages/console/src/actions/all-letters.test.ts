import { expect, it } from 'vitest';
import { withAllLetters } from './all-letters.ts';

it('goes on until no letter is left, and is neither caught nor blinded by those that stay', async () => {
  const there = new Set(Array.from({ length: 45 }, (_, index) => String(index)));
  const stays = (id: string) => Number(id) < 12;
  const calls: number[] = [];
  const count = await withAllLetters(
    {},
    async (ids) => {
      calls.push(ids.length);
      const gone = ids.filter((id) => !stays(id) && there.delete(id));
      return { count: gone.length };
    },
    async (_filter, page) => ({ ids: [...there].slice((page - 1) * 10, page * 10), hasNext: there.size > page * 10 }),
  );
  expect(count).toBe(33);
  expect([...there].every(stays)).toBe(true);
  expect(calls.reduce((sum, one) => sum + one, 0)).toBe(45);
});
