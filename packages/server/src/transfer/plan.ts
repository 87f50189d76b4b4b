import type { JsonObject } from '@sluice/contract';
import { ALL_KINDS, type AnyKind, type Configuration, idOf, isMqttKind, resolveSecrets } from './configuration.ts';

export interface Step {
  readonly verb: 'create' | 'update' | 'delete';
  readonly kind: AnyKind;
  readonly id: string;
  /** Names of the top-level fields that change. */
  readonly fields: readonly string[];
  /** What is sent; absent for deletions. */
  readonly object?: JsonObject;
}

export interface Plan {
  /** In the order in which they can be done. */
  readonly steps: readonly Step[];
  /** Variables without which something cannot be created. */
  readonly missing: readonly string[];
}

/** What has to be done so that `current` becomes `wanted`. Objects that are not wanted stay unless `prune`. */
export function makePlan(
  current: Configuration,
  wanted: Configuration,
  env: Readonly<Record<string, string | undefined>>,
  prune: boolean,
): Plan {
  const steps: Step[] = [];
  const missing: string[] = [];
  const deletions: Step[] = [];
  for (const kind of ALL_KINDS) {
    const described = wanted[kind];
    if (described === undefined) continue;
    const known = new Map((current[kind] ?? []).map((object) => [idOf(kind, object), object]));
    for (const object of described) {
      if (kind === 'mqtt_bans' && isOver(object)) continue;
      const id = idOf(kind, object);
      const before = known.get(id);
      known.delete(id);
      const resolved = resolveSecrets(object, env);
      if (before === undefined) {
        missing.push(...resolved.missing);
        steps.push({ verb: 'create', kind, id, fields: [], object: resolved.object });
        continue;
      }
      const fields = changedFields(before, object, env);
      if (fields.length > 0) steps.push({ verb: 'update', kind, id, fields, object: resolved.object });
    }
    if (prune) for (const id of known.keys()) deletions.unshift({ verb: 'delete', kind, id, fields: [] });
  }
  return { steps: [...steps, ...deletions], missing: [...new Set(missing)] };
}

/** A ban that has ended by itself: nothing is to be done for it. */
function isOver({ until }: JsonObject): boolean {
  return typeof until === 'string' && Date.parse(until) <= Date.now();
}

/** A secret that is given counts as changed: nobody can see whether it is. */
function changedFields(
  before: JsonObject,
  after: JsonObject,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.keys(after).filter((key) => {
    const value = after[key];
    const given = resolveSecrets({ value: value ?? null }, env).used.length > 0;
    return given || canonical(value) !== canonical(before[key]);
  });
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

/** What one of a kind is called. */
function singular(kind: AnyKind): string {
  return kind === 'mqtt_authorization' ? kind : kind.slice(0, -1);
}

/** A step in a line of a list. */
export function describeStep(step: Pick<Step, 'verb' | 'kind' | 'id' | 'fields'>): string {
  const what = `${step.verb.padEnd(6)} ${singular(step.kind)} ${step.id}`;
  return step.fields.length === 0 ? what : `${what} (${step.fields.join(', ')})`;
}

/** A step in a sentence: `create rule r1`. */
export function stepName({ verb, kind, id }: Step): string {
  return `${verb} ${singular(kind)} ${id}`;
}

/** What is sent with a step: everything but type and name, or the id, when the object is there already. */
export function contentOf({ verb, kind, object = {} }: Step): JsonObject {
  if (verb === 'create' || isMqttKind(kind)) return object;
  const identity = kind === 'rules' ? ['id'] : ['type', 'name'];
  return Object.fromEntries(Object.entries(object).filter(([key]) => !identity.includes(key)));
}
