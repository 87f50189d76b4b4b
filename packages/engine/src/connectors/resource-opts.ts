import type { Field, Fields } from '@sluice/contract';

const HEALTH_CHECK_INTERVAL: Field = {
  type: 'duration',
  default: '15s',
  advanced: true,
  label: { en: 'Health check interval', zh: '健康检查间隔' },
  help: {
    en: 'How often to look whether the target answers when there is no traffic that shows it.',
    zh: '在没有流量可供判断时，检查目标是否可用的间隔。',
  },
};

function options(ref: string, fields: Fields): Field {
  return {
    type: 'object',
    ref,
    default: {},
    advanced: true,
    label: { en: 'Resource options', zh: '资源选项' },
    fields,
  };
}

/** `resource_opts` of a connector. */
export function connectorResourceOpts(ref: string): Field {
  return options(ref, {
    health_check_interval: HEALTH_CHECK_INTERVAL,
    start_timeout: {
      type: 'duration',
      default: '5s',
      advanced: true,
      label: { en: 'Start timeout', zh: '启动超时' },
      help: {
        en: 'How long creating or enabling waits for the first connection before it answers.',
        zh: '创建或启用时，等待首次连接的最长时间。',
      },
    },
    start_after_created: {
      type: 'boolean',
      default: true,
      advanced: true,
      label: { en: 'Start after creation', zh: '创建后启动' },
      help: { en: 'Connect as soon as the connector is saved.', zh: '保存后立即连接。' },
    },
    auto_restart_interval: {
      type: 'union',
      hidden: true,
      label: { en: 'Restart interval', zh: '自动重启间隔' },
      variants: [
        { type: 'enum', symbols: ['infinity'], label: { en: 'Never', zh: '从不' } },
        { type: 'duration', label: { en: 'After', zh: '间隔' } },
      ],
    },
  });
}

/** `resource_opts` of a source. */
export function sourceResourceOpts(ref: string): Field {
  return options(ref, {
    health_check_interval: HEALTH_CHECK_INTERVAL,
    resume_interval: { type: 'duration', hidden: true, label: { en: 'Resume interval', zh: '恢复间隔' } },
  });
}

const BATCH: Fields = {
  batch_size: {
    type: 'integer',
    minimum: 1,
    default: 1,
    advanced: true,
    label: { en: 'Batch size', zh: '最大批量' },
    help: { en: 'Most messages that go out in one request.', zh: '单次请求最多包含的消息数。' },
  },
  batch_time: {
    type: 'duration',
    default: '0ms',
    advanced: true,
    label: { en: 'Batch time', zh: '批量等待时间' },
    help: { en: 'How long a batch waits to fill up.', zh: '等待批次填满的最长时间。' },
  },
};

/** For targets that may take a request and fail the one before it: EMQX sends on, which is the relaxed way. */
export const KEY_ORDER: Fields = {
  key_order: {
    type: 'enum',
    symbols: ['strict', 'relaxed'],
    advanced: true,
    label: { en: 'Order of a client', zh: '客户端消息顺序' },
    help: {
      en: 'strict (when empty): the next message of a client is sent when the one before is answered. relaxed: faster for a single busy client, but one that failed arrives after those that were under way with it.',
      zh: 'strict（留空即是）：上一条得到应答后才发送同一客户端的下一条。relaxed：单个繁忙客户端更快，但失败的消息会晚于与其同时发送的消息到达。',
    },
  },
};

/** `resource_opts` of an action; `batching` adds the two batch fields, `more` what only its type has. */
export function actionResourceOpts(ref: string, batching: boolean, more: Fields = {}): Field {
  return options(ref, {
    worker_pool_size: {
      type: 'integer',
      minimum: 1,
      maximum: 1024,
      default: 16,
      advanced: true,
      label: { en: 'Workers', zh: '工作者数量' },
      help: {
        en: 'Buffer workers. Messages of one client always take the same worker, so their order is kept.',
        zh: '缓冲工作者数量。同一客户端的消息始终由同一工作者处理，从而保持顺序。',
      },
    },
    health_check_interval: HEALTH_CHECK_INTERVAL,
    query_mode: {
      type: 'enum',
      symbols: ['sync', 'async'],
      default: 'async',
      advanced: true,
      label: { en: 'Query mode', zh: '请求模式' },
      help: {
        en: 'sync: each worker waits for the answer before it sends the next. async: each has up to the in-flight window under way.',
        zh: 'sync：每个工作者等待应答后再发送下一条。async：每个工作者可同时发送，最多到飞行窗口大小。',
      },
    },
    request_ttl: {
      type: 'union',
      default: 'infinity',
      advanced: true,
      label: { en: 'Request TTL', zh: '请求有效期' },
      help: {
        en: 'A message older than this is given up: counted as expired and kept as a dead letter. "infinity": never.',
        zh: '超过此时间的消息将被放弃：计为过期并保存为死信。infinity 表示永不过期。',
      },
      variants: [
        { type: 'enum', symbols: ['infinity'], label: { en: 'Never', zh: '永不' } },
        { type: 'duration', label: { en: 'After', zh: '时长' } },
      ],
    },
    ...(batching ? BATCH : {}),
    inflight_window: {
      type: 'integer',
      minimum: 1,
      default: 100,
      advanced: true,
      label: { en: 'In-flight window', zh: '飞行窗口' },
      help: {
        en: 'Most requests without an answer, per worker (async only).',
        zh: '每个工作者未应答请求的最大数量（仅 async）。',
      },
    },
    ...more,
    max_buffer_bytes: {
      type: 'byteSize',
      default: '256MB',
      advanced: true,
      label: { en: 'Buffer limit', zh: '缓冲上限' },
      help: {
        en: 'When the buffer is full the oldest messages are dropped, counted, and kept as dead letters.',
        zh: '缓冲写满时丢弃最旧的消息，计数并保存为死信。',
      },
    },
    buffer_mode: {
      type: 'enum',
      symbols: ['auto', 'memory', 'disk'],
      advanced: true,
      label: { en: 'Buffer', zh: '缓冲方式' },
      help: {
        en: 'auto (when empty): QoS 1 and 2 on disk, QoS 0 in memory. memory: a crash loses what waits. disk: everything is on disk.',
        zh: 'auto（留空即是）：QoS 1 和 2 存磁盘，QoS 0 存内存。memory：崩溃会丢失等待中的消息。disk：全部存磁盘。',
      },
    },
    auto_restart_interval: {
      type: 'union',
      hidden: true,
      label: { en: 'Restart interval', zh: '自动重启间隔' },
      variants: [
        { type: 'enum', symbols: ['infinity'], label: { en: 'Never', zh: '从不' } },
        { type: 'duration', label: { en: 'After', zh: '间隔' } },
      ],
    },
    resume_interval: { type: 'duration', hidden: true, label: { en: 'Resume interval', zh: '恢复间隔' } },
    metrics_flush_interval: { type: 'duration', hidden: true, label: { en: 'Metrics interval', zh: '指标刷新间隔' } },
  });
}
