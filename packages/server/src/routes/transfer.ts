import { fail, type JsonObject, ok } from '@sluice/contract';
import { z } from 'zod';
import { planChanges } from '../catalog/apply-plan.ts';
import { badRequest } from '../catalog/failure.ts';
import type { View } from '../catalog/view.ts';
import { type Answer, failed, json, plainText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { hashedPasswords, mqttConfiguration, planMqtt, withPasswords } from '../mqtt/transfer.ts';
import type { Services } from '../services.ts';
import { type Configuration, configurationOf, isMqttKind, select } from '../transfer/configuration.ts';
import { readDocument, writeDocument } from '../transfer/document.ts';
import { makePlan, type Plan, type Step } from '../transfer/plan.ts';
import { shownConfig } from './resource-record.ts';
import { ruleRecord } from './rule-record.ts';
import { queryFlag, single } from './scalar.ts';

/** What `/sluice/export` is asked, here and in front of EMQX. */
export const exportQuery = z.object({
  kind: single
    .pipe(z.enum(['connector', 'action', 'source', 'rule']))
    .optional()
    .describe('Only of this kind'),
  id: single.optional().describe('Only this one: type:name, or the id of a rule'),
  format: single.pipe(z.enum(['yaml', 'json'])).default('yaml'),
  hashes: queryFlag
    .default(false)
    .describe('Passwords of MQTT users as hashes, to bring them elsewhere. For administrators'),
});

/** Largest request with a document, in bytes: ten thousand rules are a few megabytes. */
export const MAX_DOCUMENT = 16 * 1024 * 1024;

/** What `/sluice/apply` is sent, here and in front of EMQX. */
export const applyBody = z.strictObject({
  document: z.string().describe('YAML or JSON, as /sluice/export gives it'),
  secrets: z
    .record(z.string(), z.string())
    .default({})
    .describe('Values for the references to secrets, by name. Those of existing objects may be left out'),
  prune: z.boolean().default(false).describe('Delete what the document does not have'),
});

export function exported(
  all: Configuration,
  { kind, id, format }: Pick<z.infer<typeof exportQuery>, 'kind' | 'id' | 'format'>,
): Answer {
  const chosen = select(all, { kind, id });
  if (!chosen.ok) return failed(chosen.error);
  const text = writeDocument(chosen.value, format);
  return plainText(text, format === 'json' ? 'application/json' : 'application/yaml; charset=utf-8');
}

function currentConfiguration(
  view: View,
  { store, mqttAccess }: Pick<Services, 'store' | 'mqttAccess'>,
): Configuration {
  const shown = (kind: 'connector' | 'action' | 'source'): JsonObject[] =>
    view.resources(kind).map((entry) => ({ type: entry.type, name: entry.name, ...shownConfig(entry) }));
  const all = configurationOf({
    connectors: shown('connector'),
    actions: shown('action'),
    sources: shown('source'),
    rules: view.rules().map((rule) => ruleRecord(rule) as unknown as JsonObject),
  });
  return { ...all, ...mqttConfiguration(store, mqttAccess) };
}

/** A plan as the API answers it. */
export function planRecord({ steps, missing }: Plan, applied: boolean) {
  return { steps: steps.map(stepRecord), missing, applied };
}

export function stepRecord({ verb, kind, id, fields }: Step) {
  return { verb, kind, id, fields };
}

/** Everything configured as one document, to keep beside the code and to bring elsewhere. */
export function transferRoutes(services: Services): Route[] {
  const { catalog, mqttAccess, store } = services;
  const tag = 'sluice';
  return [
    route({
      method: 'GET',
      path: '/sluice/export',
      tag,
      summary: 'Everything configured as one YAML or JSON document; secrets become references',
      query: exportQuery,
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'UNAUTHORIZED_ROLE'],
      handle({ query, caller }) {
        if (query.hashes && caller?.role !== 'administrator') {
          return failed({ code: 'UNAUTHORIZED_ROLE', message: 'Only administrators may take hashes of passwords.' });
        }
        const all = currentConfiguration(catalog.view, services);
        return exported({ ...all, ...withPasswords(all, query.hashes ? 'hash' : 'reference') }, query);
      },
    }),
    route({
      method: 'POST',
      path: '/sluice/apply',
      tag,
      summary: 'Make everything as a document says, all or nothing. Answers the steps; dry_run only shows them',
      query: z.object({ dry_run: queryFlag.default(false) }),
      body: applyBody,
      bodyLimit: MAX_DOCUMENT,
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
      async handle({ query, body, actor }) {
        const wanted = readDocument(body.document);
        if (!wanted.ok) return failed(badRequest(wanted.error).error);
        const hashes = query.dry_run ? new Map<string, string>() : await hashedPasswords(wanted.value, body.secrets);
        const done = await catalog.change(actor, (view) => {
          const plan = makePlan(currentConfiguration(view, services), wanted.value, body.secrets, body.prune);
          if (plan.missing.length > 0 && !query.dry_run) {
            const names = plan.missing.join(', ');
            return badRequest(`These secrets are needed and not given: ${names}. Nothing was changed.`, {
              ...planRecord(plan, false),
            });
          }
          const changes = planChanges(catalog, view, plan);
          const mqtt = planMqtt(store, mqttAccess, actor, plan.steps, hashes);
          const fault = changes.ok ? mqtt : changes;
          // without its secrets a new object cannot be checked to the end
          if (!fault.ok) return plan.missing.length > 0 ? ok({ changes: [], value: plan }) : fail(fault.error);
          if (query.dry_run || !changes.ok || !mqtt.ok) return ok({ changes: [], value: plan });
          return ok({ changes: changes.value, value: plan, ...(mqtt.value && { beside: mqtt.value }) });
        });
        if (!done.ok) return failed(done.error);
        const { steps } = done.value;
        if (!query.dry_run && steps.some(({ kind }) => isMqttKind(kind))) await mqttAccess.apply();
        return json(planRecord(done.value, !query.dry_run));
      },
    }),
  ];
}
