import { type ActionMetrics, parseResourceId, recordSpec, zeroActionMetrics } from '@sluice/contract';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { channelSummary } from './resource-record.ts';
import { idParams } from './scalar.ts';

/** What actions and sources have beyond connectors: summaries, types and counters. */
export function channelRoutes(services: Services, kind: 'action' | 'source'): Route[] {
  const { catalog, engine, readings, node, store, systems } = services;
  const base = `/${kind}s`;
  const tag = `${kind}s`;
  const types = systems.flatMap((system) => (recordSpec(system, kind) === undefined ? [] : system.type));
  return [
    route({
      method: 'GET',
      path: `${base}_summary`,
      tag,
      summary: `All ${kind}s in short, with status and the rules that use them`,
      async handle() {
        const statuses = await readings.statuses();
        return json(catalog.view.resources(kind).map((entry) => channelSummary(entry, catalog.view, statuses, node)));
      },
    }),
    route({
      method: 'GET',
      path: `/${kind}_types`,
      tag,
      summary: `Types that a new ${kind} can have`,
      handle: () => json(types),
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
        // EMQX: an object that could exist has counters that stand at 0
        const known = found.ok || types.includes(parseResourceId(params.id)?.type ?? '');
        if (!found.ok && !known) return failed(found.error);
        const all = found.ok ? await readings.channelMetrics(kind, [found.value.id]) : {};
        const metrics: ActionMetrics = Object.values(all)[0] ?? zeroActionMetrics();
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
      async handle({ params, actor }) {
        const found = catalog.resources.find(catalog.view, kind, params.id);
        if (!found.ok) return failed(found.error);
        await engine.resetMetrics({ kind, id: found.value.id });
        store.audit.add({ actor, verb: 'reset_metrics', object: { type: kind, id: found.value.id } });
        return NO_CONTENT;
      },
    }),
  ];
}
