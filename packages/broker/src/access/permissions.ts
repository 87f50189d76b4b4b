import { matchesTopic } from '@sluice/contract';
import type { ClientInfo } from '../types.ts';

/** One line of the permission list: who may or may not do what where. What is left out fits everything. */
export interface PermissionRule {
  readonly permission: 'allow' | 'deny';
  readonly action: 'publish' | 'subscribe' | 'all';
  readonly username?: string;
  readonly clientid?: string;
  /** Address of the client. */
  readonly peerhost?: string;
  /**
   * Topic filters; `${clientid}` and `${username}` stand for the client's own, and `eq ` in front compares the text instead
   * of matching it. Left out: every topic.
   */
  readonly topics?: readonly string[];
}

/** A fresh broker: everybody may do everything, but only this machine may read `$SYS` or everything at once. */
export const DEFAULT_PERMISSIONS: readonly PermissionRule[] = [
  { permission: 'allow', action: 'all', peerhost: '127.0.0.1' },
  { permission: 'allow', action: 'all', peerhost: '::1' },
  { permission: 'deny', action: 'subscribe', topics: ['$SYS/#', 'eq #', 'eq +/#'] },
  { permission: 'allow', action: 'all' },
];

/** What the list says; `undefined` when no line fits. */
export type Permissions = (
  action: 'publish' | 'subscribe',
  client: ClientInfo,
  topic: string,
) => 'allow' | 'deny' | undefined;

export function compilePermissions(rules: readonly PermissionRule[]): Permissions {
  return (action, client, topic) => {
    for (const rule of rules) {
      if (rule.action !== 'all' && rule.action !== action) continue;
      if (rule.username !== undefined && rule.username !== client.username) continue;
      if (rule.clientid !== undefined && rule.clientid !== client.clientid) continue;
      if (rule.peerhost !== undefined && rule.peerhost !== client.peerhost) continue;
      if (rule.topics !== undefined && !rule.topics.some((filter) => fits(filter, client, topic, rule.permission)))
        continue;
      return rule.permission;
    }
    return undefined;
  };
}

function fits(filter: string, client: ClientInfo, topic: string, permission: 'allow' | 'deny'): boolean {
  if (filter.startsWith('eq ')) return filter.slice(3) === topic;
  const own = fillIn(filter, client);
  if (own === undefined) return false;
  // A filter is allowed when it stays inside what is allowed, and denied as soon as it reaches into what is denied.
  return permission === 'allow' ? covers(own, topic) : overlaps(own, topic);
}

/** Puts the client's names in. A name with a wildcard or a level separator would widen the rule: it fits nothing. */
function fillIn(filter: string, client: ClientInfo): string | undefined {
  if (!filter.includes('${')) return filter;
  let isSafe = true;
  const filled = filter.replaceAll(/\$\{(clientid|username)\}/g, (_, name: 'clientid' | 'username') => {
    const value = client[name];
    if (value === undefined || value === '' || /[+#/]/.test(value)) isSafe = false;
    return value ?? '';
  });
  return isSafe ? filled : undefined;
}

/** Whether every topic that fits `inner` (a topic or a filter) fits `outer`. */
function covers(outer: string, inner: string): boolean {
  if (!inner.includes('+') && !inner.includes('#')) return matchesTopic(inner, outer);
  const outerLevels = outer.split('/');
  const innerLevels = inner.split('/');
  if (inner.startsWith('$') && (outer.startsWith('+') || outer.startsWith('#'))) return false;
  for (let i = 0; ; i++) {
    const a = outerLevels[i];
    const b = innerLevels[i];
    if (a === '#') return true;
    if (a === undefined || b === undefined) return a === b;
    if (b === '#' || (a !== '+' && a !== b)) return false;
  }
}

/** Whether some topic fits both. */
function overlaps(a: string, b: string): boolean {
  const left = a.split('/');
  const right = b.split('/');
  if (isHidden(a, b) || isHidden(b, a)) return false;
  for (let i = 0; ; i++) {
    const x = left[i];
    const y = right[i];
    if (x === '#' || y === '#') return true;
    if (x === undefined || y === undefined) return x === y;
    if (x !== y && x !== '+' && y !== '+') return false;
  }
}

/** A leading wildcard does not reach topics that start with `$`. */
function isHidden(wild: string, topic: string): boolean {
  return topic.startsWith('$') && (wild.startsWith('+') || wild.startsWith('#'));
}
