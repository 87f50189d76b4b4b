import { describe, expect, it } from 'vitest';
import { statusLook } from './status.ts';

describe('a status', () => {
  it.each([
    ['connected', 'ok', 'connected', 'available'],
    ['connecting', 'warn', 'connecting', 'connecting'],
    ['inconsistent', 'warn', 'inconsistent', 'inconsistent'],
    ['disconnected', 'bad', 'disconnected', 'unavailable'],
    ['stopped', 'bad', 'stopped', 'stopped'],
  ])('%s has its style, and its word for connectors and for actions', (status, tone, connector, action) => {
    expect(statusLook(status, 'connector')).toMatchObject({ tone, word: connector });
    expect(statusLook(status, 'action')).toMatchObject({ tone, word: action });
    expect(statusLook(status, 'source')).toMatchObject({ tone, word: action });
  });

  it.each([undefined, '', 'humming', 'CONNECTED', '__proto__'])(
    '%s, empty or unknown, is disconnected and bad',
    (status) => {
      for (const kind of ['connector', 'action', 'source'] as const) {
        expect(statusLook(status, kind)).toMatchObject({ tone: 'bad', word: 'disconnected' });
      }
    },
  );

  it('of something that is disabled says so, whatever the backend reports', () => {
    for (const status of ['connected', 'disconnected', 'stopped', undefined]) {
      expect(statusLook(status, 'action', false).word).toBe('disabled');
    }
  });

  it('is told by its shape too, never by colour alone', () => {
    const shapes = ['connected', 'connecting', 'inconsistent', 'disconnected'].map(
      (status) => statusLook(status, 'connector').shape,
    );
    expect(new Set(shapes).size).toBe(4);
  });
});
