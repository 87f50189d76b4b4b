import type { Fields } from '@sluice/contract';
import { connectorResourceOpts } from '../resource-opts.ts';
import { SSL } from '../ssl.ts';

/** What both directions need to reach a cluster. */
export const CONNECTOR_FIELDS: Fields = {
  servers: {
    type: 'string',
    required: true,
    example: 'pulsar://127.0.0.1:6650',
    label: { en: 'Servers', zh: '服务器地址' },
    help: {
      en: 'pulsar://host:port or pulsar+ssl://host:port, several separated by commas.',
      zh: 'pulsar://host:port 或 pulsar+ssl://host:port，多个以逗号分隔。',
    },
  },
  authentication: {
    type: 'union',
    default: 'none',
    label: { en: 'Authentication', zh: '认证' },
    variants: [
      {
        type: 'object',
        ref: 'bridge_pulsar.auth_token',
        label: { en: 'Token', zh: '令牌' },
        fields: {
          jwt: { type: 'string', secret: true, required: true, label: { en: 'Token (JWT)', zh: '令牌（JWT）' } },
        },
      },
      {
        type: 'object',
        ref: 'bridge_pulsar.auth_basic',
        label: { en: 'User name and password', zh: '用户名与密码' },
        fields: {
          username: { type: 'string', required: true, label: { en: 'User name', zh: '用户名' } },
          password: { type: 'string', secret: true, required: true, label: { en: 'Password', zh: '密码' } },
        },
      },
      { type: 'enum', symbols: ['none'], label: { en: 'None', zh: '无' } },
    ],
  },
  connect_timeout: {
    type: 'duration',
    default: '5s',
    advanced: true,
    label: { en: 'Connect timeout', zh: '连接超时' },
    help: { en: 'How long connecting to a broker may take.', zh: '连接代理的最长时间。' },
  },
  ssl: SSL,
  resource_opts: connectorResourceOpts('pulsar.connector_resource_opts'),
};
