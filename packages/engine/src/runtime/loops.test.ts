import type { ChannelConfig, ConnectorConfig, RuleOutput } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { type FlowConfig, passage } from './flow.ts';
import { loopsOfRule, loopsThrough } from './loops.ts';

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
  return { id, from: [from], actions };
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

function complete(config: Partial<FlowConfig>): FlowConfig {
  const isOwn = (server: string) => server.startsWith('127.');
  return { rules: [], actions: [], sources: [], connectors: [], isOwn, ...config };
}

function loops(id: string, config: Partial<FlowConfig>): (readonly string[])[] {
  return loopsOfRule(id, complete(config)).map((loop) => loop.rules);
}

function through(
  kind: 'connector' | 'action' | 'source',
  id: `${string}:${string}`,
  config: Partial<FlowConfig>,
): (readonly string[])[] {
  return loopsThrough(passage(kind, id), complete(config)).map((loop) => loop.rules);
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

describe('loops through a connector, action or source', () => {
  const own = [connector('c', '127.0.0.1')];
  const actions = [channel('out', 'c', 'x/1')];
  const sources = [channel('in', 'c', 'y/#')];

  it('are those it is a part of', () => {
    const rules = [rule('a', 'x/#', 'mqtt:out'), rule('self', 's', republish('s'))];
    expect(through('action', 'mqtt:out', { rules, actions, connectors: own })).toEqual([['a']]);
    expect(through('connector', 'mqtt:c', { rules, actions, connectors: own })).toEqual([['a']]);
    expect(through('action', 'mqtt:other', { rules, actions, connectors: own })).toEqual([]);
    const elsewhere = [connector('c', 'far.example.org')];
    expect(through('connector', 'mqtt:c', { rules, actions, connectors: elsewhere })).toEqual([]);
  });

  it('go over other rules, and each is told once', () => {
    const rules = [
      rule('a', 'in', republish('mid')),
      rule('b', 'mid', 'mqtt:out'),
      rule('c', '$bridges/mqtt:in', republish('in')),
      rule('d', 'x/1', republish('y/1')),
    ];
    const config = { rules, actions, sources, connectors: own };
    expect(through('action', 'mqtt:out', config)).toEqual([['b', 'd', 'c', 'a']]);
    expect(through('source', 'mqtt:in', config)).toEqual([['d', 'c', 'a', 'b']]);
    expect(through('connector', 'mqtt:c', config)).toHaveLength(1);
    expect(through('source', 'mqtt:in', { ...config, rules: rules.slice(0, 3) })).toEqual([]);
  });

  it('are looked for in reasonable time, however many rules there are', () => {
    const chain = Array.from({ length: 5_000 }, (_, i) => rule(`r${i}`, `t/${i}`, republish(`t/${i + 1}`)));
    expect(loops('r0', { rules: chain })).toEqual([]);
    expect(loops('r0', { rules: [...chain.slice(0, 999), rule('last', 't/999', republish('t/0'))] })[0]).toHaveLength(
      1000,
    );
    const deep = '${x}/a/'.repeat(40);
    expect(loops('r', { rules: [rule('r', `${'+/'.repeat(90)}z`, republish(`${deep}y`))] })).toEqual([]);
  });
});
