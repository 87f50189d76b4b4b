import type { ResourceKind } from '@sluice/contract';
import type { Field, FormKind } from './types.ts';

/** Settings of a session; the page for MQTT leaves them out, the page for sessions shows nothing else. */
const SESSION_FIELDS: ReadonlySet<string> = new Set([
  'max_subscriptions',
  'upgrade_qos',
  'max_inflight',
  'retry_interval',
  'max_awaiting_rel',
  'await_rel_timeout',
  'session_expiry_interval',
  'max_mqueue_len',
  'mqueue_priorities',
  'mqueue_default_priority',
  'mqueue_store_qos0',
]);

/** The fields that a settings page of a kind shows, none of them "advanced". */
export function settingsFields(kind: Exclude<FormKind, ResourceKind>, fields: readonly Field[]): readonly Field[] {
  const shown = fields.map((field) => ({ ...field, advanced: false }));
  switch (kind) {
    case 'mqtt':
      return shown.filter((field) => !SESSION_FIELDS.has(field.key));
    case 'session':
      return shown.filter((field) => SESSION_FIELDS.has(field.key));
    case 'cluster':
    case 'plain':
      return shown;
  }
}
