import type { RepublishArgs, RuleOutput } from '@sluice/contract';
import { connectAsync, type IPublishPacket, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine } from '../host/engine.ts';
import type { EngineHost } from '../host.ts';
import { temporaryFolder, until } from '../testing/harness.ts';

describe('republish', () => {
  let engine: EngineHost;
  let client: MqttClient;
  let port = 0;
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
    port = started.value.mqttPort;
    client = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 5, clientId: 'c1' });
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

  async function rule(id: string, from: string, output: RuleOutput, select = 'SELECT *'): Promise<void> {
    const config = {
      id,
      name: '',
      sql: `${select} FROM "${from}"`,
      enable: true,
      description: '',
      actions: [output],
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

  it('stops a circle of rules where it closes', async () => {
    await rule('ping', 'ping', to('pong'));
    await rule('pong', 'pong', to('${next}'), "SELECT *, 'ping' AS next");
    await client.publishAsync('ping', '1', { qos: 1 });
    await until(async () => (await counts('ping'))?.['actions.failed'] === 1, 'stopped');
    expect(topics().sort()).toEqual(['ping', 'ping', 'pong']);
    expect((await engine.tap('ping', 0)).lines).toEqual([]);
    await client.publishAsync('ping', '1', { qos: 1 });
    await until(async () => (await counts('ping'))?.['actions.failed'] === 2, 'stopped again');
    const refused = (await engine.tap('ping', 0)).lines.find((line) => line.kind === 'output' && line.state === 'loop');
    expect(refused).toMatchObject({ message: expect.stringContaining('by way of pong') });
  });

  it('stops a chain of rules after 16 hops', async () => {
    for (let n = 0; n < 20; n++) await rule(`r${n}`, `hop/${n}`, to(`hop/${n + 1}`));
    await client.publishAsync('hop/0', '1', { qos: 1 });
    await until(() => topics().includes('hop/16'), 'the chain ran');
    expect(await counts('r16')).toMatchObject({ matched: 1, 'actions.success': 0, 'actions.failed': 1 });
    expect(topics()).not.toContain('hop/17');
  });

  it('does not multiply in a circle: many rows, many subscribers, wildcards', async () => {
    const each = 'FOREACH [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] AS e DO e, payload';
    await rule('a', 'many/a/#', to('many/b/x'), each);
    await rule('b', '+/b/+', to('many/a/${e}'), each);
    await client.publishAsync('many/a/0', '1', { qos: 1 });
    await until(async () => (await counts('a'))?.matched === 101, 'all seen');
    expect(await counts('a')).toMatchObject({ 'actions.success': 10, 'actions.failed': 1000 });
    expect(await counts('b')).toMatchObject({ matched: 10, 'actions.success': 100 });
  });

  it.each(['message_delivered', 'message_acked', 'message_dropped', 'delivery_dropped'])(
    'does not feed itself from $events/%s',
    async (event) => {
      const url = `mqtt://127.0.0.1:${port}`;
      const others = await Promise.all([1, 2, 3, 4].map(() => connectAsync(url, { protocolVersion: 5 })));
      const topic = event === 'message_dropped' ? 'unheard' : 'heard';
      for (const other of others) await other.subscribeAsync('heard', { qos: 1, nl: false });
      const stored = await connectAsync(url, {
        clientId: 'away',
        clean: false,
        protocolVersion: 5,
        properties: { sessionExpiryInterval: 60 },
      });
      await stored.subscribeAsync('heard', { qos: 1 });
      await stored.endAsync(true);
      await client.unsubscribeAsync('#');
      await rule('r', `$events/${event}`, to(topic, { qos: event === 'delivery_dropped' ? 0 : 1 }));
      await client.publishAsync(topic, 'x', { qos: event === 'delivery_dropped' ? 0 : 1 });
      // Each end of the first message makes one more message, and none of those makes another.
      const first = { message_delivered: 4, message_acked: 4, message_dropped: 1, delivery_dropped: 1 }[event] ?? 0;
      const matched = first * (1 + first);
      await until(async () => (await counts('r'))?.matched === matched, `matched ${matched}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await counts('r')).toMatchObject({ matched, 'actions.success': first, 'actions.failed': matched - first });
      await Promise.all(others.map((other) => other.endAsync(true)));
    },
  );

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
