import { z } from 'zod';
import { failed, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { limit, page, single } from './scalar.ts';
import { subscriptionRecord } from './subscription-record.ts';
import { wirePage } from './wire-page.ts';

const qos = single.pipe(z.enum(['0', '1', '2']).transform((text) => Number(text) as 0 | 1 | 2));

/** Who has subscribed to what. */
export function subscriptionRoutes({ engine, node }: Services): Route[] {
  const tag = 'mqtt';
  const topicRecord = (topic: string) => ({ topic, node });

  return [
    route({
      method: 'GET',
      path: '/subscriptions',
      tag,
      summary: 'Subscriptions of all clients',
      query: z.object({
        page,
        limit,
        node: single.optional(),
        clientid: single.optional(),
        topic: single.optional().describe('The filter as the client wrote it'),
        share_group: single.optional(),
        qos: qos.optional(),
        match_topic: single.optional().describe('A filter that the subscription lies within'),
      }),
      errors: ['BAD_REQUEST'],
      async handle({ query }) {
        if (query.node !== undefined && query.node !== node)
          return json(wirePage({ rows: [], count: 0 }, query, String));
        const found = await engine.subscriptions({
          ...(query.clientid !== undefined && { clientid: query.clientid }),
          ...(query.topic !== undefined && { filter: query.topic }),
          ...(query.share_group !== undefined && { group: query.share_group }),
          ...(query.qos !== undefined && { qos: query.qos }),
          ...(query.match_topic !== undefined && { within: query.match_topic }),
          offset: (query.page - 1) * query.limit,
          limit: query.limit,
        });
        return json(wirePage(found, query, (one) => subscriptionRecord(one, node)));
      },
    }),
    route({
      method: 'GET',
      path: '/topics',
      tag,
      summary: 'Filters that somebody has subscribed to, each once',
      query: z.object({ page, limit, node: single.optional(), topic: single.optional() }),
      errors: ['BAD_REQUEST'],
      async handle({ query }) {
        if (query.node !== undefined && query.node !== node)
          return json(wirePage({ rows: [], count: 0 }, query, String));
        const found = await engine.topics({
          ...(query.topic !== undefined && { filter: query.topic }),
          offset: (query.page - 1) * query.limit,
          limit: query.limit,
        });
        return json(wirePage(found, query, topicRecord));
      },
    }),
    route({
      method: 'GET',
      path: '/topics/:topic',
      tag,
      summary: 'Whether somebody has subscribed to a filter',
      params: z.object({ topic: z.string() }),
      errors: ['TOPIC_NOT_FOUND'],
      async handle({ params }) {
        const { rows } = await engine.topics({ filter: params.topic });
        if (rows.length > 0) return json(rows.map(topicRecord));
        return failed({ code: 'TOPIC_NOT_FOUND', message: `Nobody has subscribed to "${params.topic}".` });
      },
    }),
  ];
}
