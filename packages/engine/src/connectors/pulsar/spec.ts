import type { SystemSpec } from '@sluice/contract';
import { emqxBuffer, keptForEmqx } from '../stream/kept.ts';
import { bufferedResourceOpts } from '../stream/resource-opts.ts';
import { CONNECTOR_FIELDS } from './connector-fields.ts';

export const PULSAR_SPEC: SystemSpec = {
  type: 'pulsar',
  label: { en: 'Apache Pulsar', zh: 'Apache Pulsar' },
  summary: { en: 'Writes messages to a Pulsar topic.', zh: '将消息写入 Pulsar 主题。' },
  connector: { ref: 'pulsar.%', fields: CONNECTOR_FIELDS },
  action: {
    ref: 'pulsar.%_bridge_v2',
    fields: {
      local_topic: { type: 'string', label: { en: 'Local topic', zh: '本地主题' } },
      parameters: {
        type: 'object',
        ref: 'pulsar.action_parameters',
        required: true,
        label: { en: 'Message', zh: '消息' },
        fields: {
          pulsar_topic: {
            type: 'string',
            required: true,
            example: 'persistent://public/default/telemetry',
            label: { en: 'Topic', zh: '主题' },
            help: {
              en: 'persistent://tenant/namespace/topic; a bare name means public/default.',
              zh: 'persistent://tenant/namespace/topic；仅写名称时为 public/default。',
            },
          },
          message: {
            type: 'object',
            ref: 'pulsar.producer_pulsar_message',
            filled: true,
            label: { en: 'Message', zh: '消息' },
            fields: {
              key: {
                type: 'string',
                template: true,
                default: '${.clientid}',
                label: { en: 'Key', zh: '键' },
                help: {
                  en: 'Template of the key. What renders to nothing makes a message without key.',
                  zh: '键模板。渲染为空时消息不带键。',
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
          strategy: {
            type: 'enum',
            symbols: ['random', 'roundrobin', 'key_dispatch'],
            default: 'random',
            label: { en: 'Partition strategy', zh: '分区策略' },
            help: {
              en: 'random and roundrobin spread evenly. key_dispatch keeps messages of one key on one partition, in order.',
              zh: 'random 与 roundrobin 均匀分布。key_dispatch 使同一键的消息进入同一分区并保持顺序。',
            },
          },
          compression: {
            type: 'enum',
            symbols: ['no_compression', 'snappy', 'zlib'],
            default: 'no_compression',
            label: { en: 'Compression', zh: '压缩' },
          },
          batch_size: {
            type: 'integer',
            minimum: 1,
            default: 100,
            advanced: true,
            label: { en: 'Batch size', zh: '最大批量' },
            help: { en: 'Most messages stored as one entry.', zh: '存储为一个条目的最大消息数。' },
          },
          max_batch_bytes: {
            type: 'byteSize',
            default: '900KB',
            advanced: true,
            label: { en: 'Batch bytes', zh: '批次字节数' },
            help: { en: 'Largest batch before compression.', zh: '压缩前批次的最大字节数。' },
          },
          max_inflight: {
            type: 'integer',
            minimum: 1,
            default: 10,
            advanced: true,
            label: { en: 'In-flight batches', zh: '飞行批次数' },
            help: { en: 'Most batches under way to one partition.', zh: '发往单个分区的未确认批次上限。' },
          },
          sync_timeout: keptForEmqx({
            type: 'duration',
            default: '3s',
            label: { en: 'Sync timeout', zh: '同步超时' },
          }),
          retention_period: {
            type: 'union',
            default: 'infinity',
            advanced: true,
            label: { en: 'Retention', zh: '保留时间' },
            help: {
              en: 'How long a message may wait before it is given up. The request TTL does the same; the shorter one counts.',
              zh: '消息最长的等待时间，超过后放弃。与请求有效期作用相同，以较短者为准。',
            },
            variants: [
              { type: 'duration', label: { en: 'After', zh: '时长' } },
              { type: 'enum', symbols: ['infinity'], label: { en: 'Never', zh: '永不' } },
            ],
          },
          send_buffer: keptForEmqx({
            type: 'byteSize',
            default: '1MB',
            label: { en: 'Send buffer', zh: '发送缓冲' },
          }),
          buffer: emqxBuffer('bridge_pulsar.producer_buffer', '100MB', false),
        },
      },
      resource_opts: bufferedResourceOpts('pulsar.action_resource_opts'),
    },
  },
};
