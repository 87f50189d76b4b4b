import type { ChannelConfig, ConnectorConfig, RuleOutput } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { findLoops, type LoopConfig } from './loops.ts';

const record = { enable: true, description: '' };

function republish(topic: string, direct = false): RuleOutput {
  const args = {
    topic,
    qos: 0,
    retain: false,
    payload: '',
    user_properties: '',
    mqtt_properties: {},
    direct_dispatch: direct,
  };
  return { function: 'republish', args };
}

function rule(id: string, from: string, ...actions: RuleOutput[]) {
  return { id, sql: `SELECT * FROM "${from}"`, actions };
}

function channel(name: string, connector: string, topic: string): ChannelConfig {
  return {
    type: 'mqtt',
    name,
    ...record,
    connector,
    parameters: { topic },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

function connector(name: string, server: string): ConnectorConfig {
  return { type: 'mqtt', name, ...record, server };
}

function loops(id: string, config: Partial<LoopConfig>): (readonly string[])[] {
  const all = {
    rules: [],
    actions: [],
    sources: [],
    connectors: [],
    isOwn: (server: string) => server.startsWith('127.'),
    ...config,
  };
  return findLoops(id, all).map((loop) => loop.rules);
}

describe('loops of rules', () => {
  it('sees a rule that republishes to itself', () => {
    expect(loops('a', { rules: [rule('a', 't/#', republish('t/out'))] })).toEqual([['a']]);
    expect(loops('a', { rules: [rule('a', 't/+', republish('t/a/b'))] })).toEqual([]);
    expect(loops('a', { rules: [rule('a', 't/#', republish('t/out', true))] })).toEqual([]);
  });

  it('follows placeholders, which may be any levels', () => {
    expect(loops('a', { rules: [rule('a', 't/x/y', republish('${topic}'))] })).toEqual([['a']]);
    expect(loops('a', { rules: [rule('a', 't/x/y', republish('u/${topic}'))] })).toEqual([]);
  });

  it('follows other rules', () => {
    const rules = [
      rule('a', 'in', republish('mid')),
      rule('b', 'mid', republish('out')),
      rule('c', 'out', republish('in')),
    ];
    expect(loops('a', { rules })).toEqual([['a', 'b', 'c']]);
    expect(loops('a', { rules: rules.slice(0, 2) })).toEqual([]);
  });

  it('follows bridges to the own broker and through another one', () => {
    const actions = [channel('out', 'c', 'far/${clientid}')];
    const sources = [channel('in', 'c', '$share/g/far/#')];
    const own = [connector('c', '127.0.0.1')];
    const far = [connector('c', 'far.example.org:1883')];
    expect(loops('a', { rules: [rule('a', 'far/#', 'mqtt:out')], actions, connectors: own })).toEqual([['a']]);
    expect(loops('a', { rules: [rule('a', 'far/#', 'mqtt:out')], actions, connectors: far })).toEqual([]);
    const through = { rules: [rule('a', '$bridges/mqtt:in', 'mqtt:out')], actions, sources };
    expect(loops('a', { ...through, connectors: far })).toEqual([['a']]);
    expect(loops('a', { ...through, connectors: own })).toEqual([['a']]);
    const stopped = own.map((one) => ({ ...one, enable: false }));
    expect(loops('a', { ...through, connectors: stopped })).toEqual([]);
    const spelled = [connector('c', 'mqtt://FAR.example.org'), connector('d', 'far.example.org:1883')];
    const apart = { ...through, actions: [channel('out', 'd', 'far/x')] };
    expect(loops('a', { ...apart, connectors: spelled })).toEqual([['a']]);
  });

  it('follows what goes to subscribers only: sources on the own broker, and events', () => {
    const sources = [channel('in', 'c', 'x/#')];
    const connectors = [connector('c', '127.0.0.1')];
    const direct = rule('a', '$bridges/mqtt:*', republish('x/1', true));
    expect(loops('a', { rules: [direct], sources, connectors })).toEqual([['a']]);
    expect(loops('a', { rules: [rule('a', '$events/message_delivered', republish('y', true))] })).toEqual([['a']]);
    expect(loops('a', { rules: [rule('a', '$events/client_connected', republish('y'))] })).toEqual([]);
    const rules = [rule('a', '$events/message_acked', republish('go')), rule('b', 'go', republish('on'))];
    expect(loops('b', { rules })).toEqual([['b', 'a']]);
  });

  it('sees through wildcards and templates in every place', () => {
    for (const [from, to] of [
      ['#', 'a/b'],
      ['+/b/+', 'a/b/c'],
      ['a/+', '${x}/b'],
      ['a/#', '${topic}/deeper'],
      ['a', 'a${suffix}'],
      ['a/b/#', 'a/b'],
      ['x/y/z', '${one}${two}'],
      ['+', '${one}'],
    ] as const) {
      expect(loops('a', { rules: [rule('a', from, republish(to))] }), `${from} ${to}`).toEqual([['a']]);
    }
    for (const [from, to] of [
      ['+', 'a/b'],
      ['a/+/c', 'a/${x}/d'],
      ['a/b', 'A/b'],
    ] as const) {
      expect(loops('a', { rules: [rule('a', from, republish(to))] }), `${from} ${to}`).toEqual([]);
    }
  });
});
