import { expect, it } from 'vitest';
import type { DeadLetter } from '../api/dead-letters.ts';
import { freshCount } from './held-letters.ts';

const page = (...ids: string[]) => ids.map((id) => ({ id }) as DeadLetter);

it('counts the letters above those that are shown', () => {
  expect(freshCount(page('5', '4', '3'), page('3', '2', '1'))).toBe(2);
  expect(freshCount(page('3', '2', '1'), page('3', '2', '1'))).toBe(0);
  // One was deleted: an older one moves up.
  expect(freshCount(page('3', '1', '0'), page('3', '2', '1'))).toBe(0);
  expect(freshCount(page('9', '8'), page('3', '2'))).toBe(2);
});
