import type { ChannelConfig, ConnectorConfig, RuleConfig, RuleOutput } from '@sluice/contract';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../host/engine.ts';
import type { EngineHost } from '../host.ts';
import { temporaryFolder, until } from '../testing/harness.ts';

const record = { enable: true, description: '' };

/** Circles that leave the broker over an MQTT connector and come in again. */
describe.each(['127.0.0.1', 'localhost'])('bridges to ourselves over %s', (host) => {
  let engine: EngineHost;
  let client: MqttClient;
  let folder: ReturnType<typeof temporaryFolder>;
  let port = 0;

  beforeEach(async () => {
    folder = temporaryFolder();
    engine = createEngine({ writeConsole: () => {} });
    const started = await engine.start({
      node: 'sluice@127.0.0.1',
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      dataDir: folder.path,
      config: { connectors: [], actions: [], sources: [], rules: [] },
    });
    if (!started.ok) throw new Error(started.error.message);
    port = started.value.mqttPort;
    client = await connectAsync(`mqtt://127.0.0.1:${port}`);
  });
  afterEach(async () => {
    await client.endAsync(true);
    await engine.stop();
    folder.remove();
  });

  const connector = (name: string): ConnectorConfig => ({
    type: 'mqtt',
    name,
    ...record,
    server: `${host}:${port}`,
    pool_size: 2,
    resource_opts: {},
  });
  const channel = (name: string, to: string, parameters: ChannelConfig['parameters']): ChannelConfig => ({
    type: 'mqtt',
    name,
    ...record,
    connector: to,
    parameters: { qos: 1, retain: false, ...parameters },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  });
  const rule = (id: string, from: string, output: RuleOutput): RuleConfig => ({
    id,
    name: '',
    sql: `SELECT * FROM "${from}"`,
    ...record,
    actions: [output],
    created_at: '',
    last_modified_at: '',
  });
  const republish = (topic: string): RuleOutput => ({
    function: 'republish',
    args: {
      topic,
      qos: 1,
      retain: false,
      payload: '${payload}',
      user_properties: '',
      mqtt_properties: {},
      direct_dispatch: false,
    },
  });
  const matched = async (id: string) => (await engine.ruleMetrics([id]))[id]?.matched ?? 0;

  /** The circle has been entered, and stands still. */
  async function standsStill(id: string, turns: number): Promise<void> {
    await until(async () => (await matched(id)) >= turns, `${turns} turns`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await matched(id)).toBe(turns);
    const { lines } = await engine.tap(id, 0);
    expect(lines.some((line) => line.kind === 'output' && line.state === 'loop')).toBe(true);
  }

  it('end at the second turn: an action that feeds its own rule', async () => {
    await engine.apply([
      { kind: 'put_connector', config: connector('own') },
      { kind: 'put_action', config: channel('out', 'own', { topic: 'round/x', payload: '${payload}' }) },
      { kind: 'put_rule', config: rule('r', 'round/#', 'mqtt:out') },
    ]);
    await engine.tap('r', 0);
    await client.publishAsync('round/1', 'x', { qos: 1 });
    await standsStill('r', 2);
  });

  it('end at the second turn: over two connectors and a republish', async () => {
    await engine.apply([
      { kind: 'put_connector', config: connector('one') },
      { kind: 'put_connector', config: connector('two') },
      { kind: 'put_action', config: channel('a', 'one', { topic: 'b', payload: '${payload}' }) },
      { kind: 'put_action', config: channel('c', 'two', { topic: 'a', payload: '${payload}' }) },
      { kind: 'put_rule', config: rule('first', 'a', 'mqtt:a') },
      { kind: 'put_rule', config: rule('second', 'b', republish('c')) },
      { kind: 'put_rule', config: rule('third', 'c', 'mqtt:c') },
    ]);
    await engine.tap('third', 0);
    await client.publishAsync('a', 'x', { qos: 1 });
    await standsStill('third', 1);
    expect(await matched('first')).toBe(1);
  });

  it('end at the second turn: a source on ourselves', async () => {
    await engine.apply([
      { kind: 'put_connector', config: connector('own') },
      { kind: 'put_source', config: channel('in', 'own', { topic: 'from/#', no_local: false }) },
      { kind: 'put_rule', config: rule('r', '$bridges/mqtt:in', republish('from/again')) },
    ]);
    await until(async () => (await engine.statuses()).sources['mqtt:in']?.status === 'connected', 'connected');
    await engine.tap('r', 0);
    await client.publishAsync('from/1', 'x', { qos: 1 });
    await standsStill('r', 1);
  });

  it('leave one turn alone: over the bridge, and on to others', async () => {
    const got: string[] = [];
    client.on('message', (topic) => got.push(topic));
    await client.subscribeAsync('end', { qos: 1 });
    await engine.apply([
      { kind: 'put_connector', config: connector('own') },
      { kind: 'put_action', config: channel('out', 'own', { topic: 'middle', payload: '${payload}' }) },
      { kind: 'put_rule', config: rule('first', 'begin', 'mqtt:out') },
      { kind: 'put_rule', config: rule('second', 'middle', republish('end')) },
    ]);
    await client.publishAsync('begin', 'x', { qos: 1 });
    await until(() => got.length === 1, 'arrived');
    expect(await matched('second')).toBe(1);
  });
});
