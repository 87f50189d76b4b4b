export type { AccessOptions } from './access/access.ts';
export { type BanEntry, isNetwork } from './access/bans.ts';
export { hashPassword, type UserEntry } from './access/passwords.ts';
export { DEFAULT_PERMISSIONS, type PermissionRule, PROTECTED_TOPICS } from './access/permissions.ts';
export { createBroker } from './broker.ts';
export type { ClientInfo, ListenerType } from './client-info.ts';
export type { BrokerHooks, Message } from './hooks.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { STAT_NAMES } from './stats.ts';
export type { Broker, BrokerOptions, ListenerView, ListenOptions, PublishOptions, TlsListenOptions } from './types.ts';
export type {
  BrokerStats,
  ClientQuery,
  ClientView,
  Page,
  RetainedQuery,
  RetainedView,
  SubscriptionQuery,
  SubscriptionView,
  TopicQuery,
} from './views.ts';
