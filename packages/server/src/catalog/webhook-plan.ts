import { type Failure, fail, type JsonObject, ok, type Result, resourceId, WEBHOOK_SUFFIX } from '@sluice/contract';
import type { ResourceEntry, RuleEntry } from './entry.ts';
import { notFound } from './failure.ts';
import type { ResourcePlanner } from './resource-plan.ts';
import type { RulePlanner } from './rule-plan.ts';
import { type Change, overlay, ruleActions, type View } from './view.ts';

/** A webhook: a connector, an action and a rule with one name, made, changed and removed together (decision 14). */
export interface Webhook {
  /** Without the suffix that the three parts share. */
  readonly name: string;
  readonly connector: ResourceEntry | undefined;
  readonly action: ResourceEntry | undefined;
  readonly rule: RuleEntry | undefined;
}

interface WebhookBody {
  readonly name: string;
  readonly enable: boolean;
  readonly description: string;
  readonly sql: string;
  /** Fields of the http connector, without type and name. */
  readonly connector: JsonObject;
  /** Fields of the http action, without type, name and connector. */
  readonly action: JsonObject;
}

export interface WebhookPlanner {
  list(view: View): readonly Webhook[];
  find(view: View, name: string): Result<Webhook>;
  create(view: View, body: WebhookBody): Result<readonly Change[]>;
  /** Also repairs: parts that are missing are made. */
  update(view: View, name: string, body: Omit<WebhookBody, 'name'>): Result<readonly Change[]>;
  remove(view: View, name: string): Result<readonly Change[]>;
}

const TYPE = 'http';

/** All three parts are there and belong together. */
export function isComplete(webhook: Webhook): boolean {
  const { connector, action, rule } = webhook;
  if (connector === undefined || action === undefined || rule === undefined) return false;
  return ruleActions(rule).includes(action.id) && action.config.connector === connector.name;
}

export function createWebhookPlanner(resources: ResourcePlanner, rules: RulePlanner): WebhookPlanner {
  function parts(view: View, name: string): Webhook {
    const full = name + WEBHOOK_SUFFIX;
    const id = resourceId(TYPE, full);
    return {
      name,
      connector: view.resource('connector', id),
      action: view.resource('action', id),
      rule: view.rule(full),
    };
  }

  /** Plans part after part, each seeing the ones before; the first fault says which part it belongs to. */
  function plan(view: View, name: string, body: Omit<WebhookBody, 'name'>, known: Webhook): Result<readonly Change[]> {
    const full = name + WEBHOOK_SUFFIX;
    const id = resourceId(TYPE, full);
    const enable = body.enable;
    const connectorBody = { ...body.connector, enable };
    const connector =
      known.connector === undefined
        ? resources.create(view, 'connector', { ...connectorBody, type: TYPE, name: full })
        : resources.update(view, 'connector', id, connectorBody);
    if (!connector.ok) return within('connector', connector.error);
    const changes: Change[] = [{ op: 'put', entry: connector.value }];
    const actionBody = { parameters: {}, ...body.action, connector: full, enable };
    const action =
      known.action === undefined
        ? resources.create(overlay(view, changes), 'action', { ...actionBody, type: TYPE, name: full })
        : resources.update(overlay(view, changes), 'action', id, actionBody);
    if (!action.ok) return within('action', action.error);
    changes.push({ op: 'put', entry: action.value });
    const ruleBody = { sql: body.sql, description: body.description, enable, actions: [id] };
    const rule =
      known.rule === undefined
        ? rules.create(overlay(view, changes), { ...ruleBody, id: full })
        : rules.update(overlay(view, changes), full, ruleBody);
    if (!rule.ok) return within('rule', rule.error);
    return ok([...changes, { op: 'put_rule', rule: rule.value }]);
  }

  const planner: WebhookPlanner = {
    list(view) {
      const names = new Set<string>();
      const add = (full: string): void => {
        if (full.endsWith(WEBHOOK_SUFFIX)) names.add(full.slice(0, -WEBHOOK_SUFFIX.length));
      };
      for (const kind of ['connector', 'action'] as const) {
        for (const entry of view.resources(kind)) if (entry.type === TYPE) add(entry.name);
      }
      for (const rule of view.rules()) add(rule.config.id);
      return [...names].sort().map((name) => parts(view, name));
    },
    find(view, name) {
      const webhook = parts(view, name);
      const some = webhook.connector ?? webhook.action ?? webhook.rule;
      return some === undefined ? notFound(`There is no webhook named "${name}".`) : ok(webhook);
    },
    create(view, { name, ...body }) {
      const known = parts(view, name);
      const taken = known.connector ?? known.action ?? known.rule;
      if (taken === undefined) return plan(view, name, body, known);
      return fail({
        code: 'ALREADY_EXISTS',
        message: `There is already a webhook, or a part of one, named "${name}".`,
      });
    },
    update(view, name, body) {
      const found = planner.find(view, name);
      return found.ok ? plan(view, name, body, found.value) : found;
    },
    remove(view, name) {
      const found = planner.find(view, name);
      if (!found.ok) return found;
      const { connector, action, rule } = found.value;
      const changes: Change[] = rule === undefined ? [] : [{ op: 'remove_rule', rule }];
      for (const [kind, entry] of [
        ['action', action],
        ['connector', connector],
      ] as const) {
        if (entry === undefined) continue;
        const removal = resources.remove(overlay(view, changes), kind, entry.id, false);
        if (!removal.ok) return within(kind, removal.error);
        changes.push(...removal.value);
      }
      return ok(changes);
    },
  };
  return planner;
}

function within(
  part: 'connector' | 'action' | 'rule',
  failure: Failure,
): { readonly ok: false; readonly error: Failure } {
  return fail({ ...failure, data: { ...failure.data, part } });
}
