import type { ChannelConfig, JsonObject } from '@sluice/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../testing/harness.ts';
import { eventHubConnector, startKafka, type TestKafka } from '../../testing/kafka.ts';
import { NO_KAFKA } from '../../testing/system.ts';
import type { Incoming, Input, Take } from '../driver.ts';
import { memoryCheckpoints } from '../stream/checkpoints.ts';
import { AZURE_EVENT_HUB_CONSUMER_DRIVER } from './driver.ts';

describe.skipIf(NO_KAFKA !== undefined)(`reading from Event Hubs, on Kafka${NO_KAFKA ? ` (${NO_KAFKA})` : ''}`, () => {
  let kafka: TestKafka;
  let topic: string;
  const inputs: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    kafka = await startKafka();
  });
  afterAll(() => kafka?.stop());
  beforeEach(async () => {
    topic = await kafka.newTopic(3);
  });
  afterEach(async () => {
    for (const close of inputs.splice(0)) await close();
  });

  async function produce(...messages: { key: string; value: string; headers?: Record<string, string> }[]) {
    const producer = kafka.client.producer();
    await producer.connect();
    await producer.send({ topic, messages });
    await producer.disconnect();
  }

  async function consume(
    take: Take,
    parameters: JsonObject = {},
  ): Promise<{ input: Input; fault: Awaited<ReturnType<Input['open']>>; close(): Promise<void> }> {
    const config: ChannelConfig = {
      type: 'azure_event_hub_consumer',
      name: 'in',
      enable: true,
      description: '',
      connector: 'kit',
      parameters: {
        topic,
        group_id: `g-${topic}`,
        offset_reset_policy: 'earliest',
        max_wait_time: '50ms',
        offset_commit_interval_seconds: '1s',
        ...parameters,
      },
      resource_opts: {},
      created_at: 0,
      last_modified_at: 0,
    };
    const connector = eventHubConnector(kafka, kafka.port, { type: 'azure_event_hub_consumer' });
    const made = AZURE_EVENT_HUB_CONSUMER_DRIVER.connection(connector, {
      node: 'n',
      events: { changed() {} },
      checkpoints: memoryCheckpoints(),
    });
    if (!made.ok) throw new Error(made.error.message);
    const input = made.value.input?.(config, take);
    if (input?.ok !== true) throw new Error('no input');
    let closed = false;
    const close = async (): Promise<void> => {
      if (closed) return;
      closed = true;
      await input.value.close('pause');
      await made.value.close();
    };
    inputs.push(close);
    return { input: input.value, fault: await input.value.open(), close };
  }

  const text = (message: Incoming): string => Buffer.from(message.payload).toString();

  it('reads from the oldest event on, with key, headers, partition and offset', async () => {
    await produce({ key: 'a', value: '{"n":1}', headers: { h: 'v' } });
    const got: Incoming[] = [];
    const { fault } = await consume((message) => void got.push(message));
    expect(fault).toBeUndefined();
    await until(() => got.length === 1, 'one event');
    expect(got[0]).toMatchObject({
      topic,
      qos: 1,
      record: { key: 'a', headers: { h: 'v' }, offset: '0', tsType: 'create' },
    });
    expect(text(got[0]!)).toBe('{"n":1}');
  });

  it('encodes keys and values as Base64 when told to', async () => {
    await produce({ key: 'ab', value: 'cd' });
    const got: Incoming[] = [];
    await consume((message) => void got.push(message), { key_encoding_mode: 'base64', value_encoding_mode: 'base64' });
    await until(() => got.length === 1, 'one event');
    expect(got[0]?.record?.key).toBe('YWI=');
    expect(text(got[0]!)).toBe('Y2Q=');
  });

  it('starts with new events, and misses none that come while it is away', async () => {
    await produce({ key: 'a', value: 'old' });
    const got: string[] = [];
    const first = await consume((message) => void got.push(text(message)), { offset_reset_policy: 'latest' });
    expect(first.fault).toBeUndefined();
    await first.close();
    await produce({ key: 'a', value: 'away 1' }, { key: 'b', value: 'away 2' }, { key: 'c', value: 'away 3' });
    await consume((message) => void got.push(text(message)), { offset_reset_policy: 'latest' });
    await produce({ key: 'a', value: 'now' });
    await until(() => got.length >= 4, 'four events');
    expect([...got].sort()).toEqual(['away 1', 'away 2', 'away 3', 'now']);
  });

  it('goes on where it stopped, without events twice after an orderly stop', async () => {
    await produce(...Array.from({ length: 50 }, (_, n) => ({ key: `k${n}`, value: `${n}` })));
    const got: string[] = [];
    const first = await consume((message) => void got.push(text(message)));
    await until(() => got.length === 50, '50 events');
    await first.close();
    await produce({ key: 'x', value: 'next' });
    await consume((message) => void got.push(text(message)));
    await until(() => got.includes('next'), 'the next');
    expect(got.length).toBe(51);
  });

  it('commits nothing that the rules have not taken over', async () => {
    await produce({ key: 'a', value: '1' }, { key: 'a', value: '2' });
    const refused: string[] = [];
    const stuck = await consume((message) => {
      refused.push(text(message));
      return Promise.reject(new Error('the disk is full'));
    });
    await until(() => refused.length >= 4, 'offered again', 20_000);
    expect(stuck.input.fault?.()?.message).toMatch(/taken over/);
    await stuck.close();
    const got: string[] = [];
    await consume((message) => void got.push(text(message)));
    await until(() => got.length >= 2, 'both');
    expect(got).toEqual(['1', '2']);
  });

  it('shares the partitions with another member of the group', async () => {
    const one: string[] = [];
    const two: string[] = [];
    await consume((message) => void one.push(text(message)));
    await consume((message) => void two.push(text(message)));
    const all = Array.from({ length: 90 }, (_, n) => ({ key: `k${n}`, value: `${n}` }));
    await until(
      async () => {
        if (one.length + two.length === 0) await produce(...all);
        await new Promise((resolve) => setTimeout(resolve, 500));
        return new Set([...one, ...two]).size === 90;
      },
      'all events',
      30_000,
    );
    expect(one.length).toBeGreaterThan(0);
    expect(two.length).toBeGreaterThan(0);
  });

  it.each(['topic', 'group'] as const)('says that the connection string may not use the %s', async (kind) => {
    await kafka.forbid(kind, kind === 'topic' ? topic : `g-${topic}`);
    const { fault } = await consume(() => {});
    expect(fault).toMatchObject({ code: kind === 'topic' ? 'permission_missing' : 'group_unusable' });
  });

  it('takes over the partitions of a member that leaves, and skips nothing it had not committed', async () => {
    const one: string[] = [];
    const two = new Set<string>();
    const first = await consume((message) => void one.push(text(message)));
    await produce(...Array.from({ length: 30 }, (_, n) => ({ key: `k${n}`, value: `a${n}` })));
    await until(() => one.length === 30, 'the first has all');
    await consume((message) => void two.add(text(message)));
    await first.close();
    await produce(...Array.from({ length: 30 }, (_, n) => ({ key: `k${n}`, value: `b${n}` })));
    await until(
      () => [...two].filter((value) => value.startsWith('b')).length === 30,
      'the second has the rest',
      40_000,
    );
    // What the first had committed does not come again.
    expect([...two].filter((value) => value.startsWith('a'))).toEqual([]);
  });

  it('says that the event hub does not exist', async () => {
    const { fault } = await consume(() => {}, { topic: 'nowhere' });
    expect(fault?.message).toContain('There is no event hub "nowhere"');
  });

  it('reads on after Kafka was killed, and misses nothing', { timeout: 180_000 }, async () => {
    const got: string[] = [];
    const { input } = await consume((message) => void got.push(text(message)));
    await produce({ key: 'a', value: 'before' });
    await until(() => got.includes('before'), 'before');
    await kafka.system.kill();
    await until(() => input.fault?.() !== undefined, 'noticed', 40_000);
    await kafka.system.restart();
    await produce({ key: 'a', value: 'after' }, { key: 'b', value: 'after too' });
    await until(() => got.includes('after') && got.includes('after too'), 'after', 60_000);
    expect(input.fault?.()).toBeUndefined();
  });
});
