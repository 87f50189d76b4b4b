import type { Broker } from '@sluice/broker';
import type { EngineHost } from '../host.ts';
import { accessOptions } from './access.ts';

/** What the host says about the broker alone. */
type MqttHost = Pick<
  EngineHost,
  | 'listeners'
  | 'clients'
  | 'kick'
  | 'subscriptions'
  | 'topics'
  | 'retained'
  | 'deleteRetained'
  | 'brokerMetrics'
  | 'setAccess'
>;

/** Before the start. */
const NOTHING = { rows: [], count: 0 };

/** `broker` gives nothing before the start; `anonymous` is what the options say of clients without a proof. */
export function mqttHost(
  broker: () => Broker | undefined,
  anonymous: () => Parameters<typeof accessOptions>[0],
): MqttHost {
  return {
    async listeners() {
      return broker()?.listeners() ?? [];
    },
    async clients(query) {
      return broker()?.clients(query) ?? NOTHING;
    },
    async kick(clientids) {
      return clientids.filter((clientid) => broker()?.kick(clientid)).length;
    },
    async subscriptions(query) {
      return broker()?.subscriptions(query) ?? NOTHING;
    },
    async topics(query) {
      return broker()?.topics(query) ?? NOTHING;
    },
    async retained(query) {
      return broker()?.retained(query) ?? NOTHING;
    },
    async deleteRetained(filter) {
      return broker()?.deleteRetained(filter) ?? 0;
    },
    async brokerMetrics() {
      return broker()?.counters() ?? {};
    },
    async setAccess(access) {
      broker()?.setAccess(accessOptions(anonymous(), access));
    },
  };
}
