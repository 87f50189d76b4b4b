import { expect, it } from 'vitest';
import type { DeadLetter } from '../api/dead-letters.ts';
import { letterBytes, letterParts, letterTarget } from './letter.ts';

const letter = (request: DeadLetter['request']): DeadLetter => ({
  id: '1',
  action: 'http:a',
  reason: 'rejected',
  at: 1,
  receivedAt: 0,
  attempts: 2,
  request,
});

it('names where it was going, in the words of its type', () => {
  expect(letterTarget(letter({ method: 'POST', url: 'http://x/y', body: '{}' }))).toBe('http://x/y');
  expect(letterTarget(letter({ topic: 'a/b', payload: 'p' }))).toBe('a/b');
  expect(letterTarget(letter({ mystery: 1 }))).toBe('');
});

it('parts the content from the rest, and counts its bytes', () => {
  expect(letterParts(letter({ url: 'u', body: 'héllo' }))).toEqual({ rest: { url: 'u' }, content: 'héllo' });
  expect(letterBytes(letter({ url: 'u', body: 'héllo' }))).toBe(6);
  expect(letterParts(letter({ topic: 't', payload: { a: 1 } })).content).toBe('{"a":1}');
  expect(letterParts(letter({ odd: 1 }))).toEqual({ rest: { odd: 1 }, content: undefined });
});
