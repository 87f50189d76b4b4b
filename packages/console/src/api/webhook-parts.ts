import { type JsonObject, WEBHOOK_SUFFIX } from '@sluice/contract';
import { type Channel, toChannel } from './channels.ts';
import { pathOf, request } from './client.ts';
import { type Connector, toConnector } from './connectors.ts';
import { isNotFound } from './errors.ts';
import { allRules } from './rules.ts';
import {
  fullName,
  shortName,
  type Webhook,
  type WebhookInput,
  type WebhookPart,
  webhookResourceId,
} from './webhook.ts';

/** Webhooks on a backend that knows only their parts. */

interface Parts {
  connector?: Connector;
  action?: Channel;
  rule?: {
    readonly sql: string;
    readonly enable: boolean;
    readonly description: string;
    readonly actions: readonly unknown[];
  };
}

export async function readWebhookParts(signal?: AbortSignal): Promise<readonly Webhook[]> {
  const [connectors, actions, rules] = await Promise.all([
    request<JsonObject[]>('/connectors', { signal }),
    request<JsonObject[]>('/actions', { signal }),
    allRules(signal),
  ]);
  const found = new Map<string, Parts>();
  const partsOf = (full: string): Parts => {
    const name = shortName(full);
    const parts = found.get(name) ?? {};
    found.set(name, parts);
    return parts;
  };
  const isPart = (type: string, name: string) => type === 'http' && name.endsWith(WEBHOOK_SUFFIX);
  for (const connector of connectors.map((one) => toConnector(one)))
    if (isPart(connector.type, connector.name)) partsOf(connector.name).connector = connector;
  for (const action of actions.map((one) => toChannel('action', one)))
    if (isPart(action.type, action.name)) partsOf(action.name).action = action;
  for (const rule of rules) if (rule.id.endsWith(WEBHOOK_SUFFIX)) partsOf(rule.id).rule = rule;
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, parts]) => toWebhook(name, parts));
}

function toWebhook(name: string, { connector, action, rule }: Parts): Webhook {
  const missing: WebhookPart[] = [];
  if (connector === undefined) missing.push('connector');
  if (action === undefined) missing.push('action');
  if (rule === undefined) missing.push('rule');
  return {
    kind: 'action',
    name,
    missing,
    complete: missing.length === 0 && (rule?.actions.includes(webhookResourceId(name)) ?? false),
    enable: rule?.enable ?? false,
    description: rule?.description ?? '',
    url: String(connector?.record.url ?? ''),
    status: action?.status,
    status_reason: action?.status_reason,
    status_fault: action?.status_fault,
    node_status: action?.node_status ?? [],
    sql: rule?.sql ?? '',
    connector: connector?.record,
    action: action?.record,
  };
}

interface Step {
  readonly make: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
}

/** Runs steps in order; when one fails, takes back those before it, the last first, and passes the failure on. */
async function allOrNothing(steps: readonly Step[]): Promise<void> {
  const done: Step[] = [];
  for (const step of steps) {
    try {
      await step.make();
      done.unshift(step);
    } catch (error) {
      for (const { undo } of done) await undo().catch(() => undefined);
      throw error;
    }
  }
}

function paths(name: string) {
  const id = webhookResourceId(name);
  return { connector: pathOf('connectors', id), action: pathOf('actions', id), rule: pathOf('rules', fullName(name)) };
}

function bodies({ name, enable, description, sql, connector, action }: WebhookInput) {
  const full = fullName(name);
  return {
    connector: { ...connector, enable },
    action: { ...action, connector: full, enable },
    rule: { sql, enable, description, actions: [webhookResourceId(name)] },
  };
}

function creation(input: WebhookInput): Readonly<Record<WebhookPart, Step>> {
  const path = paths(input.name);
  const body = bodies(input);
  const full = fullName(input.name);
  const step = (collection: string, made: unknown, own: string): Step => ({
    make: () => request(collection, { method: 'POST', body: made }),
    undo: () => request(own, { method: 'DELETE' }),
  });
  return {
    connector: step('/connectors', { ...body.connector, type: 'http', name: full }, path.connector),
    action: step('/actions', { ...body.action, type: 'http', name: full }, path.action),
    rule: step('/rules', { ...body.rule, id: full }, path.rule),
  };
}

export async function createWebhookParts(input: WebhookInput): Promise<void> {
  const { connector, action, rule } = creation(input);
  await allOrNothing([connector, action, rule]);
}

/** Changes each part, or makes it when it is missing. */
export async function updateWebhookParts(input: WebhookInput): Promise<void> {
  const path = paths(input.name);
  const body = bodies(input);
  const missing = creation(input);
  for (const part of ['connector', 'action', 'rule'] as const) {
    try {
      await request(path[part], { method: 'PUT', body: body[part] });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await missing[part].make();
    }
  }
}

/** Rule, action, connector; a part that is not there is no failure. The rule comes back when the action stays. */
export async function deleteWebhookParts(name: string): Promise<void> {
  const path = paths(name);
  const remove = (one: string) =>
    request(one, { method: 'DELETE' }).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  const rule = await request<JsonObject>(path.rule).catch(() => undefined);
  await allOrNothing([
    {
      make: () => remove(path.rule),
      undo: async () => {
        if (rule !== undefined) {
          const { id, sql, enable, description, actions } = rule;
          await request('/rules', { method: 'POST', body: { id, sql, enable, description, actions } });
        }
      },
    },
    { make: () => remove(path.action), undo: async () => undefined },
    { make: () => remove(path.connector), undo: async () => undefined },
  ]);
}
