import type { SystemSpec } from '@sluice/contract';
import { sourceResourceOpts } from '../resource-opts.ts';
import { KEY_ENCODING, OFFSET_RESET_POLICY, VALUE_ENCODING } from '../stream/fields.ts';
import { CONNECTOR_FIELDS } from './connector-fields.ts';

/** The way in. EMQX has no such type; the names follow its `kafka_consumer` (decision 12). */
export const AZURE_EVENT_HUB_CONSUMER_SPEC: SystemSpec = {
  type: 'azure_event_hub_consumer',
  label: { en: 'Azure Event Hubs consumer', zh: 'Azure Event Hubs 消费者' },
  summary: {
    en: 'Reads messages from an event hub as a member of a consumer group, over its Kafka endpoint.',
    zh: '以消费组成员身份，通过 Kafka 端点从事件中心读取消息。',
  },
  connector: { ref: 'azure_event_hub_consumer.%_connector', fields: CONNECTOR_FIELDS },
  source: {
    ref: 'azure_event_hub_consumer.%_source',
    fields: {
      parameters: {
        type: 'object',
        ref: 'azure_event_hub_consumer.source_parameters',
        required: true,
        label: { en: 'Event hub', zh: '事件中心' },
        fields: {
          topic: {
            type: 'string',
            required: true,
            example: 'telemetry',
            label: { en: 'Event hub', zh: '事件中心' },
            help: { en: 'Name of the event hub to read.', zh: '要读取的事件中心名称。' },
          },
          group_id: {
            type: 'string',
            label: { en: 'Consumer group', zh: '消费组' },
            help: {
              en: 'Positions are kept under this name at Event Hubs. Empty: "sluice-" and the name of the source.',
              zh: '读取位置以此名称保存在 Event Hubs。留空则使用 “sluice-” 加 Source 的名称。',
            },
          },
          offset_reset_policy: OFFSET_RESET_POLICY,
          key_encoding_mode: KEY_ENCODING,
          value_encoding_mode: VALUE_ENCODING,
          max_batch_bytes: {
            type: 'byteSize',
            default: '896KB',
            advanced: true,
            label: { en: 'Batch bytes', zh: '批次字节数' },
            help: { en: 'Most bytes taken from a partition at once.', zh: '每次从一个分区读取的最大字节数。' },
          },
          max_wait_time: {
            type: 'duration',
            default: '1s',
            advanced: true,
            label: { en: 'Wait time', zh: '等待时间' },
            help: {
              en: 'How long a request for events may wait at Event Hubs when there are none.',
              zh: '没有事件时，读取请求在 Event Hubs 端等待的最长时间。',
            },
          },
          offset_commit_interval_seconds: {
            type: 'duration',
            minimum: '1s',
            default: '5s',
            advanced: true,
            label: { en: 'Commit interval', zh: '提交间隔' },
            help: {
              en: 'How often positions are committed. After a crash, at most the events of this time come again.',
              zh: '提交读取位置的间隔。崩溃后，最多重复读取这段时间内的事件。',
            },
          },
        },
      },
      resource_opts: sourceResourceOpts('azure_event_hub_consumer.source_resource_opts'),
    },
  },
};
