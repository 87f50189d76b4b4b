import { MAX_TOPIC_LENGTH, topicNameFault } from '@sluice/contract';
import { z } from 'zod';
import { type Answer, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { flag, text } from './scalar.ts';

/** A text as MQTT carries it. */
const mqttText = z
  .string()
  .refine(
    (value) => Buffer.byteLength(value) <= 65_535 && !value.includes('\0'),
    'must have at most 65535 bytes and no NUL',
  );

const properties = z.object({
  payload_format_indicator: z.number().int().min(0).max(1).optional(),
  message_expiry_interval: z.number().int().min(0).max(4_294_967_295).optional(),
  response_topic: mqttText
    .refine((topic) => topicNameFault(topic) === undefined, 'must be a topic without wildcards')
    .optional(),
  correlation_data: mqttText.optional(),
  user_properties: z.record(mqttText, mqttText).optional(),
  content_type: mqttText.optional(),
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

/** Properties under the names that the broker uses. */
function wireProperties(given: z.infer<typeof properties>): Readonly<Record<string, unknown>> {
  const { payload_format_indicator, correlation_data } = given;
  const all = {
    payloadFormatIndicator: payload_format_indicator === undefined ? undefined : payload_format_indicator === 1,
    messageExpiryInterval: given.message_expiry_interval,
    responseTopic: given.response_topic,
    correlationData: correlation_data === undefined ? undefined : Buffer.from(correlation_data),
    userProperties: given.user_properties,
    contentType: given.content_type,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** MQTT reason codes, as EMQX answers them. */
const NO_SUBSCRIBERS = { reason_code: 16, message: 'no_matching_subscribers' };
const BAD_TOPIC = { reason_code: 144, message: 'topic_name_invalid' };

export function publishRoutes({ engine }: Services): Route[] {
  const tag = 'publish';

  async function publish(given: Message): Promise<Answer> {
    if (topicNameFault(given.topic) !== undefined || Buffer.byteLength(given.topic) > MAX_TOPIC_LENGTH)
      return json(BAD_TOPIC, 400);
    const { id, subscribers } = await engine.publish({
      topic: given.topic,
      payload: Buffer.from(given.payload, given.payload_encoding === 'base64' ? 'base64' : 'utf8'),
      qos: given.qos,
      retain: given.retain,
      ...(given.properties !== undefined && { properties: wireProperties(given.properties) }),
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
