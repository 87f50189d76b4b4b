import { type Json, type JsonObject, REDACTED, type Result } from '@sluice/contract';
import type { ApiClient } from './api-client.ts';

/** Everything configured, as one document: what `sluice export` writes and `sluice apply` reads. */
export interface Configuration {
  readonly connectors: readonly JsonObject[];
  readonly actions: readonly JsonObject[];
  readonly sources: readonly JsonObject[];
  readonly rules: readonly JsonObject[];
}

export const KINDS = ['connectors', 'actions', 'sources', 'rules'] as const satisfies readonly (keyof Configuration)[];
export type Kind = (typeof KINDS)[number];

/** What a server adds to the configuration of an object. */
const ADDED: Readonly<Record<Kind, readonly string[]>> = {
  connectors: [
    'status',
    'status_reason',
    'status_raw',
    'status_fault',
    'node_status',
    'actions',
    'sources',
    'created_at',
    'last_modified_at',
  ],
  actions: [
    'status',
    'status_reason',
    'status_raw',
    'status_fault',
    'node_status',
    'rules',
    'error',
    'created_at',
    'last_modified_at',
  ],
  sources: [
    'status',
    'status_reason',
    'status_raw',
    'status_fault',
    'node_status',
    'rules',
    'error',
    'created_at',
    'last_modified_at',
  ],
  rules: ['from', 'created_at', 'last_modified_at'],
};

/** `type:name`, or the id of a rule. */
export function idOf(kind: Kind, object: JsonObject): string {
  return kind === 'rules' ? String(object.id) : `${String(object.type)}:${String(object.name)}`;
}

/** Reads all objects of a server. Hidden secrets become references to the environment. */
export async function readConfiguration(api: ApiClient): Promise<Result<Configuration, string>> {
  const found: Record<Kind, JsonObject[]> = { connectors: [], actions: [], sources: [], rules: [] };
  for (const kind of KINDS) {
    const objects = kind === 'rules' ? await readRules(api) : await api.call<JsonObject[]>('GET', `/${kind}`);
    if (!objects.ok) return objects;
    found[kind] = objects.value
      .map((object) => bare(kind, object))
      .sort((a, b) => (idOf(kind, a) < idOf(kind, b) ? -1 : 1));
  }
  return { ok: true, value: found };
}

async function readRules(api: ApiClient): Promise<Result<JsonObject[], string>> {
  const all: JsonObject[] = [];
  for (let page = 1; ; page++) {
    const answer = await api.call<{ data: JsonObject[]; meta: { hasnext: boolean } }>(
      'GET',
      `/rules?limit=1000&page=${page}`,
    );
    if (!answer.ok) return answer;
    all.push(...answer.value.data);
    if (!answer.value.meta.hasnext) return { ok: true, value: all };
  }
}

/** Without what the server adds, keys in order, secrets as references. */
function bare(kind: Kind, object: JsonObject): JsonObject {
  const own = Object.fromEntries(Object.entries(object).filter(([key]) => !ADDED[kind].includes(key)));
  const prefix = ['SLUICE_SECRET', kind.slice(0, -1), idOf(kind, object)].join('_');
  return ordered(own, prefix) as JsonObject;
}

const FIRST = ['id', 'type', 'name'];

function ordered(value: Json, path: string): Json {
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
