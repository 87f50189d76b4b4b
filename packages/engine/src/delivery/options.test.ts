import type { ChannelConfig, JsonObject } from '@sluice/contract';
import { expect, it } from 'vitest';
import { deliveryOptions } from './options.ts';

function options(resource_opts: JsonObject, parameters: JsonObject = {}) {
  const record = { enable: true, description: '', created_at: 0, last_modified_at: 0 };
  const config: ChannelConfig = { type: 'pulsar', name: 'a', connector: 'c', ...record, parameters, resource_opts };
  return deliveryOptions(config);
}

it('gives defaults for what is missing or cannot be read', () => {
  const defaults = {
    workers: 16,
    window: 100,
    sync: false,
    batchSize: 1,
    batchTimeMs: 0,
    mode: 'auto',
    relaxed: false,
  };
  expect(options({})).toMatchObject({ ...defaults, ttlMs: Number.POSITIVE_INFINITY, maxBytes: 256 * 1024 ** 2 });
  expect(options({ worker_pool_size: 0, inflight_window: 'many', request_ttl: 'soon' })).toMatchObject(defaults);
});

it('reads retention and query mode of a type under their own names too', () => {
  expect(options({ request_ttl: '45s' }, { retention_period: '10s' }).ttlMs).toBe(10_000);
  expect(options({ request_ttl: '5s' }, { retention_period: 'infinity' }).ttlMs).toBe(5_000);
  expect(options({ query_mode: 'async' }, { query_mode: 'sync' }).sync).toBe(true);
  expect(options({ query_mode: 'sync' }, { query_mode: 'async' }).sync).toBe(true);
});
