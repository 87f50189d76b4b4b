import type { Text } from '@sluice/contract';
import type { SettingTexts } from '../forms/model/settings-schema.ts';

const t = (en: string, zh: string): Text => ({ en, zh });

/** Words for the settings of a zone; EMQX's documents bring none. */
export const MQTT_TEXTS: SettingTexts = {
  await_rel_timeout: [
    t('Wait for release', '等待 PUBREL 时长'),
    t('How long a QoS 2 message from a client waits for its release.', '收到的 QoS 2 消息等待 PUBREL 的最长时间。'),
  ],
  clientid_override: [t('Client ID expression', '客户端 ID 表达式')],
  client_attrs_init: [t('Client attributes', '客户端属性')],
  exclusive_subscription: [
    t('Exclusive subscriptions', '排它订阅'),
    t('A topic that only one client may subscribe to.', '同一主题只允许一个客户端订阅。'),
  ],
  idle_timeout: [
    t('Time to connect', '连接空闲超时'),
    t(
      'A connection that has not sent a valid CONNECT by then is closed.',
      '在此时间内未发送有效 CONNECT 的连接会被关闭。',
    ),
  ],
  ignore_loop_deliver: [
    t('No own messages (MQTT 3)', '忽略自己的消息（MQTT 3）'),
    t('Clients do not get back what they publish themselves.', '客户端不会收到自己发布的消息。'),
  ],
  keepalive_check_interval: [t('Keep alive check', '心跳检查间隔')],
  keepalive_multiplier: [
    t('Keep alive factor', '心跳倍数'),
    t(
      'A client that is silent for this many keep alive times is disconnected.',
      '静默超过心跳间隔的此倍数时断开客户端。',
    ),
  ],
  max_awaiting_rel: [
    t('Most unreleased', '最大未释放数'),
    t('QoS 2 messages of one client on their way in at a time.', '单个客户端同时接收中的 QoS 2 消息数。'),
  ],
  max_clientid_len: [t('Longest client ID', '客户端 ID 最大长度')],
  max_inflight: [
    t('Most in flight', '最大在途数'),
    t('Unacknowledged messages on their way to one client.', '发往单个客户端且尚未确认的消息数。'),
  ],
  max_mqueue_len: [
    t('Longest queue', '消息队列最大长度'),
    t(
      'Waiting messages of one session; when it is full the oldest is dropped.',
      '单个会话等待的消息数，写满后丢弃最旧的消息。',
    ),
  ],
  max_packet_size: [
    t('Largest packet', '最大报文'),
    t('A client that sends a larger one is disconnected.', '发送更大报文的客户端会被断开。'),
  ],
  max_qos_allowed: [t('Highest QoS', '最大 QoS')],
  max_subscriptions: [t('Most subscriptions', '最大订阅数'), t('Of one client.', '单个客户端的上限。')],
  max_topic_alias: [t('Topic aliases', '主题别名数'), t('A client may set this many.', '单个客户端可设置的数量。')],
  max_topic_levels: [t('Most topic levels', '主题最大层级')],
  message_expiry_interval: [t('Message expiry', '消息过期时间')],
  mqueue_default_priority: [t('Priority of other topics', '默认主题优先级')],
  mqueue_priorities: [t('Topic priorities', '主题优先级')],
  mqueue_store_qos0: [
    t('Queue QoS 0', '存储 QoS 0 消息'),
    t('Whether QoS 0 messages wait for a client that is away.', '客户端离线时是否为其保存 QoS 0 消息。'),
  ],
  peer_cert_as_clientid: [t('Certificate as client ID', '证书作为客户端 ID')],
  peer_cert_as_username: [t('Certificate as user name', '证书作为用户名')],
  response_information: [t('Response information', '响应信息前缀')],
  retain_available: [t('Retained messages', '保留消息')],
  retry_interval: [
    t('Resend after', '重发间隔'),
    t('When an acknowledgement is missing for so long, the message is sent again.', '超过此时间未收到确认则重发消息。'),
  ],
  server_keepalive: [
    t('Keep alive set by the server', '服务端心跳时间'),
    t('In seconds; clients of MQTT 5 have to keep to it.', '单位为秒，MQTT 5 客户端须遵从。'),
  ],
  session_expiry_interval: [
    t('Session expiry', '会话过期时间'),
    t('How long the session of an MQTT 3 client is kept after it disconnects.', 'MQTT 3 客户端断开后会话保留的时间。'),
  ],
  shared_subscription: [t('Shared subscriptions', '共享订阅')],
  shared_subscription_initial_sticky_pick: [t('First sticky member', '粘性策略首选成员')],
  shared_subscription_strategy: [
    t('Sharing strategy', '共享订阅策略'),
    t('Which member of a group gets the next message.', '决定下一条消息派发给组内哪个成员。'),
  ],
  strict_mode: [t('Strict mode', '严格模式'), t('Text that is not UTF-8 is refused.', '拒绝不是 UTF-8 的文本。')],
  upgrade_qos: [
    t('Raise the QoS', '升级 QoS'),
    t('Deliver with the QoS of the subscription when it is higher.', '订阅的 QoS 更高时按订阅的 QoS 投递。'),
  ],
  use_username_as_clientid: [t('User name as client ID', '用户名作为客户端 ID')],
  wildcard_subscription: [t('Wildcard subscriptions', '通配符订阅')],
};
