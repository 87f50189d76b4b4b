import { describe, expect, it } from 'vitest';
import { dayOf, expiryOf } from './expiry.ts';

const now = new Date('2026-11-21T10:20:30.456Z');

describe('when a key stops working', () => {
  it('never, or some days from now', () => {
    expect(expiryOf('never', '', now)).toBeUndefined();
    expect(expiryOf('month', '', now)).toBe('2026-12-21T10:20:30Z');
    expect(expiryOf('year', '', now)).toBe('2027-11-21T10:20:30Z');
  });
  it('at the end of a day where the person is, never in the past', () => {
    const today = dayOf(now);
    expect(new Date(expiryOf('day', today, now) ?? '').getTime()).toBe(new Date(`${today}T23:59:59`).getTime());
    expect(expiryOf('day', '2026-11-19', now)).toBeNull();
    expect(expiryOf('day', '', now)).toBeNull();
  });
});
