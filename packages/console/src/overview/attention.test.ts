import {
  type RuleFailure,
  type RuleMetrics,
  type RuleRecord,
  zeroActionMetrics,
  zeroRuleMetrics,
} from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import type { Channel } from '../api/channels.ts';
import type { AllMetrics } from '../api/metrics.ts';
import { RECENT_MS } from '../api/recent.ts';
import { attentionOf, type Trouble } from './attention.ts';
import { NOTHING_GROWN, withLook } from './failures.ts';
import { headlineOf } from './headline.ts';

const rule: RuleRecord = {
  id: 'r',
  name: '',
  sql: '',
  enable: true,
  description: '',
  actions: [],
  from: ['t'],
  created_at: '',
  last_modified_at: '',
};
const action: Channel = {
  kind: 'action',
  id: 'http:a',
  type: 'http',
  name: 'a',
  connector: 'c',
  description: '',
  enable: true,
  status: 'connected',
  node_status: [],
  rules: [],
  createdAt: 0,
  modifiedAt: 0,
  record: {},
};
const failure = (at: number): RuleFailure => ({ at, clause: 'select', message: 'no', event: 'message.publish' });

function looked(of: Partial<RuleMetrics>, refused: number, at = Date.now()): AllMetrics {
  return {
    rules: { r: { ...zeroRuleMetrics(), matched: 100, ...of } },
    actions: { 'http:a': { ...zeroActionMetrics(), matched: 100, failed: refused } },
    sources: {},
    receivedRate: 0,
    clients: 0,
    at,
  };
}
const trouble = (metrics: AllMetrics, more: Partial<Trouble> = {}): Trouble => ({
  rules: [rule],
  actions: [action],
  sources: [],
  connectors: [],
  metrics,
  rates: undefined,
  grown: NOTHING_GROWN,
  ...more,
});
const answer = (known: Trouble) => {
  const attention = attentionOf(known);
  return {
    items: attention.map((one) => [one.id, one.tone, one.failures?.count]),
    headline: headlineOf({ attention, waiting: 0, rules: 1, enabledRules: 1 }).key,
  };
};

describe('a statement that failed', () => {
  it('in the last minutes is named in the headline, however rare it is', () => {
    const metrics = looked({ 'failed.exception': 1, last_failure: failure(Date.now() - 60_000) }, 0);
    expect(answer(trouble(metrics))).toEqual({ items: [['r', 'warn', 1]], headline: 'rules' });
  });
  it('before that is still there to be seen', () => {
    const metrics = looked({ 'failed.exception': 3, last_failure: failure(Date.now() - RECENT_MS - 1) }, 0);
    expect(answer(trouble(metrics))).toEqual({ items: [['r', 'off', 3]], headline: 'earlier' });
  });
  it('is of no interest once its rule is disabled', () => {
    const metrics = looked({ 'failed.exception': 3, last_failure: failure(Date.now()) }, 0);
    expect(answer(trouble(metrics, { rules: [{ ...rule, enable: false }] }))).toEqual({ items: [], headline: 'good' });
  });
});

describe('an action that is connected and refused something', () => {
  it('is news only when the page has seen it happen', () => {
    const first = withLook(NOTHING_GROWN, looked({}, 2));
    expect(answer(trouble(looked({}, 2), { grown: first }))).toEqual({
      items: [['http:a', 'off', 2]],
      headline: 'earlier',
    });
    const second = withLook(first, looked({}, 3));
    expect(answer(trouble(looked({}, 3), { grown: second })).headline).toBe('refused');
    const later = withLook(first, looked({}, 3, Date.now() - RECENT_MS - 1));
    expect(answer(trouble(looked({}, 3), { grown: withLook(later, looked({}, 3)) })).headline).toBe('earlier');
  });
  it('that had refused nothing before counts from its first refusal', () => {
    const first = withLook(NOTHING_GROWN, looked({}, 0));
    expect(answer(trouble(looked({}, 1), { grown: withLook(first, looked({}, 1)) })).headline).toBe('refused');
  });
  it('has nothing to tell after its counters were reset', () => {
    const first = withLook(withLook(NOTHING_GROWN, looked({}, 2)), looked({}, 5));
    expect(answer(trouble(looked({}, 0), { grown: withLook(first, looked({}, 0)) }))).toEqual({
      items: [],
      headline: 'good',
    });
  });
});
