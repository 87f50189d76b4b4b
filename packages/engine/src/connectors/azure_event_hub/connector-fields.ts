import type { Field, Fields } from '@sluice/contract';
import { connectorResourceOpts } from '../resource-opts.ts';
import { SSL } from '../ssl.ts';

/** Event Hubs talks TLS only, so it is on by default; the server name follows the host unless set. */
function onByDefault(ssl: Field): Field {
  if (ssl.type !== 'object') return ssl;
  const { enable, server_name_indication: name, ...rest } = ssl.fields;
  return {
    ...ssl,
    ref: 'bridge_azure_event_hub.ssl_client_opts',
    required: true,
    default: { enable: true },
    fields: {
      enable: {
        type: 'boolean',
        default: true,
        label: enable?.label ?? { en: 'TLS', zh: 'TLS' },
        help: {
          en: 'Event Hubs speaks nothing else. Off only for a substitute of your own without TLS.',
          zh: 'Event Hubs 仅支持 TLS。只有在使用自建的、不支持 TLS 的替代服务时才关闭。',
        },
      },
      ...rest,
      server_name_indication: {
        type: 'union',
        default: 'auto',
        example: 'auto',
        label: name?.label ?? { en: 'Server name (SNI)', zh: '服务器名称（SNI）' },
        help: {
          en: 'auto: the host of each address. disable: send none and skip the name check. Or a fixed name.',
          zh: 'auto：使用各地址的主机名。disable：不发送且不核对名称。也可填写固定名称。',
        },
        variants: [
          { type: 'string', label: { en: 'Name', zh: '名称' } },
          { type: 'enum', symbols: ['disable'], label: { en: 'Off', zh: '关闭' } },
          { type: 'enum', symbols: ['auto'], label: { en: 'Host', zh: '主机名' } },
        ],
      },
    },
  };
}

/** What both directions need to reach a namespace. */
export const CONNECTOR_FIELDS: Fields = {
  bootstrap_hosts: {
    type: 'string',
    required: true,
    example: 'my-namespace.servicebus.windows.net:9093',
    label: { en: 'Bootstrap hosts', zh: '引导主机' },
    help: {
      en: 'host:port, several separated by commas; the port is 9093 if left out.',
      zh: 'host:port，多个以逗号分隔；省略端口时为 9093。',
    },
  },
  authentication: {
    type: 'object',
    ref: 'bridge_azure_event_hub.auth_username_password',
    required: true,
    default: {},
    label: { en: 'Authentication', zh: '认证' },
    fields: {
      password: {
        type: 'string',
        secret: true,
        required: true,
        label: { en: 'Connection string', zh: '连接字符串' },
        help: {
          en: 'Of the shared access policy: "Endpoint=sb://…;SharedAccessKeyName=…;SharedAccessKey=…".',
          zh: '共享访问策略的连接字符串：“Endpoint=sb://…;SharedAccessKeyName=…;SharedAccessKey=…”。',
        },
      },
    },
  },
  connect_timeout: {
    type: 'duration',
    default: '5s',
    advanced: true,
    label: { en: 'Connect timeout', zh: '连接超时' },
    help: { en: 'How long connecting and signing in may take.', zh: '连接与认证的最长时间。' },
  },
  metadata_request_timeout: {
    type: 'duration',
    default: '5s',
    advanced: true,
    label: { en: 'Metadata timeout', zh: '元数据超时' },
    help: { en: 'How long asking for the partitions may take.', zh: '查询分区信息的最长时间。' },
  },
  min_metadata_refresh_interval: {
    type: 'duration',
    default: '3s',
    advanced: true,
    label: { en: 'Metadata refresh', zh: '元数据刷新间隔' },
    help: {
      en: 'At least this long lies between two questions about the same event hub.',
      zh: '对同一事件中心两次查询之间的最短间隔。',
    },
  },
  health_check_topic: {
    type: 'string',
    advanced: true,
    label: { en: 'Health check event hub', zh: '健康检查事件中心' },
    help: {
      en: 'Event hub whose partitions the health check asks for. Empty: it only asks for the brokers.',
      zh: '健康检查时查询其分区的事件中心。留空则仅查询代理。',
    },
  },
  socket_opts: {
    type: 'object',
    ref: 'bridge_kafka.socket_opts',
    filled: true,
    advanced: true,
    label: { en: 'Socket options', zh: '套接字选项' },
    fields: {
      nodelay: {
        type: 'boolean',
        default: true,
        advanced: true,
        label: { en: 'No delay', zh: '禁用延迟' },
        help: { en: 'Send small packets at once.', zh: '立即发送小数据包。' },
      },
      sndbuf: {
        type: 'byteSize',
        default: '1MB',
        advanced: true,
        label: { en: 'Send buffer', zh: '发送缓冲' },
        help: {
          en: 'Kept for EMQX; the system sizes it here.',
          zh: '为 EMQX 保留；此处由操作系统决定。',
        },
      },
      recbuf: {
        type: 'byteSize',
        default: '1MB',
        advanced: true,
        label: { en: 'Receive buffer', zh: '接收缓冲' },
        help: {
          en: 'Kept for EMQX; the system sizes it here.',
          zh: '为 EMQX 保留；此处由操作系统决定。',
        },
      },
      tcp_keepalive: {
        type: 'string',
        default: 'none',
        advanced: true,
        label: { en: 'TCP keep-alive', zh: 'TCP 保活' },
        help: {
          en: 'none, or "idle,interval,probes" in seconds; the idle time is used here.',
          zh: 'none，或以秒为单位的“空闲,间隔,次数”；此处使用空闲时间。',
        },
      },
    },
  },
  ssl: onByDefault(SSL),
  resource_opts: connectorResourceOpts('bridge_kafka.connector_resource_opts'),
};
