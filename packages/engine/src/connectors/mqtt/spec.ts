import type { SystemSpec } from '@sluice/contract';
import { actionResourceOpts, connectorResourceOpts, sourceResourceOpts } from '../resource-opts.ts';
import { SSL } from '../ssl.ts';

export const MQTT_SPEC: SystemSpec = {
  type: 'mqtt',
  label: { en: 'MQTT broker', zh: 'MQTT 服务器' },
  summary: {
    en: 'Exchanges messages with another MQTT broker, in both directions.',
    zh: '与其他 MQTT 服务器双向交换消息。',
  },
  connector: {
    ref: 'connector_mqtt.%_connector',
    fields: {
      server: {
        type: 'string',
        format: 'server',
        required: true,
        example: 'broker.example.org:1883',
        label: { en: 'Server', zh: '服务器地址' },
        help: { en: 'host:port; the port is 1883 if left out.', zh: 'host:port；省略端口时为 1883。' },
      },
      clientid_prefix: {
        type: 'string',
        label: { en: 'Client id prefix', zh: '客户端 ID 前缀' },
        help: {
          en: 'Put before the client ids that this connector uses.',
          zh: '加在此连接器所用客户端 ID 之前。',
        },
      },
      username: { type: 'string', label: { en: 'User name', zh: '用户名' } },
      password: { type: 'string', secret: true, label: { en: 'Password', zh: '密码' } },
      keepalive: {
        type: 'duration',
        default: '160s',
        label: { en: 'Keep-alive', zh: '心跳间隔' },
        help: {
          en: 'A ping goes out when nothing else was sent for this long.',
          zh: '在此时间内无其他数据时发送心跳。',
        },
      },
      proto_ver: {
        type: 'enum',
        symbols: ['v3', 'v4', 'v5'],
        default: 'v4',
        label: { en: 'MQTT version', zh: 'MQTT 版本' },
        help: { en: 'v3 is 3.1, v4 is 3.1.1, v5 is 5.0.', zh: 'v3 即 3.1，v4 即 3.1.1，v5 即 5.0。' },
      },
      clean_start: {
        type: 'boolean',
        default: true,
        label: { en: 'Clean start', zh: '全新会话' },
        help: {
          en: 'Off: the other broker keeps the session, and messages for a source, while the connection is down.',
          zh: '关闭：连接中断期间，对端服务器保留会话以及发往 Source 的消息。',
        },
      },
      static_clientids: {
        type: 'array',
        default: [],
        label: { en: 'Fixed client ids', zh: '固定客户端 ID' },
        help: {
          en: 'Client ids to use on a node, one connection each. Nodes without an entry do not connect.',
          zh: '某节点使用的客户端 ID，每个对应一个连接。未列出的节点不会连接。',
        },
        items: {
          type: 'object',
          ref: 'connector_mqtt.static_clientid_entry',
          label: { en: 'Node', zh: '节点' },
          fields: {
            node: { type: 'string', required: true, label: { en: 'Node', zh: '节点' } },
            ids: {
              type: 'array',
              required: true,
              label: { en: 'Client ids', zh: '客户端 ID' },
              items: { type: 'string', label: { en: 'Client id', zh: '客户端 ID' } },
            },
          },
        },
      },
      ssl: SSL,
      pool_size: {
        type: 'integer',
        minimum: 1,
        default: 8,
        advanced: true,
        label: { en: 'Pool size', zh: '连接池大小' },
        help: {
          en: 'Connections for sending. A source with a $share filter also spreads over all of them.',
          zh: '用于发送的连接数。使用 $share 过滤器的 Source 也会分布到所有连接。',
        },
      },
      connect_timeout: {
        type: 'duration',
        minimum: '1s',
        default: '10s',
        advanced: true,
        label: { en: 'Connect timeout', zh: '连接超时' },
      },
      retry_interval: {
        type: 'duration',
        default: '15s',
        advanced: true,
        label: { en: 'Resend interval', zh: '重发间隔' },
        help: {
          en: 'A message without acknowledgement for this long is sent again.',
          zh: '超过此时间未确认的消息会重新发送。',
        },
      },
      max_inflight: {
        type: 'integer',
        minimum: 0,
        default: 32,
        advanced: true,
        label: { en: 'In-flight messages', zh: '飞行消息数' },
        help: {
          en: 'Most QoS 1 and 2 messages without acknowledgement on one connection; 0 means no limit.',
          zh: '单个连接上未确认的 QoS 1/2 消息上限；0 表示不限。',
        },
      },
      bridge_mode: {
        type: 'boolean',
        default: false,
        advanced: true,
        label: { en: 'Bridge mode', zh: '桥接模式' },
        help: {
          en: 'Tell the other broker that this is a bridge (needs a broker that knows the flag).',
          zh: '告知对端这是桥接连接（需对端支持）。',
        },
      },
      resource_opts: connectorResourceOpts('connector_mqtt.resource_opts'),
      mode: {
        type: 'enum',
        symbols: ['cluster_shareload'],
        default: 'cluster_shareload',
        deprecated: true,
        label: { en: 'Mode', zh: '模式' },
      },
      reconnect_interval: {
        type: 'duration',
        deprecated: true,
        label: { en: 'Reconnect interval', zh: '重连间隔' },
      },
    },
  },
  action: {
    ref: 'bridge_mqtt_publisher.%_bridge_v2',
    fields: {
      local_topic: { type: 'string', label: { en: 'Local topic', zh: '本地主题' } },
      parameters: {
        type: 'object',
        ref: 'bridge_mqtt_publisher.action_parameters',
        required: true,
        label: { en: 'Message', zh: '消息' },
        fields: {
          topic: {
            type: 'string',
            format: 'topic_name',
            template: true,
            required: true,
            example: 'from/${clientid}',
            label: { en: 'Topic', zh: '主题' },
            help: { en: 'Topic on the other broker; may hold placeholders.', zh: '对端服务器上的主题；可使用占位符。' },
          },
          qos: {
            type: 'union',
            default: 1,
            label: { en: 'QoS', zh: 'QoS' },
            variants: [
              { type: 'string', template: true, label: { en: 'Placeholder', zh: '占位符' } },
              { type: 'enum', symbols: [0, 1, 2], label: { en: 'Fixed', zh: '固定值' } },
            ],
          },
          retain: {
            type: 'union',
            default: false,
            label: { en: 'Retain', zh: '保留消息' },
            variants: [
              { type: 'string', template: true, label: { en: 'Placeholder', zh: '占位符' } },
              { type: 'boolean', label: { en: 'Fixed', zh: '固定值' } },
            ],
          },
          payload: {
            type: 'string',
            format: 'code',
            template: true,
            label: { en: 'Payload', zh: '消息内容' },
            help: {
              en: 'Template of the payload. Empty: the whole output of the rule as JSON.',
              zh: '消息内容模板。留空则发送规则的完整输出（JSON）。',
            },
          },
        },
      },
      resource_opts: actionResourceOpts('bridge_mqtt_publisher.action_resource_opts', false),
    },
  },
  source: {
    ref: 'bridge_mqtt_publisher.%_source',
    fields: {
      parameters: {
        type: 'object',
        ref: 'bridge_mqtt_publisher.ingress_parameters',
        required: true,
        label: { en: 'Subscription', zh: '订阅' },
        fields: {
          topic: {
            type: 'string',
            format: 'topic_filter',
            required: true,
            example: 'devices/#',
            label: { en: 'Topic filter', zh: '主题过滤器' },
            help: {
              en: 'What to subscribe to on the other broker. $share/group/filter spreads it over the pool.',
              zh: '在对端服务器上订阅的主题。使用 $share/group/filter 可分布到整个连接池。',
            },
          },
          qos: { type: 'enum', symbols: [0, 1, 2], default: 1, label: { en: 'QoS', zh: 'QoS' } },
          no_local: {
            type: 'boolean',
            default: false,
            advanced: true,
            label: { en: 'No local', zh: '忽略自身消息' },
            help: {
              en: 'MQTT 5: do not take in what the same connection has published.',
              zh: 'MQTT 5：不接收同一连接自己发布的消息。',
            },
          },
        },
      },
      resource_opts: sourceResourceOpts('bridge_mqtt_publisher.source_resource_opts'),
    },
  },
};
