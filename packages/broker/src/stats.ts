import type { Core } from './core.ts';
import type { BrokerStats } from './views.ts';

/** Which of them goes by which of EMQX's names (without `.count`). */
export const STAT_NAMES = {
  channels: 'sessions',
  cluster_sessions: 'sessions',
  connections: 'connections',
  live_connections: 'connections',
  retained: 'retained',
  sessions: 'sessions',
  suboptions: 'subscriptions',
  subscribers: 'subscribers',
  subscriptions: 'subscriptions',
  'subscriptions.shared': 'sharedSubscriptions',
  topics: 'topics',
} as const satisfies Readonly<Record<string, keyof BrokerStats>>;

export function readStats(core: Core): BrokerStats {
  let subscribers = 0;
  for (const session of core.sessions.values()) if (session.subscriptions.size > 0) subscribers++;
  return {
    connections: core.connections.size,
    sessions: core.sessions.size,
    subscriptions: core.subscriptions.size,
    sharedSubscriptions: core.subscriptions.sharedSize,
    subscribers,
    topics: core.subscriptions.filterCount,
    retained: core.retained.size,
  };
}
