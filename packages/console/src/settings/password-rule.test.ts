import { describe, expect, it } from 'vitest';
import { isGoodPassword } from './password-rule.ts';

describe('a password', () => {
  it('has 8 to 64 characters of two kinds', () => {
    expect(['abcdefg1', 'abcdefg!', '1234567-', 'a1'.repeat(32)].map(isGoodPassword)).toEqual([true, true, true, true]);
    expect(['abc1', 'abcdefgh', '12345678', '!!!!!!!!', `${'a1'.repeat(32)}x`].map(isGoodPassword)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
