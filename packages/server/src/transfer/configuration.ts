import { type Failure, fail, type Json, type JsonObject, ok, REDACTED, type Result } from '@sluice/contract';

/** Everything configured, as one document: what `sluice export` writes and `sluice apply` reads. */
export interface Configuration {
  readonly connectors: readonly JsonObject[];
  readonly actions: readonly JsonObject[];
  readonly sources: readonly JsonObject[];
  readonly rules: readonly JsonObject[];
  /** Absent: not described, and so left as they are. EMQX keeps these itself. */
  readonly mqtt_users?: readonly JsonObject[];
  readonly mqtt_permissions?: readonly JsonObject[];
  readonly mqtt_bans?: readonly JsonObject[];
  /** What happens when no permission fits: one object, or none. */
  readonly mqtt_authorization?: readonly JsonObject[];
}

/** In the order in which they can be made. */
export const KINDS = ['connectors', 'actions', 'sources', 'rules'] as const satisfies readonly (keyof Configuration)[];
export type Kind = (typeof KINDS)[number];
const MQTT_KINDS = [
  'mqtt_users',
  'mqtt_permissions',
  'mqtt_bans',
  'mqtt_authorization',
] as const satisfies readonly (keyof Configuration)[];
export type MqttKind = (typeof MQTT_KINDS)[number];
export const ALL_KINDS = [...KINDS, ...MQTT_KINDS] as const;
export type AnyKind = (typeof ALL_KINDS)[number];

export function isMqttKind(kind: AnyKind): kind is MqttKind {
  return (MQTT_KINDS as readonly string[]).includes(kind);
}

/** What EMQX can be told of a document, and the other parts of it that are not empty. */
export function withoutMqtt({ connectors, actions, sources, rules, ...mqtt }: Configuration): {
  readonly own: Configuration;
  readonly skipped: readonly MqttKind[];
} {
  return {
    own: { connectors, actions, sources, rules },
    skipped: MQTT_KINDS.filter((kind) => (mqtt[kind]?.length ?? 0) > 0),
  };
}

const STATUS = ['status', 'status_reason', 'status_raw', 'status_fault', 'node_status'];
const TIMES = ['created_at', 'last_modified_at'];

/** What a server adds to the configuration of an object. */
const ADDED: Readonly<Record<Kind, readonly string[]>> = {
  connectors: [...STATUS, ...TIMES, 'actions', 'sources'],
  actions: [...STATUS, ...TIMES, 'rules', 'error'],
  sources: [...STATUS, ...TIMES, 'rules', 'error'],
  rules: [...TIMES, 'from'],
};

/** What an object is called within its kind: `type:name`, the id of a rule, a user name … */
export function idOf(kind: AnyKind, object: JsonObject): string {
  switch (kind) {
    case 'rules':
      return String(object.id);
    case 'mqtt_users':
      return String(object.username);
    case 'mqtt_permissions':
      return object.for === 'all' ? 'all' : `${String(object.for)} ${String(object.name)}`;
    case 'mqtt_bans':
      return `${String(object.as)} ${String(object.who)}`;
    case 'mqtt_authorization':
      return 'settings';
    default:
      return `${String(object.type)}:${String(object.name)}`;
  }
}

/** The objects that a server gives, as one document says them: in order, hidden secrets as references. */
export function configurationOf(records: Readonly<Record<Kind, readonly JsonObject[]>>): Configuration {
  const sorted = (kind: Kind): JsonObject[] =>
    records[kind].map((object) => bare(kind, object)).sort((a, b) => (idOf(kind, a) < idOf(kind, b) ? -1 : 1));
  return {
    connectors: sorted('connectors'),
    actions: sorted('actions'),
    sources: sorted('sources'),
    rules: sorted('rules'),
  };
}

const KIND_OF = { connector: 'connectors', action: 'actions', source: 'sources', rule: 'rules' } as const;

/** Which objects an export is about. */
export interface Selection {
  readonly kind?: keyof typeof KIND_OF | undefined;
  /** `type:name`, or the id of a rule. */
  readonly id?: string | undefined;
}

/** Only the objects of one kind, or one of them; a fault is a sentence. */
export function select(all: Configuration, { kind, id }: Selection): Result<Configuration, Failure> {
  if (kind === undefined) {
    const message = 'Say with "kind" what the id is of: connector, action, source or rule.';
    return id === undefined ? ok(all) : fail({ code: 'BAD_REQUEST', message });
  }
  const chosen = all[KIND_OF[kind]].filter((object) => id === undefined || idOf(KIND_OF[kind], object) === id);
  if (id !== undefined && chosen.length === 0) {
    return fail({ code: 'NOT_FOUND', message: `There is no ${kind} "${id}".` });
  }
  return ok({ connectors: [], actions: [], sources: [], rules: [], [KIND_OF[kind]]: chosen });
}

/** Without what the server adds, keys in order, secrets as references. */
function bare(kind: Kind, object: JsonObject): JsonObject {
  const own = Object.fromEntries(Object.entries(object).filter(([key]) => !ADDED[kind].includes(key)));
  const prefix = ['SLUICE_SECRET', kind.slice(0, -1), idOf(kind, object)].join('_');
  return ordered(own, prefix) as JsonObject;
}

const FIRST = ['id', 'type', 'name', 'username', 'for', 'as', 'who', 'topic'];

/** With keys in the order of the document; hidden secrets become references, named after `path`. */
export function ordered(value: Json, path: string): Json {
  if (value === REDACTED) return `\${env:${variable(path)}}`;
  if (Array.isArray(value)) return value.map((item: Json, index) => ordered(item, `${path}_${index}`));
  if (typeof value !== 'object' || value === null) return value;
  const rank = (key: string): number => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1))
      .map(([key, item]) => [key, ordered(item, `${path}_${key}`)]),
  );
}

function variable(path: string): string {
  return path.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}

const REFERENCE = /^\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}$/;

export interface Resolved {
  readonly object: JsonObject;
  /** Variables that were set. */
  readonly used: readonly string[];
  /** Variables that are not: their secrets stay hidden, so the stored ones are kept. */
  readonly missing: readonly string[];
}

/** Puts secrets from the environment in place of their references. */
export function resolveSecrets(object: JsonObject, env: Readonly<Record<string, string | undefined>>): Resolved {
  const used: string[] = [];
  const missing: string[] = [];
  const walk = (value: Json): Json => {
    if (typeof value === 'string') {
      const name = REFERENCE.exec(value)?.[1];
      if (name === undefined) return value;
      const secret = env[name];
      (secret === undefined ? missing : used).push(name);
      return secret ?? REDACTED;
    }
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item)]));
  };
  return { object: walk(object) as JsonObject, used, missing };
}
