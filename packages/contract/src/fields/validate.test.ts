import { describe, expect, it } from 'vitest';
import type { Json } from '../entities.ts';
import { recordFields } from './common.ts';
import { effectiveRecord } from './effective.ts';
import type { FieldFault } from './fault.ts';
import { SAMPLE } from './sample-system.test-data.ts';
import { validateRecord } from './validate.ts';

const post = recordFields(SAMPLE, 'connector', 'post')!;
const base = { type: 'sample', name: 'a', url: 'http://x' };

function accepted(extra: Record<string, unknown> = {}): Record<string, Json> {
  const result = validateRecord(post, { ...base, ...extra });
  if (!result.ok) throw new Error(result.error.message);
  return result.value as Record<string, Json>;
}

function faults(extra: Record<string, unknown> = {}): readonly FieldFault[] {
  const result = validateRecord(post, { ...base, ...extra });
  if (result.ok) throw new Error('accepted');
  return result.error.data?.faults as FieldFault[];
}

describe('validateRecord', () => {
  it('fills in defaults, nested ones too, but makes up no hidden or deprecated field', () => {
    expect(accepted()).toEqual({
      ...base,
      enable: true,
      description: '',
      pool_size: 8,
      timeout: '15s',
      mode: 'random',
      qos: 1,
      headers: {},
      ids: [],
      authentication: 'none',
      ssl: { enable: false, depth: 10 },
    });
  });

  it('keeps hidden and deprecated fields that are given', () => {
    expect(accepted({ quiet: false, old: 1 })).toMatchObject({ quiet: false, old: 1 });
  });

  it('treats null as absent', () => {
    expect(accepted({ pool_size: null }).pool_size).toBe(8);
    expect(faults({ url: null })).toEqual([{ path: ['url'], reason: 'required_field' }]);
  });

  it('keeps the spelling of values and converts them only for the driver', () => {
    const record = accepted({ pool_size: '3', timeout: 5000, enable: 'true', qos: '2', headers: { n: 1 } });
    expect(record).toMatchObject({ pool_size: '3', timeout: 5000, enable: 'true', qos: '2', headers: { n: 1 } });
    expect(effectiveRecord(post, record)).toMatchObject({
      pool_size: 3,
      timeout: 5000,
      enable: true,
      qos: 2,
      headers: { n: '1' },
    });
  });

  it.each([
    [
      { nope: 1, other: 2 },
      { path: [], reason: 'unknown_fields', unknown: ['nope', 'other'] },
    ],
    [{ ssl: { nope: 1 } }, { path: ['ssl'], reason: 'unknown_fields', unknown: ['nope'] }],
    [{ ssl: 'yes' }, { path: ['ssl'], reason: 'bad_value_for_struct' }],
    [{ pool_size: 0 }, { path: ['pool_size'], reason: 'out_of_range', expected: 'at least 1' }],
    [{ pool_size: 'many' }, { path: ['pool_size'], reason: 'wrong_type' }],
    [{ pool_size: 1.5 }, { path: ['pool_size'], reason: 'wrong_type' }],
    [{ weight: 2 }, { path: ['weight'], reason: 'out_of_range', expected: 'between 0 and 1' }],
    [{ timeout: 'soon' }, { path: ['timeout'], reason: 'wrong_type' }],
    [{ timeout: '10ms' }, { path: ['timeout'], reason: 'out_of_range', expected: 'at least 1s' }],
    [{ buffer: '2GB' }, { path: ['buffer'], reason: 'out_of_range', expected: 'at most 1GB' }],
    [{ mode: 'weird' }, { path: ['mode'], reason: 'not_a_enum_symbol', expected: 'one of random, hash' }],
    [{ enable: 1 }, { path: ['enable'], reason: 'wrong_type' }],
    [{ enable: 'x' }, { path: ['enable'], reason: 'wrong_type' }],
    [{ headers: 'a' }, { path: ['headers'], reason: 'bad_value_for_struct' }],
    [{ headers: { a: {} } }, { path: ['headers', 'a'], reason: 'wrong_type' }],
    [{ ids: 'a' }, { path: ['ids'], reason: 'wrong_type' }],
    [{ ids: [['a']] }, { path: ['ids', 0], reason: 'wrong_type' }],
    [{ url: '' }, { path: ['url'], reason: 'bad_url' }],
    [{ url: 'ftp://x' }, { path: ['url'], reason: 'bad_url' }],
    [{ url: 'http://' }, { path: ['url'], reason: 'bad_url' }],
    [{ server: 'no port' }, { path: ['server'], reason: 'bad_host_port' }],
    [{ server: 'a:b:c' }, { path: ['server'], reason: 'bad_host_port' }],
    [{ server: 'a:99999' }, { path: ['server'], reason: 'bad_host_port' }],
    [{ type: 'other' }, { path: ['type'], reason: 'not_a_enum_symbol' }],
    [{ authentication: { jwt: [] } }, { path: ['authentication', 'jwt'], reason: 'wrong_type' }],
    [{ authentication: 'kerberos' }, { path: ['authentication'], reason: 'matched_no_union_member' }],
  ])('refuses %j', (extra, expected) => {
    expect(faults(extra)[0]).toMatchObject(expected);
  });

  it.each([['127.0.0.1'], ['localhost:1883'], ['[::1]:1883'], ['a:1,b:2'], ['pulsar://a:6650']])(
    'takes the address %s',
    (server) => {
      expect(accepted({ server }).server).toBe(server);
    },
  );

  it('names every fault at once, in one message', () => {
    const result = validateRecord(post, { type: 'sample', pool_size: 0 });
    expect(result).toMatchObject({ ok: false });
    if (!result.ok) {
      expect(result.error.path).toEqual(['name']);
      expect(result.error.message).toBe(
        '"name" is required. "url" is required. "pool_size" must be at least 1. Got 0.',
      );
    }
  });

  it('never shows a secret in a fault', () => {
    expect(JSON.stringify(faults({ password: ['hunter2'] }))).not.toContain('hunter2');
    expect(JSON.stringify(faults({ authentication: { jwt: ['hunter2'] } }))).not.toContain('hunter2');
    expect(JSON.stringify(faults({ headers: { Authorization: ['hunter2'] } }))).not.toContain('hunter2');
  });

  it.each([[[]], ['x'], [5], [null], [undefined]])('refuses the body %j', (body) => {
    expect(validateRecord(post, body)).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST', path: [] } });
  });

  it('takes no type and name on replace, and ignores times that clients send back', () => {
    const put = recordFields(SAMPLE, 'connector', 'put')!;
    expect(validateRecord(put, base)).toMatchObject({ ok: false });
    const action = recordFields(SAMPLE, 'action', 'put')!;
    expect(validateRecord(action, { connector: 'c', parameters: { topic: 'a/${b}' }, created_at: 1 }).ok).toBe(true);
    expect(validateRecord(action, { connector: 'c', parameters: { topic: 'a/#' } }).ok).toBe(false);
  });
});
