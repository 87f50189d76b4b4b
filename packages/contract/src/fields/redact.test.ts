import { describe, expect, it } from 'vitest';
import { recordFields } from './common.ts';
import { REDACTED } from './language.ts';
import { mapSecrets, redact, resolveRedacted } from './redact.ts';
import { SAMPLE } from './sample-system.test-data.ts';

const fields = recordFields(SAMPLE, 'connector', 'put')!;
const stored = {
  url: 'http://x',
  password: 'p1',
  headers: { Authorization: 'Bearer x', 'X-Api-Key': 'k', plain: 'v' },
  authentication: { username: 'u', password: 'p2' },
  ssl: { enable: true, password: 'p3' },
};
const hidden = {
  url: 'http://x',
  password: REDACTED,
  headers: { Authorization: REDACTED, 'X-Api-Key': REDACTED, plain: 'v' },
  authentication: { username: 'u', password: REDACTED },
  ssl: { enable: true, password: REDACTED },
};

describe('secrets', () => {
  it('are hidden everywhere: fields, headers, variants, nested objects', () => {
    expect(redact(fields, stored)).toEqual(hidden);
  });

  it('stay visible when empty or a reference to a file', () => {
    expect(redact(fields, { password: '' })).toEqual({ password: '' });
    expect(redact(fields, { password: 'file:///etc/pw' })).toEqual({ password: 'file:///etc/pw' });
  });

  it('come back from the stored object', () => {
    expect(resolveRedacted(fields, hidden, stored)).toEqual({ ok: true, value: stored });
  });

  it('that were changed are taken as they are', () => {
    const result = resolveRedacted(fields, { ...hidden, password: 'new' }, stored);
    expect(result).toEqual({ ok: true, value: { ...stored, password: 'new' } });
  });

  it('without an original are refused by name', () => {
    const result = resolveRedacted(fields, { password: REDACTED }, undefined);
    expect(result).toMatchObject({ ok: false, error: { path: ['password'] } });
    expect(resolveRedacted(fields, { headers: { authorization: REDACTED } }, { headers: {} }).ok).toBe(false);
  });

  it('can be visited one by one', () => {
    const seen: string[] = [];
    mapSecrets(fields, stored, (secret, path) => {
      seen.push(path.join('.'));
      return secret;
    });
    expect(seen).toEqual([
      'password',
      'headers.Authorization',
      'headers.X-Api-Key',
      'authentication.password',
      'ssl.password',
    ]);
  });
});
