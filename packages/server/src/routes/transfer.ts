import { fail, type JsonObject, ok } from '@sluice/contract';
import { z } from 'zod';
import { planChanges } from '../catalog/apply-plan.ts';
import { badRequest } from '../catalog/failure.ts';
import type { View } from '../catalog/view.ts';
import { failed, json, plainText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { type Configuration, configurationOf, idOf, type Kind } from '../transfer/configuration.ts';
import { readDocument, writeDocument } from '../transfer/document.ts';
import { makePlan, type Plan } from '../transfer/plan.ts';
import { shownConfig } from './resource-record.ts';
import { ruleRecord } from './rule-record.ts';
import { queryFlag, single } from './scalar.ts';

const KIND_OF = { connector: 'connectors', action: 'actions', source: 'sources', rule: 'rules' } as const;

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

/** Only the objects of one kind, or one of them. */
function part(all: Configuration, kind: Kind, id: string | undefined): Configuration {
  const none: Configuration = { connectors: [], actions: [], sources: [], rules: [] };
  return { ...none, [kind]: all[kind].filter((object) => id === undefined || idOf(kind, object) === id) };
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
      query: z.object({
        kind: single
          .pipe(z.enum(['connector', 'action', 'source', 'rule']))
          .optional()
          .describe('Only of this kind'),
        id: single.optional().describe('Only this one: type:name, or the id of a rule'),
        format: single.pipe(z.enum(['yaml', 'json'])).default('yaml'),
      }),
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      handle({ query: { kind, id, format } }) {
        if (kind === undefined && id !== undefined) {
          return failed(badRequest('Say with "kind" what the id is of: connector, action, source or rule.').error);
        }
        const all = currentConfiguration(catalog.view);
        const chosen = kind === undefined ? all : part(all, KIND_OF[kind], id);
        if (kind !== undefined && id !== undefined && chosen[KIND_OF[kind]].length === 0) {
          return failed({ code: 'NOT_FOUND', message: `There is no ${kind} "${id}".` });
        }
        const text = writeDocument(chosen, format);
        return plainText(text, format === 'json' ? 'application/json' : 'application/yaml; charset=utf-8');
      },
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
      async handle({ query, body, caller }) {
        const wanted = readDocument(body.document);
        if (!wanted.ok) return failed(badRequest(wanted.error).error);
        const done = await catalog.change(caller?.actor ?? '', (view) => {
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
