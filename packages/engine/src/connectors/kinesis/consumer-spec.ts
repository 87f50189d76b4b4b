import type { SystemSpec } from '@sluice/contract';
import { sourceResourceOpts } from '../resource-opts.ts';
import { KEY_ENCODING, OFFSET_RESET_POLICY, VALUE_ENCODING } from '../stream/fields.ts';
import { CONNECTOR_FIELDS } from './connector-fields.ts';

/** The way in. EMQX has no such type; the names follow its `kafka_consumer` (decision 12). */
export const KINESIS_CONSUMER_SPEC: SystemSpec = {
  type: 'kinesis_consumer',
  label: { en: 'Amazon Kinesis consumer', zh: 'Amazon Kinesis 消费者' },
  summary: {
    en: 'Reads messages from all shards of an Amazon Kinesis data stream.',
    zh: '从 Amazon Kinesis 数据流的所有分片读取消息。',
  },
  connector: { ref: 'kinesis_consumer.%_connector', fields: CONNECTOR_FIELDS },
  source: {
    ref: 'kinesis_consumer.%_source',
    fields: {
      parameters: {
        type: 'object',
        ref: 'kinesis_consumer.source_parameters',
        required: true,
        label: { en: 'Stream', zh: '数据流' },
        fields: {
          stream_name: {
            type: 'string',
            required: true,
            example: 'telemetry',
            label: { en: 'Stream', zh: '数据流' },
            help: { en: 'Name of the data stream to read.', zh: '要读取的数据流名称。' },
          },
          group_id: {
            type: 'string',
            label: { en: 'Consumer group', zh: '消费组' },
            help: {
              en: 'Positions are kept under this name. Empty: under the name of the source. Another name starts anew.',
              zh: '读取位置以此名称保存。留空则使用 Source 的名称。更换名称将重新开始。',
            },
          },
          offset_reset_policy: OFFSET_RESET_POLICY,
          key_encoding_mode: KEY_ENCODING,
          value_encoding_mode: VALUE_ENCODING,
          max_wait_time: {
            type: 'duration',
            minimum: '200ms',
            default: '1s',
            advanced: true,
            label: { en: 'Poll interval', zh: '轮询间隔' },
            help: {
              en: 'How often an idle shard is asked for records. Kinesis allows 5 times a second.',
              zh: '空闲分片的查询间隔。Kinesis 每秒最多允许 5 次。',
            },
          },
          max_batch_records: {
            type: 'integer',
            minimum: 1,
            maximum: 10_000,
            default: 1000,
            advanced: true,
            label: { en: 'Records a request', zh: '单次记录数' },
            help: { en: 'Most records taken from a shard at once.', zh: '每次从分片读取的最大记录数。' },
          },
          offset_commit_interval_seconds: {
            type: 'duration',
            minimum: '1s',
            default: '5s',
            advanced: true,
            label: { en: 'Save interval', zh: '保存间隔' },
            help: {
              en: 'How often the position is saved. After a crash, at most the records of this time come again.',
              zh: '保存读取位置的间隔。崩溃后，最多重复读取这段时间内的记录。',
            },
          },
          shard_refresh_interval: {
            type: 'duration',
            minimum: '1s',
            default: '30s',
            advanced: true,
            label: { en: 'Shard refresh', zh: '分片刷新间隔' },
            help: { en: 'How often to look for new shards.', zh: '检查新分片的间隔。' },
          },
        },
      },
      resource_opts: sourceResourceOpts('kinesis_consumer.source_resource_opts'),
    },
  },
};
