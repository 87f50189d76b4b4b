import type { RepublishArgs, RuleOutput } from '@sluice/contract';
import { connectAsync, type IPublishPacket, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../host/engine.ts';
import type { EngineHost } from '../host.ts';
import { temporaryFolder, until } from '../testing/harness.ts';

describe('republish', () => {
  let engine: EngineHost;
  let client: MqttClient;
  let folder: ReturnType<typeof temporaryFolder>;
  const got: IPublishPacket[] = [];

  beforeEach(async () => {
    got.length = 0;
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
    client = await connectAsync(`mqtt://127.0.0.1:${started.value.mqttPort}`, { protocolVersion: 5, clientId: 'c1' });
    client.on('message', (_topic, _payload, packet) => got.push(packet));
    await client.subscribeAsync('#', { qos: 2, rap: true });
  });
  afterEach(async () => {
    await client.endAsync(true);
    await engine.stop();
    folder.remove();
  });

  function to(topic: string, more: Partial<RepublishArgs> = {}): RuleOutput {
    const args = {
      topic,
      qos: '${qos}',
      retain: '${flags.retain}',
      payload: '${payload}',
      user_properties: '',
      mqtt_properties: {},
      direct_dispatch: false,
    };
    return { function: 'republish', args: { ...args, ...more } };
  }

  async function rule(id: string, from: string, ...actions: RuleOutput[]): Promise<void> {
    const config = {
      id,
      name: '',
      sql: `SELECT * FROM "${from}"`,
      enable: true,
      description: '',
      actions,
      created_at: '',
      last_modified_at: '',
    };
    await engine.apply([{ kind: 'put_rule', config }]);
  }

  const topics = (): string[] => got.map((packet) => packet.topic);
  const counts = async (id: string) => (await engine.ruleMetrics([id]))[id];

  it('sends properties, retain and QoS as the arguments say', async () => {
    await rule(
      'r',
      'in/#',
      to('out/${clientid}', {
        qos: 2,
        retain: true,
        payload: 'p',
        user_properties: '${pub_props.User-Property}',
        mqtt_properties: {
          'Content-Type': 'text/${payload}',
          'Message-Expiry-Interval': '60',
          'Response-Topic': 're/${clientid}',
          'Correlation-Data': 'x',
          'Payload-Format-Indicator': '1',
        },
      }),
    );
    await client.publishAsync('in/1', 'plain', { qos: 1, properties: { userProperties: { a: 'b' } } });
    await until(() => topics().includes('out/c1'), 'republished');
    const packet = got.find((one) => one.topic === 'out/c1');
    expect(packet).toMatchObject({ qos: 2, retain: true });
    expect(packet?.properties).toMatchObject({
      contentType: 'text/plain',
      responseTopic: 're/c1',
      payloadFormatIndicator: true,
      userProperties: { a: 'b' },
    });
    expect(packet?.properties?.correlationData?.toString()).toBe('x');
  });

  it('refuses to republish what the rule itself republished', async () => {
    await rule('r', 'a/#', to('a/b'));
    await client.publishAsync('a/x', '1', { qos: 1 });
    await until(async () => (await counts('r'))?.matched === 2, 'both seen');
    expect(await counts('r')).toMatchObject({ passed: 2, 'actions.success': 1, 'actions.failed': 1 });
    expect(topics().sort()).toEqual(['a/b', 'a/x']);
  });

  it('stops a circle of rules after a number of hops', async () => {
    await rule('ping', 'ping', to('pong'));
    await rule('pong', 'pong', to('ping'));
    await client.publishAsync('ping', '1', { qos: 1 });
    await until(() => got.length >= 17, 'the circle ran');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(got.length).toBe(17);
    const failed =
      ((await counts('ping'))?.['actions.failed'] ?? 0) + ((await counts('pong'))?.['actions.failed'] ?? 0);
    expect(failed).toBe(1);
  });

  it('goes past the rules with direct dispatch', async () => {
    await rule('first', 'in', to('mid', { direct_dispatch: true }));
    await rule('second', 'mid', to('out'));
    await client.publishAsync('in', '1', { qos: 1 });
    await until(() => topics().includes('mid'), 'dispatched');
    expect((await counts('second'))?.matched).toBe(0);
  });

  it('passes binary payloads unharmed', async () => {
    await rule('r', 'bin', to('out'));
    const bytes = Buffer.from([0, 1, 2, 255, 254]);
    await client.publishAsync('bin', bytes, { qos: 1 });
    await until(() => topics().includes('out'), 'republished');
    expect(got.find((one) => one.topic === 'out')?.payload).toEqual(bytes);
  });
});
