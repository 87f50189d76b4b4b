import { expect, it } from 'vitest';
import type { RuleInput } from './event-columns.ts';
import { ruleFailure } from './rule-failure.ts';
import { createRuleCounters } from './rule-metrics.ts';

function input(columns: Readonly<Record<string, string>>): RuleInput {
  return {
    get: (column) => columns[column],
    names: () => Object.keys(columns),
    decoded: undefined,
    key: '',
    qos: 0,
    hops: 0,
    via: [],
    ruleId: 'r',
  };
}

const error = { kind: 'error', clause: 'where', message: 'abs() wants a number' } as const;

it('keeps why, where and for which event a statement failed', () => {
  expect(ruleFailure(input({ event: 'message.publish', topic: 't/1', clientid: 'c' }), error, 5)).toEqual({
    at: 5,
    clause: 'where',
    message: 'abs() wants a number',
    event: 'message.publish',
    topic: 't/1',
    clientid: 'c',
  });
  expect(ruleFailure(input({ event: 'client.connected' }), error, 5)).not.toHaveProperty('topic');
});

it('keeps no more of a text than anyone reads', () => {
  const long = 'x'.repeat(65_535);
  const kept = ruleFailure(input({ event: 'message.publish', topic: long }), { ...error, message: long }, 5);
  expect(kept.topic?.length).toBe(301);
  expect(kept.message.length).toBe(301);
});

it('is told with the counters, the newest only, until they are reset', () => {
  const counters = createRuleCounters(() => 1);
  expect(counters.read()).not.toHaveProperty('last_failure');
  counters.exception(ruleFailure(input({ event: 'message.publish', topic: 'old' }), error, 1));
  counters.exception(ruleFailure(input({ event: 'message.publish', topic: 'new' }), error, 2));
  expect(counters.read()).toMatchObject({ 'failed.exception': 2, last_failure: { at: 2, topic: 'new' } });
  counters.reset();
  expect(counters.read()).not.toHaveProperty('last_failure');
});
