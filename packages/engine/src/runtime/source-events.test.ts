import type { ChannelConfig } from '@sluice/contract';
import { RULE_EVENTS, STREAM_EVENTS } from '@sluice/contract';
import { encodeJson } from '@sluice/rulesql';
import { describe, expect, it } from 'vitest';
import type { Connection, Incoming, Take } from '../connectors/driver.ts';
import { SYSTEMS } from '../connectors/systems.ts';
import type { RunningConnector } from '../health/connector.ts';
import { createMessageIds } from './message-ids.ts';
import { createOwnBridges } from './own-bridges.ts';
import { createRule } from './rule.ts';
import { createRuleCounters } from './rule-metrics.ts';
import { createRuleSet } from './rule-set.ts';
import { createSource } from './source.ts';
import { createTap } from './tap.ts';

const plain: Incoming = {
  topic: 'far/1',
  payload: Buffer.from('{"n":1}'),
  qos: 1,
  retain: false,
  dup: false,
  properties: undefined,
  server: 'far.example.org:1883',
};
const streamed: Incoming = {
  ...plain,
  record: {
    key: 'k',
    headers: { h: 'v' },
    offset: '9007199254740993',
    partition: 3,
    ts: 1_700_000_000_000,
    tsType: 'create',
  },
};

/** A source of a type on a connector that is up, and what rules make of its messages. */
function listen(type: string, from: string) {
  const rows: string[] = [];
  const rules = createRuleSet();
  const surroundings = {
    tap: createTap(),
    environment: (ruleId: string) => ({
      now: Date.now,
      node: 'n',
      ruleId,
      kv: new Map(),
      getenv: () => undefined,
      utcOffset: () => 0,
    }),
    targets: () => [
      {
        name: 'test',
        send: (row: never) => void rows.push(encodeJson(row)),
        rehearse: () => ({ ok: true, request: {} }) as const,
      },
    ],
  };
  const base = { name: '', enable: true, description: '', actions: [], created_at: '', last_modified_at: '' };
  const rule = createRule({ id: 'r', sql: `SELECT * FROM "${from}"`, ...base }, surroundings, createRuleCounters());
  if ('error' in rule) throw new Error(rule.error);
  rules.put(rule);
  let take: Take | undefined;
  const connection = {
    input(_config: ChannelConfig, to: Take) {
      take = to;
      return { ok: true, value: { open: async () => undefined, close: async () => {} } };
    },
  } as unknown as Connection;
  const connector = {
    connection: { ok: true, value: connection },
    isUp: () => true,
    attach: () => {},
  } as unknown as RunningConnector;
  const config = { type, name: 'in', connector: 'c', enable: true, description: '', parameters: {}, resource_opts: {} };
  const source = createSource(config as unknown as ChannelConfig, 'n', rules, createMessageIds(), createOwnBridges());
  source.connect(connector);
  return { rows, source, take: (message: Incoming) => take?.(message) };
}

const types = SYSTEMS.flatMap((system) => (system.source === undefined ? [] : [system.type]));

describe.each(types)('source of type %s', (type) => {
  const event = [...RULE_EVENTS, ...STREAM_EVENTS].find((one) => one.event === `$bridges/${type}:*`);

  it('is in the list of events', () => {
    expect(event).toBeDefined();
  });

  it.each([`$bridges/${type}:in`, `$bridges/${type}:*`, `$sources/${type}:in`])('reaches rules on %s', (from) => {
    const { rows, take, source } = listen(type, from);
    void take(type === 'mqtt' ? plain : streamed);
    expect(rows).toHaveLength(1);
    const row = JSON.parse(rows[0] ?? '') as Record<string, unknown>;
    expect(Object.keys(row).sort()).toEqual([...(event?.columns ?? []), 'metadata'].sort());
    expect(row).toMatchObject({
      event: `$bridges/${type}:in`,
      payload: '{"n":1}',
      metadata: { rule_id: 'r' },
      node: 'n',
    });
    if (type !== 'mqtt') expect(row).toMatchObject({ key: 'k', headers: { h: 'v' }, partition: 3 });
    expect(source.metrics().received).toBe(1);
  });

  it.each([`$bridges/${type}:other`, '$bridges/none:*', 'far/#', '#'])('does not reach rules on %s', (from) => {
    const { rows, take } = listen(type, from);
    void take(type === 'mqtt' ? plain : streamed);
    expect(rows).toEqual([]);
  });
});
