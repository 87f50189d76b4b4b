import { describe, expect, it } from 'vitest';
import { baseOf, withoutTypedSecrets } from './form-draft.ts';
import { buildForm } from './model/build.ts';
import { sample } from './model/sample.test.data.ts';
import { everyField } from './model/walk.ts';

describe('a draft', () => {
  it('holds no secret that was typed, and keeps what the backend masks', () => {
    const model = buildForm(sample, { kind: 'connector', type: 'http', mode: 'edit' })!;
    const secret = [...everyField(model.fields)].find(
      (field) => field.widget === 'password' && field.path.length === 1,
    );
    const start = { url: 'http://a', [secret!.key]: '******' };
    expect(withoutTypedSecrets(model, { ...start, url: 'http://b', [secret!.key]: 'typed' }, start)).toEqual({
      url: 'http://b',
      [secret!.key]: '******',
    });
    expect(withoutTypedSecrets(model, { url: 'http://b', [secret!.key]: 'typed' }, { url: 'http://a' })).toEqual({
      url: 'http://b',
    });
  });

  it('is still good when only the state of the object has changed', () => {
    const model = buildForm(sample, { kind: 'connector', type: 'http', mode: 'edit' })!;
    const record = { type: 'http', name: 'a', url: 'http://a', enable: true, status: 'connected', last_modified_at: 1 };
    const later = { ...record, enable: false, status: 'stopped', status_reason: 'x', last_modified_at: 2 };
    expect(baseOf(model, later)).toBe(baseOf(model, record));
    expect(baseOf(model, { ...record, url: 'http://b' })).not.toBe(baseOf(model, record));
    expect(baseOf(model, { ...record, name: 'b' })).not.toBe(baseOf(model, record));
  });
});
