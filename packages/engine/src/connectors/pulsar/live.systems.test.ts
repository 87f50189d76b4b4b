import type { ChannelConfig, ConnectorConfig, JsonObject } from '@sluice/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { probe } from '../../host/probe.ts';
import { type Harness, startHarness, temporaryFolder, until } from '../../testing/harness.ts';
import {
  caughtUp,
  followPulsar,
  type PulsarFollower,
  pulsarConnector,
  pulsarSource,
  startPulsar,
  type TestPulsar,
} from '../../testing/pulsar.ts';
import { NO_PULSAR } from '../../testing/system.ts';
import type { Incoming, Take } from '../driver.ts';
import { memoryCheckpoints } from '../stream/checkpoints.ts';
import { PULSAR_CONSUMER_DRIVER } from './driver.ts';

describe.skipIf(NO_PULSAR !== undefined)(`Pulsar standalone${NO_PULSAR ? ` (${NO_PULSAR})` : ''}`, () => {
  let pulsar: TestPulsar;
  let topic: string;
  let folder: ReturnType<typeof temporaryFolder>;
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    pulsar = await startPulsar();
  });
  afterAll(() => pulsar?.stop());
  beforeEach(async () => {
    topic = await pulsar.newTopic(3);
    folder = temporaryFolder();
  });
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    folder.remove();
  });

  function action(parameters: JsonObject = {}): ChannelConfig {
    return {
      type: 'pulsar',
      name: 'kit',
      enable: true,
      description: '',
      connector: 'kit',
      parameters: {
        pulsar_topic: topic,
        message: { key: '${key}', value: '${body}' },
        strategy: 'key_dispatch',
        ...parameters,
      },
      resource_opts: { inflight_window: 2000 },
      created_at: 0,
      last_modified_at: 0,
    };
  }

  async function write(parameters: JsonObject = {}, connector: Partial<ConnectorConfig> = {}): Promise<Harness> {
    const config = pulsarConnector(pulsar, pulsar.port, connector);
    const harness = await startHarness(folder.path, config, action(parameters));
    closing.push(() => harness.stop());
    return harness;
  }

  async function follow(): Promise<PulsarFollower> {
    const follower = await followPulsar(pulsar, topic);
    closing.push(follower.stop);
    return follower;
  }

  async function read(take: Take, parameters: JsonObject = {}) {
    const connector = pulsarConnector(pulsar, pulsar.port, { type: 'pulsar_consumer' });
    const made = PULSAR_CONSUMER_DRIVER.connection(connector, {
      node: 'n',
      events: {
        async changed(fault) {
          // As the engine does: connect again, then open again.
          for (let failed = fault; failed !== undefined && !closed; ) {
            await new Promise((resolve) => setTimeout(resolve, 300));
            if (!made.ok || closed) return;
            failed = await made.value.connect(AbortSignal.timeout(5_000));
            if (failed === undefined && input?.ok === true) await input.value.open();
          }
        },
      },
      checkpoints: memoryCheckpoints(),
    });
    if (!made.ok) throw new Error(made.error.message);
    let closed = false;
    expect(await made.value.connect(AbortSignal.timeout(5_000))).toBeUndefined();
    const input = made.value.input?.(pulsarSource(topic, { subscription_name: 's', ...parameters }), take);
    if (input?.ok !== true) throw new Error('no input');
    const close = async (): Promise<void> => {
      if (closed) return;
      closed = true;
      await input.value.close('pause');
      await made.value.close();
    };
    closing.push(close);
    expect(await input.value.open()).toBeUndefined();
    return { input: input.value, close };
  }

  const idle = (harness: Harness) => (): boolean => {
    const { queuing, inflight } = harness.action.metrics();
    return queuing === 0 && inflight === 0;
  };
  const text = (message: Incoming): string => Buffer.from(message.payload).toString();

  it.each(['no_compression', 'zlib', 'snappy'])(
    'writes batches (%s), and they come back whole',
    async (compression) => {
      const follower = await follow();
      const harness = await write({ compression });
      const bodies = Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(200)}`);
      await Promise.all(bodies.map((body, n) => harness.put({ key: `k${n % 5}`, body }, `k${n % 5}`, 0)));
      await until(idle(harness), 'stored');
      await caughtUp(pulsar, topic, follower);
      expect(follower.messages.map(({ value }) => value).sort()).toEqual([...bodies].sort());
      const path = topic.slice(topic.lastIndexOf('/') + 1);
      const stats = (await pulsar.admin('GET', `/persistent/public/default/${path}/partitioned-internalStats`)) as {
        partitions: Record<string, { entriesAddedCounter: number }>;
      };
      const entries = Object.values(stats.partitions).reduce((sum, one) => sum + one.entriesAddedCounter, 0);
      expect(entries).toBeLessThan(100);
    },
  );

  it.each(['random', 'roundrobin'])('spreads over all partitions (%s)', async (strategy) => {
    const follower = await follow();
    const harness = await write({ strategy });
    await Promise.all(Array.from({ length: 60 }, (_, n) => harness.put({ key: 'k', body: `${n}` }, 'k', 0)));
    await until(idle(harness), 'stored');
    await caughtUp(pulsar, topic, follower);
    expect(new Set(follower.messages.map(({ partition }) => partition)).size).toBe(3);
  });

  it('writes to a topic that is not partitioned, over TLS with a verified certificate, as a basic user', async () => {
    topic = await pulsar.newTopic(0);
    const follower = await follow();
    const { ca, basic } = pulsar.system.facts;
    const harness = await write(
      {},
      {
        servers: `pulsar+ssl://127.0.0.1:${pulsar.tlsPort}`,
        authentication: { ...basic },
        ssl: { enable: true, verify: 'verify_peer', cacertfile: ca },
      },
    );
    await until(() => harness.connector.status().status === 'connected', 'connected over TLS');
    const report = await probe(harness.connector.config);
    expect(report.stages.map(({ stage, outcome }) => `${stage} ${outcome}`)).toEqual([
      'resolve passed',
      'connect passed',
      'tls passed',
      'authenticate passed',
    ]);
    await harness.put({ key: 'k', body: 'over TLS' }, 'k', 1);
    await until(idle(harness), 'stored');
    await until(() => follower.messages.length === 1, 'received');
    expect(follower.messages[0]?.value).toBe('over TLS');
  });

  it('says that the token may not write, and keeps the message', async () => {
    const harness = await write({}, { authentication: { jwt: pulsar.system.facts.strangerToken } });
    await harness.put({ key: 'k', body: 'x' }, 'k', 1);
    await until(() => harness.action.status().status === 'disconnected', 'disconnected', 15_000);
    expect(harness.action.status().reason).toMatch(/credentials may not use/);
    expect(harness.action.metrics()).toMatchObject({ failed: 0, dropped: 0 });
  });

  it('tests token, password and permission, each with its own sentence', async () => {
    const { facts } = pulsar.system;
    const last = async (authentication: JsonObject | 'none', kind: 'action' | 'source') => {
      const type = kind === 'action' ? 'pulsar' : 'pulsar_consumer';
      const config = pulsarConnector(pulsar, pulsar.port, { type, authentication });
      const channel = kind === 'action' ? action() : pulsarSource(topic);
      const report = await probe(config, { kind, config: channel });
      const { stage, outcome, error } = report.stages.at(-1) ?? {};
      return [stage, outcome, error?.data?.fault];
    };
    for (const kind of ['action', 'source'] as const) {
      expect(await last({ jwt: facts.adminToken }, kind)).toEqual(['permission', 'passed', undefined]);
      expect(await last(facts.basic, kind)).toEqual(['permission', 'passed', undefined]);
      expect(await last({ jwt: `${facts.adminToken}x` }, kind)).toEqual([
        'authenticate',
        'failed',
        'credentials_refused',
      ]);
      expect(await last('none', kind)).toEqual(['authenticate', 'failed', 'credentials_refused']);
      expect(await last({ jwt: facts.strangerToken }, kind)).toEqual(['permission', 'failed', 'permission_missing']);
    }
  });

  it('rejects one message that is too large, and stores those around it', async () => {
    const follower = await follow();
    const harness = await write();
    const bodies = ['before', 'x'.repeat(6_000_000), 'after'];
    await Promise.all(bodies.map((body) => harness.put({ key: 'k', body }, 'k', 1)));
    await until(idle(harness), 'settled');
    await caughtUp(pulsar, topic, follower);
    expect(follower.messages.map(({ value }) => value)).toEqual(['before', 'after']);
    expect(harness.action.metrics()).toMatchObject({ success: 2, failed: 1 });
  });

  it('acknowledges only what the rules have taken over, and gets the rest again', async () => {
    const harness = await write();
    await Promise.all(['1', '2', '3'].map((body) => harness.put({ key: 'k', body }, 'k', 1)));
    await until(idle(harness), 'stored');
    const offered: string[] = [];
    const stuck = await read((message) => {
      offered.push(text(message));
      return Promise.reject(new Error('the disk is full'));
    });
    await until(() => offered.length >= 6, 'offered again', 20_000);
    expect(stuck.input.fault?.()?.message).toMatch(/taken over/);
    await stuck.close();
    const got: string[] = [];
    const second = await read((message) => void got.push(text(message)));
    await until(() => new Set(got).size === 3, 'all');
    await second.close();
    const more: string[] = [];
    await read((message) => void more.push(text(message)));
    await harness.put({ key: 'k', body: '4' }, 'k', 1);
    await until(() => more.includes('4'), 'the next');
    expect(more).toEqual(['4']);
  });

  it('does not take in more than the queue while the rules are busy', async () => {
    topic = await pulsar.newTopic(0);
    const harness = await write({ batch_size: 1 });
    await Promise.all(Array.from({ length: 60 }, (_, n) => harness.put({ key: 'k', body: `${n}` }, 'k', 0)));
    await until(idle(harness), 'stored');
    let release = (): void => {};
    const busy = new Promise<void>((resolve) => {
      release = resolve;
    });
    let got = 0;
    await read(
      () => {
        got++;
        return busy;
      },
      { receiver_queue_size: 10 },
    );
    await until(() => got === 10, 'ten');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(got).toBe(10);
    release();
    await until(() => got === 60, 'all');
  });

  it('shares a subscription, and steps in for another with failover', async () => {
    const one: string[] = [];
    const two: string[] = [];
    const parameters = { subscription_type: 'failover' };
    const first = await read((message) => void one.push(text(message)), parameters);
    await read((message) => void two.push(text(message)), parameters);
    const harness = await write();
    await Promise.all(Array.from({ length: 90 }, (_, n) => harness.put({ key: `k${n}`, body: `a${n}` }, 'k', 0)));
    await until(() => one.length + two.length >= 90, 'all');
    await first.close();
    await Promise.all(Array.from({ length: 90 }, (_, n) => harness.put({ key: `k${n}`, body: `b${n}` }, 'k', 0)));
    await until(() => two.filter((body) => body.startsWith('b')).length === 90, 'the other has stepped in');
  });

  it('loses nothing, in both directions, when Pulsar is killed in mid-flight', { timeout: 180_000 }, async () => {
    const got = new Set<string>();
    await read((message) => void got.add(text(message)));
    const harness = await write();
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
    await until(() => got.size > 300, 'under way');
    await pulsar.system.kill();
    await until(() => harness.connector.status().status !== 'connected', 'seen to be gone', 30_000);
    await flow;
    await pulsar.system.restart();
    await until(idle(harness), 'stored', 90_000);
    expect(harness.action.metrics()).toMatchObject({ matched: total, success: total, failed: 0, dropped: 0 });
    await until(() => got.size === total, `all ${total}, not ${got.size}`, 60_000);
  });

  it('notices that Pulsar hangs, and goes on when it wakes', { timeout: 180_000 }, async () => {
    const follower = await follow();
    const harness = await write();
    await harness.put({ key: 'k', body: 'first' }, 'k', 1);
    await until(idle(harness), 'first');
    pulsar.system.freeze();
    try {
      await harness.put({ key: 'k', body: 'second' }, 'k', 1);
      await until(() => harness.connector.status().status !== 'connected', 'seen to hang', 30_000);
    } finally {
      pulsar.system.thaw();
    }
    await until(idle(harness), 'stored', 40_000);
    await until(() => follower.messages.some(({ value }) => value === 'second'), 'received', 30_000);
  });
});
