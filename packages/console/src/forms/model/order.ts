/** Which fields come first, which are advanced, and which the form leaves alone (reference facts §3.4). */

/** Keys in the order a person fills them in; keys that are not listed follow in the order of the document. */
const ORDER: readonly string[] = [
  // what it is
  'name',
  'connector',
  'description',
  // where it is
  'driver',
  'url',
  'base_url',
  'server',
  'servers',
  'bootstrap_hosts',
  'host',
  'port',
  'account',
  'dsn',
  'sid',
  'service_name',
  // who we are
  'clientid_prefix',
  'database',
  'db',
  'keyspace',
  'username',
  'password',
  'authentication',
  'aws_access_key_id',
  'aws_secret_access_key',
  'access_key_id',
  'secret_access_key',
  'keepalive',
  'proto_ver',
  'static_clientids',
  'clean_start',
  'health_check_topic',
  // what is sent
  'pulsar_topic',
  'stream_name',
  'partition_key',
  'topic',
  'group_id',
  'path',
  'method',
  'headers',
  'qos',
  'retain',
  'no_local',
  'body',
  'payload',
  'payload_template',
  'message',
  'key',
  'value',
  'timestamp',
  'encode_mode',
  'kafka_headers',
  'kafka_ext_headers',
  'kafka_header_value_encode_mode',
  'compression',
  'partition_strategy',
  'strategy',
  'partitions_limit',
  'bucket',
  'undefined_vars_as_null',
  'sql',
  // how it is buffered and kept alive
  'worker_pool_size',
  'query_mode',
  'inflight_window',
  'buffer_mode',
  'key_order',
  'max_buffer_bytes',
  'request_ttl',
  'batch_size',
  'batch_time',
  'health_check_interval',
  'start_timeout',
  'start_after_created',
  'auto_restart_interval',
  'pool_type',
  'pool_size',
  'connect_timeout',
  'max_retries',
  'enable_pipelining',
  'retry_interval',
  'max_inflight',
  'bridge_mode',
];

const PLACE = new Map(ORDER.map((key, index) => [key, index]));

export function placeOf(key: string): number {
  return PLACE.get(key) ?? ORDER.length;
}

/** Advanced wherever they occur at the top of a record or in its `parameters`. */
const ADVANCED: ReadonlySet<string> = new Set([
  'pool_type',
  'pool_size',
  'connect_timeout',
  'max_retries',
  'enable_pipelining',
  'retry_interval',
  'bridge_mode',
  'max_inflight',
  'min_metadata_refresh_interval',
  'metadata_request_timeout',
  'socket_opts',
  'disable_prepared_statements',
  'topology',
  'transport_options',
  'max_linger_time',
  'max_linger_bytes',
  'max_batch_bytes',
  'max_wait_time',
  'required_acks',
  'partition_count_refresh_interval',
  'offset_commit_interval_seconds',
  'sync_timeout',
  'send_buffer',
  'buffer',
  'sync_query_timeout',
  'query_mode',
]);

export function isAdvancedKey(key: string): boolean {
  return ADVANCED.has(key);
}

/** Never shown: set by the page, or without a meaning for the form. They survive an edit untouched. */
const HIDDEN_AT_ROOT: ReadonlySet<string> = new Set([
  'type',
  'enable',
  'direction',
  'local_topic',
  'tags',
  'role',
  'idForRuleFrom',
  'id',
  'status',
  'status_reason',
  'status_raw',
  'status_fault',
  'status_since',
  'node_status',
  'node_metrics',
  'metrics',
  'actions',
  'sources',
  'rules',
  'error',
  'created_at',
  'last_modified_at',
  'fallback_actions',
]);

export function isHidden(key: string): boolean {
  return HIDDEN_AT_ROOT.has(key);
}

/** Objects that the form lays open: their fields stand among those of the record. */
export function isTransparent(key: string): boolean {
  return key === 'parameters' || key === 'resource_opts';
}

/** What the TLS block shows, in this order (specification §3). The rest of the object survives untouched. */
export const SSL_FIELDS: readonly string[] = [
  'enable',
  'verify',
  'server_name_indication',
  'certfile',
  'keyfile',
  'cacertfile',
];

export const CERTIFICATE_FILES: readonly string[] = ['.crt', '.key', '.pem', '.jks', '.der', '.cer', '.pfx'];
