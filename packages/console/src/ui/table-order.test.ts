import { describe, expect, it } from 'vitest';
import { formatSort, keepOrder, matchesSearch, parseSort, sortRows } from './table-order.ts';

interface Row {
  readonly id: string;
  readonly value: number | string | undefined;
}
const idOf = (row: Row) => row.id;
const ids = (rows: readonly Row[]) => rows.map(idOf).join(' ');

describe('sorting', () => {
  const rows: Row[] = [
    { id: 'b', value: 2 },
    { id: 'x', value: undefined },
    { id: 'a', value: 2 },
    { id: 'c', value: 10 },
  ];
  it('keeps equal rows by id and unknown values last, in both directions', () => {
    expect(ids(sortRows(rows, (row) => row.value, idOf, false))).toBe('a b c x');
    expect(ids(sortRows(rows, (row) => row.value, idOf, true))).toBe('c a b x');
  });
  it('compares texts as people do', () => {
    const named = ['rule_10', 'Rule_2', 'rule_9'].map((id) => ({ id, value: id }));
    expect(ids(sortRows(named, (row) => row.value, idOf, false))).toBe('Rule_2 rule_9 rule_10');
  });
  it('stands in the address', () => {
    expect([
      parseSort('-rate', 'name'),
      parseSort(undefined, 'name'),
      formatSort({ column: 'rate', descending: true }),
    ]).toEqual([{ column: 'rate', descending: true }, { column: 'name', descending: false }, '-rate']);
  });
});

describe('a frozen order', () => {
  it('drops what is gone and appends what is new', () => {
    const rows = ['n', 'c', 'a'].map((id): Row => ({ id, value: 0 }));
    expect(ids(keepOrder(rows, ['a', 'b', 'c'], idOf))).toBe('a c n');
  });
});

describe('search', () => {
  it('wants every word, in any case and any place', () => {
    expect(matchesSearch('Door fleet', 'fleet/+/door', undefined)).toBe(true);
    expect(matchesSearch('door ship', 'fleet/+/door')).toBe(false);
    expect(matchesSearch('  ', undefined)).toBe(true);
  });
});
