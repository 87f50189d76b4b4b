import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatRate,
  formatTime,
  formatTimeShort,
} from './format.ts';
import { toastDuration } from './toast-store.ts';

describe('numbers', () => {
  it('writes rates with one digit below 100 and whole above', () => {
    expect([0, 0.01, 0.2, 4.2, 18, 22.2, 99.94, 99.97, 2140, undefined].map(formatRate)).toEqual([
      '0',
      '<0.1',
      '0.2',
      '4.2',
      '18',
      '22.2',
      '99.9',
      '100',
      '2,140',
      '—',
    ]);
  });
  it('writes counts in full', () => {
    expect([0, 88410, 184220907, undefined].map(formatCount)).toEqual(['0', '88,410', '184,220,907', '—']);
  });
  it('writes bytes base 1024', () => {
    expect([0, 512, 1946, 1024 * 1024 - 1, 64_382_567, 256 * 1024 * 1024].map(formatBytes)).toEqual([
      '0 B',
      '512 B',
      '1.9 KB',
      '1.0 MB',
      '61.4 MB',
      '256 MB',
    ]);
  });
  it('writes percent with two digits below one', () => {
    expect([
      formatPercent(1, 400),
      formatPercent(1, 30),
      formatPercent(1, 2),
      formatPercent(0, 3),
      formatPercent(0, 0),
    ]).toEqual(['0.25\u2009%', '3.3\u2009%', '50\u2009%', '0\u2009%', '—']);
  });
  it('writes durations in at most two units', () => {
    expect([38, 12_000, 4_560_000, 90_061_000, 3_600_000].map(formatDuration)).toEqual([
      '38 ms',
      '12 s',
      '1 h 16 min',
      '1 d 1 h',
      '1 h',
    ]);
  });
});

describe('times', () => {
  const time = new Date(2026, 10, 21, 14, 7, 5);
  it('writes the date unless it is today', () => {
    expect(formatTime(time)).toBe('2026-11-21 14:07:05');
    expect(formatTimeShort(time, new Date(2026, 10, 21, 23))).toBe('14:07:05');
    expect(formatTimeShort(time, new Date(2026, 10, 22))).toBe('2026-11-21 14:07:05');
    expect(formatTime('nonsense')).toBe('—');
  });
});

describe('toastDuration', () => {
  it('is a second for 25 characters, from 3 to 8 seconds', () => {
    expect(['', 'x'.repeat(100), 'x'.repeat(1000)].map(toastDuration)).toEqual([3000, 4000, 8000]);
  });
});
