import {
  type Failure,
  type Fields,
  fail,
  faultFailure,
  isApiName,
  type Json,
  type JsonObject,
  MAX_NAME_LENGTH,
  ok,
  parseResourceId,
  type ResourceId,
  type ResourceKind,
  type Result,
  recordFields,
  recordSpec,
  resolveRedacted,
  resourceId,
  type SystemSpec,
  validateRecord,
} from '@sluice/contract';
import { type ResourceEntry, resourceEntry, ruleEntry } from './entry.ts';
import { badRequest, fieldFault, notFound } from './failure.ts';
import { linkLocalFaults } from './target-policy.ts';
import type { Change, View } from './view.ts';

/** What only Sluice adds to its answers. Clients that know EMQX do not strip it before they send a record back. */
const IGNORED: readonly string[] = ['status_raw', 'status_fault', 'loops'];

/** Checks requests about connectors, actions and sources and says what would change. Touches nothing. */
export interface ResourcePlanner {
  /** The entry behind an id in a path; ids that cannot exist get their reason. */
  find(view: View, kind: ResourceKind, id: string): Result<ResourceEntry>;
  create(view: View, kind: ResourceKind, body: unknown): Result<ResourceEntry>;
  /** An entry that is not stored, for a connection test: secrets of the stored object of the same id are used. */
  probe(view: View, kind: ResourceKind, body: unknown): Result<ResourceEntry>;
  update(view: View, kind: ResourceKind, id: string, body: unknown): Result<ResourceEntry>;
  enable(view: View, kind: ResourceKind, id: string, enable: boolean): Result<ResourceEntry>;
  /** `cascade` deletes what rules still use; an action is taken out of them. */
  remove(view: View, kind: ResourceKind, id: string, cascade: boolean): Result<readonly Change[]>;
}

const LABEL: Record<ResourceKind, string> = { connector: 'connector', action: 'action', source: 'source' };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function withoutIgnored(body: unknown): unknown {
  if (!isObject(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !IGNORED.includes(key)));
}

function nameFailure(name: Json): Failure | undefined {
  const sentence = 'A name begins with a letter or digit and goes on with letters, digits, "-" and "_".';
  const invalid = (reason: string): Failure => ({
    code: 'BAD_REQUEST',
    message: reason,
    path: ['name'],
    data: { faults: [{ path: ['name'], reason: 'invalid_name', message: reason }] },
  });
  if (typeof name !== 'string') return invalid('The name must be a text.');
  if (name === '') return invalid(`The name is empty. ${sentence}`);
  if (name.length >= MAX_NAME_LENGTH)
    return invalid(`The name is too long: at most ${MAX_NAME_LENGTH - 1} characters.`);
  return isApiName(name) ? undefined : invalid(sentence);
}

export interface ResourcePlannerOptions {
  /** Take targets on the machine's own link and metadata services. */
  readonly allowLinkLocal?: boolean;
  readonly now?: () => number;
}

export function createResourcePlanner(
  systems: readonly SystemSpec[],
  { allowLinkLocal = false, now = Date.now }: ResourcePlannerOptions = {},
): ResourcePlanner {
  const byType = new Map(systems.map((system) => [system.type, system]));

  function system(kind: ResourceKind, type: unknown): SystemSpec | undefined {
    const found = typeof type === 'string' ? byType.get(type) : undefined;
    return found !== undefined && recordSpec(found, kind) !== undefined ? found : undefined;
  }

  /** The system that a body names, or why there is none. */
  function typeOf(kind: ResourceKind, body: unknown): Result<SystemSpec> {
    if (!isObject(body)) return fieldFault({ path: [], reason: 'bad_value_for_struct', value: (body ?? null) as Json });
    if (body.type === undefined || body.type === null) return fieldFault({ path: ['type'], reason: 'required_field' });
    const found = system(kind, body.type);
    if (found !== undefined) return ok(found);
    const types = systems.flatMap((candidate) => (recordSpec(candidate, kind) === undefined ? [] : candidate.type));
    return fieldFault({
      path: ['type'],
      reason: 'not_a_enum_symbol',
      expected: `a type of ${LABEL[kind]}: ${types.join(', ')}`,
      value: body.type,
    });
  }

  function connectorFailure(view: View, kind: ResourceKind, type: string, config: JsonObject): Failure | undefined {
    if (kind === 'connector') return undefined;
    const name = String(config.connector);
    if (view.resource('connector', resourceId(type, name)) !== undefined) return undefined;
    return {
      code: 'BAD_REQUEST',
      message: `There is no connector named "${name}" of type ${type}. Create it first, or choose another one.`,
      path: ['connector'],
      data: { faults: [{ path: ['connector'], reason: 'connector_not_found_or_wrong_type', value: name }] },
    };
  }

  function draft(view: View, kind: ResourceKind, body: unknown, mayExist: boolean): Result<ResourceEntry> {
    const found = typeOf(kind, body);
    if (!found.ok) return found;
    const fields = recordFields(found.value, kind, 'post') ?? {};
    const { name } = body as JsonObject;
    const wrongName = name === undefined || name === null ? undefined : nameFailure(name);
    if (wrongName !== undefined && !mayExist) return fail(wrongName);
    const valid = validateRecord(fields, withoutIgnored(body));
    if (!valid.ok) return valid;
    const { type: _type, name: _name, ...given } = valid.value;
    const { type } = found.value;
    const id = resourceId(type, String(name));
    const existing = view.resource(kind, id);
    if (existing !== undefined && !mayExist) {
      return fail({
        code: 'ALREADY_EXISTS',
        message: `There is already a ${LABEL[kind]} named "${String(name)}" of type ${type}.`,
      });
    }
    const resolved = resolveRedacted(fields, given, existing?.config);
    if (!resolved.ok) return resolved;
    const missing = furtherFailure(view, kind, type, fields, given);
    if (missing !== undefined) return fail(missing);
    return ok(resourceEntry(kind, type, String(name), fields, stamped(kind, resolved.value, undefined)));
  }

  /** What the fields alone cannot say: where a record may lead, and what it needs. */
  function furtherFailure(
    view: View,
    kind: ResourceKind,
    type: string,
    fields: Fields,
    config: JsonObject,
  ): Failure | undefined {
    const [first, ...rest] = allowLinkLocal ? [] : linkLocalFaults(fields, config);
    return first === undefined ? connectorFailure(view, kind, type, config) : faultFailure([first, ...rest]);
  }

  /** Channels carry the times of creation and change; what a client says about them is ignored. */
  function stamped(kind: ResourceKind, config: JsonObject, before: ResourceEntry | undefined): JsonObject {
    if (kind === 'connector') return config;
    const time = now();
    return { ...config, created_at: before?.config.created_at ?? time, last_modified_at: time };
  }

  const planner: ResourcePlanner = {
    find(view, kind, id) {
      const parts = parseResourceId(id);
      if (parts === undefined) return notFound(`"${id}" is no id: it must look like type:name.`);
      if (system(kind, parts.type) === undefined && view.resource(kind, id) === undefined) {
        return notFound(`"${parts.type}" is no type of ${LABEL[kind]}.`);
      }
      const entry = view.resource(kind, id);
      return entry === undefined
        ? notFound(`There is no ${LABEL[kind]} named "${parts.name}" of type ${parts.type}.`)
        : ok(entry);
    },
    create: (view, kind, body) => draft(view, kind, body, false),
    probe: (view, kind, body) => draft(view, kind, body, true),
    update(view, kind, id, body) {
      const found = planner.find(view, kind, id);
      if (!found.ok) return found;
      const spec = byType.get(found.value.type);
      const fields = spec === undefined ? undefined : recordFields(spec, kind, 'put');
      if (fields === undefined)
        return badRequest(`This version cannot change a ${LABEL[kind]} of type ${found.value.type}.`);
      const valid = validateRecord(fields, withoutIgnored(body));
      if (!valid.ok) return valid;
      const resolved = resolveRedacted(fields, valid.value, found.value.config);
      if (!resolved.ok) return resolved;
      const missing = furtherFailure(view, kind, found.value.type, fields, valid.value);
      if (missing !== undefined) return fail(missing);
      const config = stamped(kind, resolved.value, found.value);
      return ok(resourceEntry(kind, found.value.type, found.value.name, found.value.fields, config));
    },
    enable(view, kind, id, enable) {
      const found = planner.find(view, kind, id);
      if (!found.ok) return found;
      const { type, name, fields, config } = found.value;
      return ok(resourceEntry(kind, type, name, fields, stamped(kind, { ...config, enable }, found.value)));
    },
    remove(view, kind, id, cascade) {
      const found = planner.find(view, kind, id);
      if (!found.ok) return found;
      const entry = found.value;
      const removal: Change = { op: 'remove', entry };
      if (kind === 'connector') {
        const failure = dependentChannels(view, entry.id);
        return failure === undefined ? ok([removal]) : fail(failure);
      }
      const rules = view.rulesUsing(kind, entry.id);
      if (rules.length === 0) return ok([removal]);
      if (!cascade) {
        return badRequest(
          `This ${LABEL[kind]} is used by ${rules.length === 1 ? 'a rule' : `${rules.length} rules`}: ${rules.join(', ')}. Take it out of there first.`,
          { rules },
        );
      }
      // A source has no place in a rule to be taken out of: its FROM stays and reads nothing, as in EMQX
      return ok(kind === 'source' ? [removal] : [...withoutAction(view, rules, entry.id), removal]);
    },
  };
  return planner;
}

function dependentChannels(view: View, id: ResourceId): Failure | undefined {
  const actions = view.channelsOf('action', id).map((entry) => entry.id);
  const sources = view.channelsOf('source', id).map((entry) => entry.id);
  if (actions.length + sources.length === 0) return undefined;
  const lists = [
    ...(actions.length > 0 ? [`actions ${actions.join(', ')}`] : []),
    ...(sources.length > 0 ? [`sources ${sources.join(', ')}`] : []),
  ];
  return {
    code: 'BAD_REQUEST',
    message: `This connector is used by ${lists.join(' and ')}. Delete them first.`,
    data: { actions, sources },
  };
}

function withoutAction(view: View, rules: readonly string[], action: ResourceId): Change[] {
  return rules.flatMap((id): Change[] => {
    const rule = view.rule(id);
    if (rule === undefined) return [];
    const actions = rule.config.actions.filter((output) => output !== action);
    return [{ op: 'put_rule', rule: ruleEntry({ ...rule.config, actions }, rule.from) }];
  });
}
