import { expect, it } from 'vitest';
import { withAllLetters } from './all-letters.ts';

it('goes on until no letter is left, and is not caught by those that stay', async () => {
  const there = new Set(Array.from({ length: 25 }, (_, index) => String(index)));
  const calls: number[] = [];
  const count = await withAllLetters(
    {},
    async (ids) => {
      calls.push(ids.length);
      const gone = ids.filter((id) => id !== '3' && there.delete(id));
      return { count: gone.length };
    },
    async () => [...there].slice(0, 10),
  );
  expect(count).toBe(24);
  expect([...there]).toEqual(['3']);
  expect(calls.reduce((sum, one) => sum + one, 0)).toBe(25);
});
