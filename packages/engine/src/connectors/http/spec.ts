import type { Field, SystemSpec } from '@sluice/contract';
import { actionResourceOpts, connectorResourceOpts, KEY_ORDER } from '../resource-opts.ts';
import { SSL } from '../ssl.ts';

const HEADERS: Field = {
  type: 'map',
  template: true,
  secretKeys: ['authorization', 'proxy-authorization'],
  default: {
    accept: 'application/json',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    'content-type': 'application/json',
    'keep-alive': 'timeout=5',
  },
  label: { en: 'Headers', zh: '请求头' },
  help: {
    en: 'Sent with every request. Values may hold ${field} placeholders.',
    zh: '随每个请求发送。值中可使用 ${field} 占位符。',
  },
};

export const HTTP_SPEC: SystemSpec = {
  type: 'http',
  label: { en: 'Webhook (HTTP server)', zh: 'Webhook（HTTP 服务器）' },
  summary: {
    en: 'Sends messages to an HTTP server, one request each.',
    zh: '将消息逐条以 HTTP 请求发送到服务器。',
  },
  connector: {
    ref: 'bridge_http.%_connector',
    fields: {
      url: {
        type: 'string',
        format: 'url',
        required: true,
        example: 'http://127.0.0.1:8080',
        label: { en: 'URL', zh: 'URL' },
        help: {
          en: 'Starts with http:// or https://. The path of an action, if it has one, is added to it.',
          zh: '以 http:// 或 https:// 开头。如果动作有路径，会接在其后。',
        },
      },
      headers: HEADERS,
      ssl: SSL,
      connect_timeout: {
        type: 'duration',
        default: '15s',
        advanced: true,
        label: { en: 'Connect timeout', zh: '连接超时' },
        help: { en: 'How long opening a connection may take.', zh: '建立连接的最长时间。' },
      },
      pool_type: {
        type: 'enum',
        symbols: ['random', 'hash'],
        default: 'random',
        advanced: true,
        label: { en: 'Pool type', zh: '连接池类型' },
        help: {
          en: 'hash keeps the messages of one client on one connection, in order.',
          zh: 'hash 让同一客户端的消息使用同一连接并保持顺序。',
        },
      },
      pool_size: {
        type: 'integer',
        minimum: 1,
        default: 8,
        advanced: true,
        label: { en: 'Pool size', zh: '连接池大小' },
        help: { en: 'Most connections open at once.', zh: '同时打开的最大连接数。' },
      },
      enable_pipelining: {
        type: 'integer',
        minimum: 1,
        default: 100,
        advanced: true,
        label: { en: 'Pipelining', zh: 'HTTP 管线' },
        help: {
          en: 'Most requests sent on one connection before their answers are in.',
          zh: '单个连接上在收到应答前可连续发送的最大请求数。',
        },
      },
      resource_opts: connectorResourceOpts('bridge_http.connector_resource_opts'),
      retry_interval: { type: 'duration', deprecated: true, label: { en: 'Retry interval', zh: '重试间隔' } },
      request: {
        type: 'object',
        ref: 'bridge_http.request',
        deprecated: true,
        fields: {},
        label: { en: 'Request', zh: '请求' },
      },
    },
  },
  action: {
    ref: 'bridge_http.%_bridge_v2',
    fields: {
      parameters: {
        type: 'object',
        ref: 'bridge_http.parameters_opts',
        required: true,
        label: { en: 'Request', zh: '请求' },
        fields: {
          path: {
            type: 'string',
            template: true,
            example: '/devices/${clientid}',
            label: { en: 'Path', zh: '路径' },
            help: {
              en: 'Added to the URL of the connector. May hold placeholders; their values are percent-encoded.',
              zh: '接在连接器 URL 之后。可使用占位符，其值会进行百分号编码。',
            },
          },
          method: {
            type: 'enum',
            symbols: ['post', 'put', 'get', 'delete'],
            default: 'post',
            label: { en: 'Method', zh: '方法' },
          },
          headers: HEADERS,
          body: {
            type: 'string',
            format: 'code',
            template: true,
            label: { en: 'Body', zh: '请求体' },
            help: {
              en: 'Template of the body. Empty: the whole output of the rule as JSON.',
              zh: '请求体模板。留空则发送规则的完整输出（JSON）。',
            },
          },
          max_retries: {
            type: 'integer',
            minimum: 0,
            default: 2,
            advanced: true,
            label: { en: 'Retries', zh: '重试次数' },
            help: {
              en: 'Kept for EMQX. The embedded engine tries again until the request is taken, refused or expired, with growing pauses.',
              zh: '为 EMQX 保留。内置引擎会以递增的间隔持续重试，直到请求被接受、拒绝或过期。',
            },
          },
          request_timeout: {
            type: 'duration',
            default: '15s',
            deprecated: true,
            label: { en: 'Request timeout', zh: '请求超时' },
          },
        },
      },
      resource_opts: actionResourceOpts('bridge_http.action_resource_opts', false, KEY_ORDER),
    },
  },
};
