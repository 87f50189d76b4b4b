import type { JsonObject } from '@sluice/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildForm } from './build.ts';
import { getAt, removeAt, setAt } from './path.ts';
import { changeType, initialRecord } from './record.ts';
import { sample } from './sample.test.data.ts';
import { maskedPaths, withoutSecrets } from './secrets.ts';
import { toBody } from './submit.ts';
import type { FormModel } from './types.ts';

const form = (kind: 'connector' | 'action' | 'source', type: string): FormModel =>
  buildForm(sample, { kind, type, mode: 'create' })!;
const http = form('connector', 'http');

describe('initial record', () => {
  it('takes defaults, cuts the headers down, starts the URL', () => {
    expect(initialRecord(http)).toEqual({
      type: 'http',
      name: '',
      description: '',
      url: 'http://',
      password: '',
      authentication: 'none',
      headers: { 'content-type': 'application/json' },
      rows: [],
      ssl: {
        enable: false,
        verify: 'verify_none',
        certfile: '',
        keyfile: '',
        cacertfile: '',
      },
      resource_opts: { query_mode: 'async', inflight_window: 100, request_ttl: '45s' },
      pool_size: 8,
      connect_timeout: '15s',
    });
  });
});

describe('changing the type', () => {
  it('keeps what both types have and adds defaults for the rest', () => {
    const filled = { ...initialRecord(http), name: 'kept', description: 'kept too', url: 'http://gone' };
    const other = form('connector', 'x');
    expect(changeType(filled, http, other)).toEqual({ type: 'x', name: 'kept', driver: 'a', only_a: '' });
  });

  it('is without loss between a type and itself', () => {
    const filled = { ...initialRecord(http), name: 'kept', authentication: { username: 'u', password: 'p' } };
    expect(changeType(filled, http, http)).toEqual(filled);
  });
});

describe('the body that is sent', () => {
  const filled: JsonObject = { ...initialRecord(http), name: ' a ', url: 'http://x ' };

  it('drops empty texts recursively, trims, and leaves TLS files out while TLS is off', () => {
    expect(toBody(http, filled, 'create')).toEqual({
      type: 'http',
      name: 'a',
      url: 'http://x',
      authentication: 'none',
      headers: { 'content-type': 'application/json' },
      rows: [],
      ssl: { enable: false, verify: 'verify_none' },
      resource_opts: { query_mode: 'async', inflight_window: 100, request_ttl: '45s' },
      pool_size: 8,
      connect_timeout: '15s',
    });
  });

  it('leaves the in-flight window out unless requests are asynchronous', () => {
    const sync = setAt(filled, ['resource_opts', 'query_mode'], 'sync');
    expect(getAt(toBody(http, sync, 'create'), ['resource_opts'])).toEqual({ query_mode: 'sync', request_ttl: '45s' });
  });

  it('strips what only the backend says; an update also type and name', () => {
    const stored = {
      ...filled,
      enable: true,
      id: 'http:a',
      status: 'connected',
      status_raw: 'x',
      node_status: [],
      actions: ['b'],
      error: 'e',
    };
    const update = toBody(http, stored, 'update');
    expect(Object.keys(update)).not.toEqual(expect.arrayContaining(['type']));
    for (const key of ['type', 'name', 'id', 'status', 'status_raw', 'node_status', 'actions', 'error']) {
      expect(update).not.toHaveProperty(key);
    }
    expect(update.enable).toBe(true);
    expect(toBody(http, stored, 'copy')).toMatchObject({ type: 'http', name: 'a' });
    for (const made of [toBody(http, stored, 'create'), toBody(http, stored, 'copy')]) {
      for (const key of ['enable', 'id', 'status', 'node_status', 'actions', 'error'])
        expect(made).not.toHaveProperty(key);
    }
    expect(toBody(http, stored, 'probe')).toMatchObject({ type: 'http', name: 'a' });
  });

  it('passes on what the form does not know, empty texts included', () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().map((key) => `x_${key}`),
          json,
        ),
        (unknown) => {
          const record = {
            ...filled,
            ...(unknown as JsonObject),
            resource_opts: { ...(filled.resource_opts as JsonObject), ...(unknown as JsonObject) },
            ssl: { ...(filled.ssl as JsonObject), ...(unknown as JsonObject) },
          };
          const body = toBody(http, record, 'update');
          for (const holder of [body, body.resource_opts, body.ssl] as JsonObject[]) {
            for (const [key, value] of Object.entries(unknown)) expect(holder[key]).toBe(value);
          }
        },
      ),
      { seed: 20260731 },
    );
  });

  it('changes nothing that is already a body', () => {
    const body = toBody(http, filled, 'create');
    expect(toBody(http, body, 'create')).toEqual(body);
  });
});

describe('secrets', () => {
  it('are found anywhere and emptied for a copy', () => {
    const record = setAt(
      setAt({ ...initialRecord(http), password: '******' }, ['headers', 'authorization'], '******'),
      ['unknown', 'list'],
      [{ token: '******' }],
    );
    expect(maskedPaths(record)).toEqual([['password'], ['headers', 'authorization'], ['unknown', 'list', 0, 'token']]);
    expect(maskedPaths(withoutSecrets(http, record))).toEqual([]);
    expect(withoutSecrets(http, { ...record, password: 'plain' }).password).toBe('');
  });
});

describe('paths', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a.b', 'constructor'));
  const path = fc
    .array(fc.oneof(key, fc.nat({ max: 3 })), { minLength: 0, maxLength: 4 })
    .map((rest) => ['root', ...rest]);

  it('set, then get, gives the value; siblings stay', () => {
    fc.assert(
      fc.property(path, fc.jsonValue({ maxDepth: 1 }), (where, value) => {
        fc.pre(value !== undefined);
        const start: JsonObject = { sibling: { deep: 1 } };
        const after = setAt(start, where, value as never);
        expect(getAt(after, where)).toEqual(value);
        expect(after.sibling).toBe(start.sibling);
        expect(start).toEqual({ sibling: { deep: 1 } });
        expect(getAt(removeAt(after, where), where)).not.toBe(value === null ? null : value);
      }),
      { seed: 7 },
    );
  });
});
