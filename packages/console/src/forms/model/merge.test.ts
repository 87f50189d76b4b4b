import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExact } from '../../api/exact-json.ts';
import { differences, mergeRecords } from './merge.ts';
import type { FormRecord } from './types.ts';

const base = { url: 'http://a', pool_size: 8, ssl: { enable: false, verify: 'verify_none' }, topics: ['a'] };

describe('two changes of the same object', () => {
  it('are both in it when they are about different things', () => {
    const mine = { ...base, url: 'http://mine' };
    const theirs = { ...base, pool_size: 4, ssl: { ...base.ssl, enable: true }, status: 'connected' };
    expect(mergeRecords(base, mine, theirs)).toEqual({ ...theirs, url: 'http://mine' });
  });
  it('leave what was typed here where both are about the same', () => {
    const mine = { ...base, ssl: { enable: true, verify: 'verify_peer' } };
    const theirs = { ...base, ssl: { enable: true, verify: 'verify_none', cacertfile: 'x' } };
    expect(mergeRecords(base, mine, theirs).ssl).toEqual({ enable: true, verify: 'verify_peer', cacertfile: 'x' });
  });
  it('take away what either took away', () => {
    const { pool_size: _, ...less } = base;
    expect(mergeRecords(base, less, { ...base, url: 'http://b' })).toEqual({ ...less, url: 'http://b' });
    expect(mergeRecords(base, { ...base, url: 'http://b' }, less)).toEqual({ ...less, url: 'http://b' });
  });
  it('differ at values and whole lists; the same number written twice does not differ', () => {
    const after = { ...base, ssl: { ...base.ssl, enable: true }, topics: ['a', 'b'], note: 'new' };
    expect(differences(base, after)).toEqual([['ssl', 'enable'], ['topics'], ['note']]);
    const big = () => parseExact('{"n":9007199254740993}') as FormRecord;
    expect(differences(big(), big())).toEqual([]);
  });
  it('keep every change of mine, and come out as theirs without one', () => {
    const record = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.integer(), fc.string()));
    fc.assert(
      fc.property(record, record, record, (one, mine, theirs) => {
        expect(mergeRecords(one, one, theirs)).toEqual(theirs);
        const merged = mergeRecords(one, mine, theirs);
        for (const [key] of differences(one, mine)) expect(merged[String(key)]).toEqual(mine[String(key)]);
      }),
      { seed: 20261121 },
    );
  });
});
