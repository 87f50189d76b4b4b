import { randomBytes } from 'node:crypto';
import { matchesTopic } from '@sluice/contract';
import { compile, type TestOutcome, testSql } from '@sluice/rulesql';
import { EMPTY, give, isObject, page, type Reply, type Request, refuse } from './reply.ts';
import type { Resources } from './resources.ts';

interface Rule {
  readonly id: string;
  readonly from: readonly string[];
  readonly sql: string;
  readonly actions: readonly unknown[];
  readonly enable: boolean;
  readonly created_at: string;
  readonly [field: string]: unknown;
}

const COUNTERS = ['actions.discarded', 'actions.failed', 'actions.failed.out_of_service', 'actions.failed.unknown']
  .concat(
    'actions.success',
    'actions.total',
    'failed',
    'failed.exception',
    'failed.no_result',
    'matched',
    'matched.rate',
  )
  .concat('matched.rate.last5m', 'matched.rate.max', 'passed');
const zeroes = (): Record<string, number> => Object.fromEntries(COUNTERS.map((name) => [name, 0]));
const FILTERS = ['from', 'like_id', 'like_from', 'match_from', 'like_description', 'action', 'source'];
const FIELDS = ['id', 'name', 'sql', 'actions', 'enable', 'description', 'metadata'];

export interface Rules {
  readonly all: Rule[];
  answer(request: Request): Reply;
  /** `POST /rule_test`. */
  test(body: unknown): Reply;
  /** A message comes in: rules count, and so do their actions. */
  publish(message: { readonly topic: string; readonly payload: string; readonly qos: number }): void;
  using(kind: 'connectors' | 'actions' | 'sources', id: string): readonly string[];
  unlink(action: string): void;
  plant(rule: { id: string; sql: string } & Record<string, unknown>): void;
}

/** Rules of the stand-in. Statements are run by our own rule language, which gives the broker's results. */
export function createRules(nodes: readonly string[], resources: () => Resources): Rules {
  const all: Rule[] = [];
  const counters = new Map<string, Record<string, number>>();

  function run(sql: string, context: unknown): TestOutcome {
    const environment = { now: Date.now, node: nodes[0] ?? '', kv: new Map(), getenv: () => undefined };
    return testSql(sql, context, { ...environment, ruleId: 'sql_tester' });
  }

  function outcome(result: TestOutcome): Reply {
    if (result.kind === 'result') return { status: 200, text: result.json };
    if (result.kind === 'no_match') return refuse(412, 'NOT_MATCH', 'SQL Not Match');
    return refuse(400, 'BAD_REQUEST', result.message);
  }

  function fault(id: string, reason: string, path = ''): Reply {
    const where = `path => "rule_engine.rules.${id}${path}"`;
    return refuse(400, 'BAD_REQUEST', `Bad Arguments: #{kind => validation_error,${where},reason => ${reason}}`);
  }

  function make(id: string, body: Record<string, unknown>, before?: Rule): Reply | { readonly rule: Rule } {
    const unknown = Object.keys(body).find((key) => !FIELDS.includes(key));
    if (unknown !== undefined) return fault(id, `unknown_fields,unknown => "${unknown}"`);
    const sql = body.sql ?? before?.sql;
    if (sql === undefined) return fault(id, 'required_field', '.sql');
    const compiled = compile(String(sql));
    if (!compiled.ok) return fault(id, `{parse_error,"${compiled.message}"}`, '.sql');
    const actions = body.actions ?? before?.actions ?? [];
    if (!Array.isArray(actions)) return fault(id, 'expected_data_type => array', '.actions');
    for (const action of actions) {
      const known = isObject(action)
        ? ['console', 'republish'].includes(String(action.function))
        : /^[^:]+:./.test(action);
      if (!known) return fault(id, '<<"unknown action type">>', '.actions');
    }
    const targets = actions.map(withDefaults);
    if (targets.includes(undefined)) return fault(id, 'required_field', '.actions.1.args.topic');
    const enable = body.enable ?? before?.enable ?? true;
    if (typeof enable !== 'boolean') return fault(id, '#{expected => "boolean()"}', '.enable');
    const now = new Date().toISOString().replace('Z', '+00:00');
    const { name = before?.name ?? '', description = before?.description ?? '' } = body;
    const times = { created_at: before?.created_at ?? now, last_modified_at: now };
    const rule = {
      ...before,
      id,
      name: String(name),
      description: String(description),
      sql: String(sql),
      from: compiled.plan.from,
      actions: targets,
      enable,
      ...times,
    };
    return { rule };
  }

  /** A republish output with all its arguments; `undefined` without a topic. */
  function withDefaults(action: unknown): unknown {
    if (!isObject(action) || action.function !== 'republish') return action;
    const args = isObject(action.args) ? action.args : {};
    if (args.topic === undefined) return undefined;
    const texts = { qos: '${qos}', retain: '${retain}', payload: '${payload}', user_properties: '${user_properties}' };
    const full = { ...texts, mqtt_properties: {}, direct_dispatch: false, ...args };
    return { ...action, args: { ...full, qos: [0, 1, 2].includes(Number(full.qos)) ? full.qos : String(full.qos) } };
  }

  function create(given: unknown): Reply {
    const body = given ?? {};
    if (!isObject(body)) return refuse(500, 'INTERNAL_ERROR', 'error, {badmap,[]}, []');
    const id = body.id ?? randomBytes(4).toString('hex');
    if (typeof id !== 'string') return refuse(400, 'BAD_REQUEST', 'rule id must be a string');
    if (id === '') return refuse(400, 'BAD_REQUEST', 'empty rule id is not allowed');
    if (all.some((rule) => rule.id === id)) return refuse(400, 'BAD_REQUEST', 'rule id already exists');
    if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(id)) return fault('', 'invalid_map_key');
    const made = make(id, body);
    if ('status' in made) return made;
    all.push(made.rule);
    return give(made.rule, 201);
  }

  function list(query: URLSearchParams): Reply {
    const text = (name: string): string | undefined => query.get(name) ?? undefined;
    const [from, likeId, likeFrom, matchFrom] = ['from', 'like_id', 'like_from', 'match_from'].map(text);
    const likeDescription = text('like_description');
    const enable = text('enable');
    const uses = (rule: Rule, ids: readonly string[], prefix = '') =>
      ids.length === 0 || ids.some((id) => rule.actions.includes(id) || rule.from.includes(prefix + id));
    const found = all.filter(
      (rule) =>
        (enable === undefined || String(rule.enable) === enable) &&
        (from === undefined || rule.from.includes(from)) &&
        (likeId === undefined || rule.id.includes(likeId)) &&
        (likeFrom === undefined || rule.from.some((topic) => topic.includes(likeFrom))) &&
        (matchFrom === undefined || rule.from.some((topic) => matchesTopic(topic, matchFrom))) &&
        (likeDescription === undefined || String(rule.description).includes(likeDescription)) &&
        uses(rule, query.getAll('action')) &&
        uses(rule, query.getAll('source'), '$bridges/'),
    );
    const filtered = [...query.keys()].some((key) => FILTERS.includes(key));
    return page(found, query, !filtered);
  }

  function metricsOf(id: string): Record<string, number> {
    const known = counters.get(id) ?? zeroes();
    counters.set(id, known);
    return known;
  }

  function count(rule: Rule, context: object): TestOutcome {
    const metrics = metricsOf(rule.id);
    const add = (name: string): void => {
      metrics[name] = (metrics[name] ?? 0) + 1;
    };
    const result = run(rule.sql, context);
    add('matched');
    if (result.kind === 'no_match') {
      add('failed');
      add('failed.no_result');
    } else if (result.kind === 'error') {
      add('failed');
      add('failed.exception');
    } else {
      add('passed');
      for (const action of rule.actions) {
        const target = typeof action === 'string' ? resources().find('actions', action) : undefined;
        const works = typeof action !== 'string' || target?.status === 'connected';
        add('actions.total');
        add(works ? 'actions.success' : 'actions.failed');
        if (target === undefined) continue;
        target.counters.matched = (target.counters.matched ?? 0) + 1;
        const name = works ? 'success' : 'failed';
        target.counters[name] = (target.counters[name] ?? 0) + 1;
      }
    }
    return result;
  }

  return {
    all,
    answer({ method, path, query, body }) {
      const [id, part, reset] = path;
      if (id === undefined) return method === 'GET' ? list(query) : method === 'POST' ? create(body) : { status: 405 };
      if (method === 'PATCH') return { status: 405 };
      const index = all.findIndex((rule) => rule.id === id);
      const rule = all[index];
      if (rule === undefined) {
        if (method === 'PUT' && part === undefined) {
          const made = create({ ...(isObject(body) ? body : {}), id });
          return made.status === 201 ? { ...made, status: 200 } : made;
        }
        if (part === 'test') return refuse(404, 'RULE_NOT_FOUND', 'The rule could not be found');
        return refuse(404, 'NOT_FOUND', 'Rule Id Not Found');
      }
      switch ([method, part, reset].filter((word) => word !== undefined).join(' ')) {
        case 'GET':
          return give(rule);
        case 'PUT': {
          const made = make(id, isObject(body) ? body : {}, rule);
          if ('status' in made) return made;
          all[index] = made.rule;
          return give(made.rule);
        }
        case 'DELETE':
          all.splice(index, 1);
          counters.delete(id);
          return EMPTY;
        case 'GET metrics': {
          const metrics = metricsOf(id);
          const none = zeroes();
          const node_metrics = nodes.map((node, i) => ({ node, metrics: i === 0 ? metrics : none }));
          return give({ id, metrics, node_metrics });
        }
        case 'PUT metrics reset':
          counters.delete(id);
          return EMPTY;
        case 'POST test': {
          const context = isObject(body) && isObject(body.context) ? body.context : {};
          const result = count(rule, context);
          return result.kind === 'result' ? give(rule.actions.map(() => 'ok')) : outcome(result);
        }
        default:
          return { status: 405 };
      }
    },
    test(body) {
      if (!isObject(body) || body.sql === undefined) {
        return refuse(400, 'BAD_REQUEST', 'Bad Arguments: #{path => "rule_test.sql",reason => required_field}');
      }
      const unknown = Object.keys(body).find((key) => key !== 'sql' && key !== 'context');
      if (unknown !== undefined) return refuse(400, 'BAD_REQUEST', `Bad Arguments: #{unknown => "${unknown}"}`);
      return outcome(run(String(body.sql), body.context ?? {}));
    },
    publish(message) {
      for (const rule of all) {
        const fits = rule.enable && rule.from.some((filter) => matchesTopic(message.topic, filter));
        if (fits) count(rule, { event_type: 'message_publish', ...message });
      }
    },
    using: (kind, id) =>
      all
        .filter((rule) => (kind === 'sources' ? rule.from.includes(`$bridges/${id}`) : rule.actions.includes(id)))
        .map((rule) => rule.id),
    unlink(action) {
      for (const [index, rule] of all.entries()) {
        all[index] = { ...rule, actions: rule.actions.filter((one) => one !== action) };
      }
    },
    plant(rule) {
      const made = make(rule.id, { id: rule.id, sql: rule.sql, actions: rule.actions });
      if ('rule' in made) all.push({ ...made.rule, ...rule });
    },
  };
}
