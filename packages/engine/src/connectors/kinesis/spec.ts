import type { SystemSpec } from '@sluice/contract';
import { actionResourceOpts } from '../resource-opts.ts';
import { CONNECTOR_FIELDS } from './connector-fields.ts';

export const KINESIS_SPEC: SystemSpec = {
  type: 'kinesis',
  label: { en: 'Amazon Kinesis', zh: 'Amazon Kinesis' },
  summary: {
    en: 'Writes messages to an Amazon Kinesis data stream.',
    zh: '将消息写入 Amazon Kinesis 数据流。',
  },
  connector: { ref: 'bridge_kinesis.%_connector', fields: CONNECTOR_FIELDS },
  action: {
    ref: 'bridge_kinesis.%_bridge_v2',
    fields: {
      local_topic: { type: 'string', label: { en: 'Local topic', zh: '本地主题' } },
      parameters: {
        type: 'object',
        ref: 'bridge_kinesis.action_parameters',
        required: true,
        label: { en: 'Record', zh: '记录' },
        fields: {
          stream_name: {
            type: 'string',
            required: true,
            example: 'telemetry',
            label: { en: 'Stream', zh: '数据流' },
            help: { en: 'Name of the data stream. It must exist.', zh: '数据流的名称，必须已存在。' },
          },
          partition_key: {
            type: 'string',
            template: true,
            required: true,
            example: '${clientid}',
            label: { en: 'Partition key', zh: '分区键' },
            help: {
              en: 'Records with the same key go to the same shard. 1 to 256 characters once filled in.',
              zh: '相同分区键的记录进入同一分片。填充后长度为 1 至 256 个字符。',
            },
          },
          payload_template: {
            type: 'string',
            format: 'code',
            template: true,
            default: '${.}',
            label: { en: 'Data', zh: '数据' },
            help: {
              en: 'Template of the record. ${.} is the whole output of the rule as JSON.',
              zh: '记录内容模板。${.} 为规则的完整输出（JSON）。',
            },
          },
        },
      },
      resource_opts: batchLimit(actionResourceOpts('bridge_kinesis.action_resource_opts', true)),
    },
  },
};

/** PutRecords takes 500 records at most. */
function batchLimit(field: ReturnType<typeof actionResourceOpts>): ReturnType<typeof actionResourceOpts> {
  if (field.type !== 'object') return field;
  const size = field.fields.batch_size;
  if (size?.type !== 'integer') return field;
  return { ...field, fields: { ...field.fields, batch_size: { ...size, maximum: 500 } } };
}
