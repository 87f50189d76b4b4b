import type { ChannelConfig, JsonObject } from '@sluice/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { probe } from '../../host/probe.ts';
import { type Harness, startHarness, temporaryFolder, until } from '../../testing/harness.ts';
import { eventHubConnector, type Follower, startKafka, type TestKafka } from '../../testing/kafka.ts';
import { NO_KAFKA } from '../../testing/system.ts';

describe.skipIf(NO_KAFKA !== undefined)(`writing to Event Hubs, on Kafka${NO_KAFKA ? ` (${NO_KAFKA})` : ''}`, () => {
  let kafka: TestKafka;
  let topic: string;
  let follower: Follower;
  let folder: ReturnType<typeof temporaryFolder>;
  const running: Harness[] = [];

  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka?.stop());
  beforeEach(async () => {
    topic = await kafka.newTopic(4);
    follower = await kafka.follow(topic);
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const harness of running.splice(0)) await harness.stop();
    await follower.stop();
    folder.remove();
  });

  async function start(
    parameters: JsonObject = {},
    connector = eventHubConnector(kafka, kafka.port),
  ): Promise<Harness> {
    const config: ChannelConfig = {
      type: 'azure_event_hub_producer',
      name: 'kit',
      enable: true,
      description: '',
      connector: 'kit',
      parameters: {
        topic,
        message: { key: '${key}', value: '${body}' },
        partition_strategy: 'key_dispatch',
        ...parameters,
      },
      resource_opts: { inflight_window: 2000 },
      created_at: 0,
      last_modified_at: 0,
    };
    const harness = await startHarness(folder.path, connector, config);
    running.push(harness);
    return harness;
  }

  const idle = (harness: Harness) => (): boolean => {
    const { queuing, inflight } = harness.action.metrics();
    return queuing === 0 && inflight === 0;
  };

  it('puts keys where the clients of Kafka put them', async () => {
    const harness = await start();
    for (const key of ['a', 'key-21', 'Zoë', 'abcdefghij']) await harness.put({ key, body: key }, key, 1);
    await until(idle(harness), 'delivered');
    await follower.caughtUp();
    const producer = kafka.client.producer({
      createPartitioner: (await import('kafkajs')).default.Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    await producer.send({
      topic,
      messages: follower.messages.map(({ key }) => ({ key: key ?? '', value: key ?? '' })),
    });
    await producer.disconnect();
    await follower.caughtUp();
    const places = new Map<string, Set<number>>();
    for (const { key, partition } of follower.messages) {
      places.set(key ?? '', (places.get(key ?? '') ?? new Set()).add(partition));
    }
    expect(follower.messages.length).toBe(8);
    expect([...places.values()].map((set) => set.size)).toEqual([1, 1, 1, 1]);
  });

  it('spreads over all partitions when told to, and leaves out an absent key', async () => {
    const harness = await start({ partition_strategy: 'random', message: { key: '${nothing}', value: '${body}' } });
    await Promise.all(Array.from({ length: 60 }, (_, n) => harness.put({ body: `${n}` }, `${n}`, 0)));
    await until(idle(harness), 'delivered');
    await follower.caughtUp();
    expect(new Set(follower.messages.map(({ partition }) => partition)).size).toBe(4);
    expect(new Set(follower.messages.map(({ key }) => key))).toEqual(new Set([undefined]));
  });

  it('sends headers from an object and from the list, and compresses', async () => {
    const harness = await start({
      compression: 'gzip',
      kafka_headers: '${more}',
      kafka_ext_headers: [{ kafka_ext_header_key: 'fixed-${key}', kafka_ext_header_value: '${n}' }],
    });
    await harness.put({ key: 'k', body: 'x'.repeat(50_000), n: 7, more: { a: 'text', b: [1, 2] } }, 'k', 1);
    await until(idle(harness), 'delivered');
    await follower.caughtUp();
    expect(follower.messages[0]).toMatchObject({
      value: 'x'.repeat(50_000),
      headers: { a: 'text', b: '[1,2]', 'fixed-k': '7' },
    });
  });

  it('rejects one event that is too large, and delivers those around it', async () => {
    const harness = await start();
    const bodies = ['before', 'x'.repeat(1_200_000), 'after'];
    await Promise.all(bodies.map((body) => harness.put({ key: 'k', body }, 'k', 1)));
    await until(idle(harness), 'settled');
    await follower.caughtUp();
    expect(follower.messages.map(({ value }) => value)).toEqual(['before', 'after']);
    expect(harness.action.metrics()).toMatchObject({ success: 2, failed: 1 });
  });

  it('waits for an event hub that does not exist yet', async () => {
    const missing = `${topic}-later`;
    const harness = await start({ topic: missing });
    await harness.put({ key: 'k', body: 'early' }, 'k', 1);
    await until(() => harness.action.status().status === 'disconnected', 'said to be missing', 10_000);
    expect(harness.action.status().reason).toContain(`There is no event hub "${missing}"`);
    const admin = kafka.client.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic: missing, numPartitions: 1 }] });
    await admin.disconnect();
    await until(idle(harness), 'delivered', 30_000);
    expect(harness.action.metrics()).toMatchObject({ success: 1, failed: 0 });
  });

  it('says that the connection string may not write there, and leaves the connector alone', async () => {
    await kafka.forbid('topic', topic);
    const harness = await start();
    await harness.put({ key: 'k', body: 'x' }, 'k', 1);
    await until(() => harness.action.status().code === 'permission_missing', 'said', 20_000);
    expect(harness.connector.status().status).toBe('connected');
    expect(harness.action.metrics()).toMatchObject({ queuing: 1, failed: 0 });
    const config = eventHubConnector(kafka, kafka.port);
    const report = await probe(config, { kind: 'action', config: harness.action.config() });
    expect(report.stages.at(-1)).toMatchObject({ stage: 'permission', outcome: 'failed' });
    expect(report.stages.at(-1)?.error?.data).toMatchObject({ fault: 'permission_missing' });
  });

  it('works without TLS where it is turned off', async () => {
    const port = Number(kafka.system.facts.saslWithoutTls.split(':')[1]);
    const config = eventHubConnector(kafka, port, { ssl: { enable: false } });
    const harness = await start({}, config);
    await harness.put({ key: 'k', body: 'open' }, 'k', 1);
    await until(idle(harness), 'delivered');
    await follower.caughtUp();
    expect(follower.messages.map(({ value }) => value)).toEqual(['open']);
    expect((await probe(config)).stages.map(({ stage }) => stage)).toEqual(['resolve', 'connect', 'authenticate']);
  });

  it('asks the leader only when told to, and keeps batches small', async () => {
    const harness = await start({ required_acks: 'leader_only', max_batch_bytes: '2KB' });
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => harness.put({ key: 'k', body: `${n}`.padEnd(500) }, 'k', 0)),
    );
    await until(idle(harness), 'delivered');
    await follower.caughtUp();
    expect(follower.messages.map(({ value }) => Number(value))).toEqual(Array.from({ length: 60 }, (_, n) => n));
  });

  it('fails what renders to no event hub, with the reason', async () => {
    const harness = await start({ topic: '${nothing}' });
    await harness.put({ key: 'k', body: 'x' }, 'k', 1);
    await harness.put({ key: 'k', body: 'x', nothing: 'a b' }, 'k', 1);
    await harness.put({ key: 'k', body: 'fine', nothing: topic }, 'k', 1);
    await until(idle(harness), 'settled');
    await follower.caughtUp();
    expect(follower.messages.map(({ value }) => value)).toEqual(['fine']);
    expect(harness.action.metrics()).toMatchObject({ matched: 3, success: 1, failed: 2 });
  });

  it('loses nothing when Kafka is killed in mid-flight and comes back', { timeout: 180_000 }, async () => {
    const harness = await start();
    const total = 4_000;
    let put = 0;
    const flow = (async () => {
      while (put < total) {
        await Promise.all(
          Array.from({ length: 20 }, () => harness.put({ key: `k${put % 7}`, body: `${put++}` }, `k${put % 7}`, 1)),
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    await until(() => follower.messages.length > 300, 'under way');
    await kafka.system.kill();
    await until(() => harness.connector.status().status !== 'connected', 'seen to be gone', 30_000);
    await flow;
    await kafka.system.restart();
    await until(idle(harness), 'delivered', 60_000);
    await follower.caughtUp();
    expect(new Set(follower.messages.map(({ value }) => value)).size).toBe(total);
    expect(harness.action.metrics()).toMatchObject({ matched: total, success: total, failed: 0, dropped: 0 });
  });

  it('notices that Kafka hangs, and goes on when it wakes', { timeout: 180_000 }, async () => {
    const harness = await start();
    await harness.put({ key: 'k', body: 'first' }, 'k', 1);
    await until(idle(harness), 'first');
    kafka.system.freeze();
    try {
      await harness.put({ key: 'k', body: 'second' }, 'k', 1);
      await until(() => harness.connector.status().status !== 'connected', 'seen to hang', 30_000);
    } finally {
      kafka.system.thaw();
    }
    await until(idle(harness), 'delivered', 40_000);
    await follower.caughtUp();
    expect(follower.messages.map(({ value }) => value)).toContain('second');
  });
});
