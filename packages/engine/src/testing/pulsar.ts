import type { ChannelConfig, ConnectorConfig, JsonObject } from '@sluice/contract';
import { PULSAR_CONSUMER_DRIVER, PULSAR_DRIVER } from '../connectors/pulsar/driver.ts';
import { memoryCheckpoints } from '../connectors/stream/checkpoints.ts';
import { type Gate, openGate } from './gate.ts';
import { until } from './harness.ts';
import { type System, startSystem } from './system.ts';

interface PulsarFacts {
  readonly pid: number;
  readonly ports: readonly number[];
  readonly admin: string;
  readonly adminToken: string;
  readonly strangerToken: string;
  readonly basic: { readonly username: string; readonly password: string };
  readonly ca: string;
}

/** Pulsar standalone with authentication. */
export interface TestPulsar {
  readonly system: System<PulsarFacts>;
  /** Port of the plain listener. */
  readonly port: number;
  readonly tlsPort: number;
  /** What clients are told to use. */
  readonly gate: Gate;
  /** 0 partitions: a topic that is not partitioned. */
  newTopic(partitions: number): Promise<string>;
  /** Number of messages stored in a topic, over all its partitions. */
  stored(topic: string): Promise<number>;
  admin(method: string, path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startPulsar(): Promise<TestPulsar> {
  const gate = await openGate(0);
  const system = await startSystem<PulsarFacts>('pulsar', gate.port);
  const [port = 0, tlsPort = 0] = system.facts.ports;
  gate.to = port;
  let serial = 0;

  async function admin(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${system.facts.admin}${path}`, {
      method,
      headers: { authorization: `Bearer ${system.facts.adminToken}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  return {
    system,
    port,
    tlsPort,
    gate,
    admin,
    async newTopic(partitions) {
      const name = `t${process.pid}-${serial++}`;
      const path = `/persistent/public/default/${name}`;
      if (partitions === 0) await admin('PUT', path);
      else await admin('PUT', `${path}/partitions`, partitions);
      return `persistent://public/default/${name}`;
    },
    async stored(topic) {
      const path = `/persistent/public/default/${topic.slice(topic.lastIndexOf('/') + 1)}`;
      const { partitions } = (await admin('GET', `${path}/partitions`)) as { partitions: number };
      const stats = (await admin('GET', partitions === 0 ? `${path}/stats` : `${path}/partitioned-stats`)) as {
        msgInCounter: number;
      };
      return stats.msgInCounter;
    },
    async stop() {
      await gate.close();
      await system.stop();
    },
  };
}

export function pulsarConnector(
  pulsar: TestPulsar,
  port: number,
  more: Partial<ConnectorConfig> = {},
): ConnectorConfig {
  return {
    type: 'pulsar',
    name: 'kit',
    enable: true,
    description: '',
    servers: `pulsar://127.0.0.1:${port}`,
    authentication: { jwt: pulsar.system.facts.adminToken },
    connect_timeout: '5s',
    resource_opts: { health_check_interval: '1s' },
    ...more,
  } as ConnectorConfig;
}

export function pulsarSource(topic: string, parameters: JsonObject = {}): ChannelConfig {
  return {
    type: 'pulsar_consumer',
    name: 'in',
    enable: true,
    description: '',
    connector: 'kit',
    parameters: { pulsar_topic: topic, offset_reset_policy: 'earliest', ...parameters },
    resource_opts: {},
    created_at: 0,
    last_modified_at: 0,
  };
}

export interface PulsarFollower {
  readonly messages: readonly { readonly key: string; readonly value: string; readonly partition: string | number }[];
  stop(): Promise<void>;
}

/** Reads a topic from its beginning, past the gate. */
export async function followPulsar(pulsar: TestPulsar, topic: string): Promise<PulsarFollower> {
  const messages: { key: string; value: string; partition: string | number }[] = [];
  const made = PULSAR_CONSUMER_DRIVER.connection(pulsarConnector(pulsar, pulsar.port, { type: 'pulsar_consumer' }), {
    node: 'n',
    events: { changed: () => void made },
    checkpoints: memoryCheckpoints(),
  });
  if (!made.ok) throw new Error(made.error.message);
  const connected = await made.value.connect(AbortSignal.timeout(5_000));
  if (connected !== undefined) throw new Error(connected.message);
  const input = made.value.input?.(pulsarSource(topic, { subscription_name: `follow-${Math.random()}` }), (message) => {
    const { key = '', partition = 0 } = message.record ?? {};
    messages.push({ key, value: Buffer.from(message.payload).toString(), partition });
  });
  if (input?.ok !== true) throw new Error('no input');
  const fault = await input.value.open();
  if (fault !== undefined) throw new Error(`${fault.message} ${fault.raw}`);
  return {
    messages,
    async stop() {
      await input.value.close('pause');
      await made.value.close();
    },
  };
}

export async function caughtUp(pulsar: TestPulsar, topic: string, follower: PulsarFollower): Promise<void> {
  const total = await pulsar.stored(topic);
  await until(() => follower.messages.length >= total, `${total} messages of ${topic}`, 60_000);
}

/** Writes to a topic past the gate, message by message. */
export async function writePulsar(
  pulsar: TestPulsar,
  topic: string,
): Promise<{
  put(messages: readonly { readonly key: string; readonly body: string }[]): Promise<void>;
  stop(): Promise<void>;
}> {
  const made = PULSAR_DRIVER.connection(pulsarConnector(pulsar, pulsar.port), {
    node: 'n',
    events: { changed: () => {} },
    checkpoints: memoryCheckpoints(),
  });
  if (!made.ok) throw new Error(made.error.message);
  const connected = await made.value.connect(AbortSignal.timeout(5_000));
  if (connected !== undefined) throw new Error(connected.message);
  const output = made.value.output({
    ...{ type: 'pulsar', name: 'out', enable: true, description: '', connector: 'kit', resource_opts: {} },
    parameters: { pulsar_topic: topic, message: { key: '${key}', value: '${body}' }, batch_size: 1 },
    ...{ created_at: 0, last_modified_at: 0 },
  });
  if (!output.ok) throw new Error(output.error.message);
  return {
    async put(messages) {
      for (const message of messages) {
        const request = output.value.render(message);
        if (!request.ok) throw new Error(request.error.message);
        const [outcome] = await output.value.send([request.value], 0);
        if (outcome?.kind !== 'delivered') throw new Error(JSON.stringify(outcome));
      }
    },
    stop: () => made.value.close(),
  };
}
