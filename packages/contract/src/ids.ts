/** What a resource is. A connector holds a connection; actions write through it, sources read through it. */
export type ResourceKind = 'connector' | 'action' | 'source';

/** `type:name`, the id of a connector, action or source (reference facts §1.2). */
export type ResourceId = `${string}:${string}`;

export interface TypeAndName {
  readonly type: string;
  readonly name: string;
}

/** Longest name or rule id that the API accepts, in characters. */
export const MAX_NAME_LENGTH = 255;

/** Prefix that marks a source in a FROM list; `$sources/` is a synonym. */
export const SOURCE_PREFIX = '$bridges/';
export const SOURCE_PREFIX_SYNONYM = '$sources/';
export const EVENT_PREFIX = '$events/';

/** Connector, action and rule of one webhook share `<name>_WH_D` (decision 14). */
export const WEBHOOK_SUFFIX = '_WH_D';

/** What can be a part of a webhook: a connector, an action (a source never is) or a rule. */
type WebhookPart =
  | { readonly kind: 'connector' | 'action' | 'source'; readonly type: string; readonly name: string }
  | { readonly id: string; readonly actions: readonly unknown[] };

/**
 * The name (without suffix) of the webhook that something is a part of. For a rule the id alone does not say so: it
 * also sends to the HTTP action of the same name.
 */
export function webhookOf(part: WebhookPart): string | undefined {
  const isRule = 'actions' in part;
  const full = isRule ? part.id : part.name;
  const isHttp = isRule
    ? part.actions.includes(resourceId('http', part.id))
    : part.type === 'http' && part.kind !== 'source';
  return isHttp && full.endsWith(WEBHOOK_SUFFIX) ? full.slice(0, -WEBHOOK_SUFFIX.length) : undefined;
}

const API_NAME = /^[0-9A-Za-z][0-9A-Za-z_-]*$/;
const CONSOLE_NAME = /^[A-Za-z][0-9A-Za-z_-]*$/;

export function resourceId(type: string, name: string): ResourceId {
  return `${type}:${name}`;
}

/** Splits at the first colon; `undefined` when there is none or a part is empty. */
export function parseResourceId(id: string): TypeAndName | undefined {
  const colon = id.indexOf(':');
  if (colon <= 0 || colon === id.length - 1) return undefined;
  return { type: id.slice(0, colon), name: id.slice(colon + 1) };
}

/** Names the API takes, for existing objects too: a letter or digit first, at most 254 characters as EMQX counts. */
export function isApiName(name: string): boolean {
  return name.length < MAX_NAME_LENGTH && API_NAME.test(name);
}

/** Names the console gives to new objects: a letter first (decision 2). */
export function isConsoleName(name: string): boolean {
  return name.length < MAX_NAME_LENGTH && CONSOLE_NAME.test(name);
}

/** First free name of `<name>_copy`, `<name>_copy_2`, … (decision 5). */
export function copyName(name: string, taken: (candidate: string) => boolean): string {
  const first = `${name}_copy`;
  if (!taken(first)) return first;
  for (let n = 2; ; n++) {
    const candidate = `${first}_${n}`;
    if (!taken(candidate)) return candidate;
  }
}
