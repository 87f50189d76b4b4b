import type { MqttRetainedView } from '@sluice/engine';
import { z } from 'zod';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import { limit, page, single } from './scalar.ts';
import { wirePage } from './wire-page.ts';

const topicParams = z.object({ topic: z.string() });

/** Larger payloads are not shown, as in EMQX. */
const MAX_SHOWN = 1 << 20;

function summary({ id, topic, qos, receivedAt, expiresAt, from }: MqttRetainedView) {
  return {
    msgid: id,
    topic,
    qos,
    publish_at: new Date(receivedAt).toISOString(),
    ...(expiresAt !== undefined && { expire_at: new Date(expiresAt).toISOString() }),
    from_clientid: from?.clientid ?? '',
    from_username: from?.username ?? '',
  };
}

function record(message: MqttRetainedView) {
  const { payload } = message;
  const isShown = payload !== undefined && payload.length <= MAX_SHOWN;
  return { ...summary(message), ...(isShown && { payload: Buffer.from(payload).toString('base64') }) };
}

const unknown = (topic: string) =>
  failed({ code: 'NOT_FOUND', message: `There is no retained message with the topic "${topic}".` });

/** Messages that new subscribers get. */
export function retainedRoutes({ engine, store }: Services): Route[] {
  const tag = 'mqtt';

  async function remove(filter: string | undefined, actor: Actor): Promise<number> {
    const count = await engine.deleteRetained(filter);
    const object = { type: 'retained', ...(filter !== undefined && { id: filter }), count } as const;
    if (count > 0) store.audit.add({ actor, verb: 'delete', object });
    return count;
  }

  return [
    route({
      method: 'GET',
      path: '/mqtt/retainer/messages',
      tag,
      summary: 'Retained messages without their payloads',
      query: z.object({ page, limit, topic: single.optional().describe('A filter') }),
      errors: ['BAD_REQUEST'],
      async handle({ query }) {
        const found = await engine.retained({
          ...(query.topic !== undefined && { filter: query.topic }),
          offset: (query.page - 1) * query.limit,
          limit: query.limit,
        });
        return json(wirePage(found, query, summary));
      },
    }),
    route({
      method: 'DELETE',
      path: '/mqtt/retainer/messages',
      tag,
      summary: 'Delete all retained messages',
      async handle({ actor }) {
        await remove(undefined, actor);
        return NO_CONTENT;
      },
    }),
    route({
      method: 'GET',
      path: '/mqtt/retainer/message/:topic',
      tag,
      summary: 'One retained message with its payload in base64',
      params: topicParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        const [message] = (await engine.retained({ filter: params.topic, limit: 1, withPayload: true })).rows;
        return message === undefined ? unknown(params.topic) : json(record(message));
      },
    }),
    route({
      method: 'DELETE',
      path: '/mqtt/retainer/message/:topic',
      tag,
      summary: 'Delete a retained message, or all whose topic fits a filter',
      params: topicParams,
      errors: ['NOT_FOUND'],
      async handle({ params, actor }) {
        return (await remove(params.topic, actor)) > 0 ? NO_CONTENT : unknown(params.topic);
      },
    }),
  ];
}
