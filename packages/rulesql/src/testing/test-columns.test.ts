import { STREAM_EVENTS } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import type { Environment } from '../types.ts';
import { testSql } from './test-sql.ts';

const environment: Environment = { now: () => 1000, node: 'n', ruleId: 'r', kv: new Map(), getenv: () => undefined };

describe.each(STREAM_EVENTS)('a made-up message: $event', ({ event, columns }) => {
  const type = event.slice('$bridges/'.length, -2);

  it('has the columns of the event', () => {
    const outcome = testSql(`SELECT * FROM "${event}"`, { event_type: event }, environment);
    if (outcome.kind !== 'result') throw new Error(JSON.stringify(outcome));
    const row = JSON.parse(outcome.json) as Record<string, unknown>;
    expect(Object.keys(row).sort()).toEqual([...columns, 'event_type', 'metadata'].sort());
    expect(row).toMatchObject({ payload: '{"msg": "hello"}', value: '{"msg": "hello"}', ts: 1000, key: 'k1' });
  });

  it.each([`$bridges/${type}:in`, `$sources/${type}:in`, `$bridges/${type}:*`])('fits a rule on %s', (from) => {
    const sql = `SELECT key, payload.v as v, partition, headers.h as h FROM "${from}"`;
    const context = { payload: '{"v":1}', key: 'k', partition: '3', headers: { h: 'x' } };
    const json = '{"v":1,"partition":3,"key":"k","h":"x"}';
    for (const event_type of [event, `$bridges/${type}:in`]) {
      expect(testSql(sql, { ...context, event_type }, environment)).toEqual({ kind: 'result', json });
    }
  });

  it('fits no other', () => {
    for (const from of ['$bridges/mqtt:in', '$bridges/other:in', 'readings', '#', `$bridges/${type}`]) {
      const outcome = testSql(`SELECT * FROM "${from}"`, { event_type: event }, environment);
      expect(outcome).toEqual({ kind: 'no_match' });
    }
    const named = { event_type: `$bridges/${type}:in` };
    expect(testSql(`SELECT * FROM "$bridges/${type}:out"`, named, environment)).toEqual({ kind: 'no_match' });
    expect(testSql(`SELECT * FROM "${event}"`, { event_type: `$bridges/${type}:` }, environment)).toMatchObject({
      path: ['context', 'event_type'],
    });
  });

  it('refuses fields it does not have', () => {
    const outcome = testSql(`SELECT * FROM "${event}"`, { event_type: event, retain: true }, environment);
    expect(outcome).toMatchObject({ kind: 'error', path: ['context', 'retain'] });
  });
});
