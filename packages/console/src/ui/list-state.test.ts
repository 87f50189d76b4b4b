import { describe, expect, it } from 'vitest';
import { type ListLogic, passes } from './list-state.ts';

interface Row {
  readonly id: string;
  readonly enable: boolean;
  readonly status: string;
}
const LIST: ListLogic<Row> = {
  idOf: (row) => row.id,
  textsOf: (row) => [row.id],
  isEnabled: (row) => row.enable,
  filters: { status: (row, value) => row.status === value, type: (row, value) => row.id.startsWith(value) },
  problem: { in: 'status', has: (row) => row.status !== 'connected' },
};
const rows: readonly Row[] = [
  { id: 'http:a', enable: true, status: 'connected' },
  { id: 'mqtt:a', enable: true, status: 'disconnected' },
  { id: 'mqtt:b', enable: false, status: 'connecting' },
];
const shown = (search: Readonly<Record<string, string | undefined>>) =>
  rows.filter((row) => passes(row, LIST, search)).map((row) => row.id);

describe('the rows of a list', () => {
  it('are all there without search and filters; what is not a filter of the list changes nothing', () => {
    expect(shown({})).toHaveLength(3);
    expect(shown({ q: undefined, status: undefined, sort: '-name', other: 'x' })).toHaveLength(3);
  });
  it('pass all filters at once', () => {
    expect(shown({ q: 'a', type: 'mqtt' })).toEqual(['mqtt:a']);
    expect(shown({ enable: 'false' })).toEqual(['mqtt:b']);
    expect(shown({ enable: 'true', status: 'connecting' })).toEqual([]);
  });
  it('are those with problems, whichever they are, for the value that stands for all of them', () => {
    expect(shown({ status: 'problem' })).toEqual(['mqtt:a', 'mqtt:b']);
    expect(shown({ type: 'problem' })).toEqual([]);
  });
});
