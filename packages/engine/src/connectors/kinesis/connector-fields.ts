import type { Fields } from '@sluice/contract';
import { connectorResourceOpts } from '../resource-opts.ts';

/** What both directions need to reach Kinesis. */
export const CONNECTOR_FIELDS: Fields = {
  aws_access_key_id: {
    type: 'string',
    required: true,
    label: { en: 'Access key ID', zh: '访问密钥 ID' },
    help: { en: 'Of an AWS user that may use the stream.', zh: '有权使用该数据流的 AWS 用户的访问密钥 ID。' },
  },
  aws_secret_access_key: {
    type: 'string',
    secret: true,
    required: true,
    label: { en: 'Secret access key', zh: '秘密访问密钥' },
  },
  endpoint: {
    type: 'string',
    format: 'url',
    required: true,
    example: 'https://kinesis.us-east-1.amazonaws.com',
    label: { en: 'Endpoint', zh: '服务地址' },
    help: {
      en: 'URL of the Kinesis service; the region is read from it.',
      zh: 'Kinesis 服务的 URL；区域从中读取。',
    },
  },
  max_retries: {
    type: 'integer',
    minimum: 0,
    default: 2,
    advanced: true,
    label: { en: 'Immediate retries', zh: '立即重试次数' },
    help: {
      en: 'How often records that a busy shard turned away are sent again at once. After that they wait with growing pauses.',
      zh: '被繁忙分片拒绝的记录立即重发的次数。之后以递增的间隔等待重发。',
    },
  },
  pool_size: {
    type: 'integer',
    minimum: 1,
    default: 8,
    advanced: true,
    label: { en: 'Pool size', zh: '连接池大小' },
    help: { en: 'Most requests to Kinesis at the same time.', zh: '同时向 Kinesis 发出的最大请求数。' },
  },
  resource_opts: connectorResourceOpts('bridge_kinesis.connector_resource_opts'),
};
