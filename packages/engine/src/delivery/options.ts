import { type ChannelConfig, type Json, parseByteSize, parseDuration } from '@sluice/contract';

/** How an action buffers and sends, from its `resource_opts`. */
export interface DeliveryOptions {
  readonly workers: number;
  /** Most requests under way per worker. */
  readonly window: number;
  /** One request under way per worker. */
  readonly sync: boolean;
  readonly batchSize: number;
  readonly batchTimeMs: number;
  /** `Infinity`: never given up. */
  readonly ttlMs: number;
  readonly maxBytes: number;
  readonly mode: 'auto' | 'memory' | 'disk';
  /** A key may have several requests under way, though one that fails arrives after them then. */
  readonly relaxed: boolean;
}

/** Missing or unreadable options get their defaults: the server has validated them, older stores may lack some. */
export function deliveryOptions(config: ChannelConfig): DeliveryOptions {
  const opts = config.resource_opts ?? {};
  const mode = opts.buffer_mode;
  // Event Hubs and Pulsar have names of their own in EMQX, for the same thing.
  const { query_mode: ownMode, retention_period: retention } = config.parameters;
  return {
    workers: count(opts.worker_pool_size, 16),
    window: count(opts.inflight_window, 100),
    sync: opts.query_mode === 'sync' || ownMode === 'sync',
    batchSize: count(opts.batch_size, 1),
    batchTimeMs: duration(opts.batch_time, 0),
    ttlMs: Math.min(
      duration(opts.request_ttl, Number.POSITIVE_INFINITY),
      duration(retention, Number.POSITIVE_INFINITY),
    ),
    maxBytes: byteSize(opts.max_buffer_bytes, 256 * 1024 ** 2),
    mode: mode === 'memory' || mode === 'disk' ? mode : 'auto',
    relaxed: opts.key_order === 'relaxed',
  };
}

function count(value: Json | undefined, fallback: number): number {
  return typeof value === 'number' && value >= 1 ? Math.floor(value) : fallback;
}

/** Milliseconds of a configured duration. */
export function duration(value: Json | undefined, fallback: number): number {
  if (value === 'infinity') return Number.POSITIVE_INFINITY;
  return typeof value === 'string' || typeof value === 'number' ? (parseDuration(value) ?? fallback) : fallback;
}

/** Bytes of a configured size. */
export function byteSize(value: Json | undefined, fallback: number): number {
  return typeof value === 'string' || typeof value === 'number' ? (parseByteSize(value) ?? fallback) : fallback;
}
