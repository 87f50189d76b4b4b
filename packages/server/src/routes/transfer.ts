import { fail, type JsonObject, ok } from '@sluice/contract';
import { z } from 'zod';
import { planChanges } from '../catalog/apply-plan.ts';
import { badRequest } from '../catalog/failure.ts';
import type { View } from '../catalog/view.ts';
import { type Answer, failed, json, plainText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { type Configuration, configurationOf, select } from '../transfer/configuration.ts';
import { readDocument, writeDocument } from '../transfer/document.ts';
import { makePlan, type Plan } from '../transfer/plan.ts';
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
});

export function exported(all: Configuration, { kind, id, format }: z.infer<typeof exportQuery>): Answer {
  const chosen = select(all, { kind, id });
  if (!chosen.ok) return failed(chosen.error);
  const text = writeDocument(chosen.value, format);
  return plainText(text, format === 'json' ? 'application/json' : 'application/yaml; charset=utf-8');
}

function currentConfiguration(view: View): Configuration {
  const shown = (kind: 'connector' | 'action' | 'source'): JsonObject[] =>
    view.resources(kind).map((entry) => ({ type: entry.type, name: entry.name, ...shownConfig(entry) }));
  return configurationOf({
    connectors: shown('connector'),
    actions: shown('action'),
    sources: shown('source'),
    rules: view.rules().map((rule) => ruleRecord(rule) as unknown as JsonObject),
  });
}

function planRecord({ steps, missing }: Plan, applied: boolean) {
  return { steps: steps.map(({ verb, kind, id, fields }) => ({ verb, kind, id, fields })), missing, applied };
}

/** Everything configured as one document, to keep beside the code and to bring elsewhere. */
export function transferRoutes({ catalog }: Services): Route[] {
  const tag = 'sluice';
  return [
    route({
      method: 'GET',
      path: '/sluice/export',
      tag,
      summary: 'Connectors, actions, sources and rules as one YAML or JSON document; secrets become references',
      query: exportQuery,
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      handle: ({ query }) => exported(currentConfiguration(catalog.view), query),
    }),
    route({
      method: 'POST',
      path: '/sluice/apply',
      tag,
      summary: 'Make everything as a document says, all or nothing. Answers the steps; dry_run only shows them',
      query: z.object({ dry_run: queryFlag.default(false) }),
      body: z.strictObject({
        document: z.string().describe('YAML or JSON, as /sluice/export gives it'),
        secrets: z
          .record(z.string(), z.string())
          .default({})
          .describe('Values for the references to secrets, by name. Those of existing objects may be left out'),
        prune: z.boolean().default(false).describe('Delete what the document does not have'),
      }),
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
      async handle({ query, body, actor }) {
        const wanted = readDocument(body.document);
        if (!wanted.ok) return failed(badRequest(wanted.error).error);
        const done = await catalog.change(actor, (view) => {
          const plan = makePlan(currentConfiguration(view), wanted.value, body.secrets, body.prune);
          if (plan.missing.length > 0 && !query.dry_run) {
            const names = plan.missing.join(', ');
            return badRequest(`These secrets are needed and not given: ${names}. Nothing was changed.`, {
              ...planRecord(plan, false),
            });
          }
          const changes = planChanges(catalog, view, plan);
          // without its secrets a new object cannot be checked to the end
          if (!changes.ok) return plan.missing.length > 0 ? ok({ changes: [], value: plan }) : fail(changes.error);
          return ok({ changes: query.dry_run ? [] : changes.value, value: plan });
        });
        return done.ok ? json(planRecord(done.value, !query.dry_run)) : failed(done.error);
      },
    }),
  ];
}
