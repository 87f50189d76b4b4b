import { describe, expect, it } from 'vitest';
import { connectionLimit, strangerLimit } from './open-files.ts';

describe('the limit of connections', () => {
  it.each([
    [100_000, Number.POSITIVE_INFINITY, 100_000],
    [100_000, 1_048_576, 100_000],
    [5_000, 20_000, 5_000],
    [100_000, 20_000, 18_079],
    [100_000, 1024, 715],
    [100_000, 20, 1],
  ])('%i wanted, %s files: %i', (wanted, files, limit) => {
    expect(connectionLimit(wanted, files)).toBe(limit);
  });

  it('leaves files for strangers and for all else', () => {
    for (const files of [256, 1024, 4096, 20_000, 65_536]) {
      const limit = connectionLimit(100_000, files);
      expect(limit + strangerLimit(limit)).toBeLessThanOrEqual(files - Math.min(1000, files / 4) + 1);
    }
  });
});
