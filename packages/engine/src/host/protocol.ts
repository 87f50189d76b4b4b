import type { EngineHost } from '../host.ts';

/** Methods of the host that cross the thread; the worker answers every request once. */
export type HostMethod = keyof EngineHost;

export interface HostRequest {
  readonly id: number;
  readonly method: HostMethod;
  readonly args: readonly unknown[];
}

export type HostReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };

/** Every method, so that the proxy can be made from a list that the compiler keeps complete. */
export const HOST_METHODS: Readonly<Record<HostMethod, true>> = {
  start: true,
  apply: true,
  reconnect: true,
  probeConnector: true,
  probeChannel: true,
  statuses: true,
  ruleMetrics: true,
  ruleActivity: true,
  channelMetrics: true,
  resetMetrics: true,
  testSql: true,
  testRule: true,
  rehearse: true,
  findLoops: true,
  tap: true,
  deadLetters: true,
  resendDeadLetters: true,
  deleteDeadLetters: true,
  publish: true,
  stats: true,
  listeners: true,
  clients: true,
  kick: true,
  subscriptions: true,
  topics: true,
  retained: true,
  deleteRetained: true,
  brokerMetrics: true,
  setAccess: true,
  stop: true,
};
