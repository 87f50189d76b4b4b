import { expect, it } from 'vitest';
import { requestBytes, requestOf, requestParts, requestTarget } from './request-parts.ts';

it('names where it is going, in the words of its type', () => {
  expect(requestTarget({ method: 'POST', url: 'http://x/y', body: '{}' })).toBe('http://x/y');
  expect(requestTarget({ topic: 'a/b', payload: 'p' })).toBe('a/b');
  expect(requestTarget({ mystery: 1 })).toBe('');
});

it('parts the content from the rest, and counts its bytes', () => {
  expect(requestParts({ url: 'u', body: 'héllo' })).toEqual({ rest: { url: 'u' }, content: 'héllo' });
  expect(requestBytes({ url: 'u', body: 'héllo' })).toBe(6);
  expect(requestParts({ topic: 't', payload: { a: 1 } }).content).toBe('{"a":1}');
  expect(requestParts({ odd: 1 })).toEqual({ rest: { odd: 1 }, content: undefined });
  expect(requestParts({ topic: 't', payload: '' }).content).toBe('');
});

it('shows what is no object as content', () => {
  expect(requestOf('line')).toEqual({ data: 'line' });
  expect(requestOf([1])).toEqual({ data: [1] });
  expect(requestOf({ topic: 't' })).toEqual({ topic: 't' });
});
