import type { DeadLetter } from '@sluice/engine';
import { z } from 'zod';
import { failed, json, jsonText } from '../http/answer.ts';
import { maskedHeaders } from '../http/masked-headers.ts';
import { type Route, route } from '../http/route.ts';
import { ruleMetricsText } from '../monitoring/rule-mirror.ts';
import type { Services } from '../services.ts';
import { limit, page, single } from './scalar.ts';

const ids = z.object({ ids: z.array(z.string()).min(1).max(10_000) });
const resend = ids.extend({
  wait_ms: z.number().int().min(0).max(5_000).optional().describe('Wait at most this long for what becomes of them'),
});

function masked(letter: DeadLetter): DeadLetter {
  return { ...letter, request: maskedHeaders(letter.request) };
}

/** What could not be delivered, and counters and rates of all. */
export function liveRoutes({ catalog, engine, readings, store, history }: Services): Route[] {
  const tag = 'sluice';

  return [
    route({
      method: 'GET',
      path: '/sluice/dead_letters',
      tag,
      summary: 'Requests that will not be sent any more, newest first, and why',
      query: z.object({
        action: single.optional().describe('Of this action only'),
        reason: single
          .pipe(z.enum(['rejected', 'expired', 'queue_full']))
          .optional()
          .describe('Given up for this only'),
        page,
        limit,
      }),
      errors: ['NOT_FOUND', 'BAD_REQUEST'],
      async handle({ query }) {
        const found =
          query.action === undefined ? undefined : catalog.resources.find(catalog.view, 'action', query.action);
        if (found?.ok === false) return failed(found.error);
        const offset = (query.page - 1) * query.limit;
        const which = { action: found?.value.id, reason: query.reason, offset, limit: query.limit };
        const { letters, count } = await engine.deadLetters(which);
        const meta = { page: query.page, limit: query.limit, count, hasnext: offset + letters.length < count };
        return json({ data: letters.map(masked), meta });
      },
    }),
    route({
      method: 'POST',
      path: '/sluice/dead_letters/resend',
      tag,
      summary:
        'Put dead letters back into the buffers of their actions; gives how many, and which could not go and why',
      body: resend,
      errors: ['BAD_REQUEST'],
      async handle({ body, actor }) {
        const outcome = await engine.resendDeadLetters(body.ids, body.wait_ms);
        store.audit.add({ actor, verb: 'resend', object: { type: 'dead_letters', count: outcome.count } });
        return json(outcome);
      },
    }),
    route({
      method: 'POST',
      path: '/sluice/dead_letters/delete',
      tag,
      summary: 'Throw dead letters away; gives how many',
      body: ids,
      errors: ['BAD_REQUEST'],
      async handle({ body, actor }) {
        const count = await engine.deleteDeadLetters(body.ids);
        store.audit.add({ actor, verb: 'delete', object: { type: 'dead_letters', count } });
        return json({ count });
      },
    }),
    route({
      method: 'GET',
      path: '/sluice/rules_metrics',
      tag,
      summary: 'Counters of all rules at once, by id',
      handle: async () => jsonText(ruleMetricsText(await readings.ruleMetrics())),
    }),
    route({
      method: 'GET',
      path: '/sluice/channels_metrics',
      tag,
      summary: 'Counters of all actions and sources at once, by id',
      handle: async () =>
        json({ actions: await readings.channelMetrics('action'), sources: await readings.channelMetrics('source') }),
    }),
    route({
      method: 'GET',
      path: '/sluice/history',
      tag,
      summary: 'Rates of one rule, action or source over the last hour, one value every ten seconds',
      query: z.object({ kind: z.enum(['rule', 'action', 'source']), id: single }),
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      handle({ query: { kind, id } }) {
        const found =
          kind === 'rule' ? catalog.rules.find(catalog.view, id) : catalog.resources.find(catalog.view, kind, id);
        return found.ok ? json(history.of(kind, id)) : failed(found.error);
      },
    }),
  ];
}
