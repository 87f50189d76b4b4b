import { describe, expect, it } from 'vitest';
import { jsonWith } from '../editor/json-text.ts';
import { explainMatch, explainParts } from './explain.ts';

const sql = `SELECT
  clientid AS truck,
  payload.temp_c AS temp,
  payload.set_c AS setpoint
FROM
  "fleet/+/telemetry"
WHERE
  temp > setpoint + 3
  AND payload.door = 'closed'`;
const event = (payload: object, topic = 'fleet/tk/telemetry') => ({
  event_type: 'message_publish',
  topic,
  payload: JSON.stringify(payload),
});

describe('why an event does not match', () => {
  it('shows each condition with its values, and a value that would pass', () => {
    const report = explainMatch(sql, event({ temp_c: -16.2, set_c: -18, door: 'closed' }));
    expect(report).toMatchObject({
      fits: true,
      conditions: [
        {
          text: 'temp > setpoint + 3',
          line: 8,
          outcome: 'false',
          sides: { left: '-16.2', operator: '>', right: '-15' },
          suggestion: { path: ['temp_c'], value: '-14' },
        },
        { text: "payload.door = 'closed'", line: 9, outcome: 'true' },
      ],
    });
  });

  it('matches with the value it suggests', () => {
    const before = event({ temp_c: -16.2, set_c: -18, door: 'closed' });
    const { suggestion } = explainMatch(sql, before)!.conditions[0]!;
    const payload = jsonWith(before.payload, suggestion!.path, suggestion!.value)!;
    const after = explainMatch(sql, { ...before, payload });
    expect(after?.conditions.every((one) => one.outcome === 'true')).toBe(true);
  });

  it('looks at FROM first', () => {
    const report = explainMatch(sql, event({}, 'other'));
    expect(report).toMatchObject({ fits: false, topic: 'other', from: ['fleet/+/telemetry'], conditions: [] });
  });

  it('takes OR and brackets as one condition', () => {
    const either = explainMatch(`SELECT * FROM "t" WHERE payload.a = 1 OR payload.b = 2`, event({ a: 2 }, 't'));
    expect(either?.conditions.map((one) => one.text)).toEqual(['payload.a = 1 OR payload.b = 2']);
    const nested = explainMatch(
      `SELECT * FROM "t" WHERE (payload.a = 1 AND payload.b = 2) AND qos = 0`,
      event({ a: 2 }, 't'),
    );
    expect(nested?.conditions).toHaveLength(2);
  });

  it('says what could not be computed', () => {
    const report = explainMatch(`SELECT * FROM "t" WHERE abs(payload.a) > 1`, event({ a: 'x' }, 't'));
    expect(report?.conditions[0]).toMatchObject({ outcome: 'error' });
  });

  it('suggests texts too, and nothing where nothing is sure', () => {
    const text = explainMatch(`SELECT * FROM "t" WHERE payload.door = 'open'`, event({ door: 'shut' }, 't'));
    expect(text?.conditions[0]?.suggestion).toEqual({ path: ['door'], value: '"open"' });
    const call = explainMatch(`SELECT * FROM "t" WHERE lower(payload.door) = 'open'`, event({ door: 'shut' }, 't'));
    expect(call?.conditions[0]?.suggestion).toBeUndefined();
  });

  it('gives up on what it cannot read', () => {
    expect(explainMatch(sql, { event_type: 'nothing_known' })).toBeUndefined();
  });

  it('adds lines and proposals to what the backend says', () => {
    const own = explainMatch(sql, event({ temp_c: -16.2, set_c: -18, door: 'closed' }));
    const values = [{ path: 'temp', json: '-16.2' }];
    const report = explainParts(
      sql,
      [
        { text: 'temp > setpoint + 3', outcome: 'false', values },
        { text: "payload.door = 'closed'", outcome: 'error', message: 'why', values: [] },
      ],
      own,
    );
    expect(report).toMatchObject({ fits: true, joint: 'and' });
    expect(report.conditions).toMatchObject([
      { line: 8, outcome: 'false', values, suggestion: { path: ['temp_c'] } },
      { line: 9, outcome: 'error', error: 'why' },
    ]);
    const either = 'SELECT * FROM "t" WHERE\n a = 1\n OR b = 2';
    const parts = ['a = 1', 'b = 2'].map((text) => ({ text, outcome: 'false' as const, values: [] }));
    const joined = explainParts(either, parts, undefined);
    expect(joined.joint).toBe('or');
    expect(joined.conditions.map((one) => one.line)).toEqual([2, 3]);
  });

  it('keeps the digits of both sides', () => {
    const big = 'SELECT * FROM "t" WHERE payload.id = 9007199254740993';
    const report = explainMatch(big, { ...event({}, 't'), payload: '{"id":9007199254740995}' });
    expect(report?.conditions[0]).toMatchObject({
      outcome: 'false',
      sides: { left: '9007199254740995', right: '9007199254740993' },
      suggestion: { value: '9007199254740993' },
    });
  });
});
