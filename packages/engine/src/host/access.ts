import { type AccessOptions, DEFAULT_PERMISSIONS, PROTECTED_TOPICS } from '@sluice/broker';
import type { AnonymousPolicy, MqttAccess } from '../mqtt.ts';

/** What the broker is to enforce: the rules of the API first, then those that are built in. */
export function accessOptions(anonymous: AnonymousPolicy, access: MqttAccess | undefined): AccessOptions {
  if (access === undefined) return { anonymous };
  const { users, rules, noMatch, denyAction, bans } = access;
  const own = rules.map(({ topic, ...rule }) => ({ ...rule, topics: [topic], source: 'built_in_database' }));
  const builtIn = noMatch === 'allow' ? DEFAULT_PERMISSIONS : PROTECTED_TOPICS;
  return { anonymous, users, permissions: [...own, ...builtIn], noMatch, denyAction, bans };
}
