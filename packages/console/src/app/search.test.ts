import { describe, expect, it } from 'vitest';
import { listSearch, parseDirection, parseSearch, stringifySearch } from './search.ts';

describe('query parameters', () => {
  it('are texts, whatever they look like', () => {
    expect(parseSearch('?q=123&enable=true&target=http:a%2Fb')).toEqual({
      q: '123',
      enable: 'true',
      target: 'http:a/b',
    });
    expect(stringifySearch({ q: '1 2', target: 'http:a', none: undefined, empty: '' })).toBe('?q=1+2&target=http:a');
  });
  it('come back as they went, hostile ones too', () => {
    for (const value of ['a&b=c', '#/x', '100%', '++', '中文', '"quoted"', '{"a":1}']) {
      expect(parseSearch(stringifySearch({ q: value }))).toEqual({ q: value });
    }
  });
  it('unknown to a page are dropped', () => {
    expect(listSearch('type')({ q: 'x', type: '', evil: '1', sort: '-rate' })).toEqual({ q: 'x', sort: '-rate' });
  });
  it('name a direction in words or numbers', () => {
    expect(['ingress', '0', 'egress', '1', 'both', '2', '3', undefined].map(parseDirection)).toEqual([
      'ingress',
      'ingress',
      'egress',
      'egress',
      'both',
      'both',
      undefined,
      undefined,
    ]);
  });
});
