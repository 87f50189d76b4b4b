import { type AuditObject, type JsonObject, ok, type Result, redact } from '@sluice/contract';
import type { EngineStatuses } from '@sluice/engine';
import { z } from 'zod';
import { etagOf } from '../catalog/entry.ts';
import type { View } from '../catalog/view.ts';
import { createWebhookPlanner, isComplete, type Webhook } from '../catalog/webhook-plan.ts';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { checkEtag } from './if-match.ts';
import { faultOf, statusOf } from './resource-record.ts';
import { ruleRecord } from './rule-record.ts';
import { flag, text } from './scalar.ts';

const fields = z.record(z.string(), z.unknown()).transform((value) => value as JsonObject);
const change = z.object({
  enable: flag.default(true),
  description: text.default(''),
  sql: z.string(),
  connector: fields.describe('Fields of the HTTP connector, without type and name'),
  action: fields.prefault({}).describe('Fields of the HTTP action, without type, name and connector'),
});
const nameParams = z.object({ name: z.string() });

function record(webhook: Webhook, statuses: EngineStatuses) {
  const { name, connector, action, rule } = webhook;
  const report = action === undefined ? undefined : statusOf(statuses, 'action', action.id);
  return {
    name,
    complete: isComplete(webhook),
    missing: Object.entries({ connector, action, rule }).flatMap(([part, entry]) => (entry === undefined ? part : [])),
    enable: rule?.config.enable ?? false,
    description: rule?.config.description ?? '',
    url: connector?.config.url ?? '',
    status: report?.status ?? 'disconnected',
    status_reason: report?.reason ?? '',
    ...(report !== undefined && faultOf(report)),
    connector: connector === undefined ? null : redact(connector.fields, connector.config),
    action: action === undefined ? null : redact(action.fields, action.config),
    rule: rule === undefined ? null : ruleRecord(rule),
  };
}

/** Changes with each of its parts. */
function tagOf({ connector, action, rule }: Webhook): string {
  return etagOf([connector, action, rule].map((part) => part?.etag ?? ''));
}

/** Webhooks as one object: all three parts or none, whatever happens in between. */
export function webhookRoutes({ catalog, readings, store }: Services): Route[] {
  const planner = createWebhookPlanner(catalog.resources, catalog.rules);
  const tag = 'sluice';

  async function one(name: string, status = 200) {
    const found = planner.find(catalog.view, name);
    if (!found.ok) return failed(found.error);
    return json(record(found.value, await readings.statuses()), status, { etag: tagOf(found.value) });
  }

  /** Is the webhook still what the client has seen? */
  function current(view: View, name: string, ifMatch: string | undefined): Result<void> {
    const found = planner.find(view, name);
    if (!found.ok) return found;
    const { connector, action, rule } = found.value;
    const objects: AuditObject[] = [connector, action].flatMap((part) =>
      part === undefined ? [] : { type: part.kind, id: part.id },
    );
    if (rule !== undefined) objects.push({ type: 'rule', id: rule.config.id });
    return checkEtag(store, ifMatch, tagOf(found.value), ...objects);
  }

  return [
    route({
      method: 'GET',
      path: '/sluice/webhooks',
      tag,
      summary: 'All webhooks, those with missing parts too',
      async handle() {
        const statuses = await readings.statuses();
        return json(planner.list(catalog.view).map((webhook) => record(webhook, statuses)));
      },
    }),
    route({
      method: 'POST',
      path: '/sluice/webhooks',
      tag,
      summary: 'Create connector, action and rule of a webhook, all or nothing',
      body: change.extend({ name: z.string().min(1, 'must not be empty') }),
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS', 'SERVICE_UNAVAILABLE'],
      async handle({ body, actor }) {
        const done = await catalog.change(actor, (view) => {
          const changes = planner.create(view, body);
          return changes.ok ? ok({ changes: changes.value, value: undefined }) : changes;
        });
        return done.ok ? one(body.name, 201) : failed(done.error);
      },
    }),
    route({
      method: 'GET',
      path: '/sluice/webhooks/:name',
      tag,
      summary: 'One webhook',
      params: nameParams,
      errors: ['NOT_FOUND'],
      handle: ({ params }) => one(params.name),
    }),
    route({
      method: 'PUT',
      path: '/sluice/webhooks/:name',
      tag,
      summary: 'Change a webhook; parts that are missing are made again',
      params: nameParams,
      body: change,
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
      async handle({ params, body, actor, ifMatch }) {
        const done = await catalog.change(actor, (view) => {
          const isCurrent = current(view, params.name, ifMatch);
          if (!isCurrent.ok) return isCurrent;
          const changes = planner.update(view, params.name, body);
          return changes.ok ? ok({ changes: changes.value, value: undefined }) : changes;
        });
        return done.ok ? one(params.name) : failed(done.error);
      },
    }),
    route({
      method: 'DELETE',
      path: '/sluice/webhooks/:name',
      tag,
      summary: 'Delete rule, action and connector of a webhook, or what is left of them',
      params: nameParams,
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
      async handle({ params, actor, ifMatch }) {
        const done = await catalog.change(actor, (view) => {
          const isCurrent = current(view, params.name, ifMatch);
          if (!isCurrent.ok) return isCurrent;
          const changes = planner.remove(view, params.name);
          return changes.ok ? ok({ changes: changes.value, value: undefined }) : changes;
        });
        return done.ok ? NO_CONTENT : failed(done.error);
      },
    }),
  ];
}
