import { type Json, RULE_EVENTS } from '@sluice/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inDisplayOrder } from '../api/rule-events.ts';
import { eventOf, inputName, inputOf } from '../editor/rule-input.ts';
import { ribbons, ribbonWidth } from './ribbon.ts';
import { bodyOf, draftOf, draftProblems, isSame, proposeRuleId } from './rule-draft.ts';
import { newRepublish, outputName, outputOf, republishOutput } from './rule-output.ts';
import { ruleState } from './rule-state.ts';
import { fitsInput, testContext, testFields } from './test-event.ts';

const eventNamed = (name: string) => RULE_EVENTS.find((event) => event.event === name)!;

describe('inputs', () => {
  it.each([
    ['t/#', 'topic', 't/#', '$events/message_publish'],
    ['$events/client_connected', 'event', 'client_connected', '$events/client_connected'],
    ['$bridges/mqtt:a:b', 'source', 'mqtt:a:b', '$bridges/mqtt:*'],
    ['$sources/mqtt:a', 'source', 'mqtt:a', '$bridges/mqtt:*'],
  ])('%s is a %s', (from, kind, name, event) => {
    const input = inputOf(from);
    expect([input.kind, inputName(input), eventOf(input)]).toEqual([kind, name, event]);
  });
});

describe('outputs', () => {
  it('go back as they came, known or not', () => {
    const raws: Json[] = [
      'http:a',
      { function: 'console' },
      { function: 'republish', args: { topic: 't', later: { x: 1 } } },
      { function: 'my_module:f', args: { deep: [1] } },
      17,
    ];
    const draft = draftOf({ id: 'r', description: 'd', sql: 'SELECT 1', enable: true, actions: raws });
    expect(bodyOf(draft).actions).toEqual(raws);
    expect(draft.outputs.map(outputName)).toEqual(['http:a', 'console', 't', 'my_module:f', '17']);
  });

  it('keep unknown arguments of a republish that is edited', () => {
    const before = outputOf({ function: 'republish', args: { topic: 't', later: 1 } });
    expect(republishOutput({ ...newRepublish(), topic: 'u' }, before).raw).toEqual({
      function: 'republish',
      args: {
        topic: 'u',
        qos: 0,
        retain: false,
        payload: '',
        user_properties: '',
        mqtt_properties: {},
        direct_dispatch: false,
        later: 1,
      },
    });
  });
});

describe('drafts', () => {
  const rule = { id: 'r', description: '', sql: 'SELECT * FROM "t"', enable: true, actions: ['http:a'] };
  it('are the same whatever the switch and the white space at the end', () => {
    expect(isSame(draftOf(rule), draftOf({ ...rule, enable: false, sql: `${rule.sql}\n ` }))).toBe(true);
    expect(isSame(draftOf(rule), draftOf({ ...rule, actions: [] }))).toBe(false);
    expect(isSame(draftOf(rule), draftOf({ ...rule, description: 'x' }))).toBe(false);
  });
  it('need an id and a statement', () => {
    expect(draftProblems(draftOf({ ...rule, id: '', sql: ' ' }), true)).toEqual(['id_required', 'sql_required']);
    expect(draftProblems(draftOf({ ...rule, id: '9 x' }), true)).toEqual(['id_form']);
    expect(draftProblems(draftOf({ ...rule, id: '9 x' }), false)).toEqual([]);
  });
  it('propose ids that pass', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (random) => {
        expect(proposeRuleId(() => random)).toMatch(/^rule_[0-9a-z]{4}$/);
      }),
      { seed: 5 },
    );
  });
});

describe('state', () => {
  const metrics = { matched: 100, 'failed.exception': 0, 'matched.rate.last5m': 1 };
  const up = { enable: true, status: 'connected' };
  const NOW = 1_800_000_000_000;
  const quiet = { matched: 10_000, 'failed.exception': 1, 'matched.rate.last5m': 0 };
  const failure = (at: number) => ({ at, clause: 'select', message: 'no', event: 'message.publish' }) as const;
  it.each([
    [false, [up], 0, metrics, 'disabled'],
    [true, [up], 0, metrics, 'running'],
    [true, [{ enable: true, status: 'disconnected' }], 0, metrics, 'output_failing'],
    [true, [{ enable: true, status: 'never_heard_of' }], 0, metrics, 'output_failing'],
    [true, [{ enable: false, status: 'disconnected' }], 0, metrics, 'running'],
    [true, [], 1, metrics, 'output_failing'],
    [true, [{ enable: true, status: 'connecting' }], 0, metrics, 'output_unstable'],
    [true, [up], 0, { ...metrics, 'failed.exception': 50 }, 'sql_errors'],
    [true, [up], 0, { ...metrics, 'failed.exception': 50, 'matched.rate.last5m': 0 }, 'idle'],
    [true, [], 0, undefined, 'running'],
    [true, [up], 0, { ...quiet, last_failure: failure(NOW - 60_000) }, 'sql_errors'],
    [true, [up], 0, { ...quiet, last_failure: failure(NOW - 6 * 60_000) }, 'idle'],
    [true, [up], 0, { ...metrics, 'failed.exception': 50, last_failure: failure(NOW - 6 * 60_000) }, 'running'],
  ] as const)('%#: %s', (enable, outputs, missing, measured, state) => {
    expect(ruleState(enable, outputs, missing, measured, NOW)).toBe(state);
  });
});

describe('a made-up event', () => {
  it('keeps the types of its examples', () => {
    const event = eventNamed('$events/message_publish');
    const fields = testFields(event, inputOf('fleet/+/x/#'));
    expect(testContext(event, fields)).toEqual({
      event_type: 'message_publish',
      clientid: 'sensor-17',
      username: 'plant-2',
      topic: 'fleet/a/x/a',
      qos: 1,
      payload: '{ "msg": "hello" }',
    });
    const edited = fields.map((field) => (field.name === 'qos' ? { ...field, text: '2' } : field));
    expect(testContext(event, edited).qos).toBe(2);
  });

  it('leaves out what was emptied, and keeps digits no number can hold', () => {
    const event = eventNamed('$events/message_publish');
    const fields = testFields(event, undefined).map((field) => {
      if (field.name === 'username') return { ...field, text: '' };
      return field.name === 'qos' ? { ...field, text: '9007199254740993' } : field;
    });
    const context = testContext(event, fields);
    expect(context).not.toHaveProperty('username');
    expect(context.qos).toBe('9007199254740993');
  });

  it('reads booleans and objects back', () => {
    const event = eventNamed('$events/sys/alarm_activated');
    expect(testContext(event, testFields(event, undefined))).toMatchObject({
      event_type: 'alarm_activated',
      details: { extra: 'details' },
    });
  });

  it('comes in the order of the specification, sources behind, unknown events last', () => {
    const order = inDisplayOrder([{ event: '$events/new' }, ...[...RULE_EVENTS].reverse()]).map((one) => one.event);
    expect(order[0]).toBe('$events/client_check_authn_complete');
    expect(order[13]).toBe('$events/message_publish');
    expect(order[14]).toBe('$bridges/mqtt:*');
    expect(order.slice(-3)).toContain('$events/new');
  });

  it('knows whether it reaches a rule', () => {
    expect(fitsInput('$events/message_publish', 'a/b', inputOf('a/+'))).toBe(true);
    expect(fitsInput('$events/message_publish', 'b', inputOf('a/+'))).toBe(false);
    expect(fitsInput('$events/client_connected', undefined, inputOf('a/+'))).toBe(false);
    expect(fitsInput('$bridges/mqtt:*', 'x', inputOf('$bridges/mqtt:s'))).toBe(true);
  });
});

describe('ribbons', () => {
  it('are wider for more, and never vanish', () => {
    expect(ribbonWidth(0, 100)).toBe(ribbonWidth(0, 0));
    expect(ribbonWidth(100, 100)).toBeGreaterThan(ribbonWidth(10, 100));
    expect(ribbonWidth(10, 100)).toBeGreaterThan(ribbonWidth(0, 100));
  });
  it('lie side by side at the gate', () => {
    const [first, second] = ribbons(
      [
        { y: 20, rate: 4 },
        { y: 60, rate: 4 },
      ],
      50,
      72,
      'left',
    );
    expect(first?.path).toBe('M0 20C36 20 36 43 72 43');
    expect(second?.path).toBe('M0 60C36 60 36 57 72 57');
  });
});
