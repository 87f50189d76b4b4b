import type { ChannelConfig, ConnectorConfig } from '@sluice/contract';
import { eventHubConnector, startKafka } from '../../packages/engine/src/testing/kafka.ts';
import { kinesisConnector, startKinesalite } from '../../packages/engine/src/testing/kinesalite.ts';
import { pulsarConnector, startPulsar } from '../../packages/engine/src/testing/pulsar.ts';
import { startMosquitto, startWebhookSink } from '../rules/tools.ts';

/** A system to send to, and how an action sends to it. */
export interface Target {
  readonly connector: ConnectorConfig;
  readonly action: ChannelConfig;
  /** Messages of one measurement: slow systems get fewer. */
  readonly messages: number;
  /** Where the webhook sink is asked for what it measured. */
  readonly control?: string;
  stop(): Promise<void>;
}

const record = { enable: true, description: '' };

export function actionOf(
  connector: ConnectorConfig,
  parameters: ChannelConfig['parameters'],
  name = 'out',
): ChannelConfig {
  const times = { created_at: 0, last_modified_at: 0 };
  return { type: connector.type, name, ...record, ...times, connector: connector.name, parameters, resource_opts: {} };
}

export const webhookParameters = { method: 'post', path: '/', body: '${payload}' };

/** By name; those after the first two need `--systems`, and Java where that is what they run on. */
export const TARGETS: Readonly<Record<string, () => Promise<Target>>> = {
  async webhook() {
    const sink = await startWebhookSink();
    const connector = { type: 'http', name: 'to', ...record, url: sink.url } as ConnectorConfig;
    return {
      connector,
      action: actionOf(connector, webhookParameters),
      messages: 40_000,
      control: sink.control,
      stop: sink.stop,
    };
  },
  async mqtt() {
    const { port, stop } = await startMosquitto();
    const connector = { type: 'mqtt', name: 'to', ...record, server: `127.0.0.1:${port}` } as ConnectorConfig;
    const action = actionOf(connector, { topic: 'out/${topic}', payload: '${payload}', qos: '${qos}' });
    return { connector, action, messages: 40_000, stop };
  },
  async kinesis() {
    const kinesalite = await startKinesalite();
    await kinesalite.createStream('bench', 2);
    const connector = kinesisConnector(kinesalite.port);
    const action = actionOf(connector, {
      stream_name: 'bench',
      partition_key: '${topic}',
      payload_template: '${payload}',
    });
    return { connector, action, messages: 5_000, stop: kinesalite.stop };
  },
  async kafka() {
    const kafka = await startKafka();
    kafka.gate.to = kafka.port;
    const topic = await kafka.newTopic(3);
    const connector = eventHubConnector(kafka, kafka.port);
    const action = actionOf(connector, {
      topic,
      message: { key: '${topic}', value: '${payload}' },
      partition_strategy: 'key_dispatch',
    });
    return { connector, action, messages: 40_000, stop: kafka.stop };
  },
  async pulsar() {
    const pulsar = await startPulsar();
    pulsar.gate.to = pulsar.port;
    const connector = pulsarConnector(pulsar, pulsar.port);
    const action = actionOf(connector, {
      pulsar_topic: await pulsar.newTopic(3),
      message: { key: '${topic}', value: '${payload}' },
      strategy: 'key_dispatch',
    });
    return { connector, action, messages: 40_000, stop: pulsar.stop };
  },
};

export const ALWAYS: readonly string[] = ['webhook', 'mqtt'];
