import { topicNameFault } from '@sluice/contract';
import { z } from 'zod';
import { type Answer, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { flag, text } from './scalar.ts';

const properties = z.object({
  payload_format_indicator: z.number().int().min(0).max(1).optional(),
  message_expiry_interval: z.number().int().min(0).max(4_294_967_295).optional(),
  response_topic: z.string().optional(),
  correlation_data: z.string().optional(),
  user_properties: z.record(z.string(), z.string()).optional(),
  content_type: z.string().optional(),
});

const message = z.object({
  topic: text,
  payload: text,
  payload_encoding: z.enum(['plain', 'base64']).default('plain'),
  qos: z.union([z.literal(0), z.literal(1), z.literal(2)], { error: 'must be 0, 1 or 2' }).default(0),
  retain: flag.default(false),
  clientid: text.optional().describe('Accepted; the message is published in the name of the server'),
  properties: properties.optional(),
});

type Message = z.infer<typeof message>;

/** MQTT reason codes, as EMQX answers them. */
const NO_SUBSCRIBERS = { reason_code: 16, message: 'no_matching_subscribers' };
const BAD_TOPIC = { reason_code: 144, message: 'topic_name_invalid' };

export function publishRoutes({ engine }: Services): Route[] {
  const tag = 'publish';

  async function publish(given: Message): Promise<Answer> {
    if (topicNameFault(given.topic) !== undefined) return json(BAD_TOPIC, 400);
    const { id, subscribers } = await engine.publish({
      topic: given.topic,
      payload: Buffer.from(given.payload, given.payload_encoding === 'base64' ? 'base64' : 'utf8'),
      qos: given.qos,
      retain: given.retain,
      ...(given.properties !== undefined && { properties: given.properties }),
    });
    return subscribers > 0 ? json({ id }) : json(NO_SUBSCRIBERS, 202);
  }

  return [
    route({
      method: 'POST',
      path: '/publish',
      tag,
      summary: 'Publish a message. 202: it was published and nobody is subscribed',
      body: message,
      errors: ['BAD_REQUEST'],
      handle: ({ body }) => publish(body),
    }),
    route({
      method: 'POST',
      path: '/publish/bulk',
      tag,
      summary: 'Publish several messages in order',
      body: z.array(message).max(10_000),
      errors: ['BAD_REQUEST'],
      async handle({ body }) {
        const answers: Answer[] = [];
        for (const item of body) answers.push(await publish(item));
        const worst = Math.max(200, ...answers.map((answer) => answer.status));
        return json(
          answers.map((answer) => answer.body),
          worst,
        );
      },
    }),
  ];
}
