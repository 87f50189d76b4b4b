import type { Field } from '@sluice/contract';

/** A field of EMQX that is accepted and kept, so that a configuration survives the way to EMQX and back. */
export function keptForEmqx(field: Field): Field {
  return {
    ...field,
    advanced: true,
    help: {
      en: 'Kept for EMQX; the embedded engine buffers and sends by the resource options.',
      zh: '为 EMQX 保留；内置引擎按资源选项进行缓冲和发送。',
    },
  };
}

/** EMQX's own buffer of Kafka and Pulsar producers. */
export function emqxBuffer(ref: string, segmentBytes: string, overloadProtection: boolean): Field {
  return keptForEmqx({
    type: 'object',
    ref,
    filled: true,
    label: { en: 'Buffer of EMQX', zh: 'EMQX 缓冲' },
    fields: {
      mode: keptForEmqx({
        type: 'enum',
        symbols: ['memory', 'disk', 'hybrid'],
        default: 'memory',
        label: { en: 'Mode', zh: '模式' },
      }),
      per_partition_limit: keptForEmqx({
        type: 'byteSize',
        default: '256MB',
        label: { en: 'Limit a partition', zh: '每分区上限' },
      }),
      segment_bytes: keptForEmqx({
        type: 'byteSize',
        default: segmentBytes,
        label: { en: 'Segment bytes', zh: '分段字节数' },
      }),
      memory_overload_protection: keptForEmqx({
        type: 'boolean',
        default: overloadProtection,
        label: { en: 'Overload protection', zh: '过载保护' },
      }),
    },
  });
}
