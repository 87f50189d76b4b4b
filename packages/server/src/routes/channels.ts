import { type ActionMetrics, recordSpec, zeroActionMetrics } from '@sluice/contract';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { channelSummary } from './resource-record.ts';
import { idParams } from './scalar.ts';

/** What actions and sources have beyond connectors: summaries, types and counters. */
export function channelRoutes(services: Services, kind: 'action' | 'source'): Route[] {
  const { catalog, engine, node, systems } = services;
  const base = `/${kind}s`;
  const tag = `${kind}s`;
  return [
    route({
      method: 'GET',
      path: `${base}_summary`,
      tag,
      summary: `All ${kind}s in short, with status and the rules that use them`,
      async handle() {
        const statuses = await engine.statuses();
        return json(catalog.view.resources(kind).map((entry) => channelSummary(entry, catalog.view, statuses, node)));
      },
    }),
    route({
      method: 'GET',
      path: `/${kind}_types`,
      tag,
      summary: `Types that a new ${kind} can have`,
      handle: () => json(systems.flatMap((system) => (recordSpec(system, kind) === undefined ? [] : system.type))),
    }),
    route({
      method: 'GET',
      path: `${base}/:id/metrics`,
      tag,
      summary: 'Counters since the start or the last reset',
      params: idParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const found = catalog.resources.find(catalog.view, kind, params.id);
        if (!found.ok) return failed(found.error);
        const all = await engine.channelMetrics(kind, [found.value.id]);
        const metrics: ActionMetrics = all[found.value.id] ?? zeroActionMetrics();
        return json({ metrics, node_metrics: [{ node, metrics }] });
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/:id/metrics/reset`,
      tag,
      summary: 'Set the counters back to 0',
      params: idParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const found = catalog.resources.find(catalog.view, kind, params.id);
        if (!found.ok) return failed(found.error);
        await engine.resetMetrics({ kind, id: found.value.id });
        return NO_CONTENT;
      },
    }),
  ];
}
