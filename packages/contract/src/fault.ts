/**
 * Stable names of everything that keeps a connector, action or source from working, or fails a connection test. The
 * English sentence travels beside the code; a client that knows the code says it in the language of its user.
 */
export const FAULT_CODES = [
  // the way to the target
  'connection_refused',
  'host_unknown',
  'dns_silent',
  'no_answer',
  'slow_answer',
  'no_route',
  'connection_broken',
  'connection_failed',
  'no_connection',
  'pings_unanswered',
  'target_silent',
  'address_forbidden',
  // TLS
  'certificate_untrusted',
  'certificate_expired',
  'certificate_name',
  'client_certificate_wanted',
  'file_unreadable',
  'not_tls',
  'tls_refused',
  // what the target answers
  'http_status',
  'mqtt_reason',
  'subscription_refused',
  'credentials_refused',
  'permission_missing',
  'object_missing',
  'object_name_invalid',
  'object_not_ready',
  'quota_used_up',
  'over_limit',
  'message_too_large',
  'compression_refused',
  'request_outdated',
  'request_refused',
  'encryption_key_unusable',
  'schema_wanted',
  'subscription_taken',
  'group_unusable',
  'topic_terminated',
  'unanswered',
  'breaks_connection',
  // what a template was filled in to
  'topic_invalid',
  'qos_invalid',
  'path_invalid',
  'key_invalid',
  'headers_invalid',
  'request_unwritable',
  // reading
  'not_taken_over',
  'position_unsaved',
  // configuration
  'address_invalid',
  'address_missing',
  'addresses_mixed',
  'client_id_missing',
  'connection_string_missing',
  'filter_invalid',
  'type_unsupported',
  'type_without_sources',
  // the state of the engine
  'disabled',
  'stopped',
  'not_started',
  'not_known',
  'subscribing',
  'connector_missing',
  'connector_connecting',
  'connector_down',
  'disk_full',
  'disk_failed',
  // sending dead letters again
  'letter_gone',
  'action_gone',
] as const;

export type FaultCode = (typeof FAULT_CODES)[number];

/** What the sentence of a fault mentions: `target` (`host:port`), `status`, `seconds` … */
export type FaultData = Readonly<Record<string, string | number>>;

/** A fault as records carry it (`status_fault`). Another version may send codes this one has never heard of. */
export interface StatusFault {
  readonly code: string;
  readonly data: FaultData;
}

export function isFaultCode(code: unknown): code is FaultCode {
  return FAULT_CODES.some((known) => known === code);
}
