import { randomBytes } from 'node:crypto';
import {
  effectiveRecord,
  type FieldFault,
  fail,
  isApiName,
  type Json,
  type JsonObject,
  ok,
  parseResourceId,
  type RepublishArgs,
  type Result,
  type RuleConfig,
  type RuleOutput,
  recordSpec,
  type SystemSpec,
  validateRecord,
} from '@sluice/contract';
import { compile } from '@sluice/rulesql';
import { type RuleEntry, ruleEntry } from './entry.ts';
import { fieldFault, notFound } from './failure.ts';
import { REPUBLISH_FIELDS, RULE_FIELDS } from './rule-fields.ts';
import { sqlFailure } from './sql-failure.ts';
import type { View } from './view.ts';

/** Checks requests about rules and says what would change. Touches nothing. */
export interface RulePlanner {
  find(view: View, id: string): Result<RuleEntry>;
  create(view: View, body: unknown): Result<RuleEntry>;
  /** A partial body changes only what it names. */
  update(view: View, id: string, body: unknown): Result<RuleEntry>;
  /** A rule from the store: nothing is checked again but its FROM list. */
  load(config: RuleConfig): RuleEntry;
}

/** What clients send back from what they read; ignored on update, as in EMQX. */
const IGNORED = ['id', 'metadata', 'status', 'node_status', 'node_metrics', 'metrics', 'node'];

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function createRulePlanner(systems: readonly SystemSpec[], now: () => number = Date.now): RulePlanner {
  const actionTypes = new Set(
    systems.flatMap((system) => (recordSpec(system, 'action') === undefined ? [] : system.type)),
  );

  function outputs(value: Json | undefined): Result<RuleOutput[]> {
    const list = isObject(value) && Object.keys(value).length === 0 ? [] : (value ?? []);
    if (!Array.isArray(list))
      return fieldFault({ path: ['actions'], reason: 'wrong_type', expected: 'a list', value: list });
    const result: RuleOutput[] = [];
    for (const [index, item] of list.entries()) {
      const parsed = output(item, ['actions', index]);
      if (!parsed.ok) return parsed;
      result.push(parsed.value);
    }
    return ok(result);
  }

  function output(item: Json, path: readonly (string | number)[]): Result<RuleOutput> {
    if (typeof item === 'string') {
      const id = parseResourceId(item);
      if (id === undefined) {
        return fieldFault({ path, reason: 'wrong_type', expected: 'the id of an action, type:name', value: item });
      }
      if (actionTypes.has(id.type)) return ok(item);
      return fieldFault({
        path,
        reason: 'not_a_enum_symbol',
        expected: `an action of a known type (${[...actionTypes].join(', ')})`,
        value: item,
      });
    }
    if (!isObject(item) || typeof item.function !== 'string') {
      const expected = 'the id of an action, or an object with "function"';
      return fieldFault({ path, reason: 'wrong_type', expected, value: item });
    }
    const unknown = Object.keys(item).filter((key) => key !== 'function' && key !== 'args');
    if (unknown.length > 0) return fieldFault({ path, reason: 'unknown_fields', unknown });
    if (item.function === 'console') return console_(item, path);
    if (item.function === 'republish') return republish(item.args ?? {}, [...path, 'args']);
    const expected = 'console or republish';
    return fieldFault({ path: [...path, 'function'], reason: 'not_a_enum_symbol', expected, value: item.function });
  }

  function console_(item: JsonObject, path: readonly (string | number)[]): Result<RuleOutput> {
    if (item.args === undefined || item.args === null) return ok({ function: 'console' });
    if (isObject(item.args)) return ok({ function: 'console', args: item.args });
    return fieldFault({ path: [...path, 'args'], reason: 'bad_value_for_struct', value: item.args });
  }

  function republish(args: Json, path: readonly (string | number)[]): Result<RuleOutput> {
    const valid = validateRecord(REPUBLISH_FIELDS, args);
    if (valid.ok) {
      const effective = effectiveRecord(REPUBLISH_FIELDS, valid.value) as unknown as RepublishArgs;
      return ok({ function: 'republish', args: effective });
    }
    const faults = (valid.error.data?.faults ?? []) as readonly FieldFault[];
    const [first] = faults;
    return first === undefined ? valid : fieldFault({ ...first, path: [...path, ...first.path] });
  }

  function checkedSql(sql: string): Result<readonly string[]> {
    const compiled = compile(sql);
    if (compiled.ok) return ok(compiled.plan.from);
    const failure = sqlFailure(compiled.message, compiled.diagnostics);
    return fail({ ...failure, data: { ...failure.data, faults: [{ path: ['sql'], reason: 'parse_error' }] } });
  }

  function record(id: string, body: JsonObject, createdAt: string | undefined): Result<RuleEntry> {
    const { actions, ...rest } = body;
    const valid = validateRecord(RULE_FIELDS, rest);
    if (!valid.ok) return valid;
    const parsed = outputs(actions);
    if (!parsed.ok) return parsed;
    const fields = effectiveRecord(RULE_FIELDS, valid.value);
    const from = checkedSql(String(fields.sql));
    if (!from.ok) return from;
    const time = new Date(now()).toISOString().replace('Z', '+00:00');
    return ok(
      ruleEntry(
        {
          id,
          name: String(fields.name),
          sql: String(fields.sql),
          enable: fields.enable === true,
          description: String(fields.description),
          actions: parsed.value,
          created_at: createdAt ?? time,
          last_modified_at: time,
        },
        from.value,
      ),
    );
  }

  function freshId(view: View): string {
    for (;;) {
      const id = randomBytes(4).toString('hex');
      if (view.rule(id) === undefined) return id;
    }
  }

  function badId(id: Json): Result<never> | undefined {
    const expected = 'a letter or digit, then letters, digits, "-" and "_", at most 254 characters';
    if (typeof id === 'string' && isApiName(id)) return undefined;
    return fieldFault({ path: ['id'], reason: 'wrong_type', expected, value: id });
  }

  const planner: RulePlanner = {
    find(view, id) {
      const rule = view.rule(id);
      return rule === undefined ? notFound(`There is no rule with the id "${id}".`) : ok(rule);
    },
    create(view, body) {
      if (!isObject(body))
        return fieldFault({ path: [], reason: 'bad_value_for_struct', value: (body ?? null) as Json });
      const { id: given, metadata: _ignored, ...rest } = body;
      const wrong = given === undefined ? undefined : badId(given);
      if (wrong !== undefined) return wrong;
      const id = given === undefined ? freshId(view) : String(given);
      if (view.rule(id) !== undefined) {
        return fail({
          code: 'BAD_REQUEST',
          message: `There is already a rule with the id "${id}".`,
          data: { reason: 'already_exists' },
        });
      }
      return record(id, rest, undefined);
    },
    update(view, id, body) {
      const wrong = badId(id);
      if (wrong !== undefined) return wrong;
      if (!isObject(body))
        return fieldFault({ path: [], reason: 'bad_value_for_struct', value: (body ?? null) as Json });
      const found = planner.find(view, id);
      const given = Object.fromEntries(Object.entries(body).filter(([key]) => !IGNORED.includes(key)));
      if (!found.ok) {
        // EMQX would make the rule, and so looks at the body first
        const made = record(id, given, undefined);
        return made.ok ? found : made;
      }
      const { name, sql, enable, description, actions, created_at } = found.value.config;
      const before = { name, sql, enable, description, actions } as unknown as JsonObject;
      return record(id, { ...before, ...given }, created_at);
    },
    load(config) {
      const compiled = compile(config.sql);
      return ruleEntry(config, compiled.ok ? compiled.plan.from : []);
    },
  };
  return planner;
}
