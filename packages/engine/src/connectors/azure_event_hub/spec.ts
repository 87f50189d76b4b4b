import type { SystemSpec } from '@sluice/contract';
import { emqxBuffer, keptForEmqx } from '../stream/kept.ts';
import { bufferedResourceOpts } from '../stream/resource-opts.ts';
import { CONNECTOR_FIELDS } from './connector-fields.ts';

export const AZURE_EVENT_HUB_SPEC: SystemSpec = {
  type: 'azure_event_hub_producer',
  label: { en: 'Azure Event Hubs', zh: 'Azure Event Hubs' },
  summary: {
    en: 'Writes messages to an event hub, over its Kafka endpoint.',
    zh: '通过 Kafka 端点将消息写入事件中心。',
  },
  connector: { ref: 'bridge_azure_event_hub.%_connector', fields: CONNECTOR_FIELDS },
  action: {
    ref: 'bridge_azure_event_hub.%_bridge_v2',
    fields: {
      local_topic: { type: 'string', label: { en: 'Local topic', zh: '本地主题' } },
      parameters: {
        type: 'object',
        ref: 'bridge_azure_event_hub.producer_kafka_opts',
        required: true,
        label: { en: 'Event', zh: '事件' },
        fields: {
          topic: {
            type: 'string',
            template: true,
            required: true,
            example: 'telemetry',
            label: { en: 'Event hub', zh: '事件中心' },
            help: { en: 'Name of the event hub; may hold placeholders.', zh: '事件中心的名称；可使用占位符。' },
          },
          message: {
            type: 'object',
            ref: 'bridge_azure_event_hub.kafka_message',
            filled: true,
            label: { en: 'Message', zh: '消息' },
            fields: {
              key: {
                type: 'string',
                template: true,
                default: '${.clientid}',
                label: { en: 'Key', zh: '键' },
                help: {
                  en: 'Template of the key. What renders to nothing makes an event without key.',
                  zh: '键模板。渲染为空时事件不带键。',
                },
              },
              value: {
                type: 'string',
                format: 'code',
                template: true,
                default: '${.}',
                label: { en: 'Value', zh: '值' },
                help: {
                  en: 'Template of the value. ${.} is the whole output of the rule as JSON.',
                  zh: '值模板。${.} 为规则的完整输出（JSON）。',
                },
              },
            },
          },
          kafka_headers: {
            type: 'string',
            template: true,
            label: { en: 'Headers', zh: '消息头' },
            help: {
              en: 'A placeholder that gives an object, or a list of {"key", "value"}, for example ${pub_props}.',
              zh: '结果为对象或 {"key", "value"} 列表的占位符，例如 ${pub_props}。',
            },
          },
          kafka_ext_headers: {
            type: 'array',
            label: { en: 'More headers', zh: '附加消息头' },
            items: {
              type: 'object',
              ref: 'bridge_kafka.producer_kafka_ext_headers',
              label: { en: 'Header', zh: '消息头' },
              fields: {
                kafka_ext_header_key: {
                  type: 'string',
                  template: true,
                  required: true,
                  label: { en: 'Name', zh: '名称' },
                },
                kafka_ext_header_value: {
                  type: 'string',
                  template: true,
                  required: true,
                  label: { en: 'Value', zh: '值' },
                },
              },
            },
          },
          kafka_header_value_encode_mode: {
            type: 'enum',
            symbols: ['none', 'json'],
            default: 'none',
            label: { en: 'Header values', zh: '消息头值编码' },
            help: {
              en: 'none: text as it is, all else as JSON. json: everything as JSON, so text is quoted.',
              zh: 'none：文本保持原样，其余为 JSON。json：全部编码为 JSON，文本带引号。',
            },
          },
          compression: {
            type: 'enum',
            symbols: ['no_compression', 'gzip'],
            label: { en: 'Compression', zh: '压缩' },
            help: {
              en: 'Of batches. Empty: none. Not every tier of Event Hubs takes gzip.',
              zh: '批次的压缩方式。留空则不压缩。并非所有 Event Hubs 层级都支持 gzip。',
            },
          },
          partition_strategy: {
            type: 'enum',
            symbols: ['random', 'key_dispatch'],
            default: 'random',
            label: { en: 'Partition strategy', zh: '分区策略' },
            help: {
              en: 'random spreads evenly. key_dispatch keeps events of one key on one partition, in order.',
              zh: 'random 均匀分布。key_dispatch 使同一键的事件进入同一分区并保持顺序。',
            },
          },
          required_acks: {
            type: 'enum',
            symbols: ['all_isr', 'leader_only'],
            default: 'all_isr',
            label: { en: 'Acknowledgement', zh: '确认' },
            help: {
              en: 'all_isr: an event counts as delivered when all replicas have it. leader_only: when the leader has it.',
              zh: 'all_isr：所有副本写入后视为已送达。leader_only：首领写入后即视为已送达。',
            },
          },
          max_batch_bytes: {
            type: 'byteSize',
            default: '896KB',
            advanced: true,
            label: { en: 'Batch bytes', zh: '批次字节数' },
            help: { en: 'Largest batch before compression.', zh: '压缩前批次的最大字节数。' },
          },
          max_linger_time: {
            type: 'duration',
            default: '0ms',
            advanced: true,
            label: { en: 'Linger', zh: '等待时间' },
            help: { en: 'How long a batch waits for more events.', zh: '批次等待更多事件的时间。' },
          },
          partition_count_refresh_interval: {
            type: 'duration',
            minimum: '1s',
            default: '60s',
            advanced: true,
            label: { en: 'Partition refresh', zh: '分区刷新间隔' },
            help: { en: 'How often to look for new partitions.', zh: '检查新分区的间隔。' },
          },
          partitions_limit: {
            type: 'union',
            default: 'all_partitions',
            advanced: true,
            label: { en: 'Partitions used', zh: '使用的分区' },
            help: { en: 'Use only the first so many partitions.', zh: '仅使用前若干个分区。' },
            variants: [
              { type: 'integer', minimum: 1, label: { en: 'The first', zh: '前若干个' } },
              { type: 'enum', symbols: ['all_partitions'], label: { en: 'All', zh: '全部' } },
            ],
          },
          max_linger_bytes: keptForEmqx({
            type: 'byteSize',
            default: '10MB',
            label: { en: 'Linger bytes', zh: '等待字节数' },
          }),
          max_inflight: keptForEmqx({
            type: 'integer',
            minimum: 1,
            default: 10,
            label: { en: 'In-flight batches', zh: '飞行批次数' },
          }),
          query_mode: {
            type: 'enum',
            symbols: ['async', 'sync'],
            default: 'async',
            advanced: true,
            label: { en: 'Query mode', zh: '请求模式' },
            help: {
              en: 'sync here or in the resource options: each worker waits for the answer before it sends the next.',
              zh: '此处或资源选项中设为 sync 时，每个工作者等待应答后再发送下一条。',
            },
          },
          sync_query_timeout: keptForEmqx({
            type: 'duration',
            default: '5s',
            label: { en: 'Sync query timeout', zh: '同步请求超时' },
          }),
          buffer: emqxBuffer('bridge_kafka.producer_buffer', '10MB', true),
        },
      },
      resource_opts: bufferedResourceOpts('bridge_kafka.resource_opts'),
    },
  },
};
