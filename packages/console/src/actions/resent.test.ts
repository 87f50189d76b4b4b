import { expect, it } from 'vitest';
import type { DeadLetter } from '../api/dead-letters.ts';
import { resentOf, resentTone } from './resent.ts';

const letter = (id: string): DeadLetter => ({
  id,
  action: 'http:a',
  reason: 'rejected',
  at: 1,
  receivedAt: 0,
  attempts: 1,
  topic: `t/${id}`,
  request: {},
});

it('counts what became of each, and names those in trouble', () => {
  const resent = resentOf(
    5,
    5,
    4,
    [
      { id: '1', state: 'delivered' },
      { id: '2', state: 'rejected', message: 'HTTP 422' },
      { id: '3', state: 'waiting' },
      { id: '4', state: 'waiting', message: 'HTTP 503' },
      { id: '9', state: 'kept', message: 'gone' },
    ],
    ['1', '2', '3', '4'].map(letter),
  );
  expect(resent.counts).toEqual({ delivered: 1, waiting: 2, rejected: 1, dropped: 0, kept: 1 });
  expect(resent.troubles.map(({ fate, letter }) => [fate.id, letter?.topic])).toEqual([
    ['2', 't/2'],
    ['4', 't/4'],
    ['9', undefined],
  ]);
  expect(resentTone(resent)).toBe('bad');
});

it('takes what nothing is known of as waiting', () => {
  const resent = resentOf(5, 700, 700, [{ id: '1', state: 'delivered' }], []);
  expect(resent.counts).toMatchObject({ delivered: 1, waiting: 699 });
  expect(resentTone(resent)).toBe('warn');
  expect(resentTone(resentOf(5, 1, 1, [{ id: '1', state: 'delivered' }], []))).toBe('ok');
});
