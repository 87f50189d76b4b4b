import { ok, zeroRuleMetrics } from '@sluice/contract';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { checkEtag } from './if-match.ts';
import { ruleRecord } from './rule-record.ts';
import { idParams } from './scalar.ts';

export function ruleRoutes(services: Services): Route[] {
  const { catalog, engine, readings, node, store } = services;
  const tag = 'rules';
  return [
    route({
      method: 'POST',
      path: '/rules',
      tag,
      summary: 'Create a rule. Without an id one is made up',
      errors: ['BAD_REQUEST', 'SERVICE_UNAVAILABLE'],
      exactContentType: true,
      async handle({ body, actor }) {
        const done = await catalog.change(actor, (view) => {
          const rule = catalog.rules.create(view, body);
          return rule.ok ? ok({ changes: [{ op: 'put_rule', rule: rule.value }], value: rule.value }) : rule;
        });
        return done.ok ? json(ruleRecord(done.value), 201, { etag: done.value.etag }) : failed(done.error);
      },
    }),
    route({
      method: 'GET',
      path: '/rules/:id',
      tag,
      summary: 'One rule',
      params: idParams,
      errors: ['NOT_FOUND'],
      handle({ params }) {
        const found = catalog.rules.find(catalog.view, params.id);
        return found.ok ? json(ruleRecord(found.value), 200, { etag: found.value.etag }) : failed(found.error);
      },
    }),
    route({
      method: 'PUT',
      path: '/rules/:id',
      tag,
      summary: 'Change a rule: what the body does not name stays',
      params: idParams,
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
      exactContentType: true,
      async handle({ params, body, actor, ifMatch }) {
        const done = await catalog.change(actor, (view) => {
          const rule = catalog.rules.update(view, params.id, body);
          if (!rule.ok) return rule;
          const etag = view.rule(params.id)?.etag ?? '';
          const current = checkEtag(store, ifMatch, etag, { type: 'rule', id: params.id });
          if (!current.ok) return current;
          return ok({ changes: [{ op: 'put_rule', rule: rule.value }], value: rule.value });
        });
        return done.ok ? json(ruleRecord(done.value), 200, { etag: done.value.etag }) : failed(done.error);
      },
    }),
    route({
      method: 'DELETE',
      path: '/rules/:id',
      tag,
      summary: 'Delete a rule. Its actions and sources stay',
      params: idParams,
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED', 'SERVICE_UNAVAILABLE'],
      async handle({ params, actor, ifMatch }) {
        const done = await catalog.change(actor, (view) => {
          const found = catalog.rules.find(view, params.id);
          if (!found.ok) return found;
          const current = checkEtag(store, ifMatch, found.value.etag, { type: 'rule', id: params.id });
          if (!current.ok) return current;
          return ok({ changes: [{ op: 'remove_rule', rule: found.value }], value: undefined });
        });
        return done.ok ? NO_CONTENT : failed(done.error);
      },
    }),
    route({
      method: 'GET',
      path: '/rules/:id/metrics',
      tag,
      summary: 'Counters since the start or the last reset',
      params: idParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const found = catalog.rules.find(catalog.view, params.id);
        if (!found.ok) return failed(found.error);
        const all = await readings.ruleMetrics([params.id]);
        const metrics = all[params.id] ?? zeroRuleMetrics();
        return json({ id: params.id, metrics, node_metrics: [{ node, metrics }] });
      },
    }),
    route({
      method: 'PUT',
      path: '/rules/:id/metrics/reset',
      tag,
      summary: 'Set the counters back to 0',
      params: idParams,
      errors: ['NOT_FOUND'],
      async handle({ params, actor }) {
        const found = catalog.rules.find(catalog.view, params.id);
        if (!found.ok) return failed(found.error);
        await engine.resetMetrics({ kind: 'rule', id: params.id });
        store.audit.add({ actor, verb: 'reset_metrics', object: { type: 'rule', id: params.id } });
        return NO_CONTENT;
      },
    }),
  ];
}
