import { describe, expect, it } from 'vitest';
import { createMessageIds } from './message-id.ts';

describe('message ids', () => {
  it('are unique and in order, also when the clock goes back or the counter is full', () => {
    const ids = createMessageIds('node', 'salt');
    const seen: string[] = [];
    const take = (now: number) => {
      const { time, sequence } = ids.next(now);
      seen.push(ids.format(time, sequence));
    };
    for (let i = 0; i < 70_000; i++) take(1_700_000_000_000);
    take(1_600_000_000_000);
    take(1_700_000_000_001);
    take(1_700_000_000_500);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual([...seen].sort());
    expect(seen[0]).toMatch(/^[0-9A-F]{32}$/);
    expect(Number.parseInt(seen[0]!.slice(0, 16), 16)).toBe(1_700_000_000_000_000);
  });
});
