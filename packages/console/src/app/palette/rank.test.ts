import { describe, expect, it } from 'vitest';
import { bestOf } from './rank.ts';

const commands = [
  { id: '1', label: 'Connectors' },
  { id: '2', label: 'New connector', also: 'create add' },
  { id: '3', label: 'fleet-alerts (rule)' },
  { id: '4', label: 'rule_10' },
];
const find = (typed: string) => bestOf(commands, typed, 10).map((command) => command.id);

describe('the palette finds', () => {
  it('beginnings before words before anything inside', () => {
    expect(find('conn')).toEqual(['1', '2']);
    expect(find('alerts')).toEqual(['3']);
    expect(find('rule')).toEqual(['4', '3']);
  });
  it('every typed word, also in the other words of a command', () => {
    expect(find('add conn')).toEqual(['2']);
    expect(find('add rule')).toEqual([]);
  });
  it('everything for nothing, and text that looks like a pattern', () => {
    expect(find('')).toEqual(['1', '2', '3', '4']);
    expect(find('(rule)')).toEqual(['3']);
    expect(find('[')).toEqual([]);
    expect(find('fleet-al')).toEqual(['3']);
    for (const sign of '\\^$.*+?()[]{}|/-–,:;!<>=~') expect(find(sign).length).toBeLessThanOrEqual(4);
  });
});
