/** What can be done to something. The order is that of the life of an object. */
export const AUDIT_VERBS = [
  'create',
  'update',
  'enable',
  'disable',
  'delete',
  'change_password',
  'reset_metrics',
  'login',
  'kick',
  'resend',
] as const;
export type AuditVerb = (typeof AUDIT_VERBS)[number];

/** What something can be done to. */
export const AUDIT_OBJECTS = [
  'connector',
  'action',
  'source',
  'rule',
  'rule_engine',
  'user',
  'api_key',
  'mqtt_user',
  'mqtt_rules',
  'mqtt_authorization',
  'ban',
  'mqtt_client',
  'retained',
  'dead_letters',
] as const;

export interface AuditObject {
  readonly type: (typeof AUDIT_OBJECTS)[number];
  /** Where names are unique only within something: of permissions `clientid`, `username` or `all`; of bans what is banned. */
  readonly scope?: string;
  /** Absent for all of a type, for some of it (`count` says how many) and for what exists once. */
  readonly id?: string;
  readonly count?: number;
}
