import { describe, expect, it } from 'vitest';
import { hashPassword, passwordFault, randomPassword, verifyPassword } from './password.ts';

describe('passwords', () => {
  it('are kept as salted hashes', async () => {
    const [one, two] = [await hashPassword('correct horse 1'), await hashPassword('correct horse 1')];
    expect(one).not.toBe(two);
    expect(one).not.toContain('horse');
    expect(await verifyPassword('correct horse 1', one)).toBe(true);
    expect(await verifyPassword('correct horse 2', one)).toBe(false);
    expect(await verifyPassword('anything', undefined)).toBe(false);
    expect(await verifyPassword('', 'scrypt::')).toBe(false);
  });

  it.each([
    ['short1', /8 to 64/],
    ['x'.repeat(65), /8 to 64/],
    ['onlyletters', /at least two/],
    ['12345678', /at least two/],
    ['pässword1', /ASCII/],
  ])('refuse %s', (password, fault) => {
    expect(passwordFault(password)).toMatch(fault);
  });

  it('of the first start satisfy the rule', () => {
    for (let i = 0; i < 200; i++) expect(randomPassword()).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(passwordFault('letters+digits1')).toBeUndefined();
  });
});
