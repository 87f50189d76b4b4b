import type { SystemSpec } from '@sluice/contract';
import { sourceResourceOpts } from '../resource-opts.ts';
import { KEY_ENCODING, OFFSET_RESET_POLICY, VALUE_ENCODING } from '../stream/fields.ts';
import { CONNECTOR_FIELDS } from './connector-fields.ts';

/** The way in. EMQX has no such type; the names follow its `kafka_consumer` (decision 12). */
export const PULSAR_CONSUMER_SPEC: SystemSpec = {
  type: 'pulsar_consumer',
  label: { en: 'Apache Pulsar consumer', zh: 'Apache Pulsar 消费者' },
  summary: {
    en: 'Reads messages from a Pulsar topic through a subscription.',
    zh: '通过订阅从 Pulsar 主题读取消息。',
  },
  connector: { ref: 'pulsar_consumer.%_connector', fields: CONNECTOR_FIELDS },
  source: {
    ref: 'pulsar_consumer.%_source',
    fields: {
      parameters: {
        type: 'object',
        ref: 'pulsar_consumer.source_parameters',
        required: true,
        label: { en: 'Subscription', zh: '订阅' },
        fields: {
          pulsar_topic: {
            type: 'string',
            required: true,
            example: 'persistent://public/default/telemetry',
            label: { en: 'Topic', zh: '主题' },
            help: {
              en: 'persistent://tenant/namespace/topic; a bare name means public/default. All partitions are read.',
              zh: 'persistent://tenant/namespace/topic；仅写名称时为 public/default。读取所有分区。',
            },
          },
          subscription_name: {
            type: 'string',
            label: { en: 'Subscription', zh: '订阅名称' },
            help: {
              en: 'Pulsar keeps the position under this name. Empty: "sluice-" and the name of the source.',
              zh: 'Pulsar 以此名称保存读取位置。留空则使用 “sluice-” 加 Source 的名称。',
            },
          },
          subscription_type: {
            type: 'enum',
            symbols: ['shared', 'failover'],
            default: 'shared',
            label: { en: 'Subscription type', zh: '订阅类型' },
            help: {
              en: 'shared: consumers share the messages. failover: one reads, in order, and another steps in for it.',
              zh: 'shared：多个消费者分担消息。failover：由一个消费者按顺序读取，另一个在其失效时接替。',
            },
          },
          offset_reset_policy: OFFSET_RESET_POLICY,
          key_encoding_mode: KEY_ENCODING,
          value_encoding_mode: VALUE_ENCODING,
          receiver_queue_size: {
            type: 'integer',
            minimum: 1,
            maximum: 100_000,
            default: 1000,
            advanced: true,
            label: { en: 'Receive queue', zh: '接收队列' },
            help: {
              en: 'Most messages of a partition that have come in and are not taken over yet.',
              zh: '每个分区已接收但尚未被接管的消息上限。',
            },
          },
        },
      },
      resource_opts: sourceResourceOpts('pulsar_consumer.source_resource_opts'),
    },
  },
};
