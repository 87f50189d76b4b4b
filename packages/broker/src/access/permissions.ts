import type { ClientInfo } from '../client-info.ts';
import { covers, overlaps } from '../topics.ts';

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
  /** Of the message, or asked for by the subscription. */
  readonly qos?: readonly (0 | 1 | 2)[];
  /** Of the message; says nothing about subscriptions. */
  readonly retain?: boolean;
  /** Where the line comes from, for events. Default `file`. */
  readonly source?: string;
}

/** Only this machine may read `$SYS` or everything at once. */
export const PROTECTED_TOPICS: readonly PermissionRule[] = [
  ...['127.0.0.1', '::1'].map(
    (peerhost): PermissionRule => ({
      permission: 'allow',
      action: 'subscribe',
      peerhost,
      topics: ['$SYS/#', 'eq #', 'eq +/#'],
    }),
  ),
  { permission: 'deny', action: 'subscribe', topics: ['$SYS/#', 'eq #', 'eq +/#'] },
];

/** A fresh broker: everybody may do everything else. */
export const DEFAULT_PERMISSIONS: readonly PermissionRule[] = [
  ...PROTECTED_TOPICS,
  { permission: 'allow', action: 'all' },
];

/** What a client wants to do. */
export type Deed =
  | { readonly action: 'publish'; readonly topic: string; readonly qos: 0 | 1 | 2; readonly retain: boolean }
  | { readonly action: 'subscribe'; readonly topic: string; readonly qos: 0 | 1 | 2 };

export interface Permissions {
  /** What the list says: its first line that fits; `undefined` when none does. */
  check(client: ClientInfo, deed: Deed): PermissionRule | undefined;
  /** Some line looks at more than the topic, so that an answer holds for one QoS and retain flag only. */
  readonly isByMessage: boolean;
}

interface Line {
  readonly at: number;
  readonly rule: PermissionRule;
}

/** Lines are found by client id and user name: a list with some for each of 10,000 users costs as much as a short one. */
export function compilePermissions(rules: readonly PermissionRule[]): Permissions {
  const byClient = new Map<string, Line[]>();
  const byUser = new Map<string, Line[]>();
  const common: Line[] = [];
  for (const [at, rule] of rules.entries()) {
    if (rule.clientid !== undefined) append(byClient, rule.clientid, { at, rule });
    else if (rule.username !== undefined) append(byUser, rule.username, { at, rule });
    else common.push({ at, rule });
  }
  const none: readonly Line[] = [];

  return {
    isByMessage: rules.some(({ qos, retain }) => qos !== undefined || retain !== undefined),
    check(client, deed) {
      const lists = [
        byClient.get(client.clientid) ?? none,
        client.username === undefined ? none : (byUser.get(client.username) ?? none),
        common,
      ];
      const next = [0, 0, 0];
      for (;;) {
        let first: Line | undefined;
        let from = 0;
        for (let i = 0; i < 3; i++) {
          const line = lists[i]?.[next[i] ?? 0];
          if (line !== undefined && (first === undefined || line.at < first.at)) {
            first = line;
            from = i;
          }
        }
        if (first === undefined) return undefined;
        if (applies(first.rule, client, deed)) return first.rule;
        next[from] = (next[from] ?? 0) + 1;
      }
    },
  };
}

function append(lines: Map<string, Line[]>, name: string, line: Line): void {
  const known = lines.get(name);
  if (known === undefined) lines.set(name, [line]);
  else known.push(line);
}

function applies(rule: PermissionRule, client: ClientInfo, deed: Deed): boolean {
  if (rule.action !== 'all' && rule.action !== deed.action) return false;
  if (rule.username !== undefined && rule.username !== client.username) return false;
  if (rule.peerhost !== undefined && rule.peerhost !== client.peerhost) return false;
  if (rule.qos !== undefined && !rule.qos.includes(deed.qos)) return false;
  if (rule.retain !== undefined && deed.action === 'publish' && rule.retain !== deed.retain) return false;
  return rule.topics === undefined || rule.topics.some((filter) => fits(filter, client, deed.topic, rule.permission));
}

function fits(filter: string, client: ClientInfo, topic: string, permission: 'allow' | 'deny'): boolean {
  const isExact = filter.startsWith('eq ');
  const own = fillIn(isExact ? filter.slice(3) : filter, client);
  if (own === undefined) return false;
  if (isExact) return own === topic;
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
