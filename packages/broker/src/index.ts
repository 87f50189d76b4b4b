export type { AccessOptions } from './access/access.ts';
export { hashPassword, type UserEntry } from './access/passwords.ts';
export type { PermissionRule } from './access/permissions.ts';
export { createBroker } from './broker.ts';
export type { Limits } from './limits.ts';
export type {
  Broker,
  BrokerHooks,
  BrokerOptions,
  ClientInfo,
  ListenerType,
  ListenerView,
  ListenOptions,
  Message,
  PublishOptions,
  TlsListenOptions,
} from './types.ts';
