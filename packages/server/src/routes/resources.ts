import { ok, type ResourceKind } from '@sluice/contract';
import type { LoopSubject } from '@sluice/engine';
import { z } from 'zod';
import { engineConfig, isEnabled, type ResourceEntry } from '../catalog/entry.ts';
import { badRequest } from '../catalog/failure.ts';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { checkEtag } from './if-match.ts';
import { probeReport } from './probe.ts';
import { resourceRecord } from './resource-record.ts';
import { flag, idParams, queryFlag } from './scalar.ts';
import { settledStatuses } from './settle.ts';

/** The calls that connectors, actions and sources have in common. */
export function resourceRoutes(services: Services, kind: ResourceKind): Route[] {
  const { catalog, engine, readings, node } = services;
  const base = `/${kind}s`;
  const label = `${kind}s`;
  const operation = z.literal('start', { error: 'must be "start"' });

  async function settled(entry: ResourceEntry, status = 200) {
    const statuses = await settledStatuses(services, entry);
    const record = resourceRecord(entry, catalog.view, statuses, node);
    const loops = await engine.findLoops({ kind, config: engineConfig(entry) } as LoopSubject);
    return json(loops.length === 0 ? record : { ...record, loops }, status, { etag: entry.etag });
  }

  const isCurrent = ({ id, etag }: ResourceEntry, ifMatch: string | undefined) =>
    checkEtag(services.store, ifMatch, etag, { type: kind, id });

  async function start(id: string) {
    const found = catalog.resources.find(catalog.view, kind, id);
    if (!found.ok) return failed(found.error);
    if (!isEnabled(found.value)) return failed(badRequest(`This ${kind} is disabled. Enable it first.`).error);
    const result = await engine.reconnect(kind, found.value.id);
    return result.ok ? NO_CONTENT : failed({ ...result.error, code: 'BAD_REQUEST' });
  }

  return [
    route({
      method: 'GET',
      path: base,
      tag: label,
      summary: `All ${label} with their status`,
      async handle() {
        const statuses = await readings.statuses();
        const entries = catalog.view.resources(kind);
        return json(entries.map((entry) => resourceRecord(entry, catalog.view, statuses, node)));
      },
    }),
    route({
      method: 'POST',
      path: base,
      tag: label,
      summary: `Create one of the ${label}`,
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS', 'SERVICE_UNAVAILABLE'],
      async handle({ body, actor }) {
        const done = await catalog.change(actor, (view) => {
          const entry = catalog.resources.create(view, kind, body);
          return entry.ok ? ok({ changes: [{ op: 'put', entry: entry.value }], value: entry.value }) : entry;
        });
        return done.ok ? settled(done.value, 201) : failed(done.error);
      },
    }),
    route({
      method: 'GET',
      path: `${base}/:id`,
      tag: label,
      summary: `One of the ${label}`,
      params: idParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const found = catalog.resources.find(catalog.view, kind, params.id);
        if (!found.ok) return failed(found.error);
        const record = resourceRecord(found.value, catalog.view, await readings.statuses(), node);
        return json(record, 200, { etag: found.value.etag });
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/:id`,
      tag: label,
      summary: 'Replace the configuration. Hidden secrets (******) keep their stored value',
      params: idParams,
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
      async handle({ params, body, actor, ifMatch }) {
        const done = await catalog.change(actor, (view) => {
          const found = catalog.resources.find(view, kind, params.id);
          if (!found.ok) return found;
          const current = isCurrent(found.value, ifMatch);
          if (!current.ok) return current;
          const entry = catalog.resources.update(view, kind, params.id, body);
          return entry.ok ? ok({ changes: [{ op: 'put', entry: entry.value }], value: entry.value }) : entry;
        });
        return done.ok ? settled(done.value) : failed(done.error);
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/:id`,
      tag: label,
      summary:
        kind === 'action'
          ? 'Delete. With also_delete_dep_actions=true the action is taken out of the rules that use it'
          : 'Delete, unless something still uses it. A source in use is deleted with also_delete_dep_actions=true',
      params: idParams,
      query: z.object({ also_delete_dep_actions: queryFlag.default(false) }),
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
      async handle({ params, query, actor, ifMatch }) {
        const done = await catalog.change(actor, (view) => {
          const found = catalog.resources.find(view, kind, params.id);
          if (!found.ok) return found;
          const current = isCurrent(found.value, ifMatch);
          if (!current.ok) return current;
          const changes = catalog.resources.remove(view, kind, params.id, query.also_delete_dep_actions);
          return changes.ok ? ok({ changes: changes.value, value: undefined }) : changes;
        });
        return done.ok ? NO_CONTENT : failed(done.error);
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/:id/enable/:enable`,
      tag: label,
      summary: 'Enable or disable',
      params: idParams.extend({ enable: flag }),
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
      async handle({ params, actor, ifMatch }) {
        const done = await catalog.change(actor, (view) => {
          const found = catalog.resources.find(view, kind, params.id);
          if (!found.ok) return found;
          const current = isCurrent(found.value, ifMatch);
          if (!current.ok) return current;
          const entry = catalog.resources.enable(view, kind, params.id, params.enable);
          if (!entry.ok) return entry;
          const changes = isEnabled(found.value) === params.enable ? [] : [{ op: 'put' as const, entry: entry.value }];
          return ok({ changes, value: entry.value });
        });
        if (!done.ok) return failed(done.error);
        await settledStatuses(services, done.value);
        return NO_CONTENT;
      },
    }),
    route({
      method: 'POST',
      path: `${base}/:id/:operation`,
      tag: label,
      summary: 'Connect again now',
      params: idParams.extend({ operation }),
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
      handle: ({ params }) => start(params.id),
    }),
    route({
      method: 'POST',
      path: `/nodes/:node${base}/:id/:operation`,
      tag: label,
      summary: 'Connect again now, on one node',
      params: idParams.extend({ node: z.string(), operation }),
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'SERVICE_UNAVAILABLE'],
      handle({ params }) {
        if (params.node !== node) {
          return failed({ code: 'NOT_FOUND', message: `There is no node named "${params.node}".` });
        }
        return start(params.id);
      },
    }),
    route({
      method: 'POST',
      path: `${base}_probe`,
      tag: label,
      summary: 'Test a configuration without saving it',
      errors: ['BAD_REQUEST', 'TEST_FAILED'],
      async handle({ body }) {
        const report = await probeReport(services, kind, body);
        if (!report.ok) return failed(report.error);
        if (report.value.ok) return NO_CONTENT;
        const failure = report.value.stages.find((stage) => stage.outcome === 'failed')?.error;
        const message = failure?.message ?? 'The connection could not be made.';
        return failed({
          code: 'TEST_FAILED',
          message,
          ...(failure?.raw !== undefined && { data: { raw: failure.raw } }),
        });
      },
    }),
  ];
}
