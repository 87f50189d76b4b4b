import { type RuleRecord, zeroActionMetrics, zeroRuleMetrics } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../api/channels.ts';
import type { AllMetrics } from '../api/metrics.ts';
import { flowOf } from './flow.ts';
import { ratesBetween } from './rates.ts';

const rule = (id: string, from: readonly string[], actions: RuleRecord['actions'], enable = true): RuleRecord => ({
  id,
  name: '',
  sql: '',
  enable,
  description: '',
  actions,
  from,
  created_at: '',
  last_modified_at: '',
});
const action = (name: string, status: string): Channel => ({
  kind: 'action',
  id: `http:${name}`,
  type: 'http',
  name,
  connector: 'c',
  description: '',
  enable: true,
  status,
  node_status: [],
  rules: [],
  createdAt: 0,
  modifiedAt: 0,
  record: {},
});
const metrics = (rules: Record<string, number>, at = 0): AllMetrics => ({
  rules: Object.fromEntries(
    Object.entries(rules).map(([id, rate]) => [
      id,
      { ...zeroRuleMetrics(), 'matched.rate': rate, 'matched.rate.last5m': rate },
    ]),
  ),
  actions: {},
  sources: {},
  receivedRate: 0,
  clients: 0,
  at,
});

describe('the flow', () => {
  const source = {
    rules: [
      rule('quiet', ['t/#'], []),
      rule('busy', ['t/#', '$events/client_connected'], ['http:good', { function: 'console' }]),
      rule('off', ['x'], [], false),
      rule('sick', ['$bridges/mqtt:in'], ['http:bad']),
    ],
    actions: [action('good', 'connected'), action('bad', 'disconnected')],
    sources: [],
    metrics: metrics({ busy: 50, quiet: 1 }),
    rates: { matched: { busy: 50, quiet: 1 }, passed: { busy: 20, quiet: 1 }, failed: {}, taken: {}, delivered: {} },
    failing: new Set<string>(),
  };

  it('draws trouble first, then the busiest, and counts the rest', () => {
    const flow = flowOf(source, 2);
    expect(flow.rules.map((node) => node.id)).toEqual(['sick', 'busy']);
    expect(flow.hidden).toBe(1);
  });

  it('draws a rule that failed in the last minutes before those that are busy, and marks it', () => {
    const flow = flowOf({ ...source, failing: new Set(['quiet']) }, 2);
    expect(flow.rules.map((node) => [node.id, node.tone])).toEqual([
      ['quiet', 'warn'],
      ['sick', 'ok'],
    ]);
  });

  it('joins inputs and outputs that several rules share', () => {
    const flow = flowOf(source, 10);
    expect(flow.inputs.map((node) => `${node.kind} ${node.label}`)).toEqual([
      'source in',
      'topic t/#',
      'event client_connected',
    ]);
    expect(flow.outputs.map((node) => node.id)).toEqual(['http:bad', 'http:good', 'console']);
    expect(flow.left.filter((edge) => edge.from === 1).map((edge) => flow.rules[edge.to]?.id)).toEqual([
      'busy',
      'quiet',
    ]);
    expect(flow.right.map((edge) => edge.bad)).toEqual([true, false, false]);
  });

  it('gives no rate to an input of a rule that has several', () => {
    const flow = flowOf(source, 10);
    const rateOf = (id: string) => flow.left.filter((edge) => flow.rules[edge.to]?.id === id).map((edge) => edge.rate);
    expect(rateOf('busy')).toEqual([undefined, undefined]);
    expect(rateOf('quiet')).toEqual([1]);
  });
});

describe('the rates of nodes', () => {
  it('are the whole stream at an input and the sum at a built-in output', () => {
    const rates = { matched: { a: 10, b: 10 }, passed: { a: 4, b: 3 }, failed: {}, taken: {}, delivered: {} };
    const flow = flowOf(
      {
        rules: [rule('a', ['t'], [{ function: 'console' }]), rule('b', ['t'], [{ function: 'console' }])],
        actions: [],
        sources: [],
        metrics: undefined,
        rates,
        failing: new Set(),
      },
      5,
    );
    expect(flow.inputs.map((node) => node.rate)).toEqual([10]);
    expect(flow.outputs.map((node) => node.rate)).toEqual([7]);
    expect(flow.rules.map((node) => [node.rate, node.of])).toEqual([
      [4, 10],
      [3, 10],
    ]);
  });
});

describe('rates between two answers', () => {
  const at = (passed: number, success: number, ms: number): AllMetrics => ({
    rules: { r: { ...zeroRuleMetrics(), passed } },
    actions: { a: { ...zeroActionMetrics(), success } },
    sources: {},
    receivedRate: 0,
    clients: 0,
    at: ms,
  });
  it('are what happened a second', () => {
    expect(ratesBetween(at(100, 10, 0), at(150, 20, 5_000))).toEqual({
      matched: { r: 0 },
      passed: { r: 10 },
      failed: { r: 0 },
      taken: { a: 0 },
      delivered: { a: 2 },
    });
  });
  it('are 0 after a reset and for one answer alone', () => {
    expect(ratesBetween(at(100, 10, 0), at(3, 0, 5_000)).passed.r).toBe(0);
    expect(ratesBetween(at(100, 10, 7), at(100, 10, 7)).passed.r).toBe(0);
  });
});
