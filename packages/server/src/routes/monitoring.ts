import { BROKER_STAT_NAMES } from '@sluice/engine';
import { z } from 'zod';
import { failed, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Sampler } from '../monitoring/sampler.ts';
import type { Services } from '../services.ts';
import { single } from './scalar.ts';

/** What EMQX counts too and cannot happen here: there have been none, and there are clients that ask. */
const NEVER = [
  'messages.delayed',
  'messages.dropped.await_pubrel_timeout',
  'messages.forward',
  'messages.persisted',
  'messages.transformation_failed',
  'messages.transformation_succeeded',
  'messages.validation_failed',
  'messages.validation_succeeded',
  'overload_protection.delay.ok',
  'overload_protection.delay.timeout',
  'overload_protection.gc',
  'overload_protection.hibernation',
  'overload_protection.new_conn',
  'packets.puback.inuse',
  'packets.pubcomp.inuse',
  'packets.publish.dropped',
  'packets.pubrec.inuse',
];
const NONE = Object.fromEntries(NEVER.map((name) => [name, 0]));

const nodeParams = z.object({ node: z.string() });

/** Numbers of the broker. */
export function monitoringRoutes({ readings, node, sampler }: Services): Route[] {
  const tag = 'monitoring';

  async function stats() {
    const now = await readings.stats();
    const highest = sampler.highest();
    const counts = Object.entries(BROKER_STAT_NAMES).flatMap(([name, gauge]) => [
      [`${name}.count`, now[gauge]],
      [`${name}.max`, Math.max(now[gauge], highest[gauge])],
    ]);
    return { 'delayed.count': 0, 'delayed.max': 0, ...Object.fromEntries(counts) };
  }

  const metrics = async () => ({ ...NONE, ...(await readings.brokerMetrics()) });

  async function current() {
    const { connections, sessions, subscriptions, sharedSubscriptions, topics, retained } = await readings.stats();
    return {
      connections: sessions,
      live_connections: connections,
      topics,
      subscriptions,
      shared_subscriptions: sharedSubscriptions,
      subscriptions_ram: subscriptions,
      subscriptions_durable: 0,
      disconnected_durable_sessions: 0,
      retained_msg_count: retained,
      persisted_rate: 0,
      validation_failed_rate: 0,
      validation_succeeded_rate: 0,
      transformation_failed_rate: 0,
      transformation_succeeded_rate: 0,
      ...rates(sampler),
    };
  }

  const ofNode = <T>(make: () => Promise<T>) =>
    async function handle({ params }: { params: { node: string } }) {
      if (params.node === node) return json(await make());
      return failed({ code: 'NOT_FOUND', message: `There is no node named "${params.node}".` });
    };

  return [
    route({
      method: 'GET',
      path: '/stats',
      tag,
      summary: 'How many connections, sessions, subscriptions … there are, and were at most',
      query: z.object({ aggregate: single.optional() }),
      handle: async ({ query }) => json(query.aggregate === 'true' ? await stats() : [{ ...(await stats()), node }]),
    }),
    route({
      method: 'GET',
      path: '/nodes/:node/stats',
      tag,
      summary: 'The same, of one node',
      params: nodeParams,
      errors: ['NOT_FOUND'],
      handle: ofNode(stats),
    }),
    route({
      method: 'GET',
      path: '/metrics',
      tag,
      summary: 'What the broker has counted since the start: packets, bytes, messages, connections, decisions',
      query: z.object({ aggregate: single.optional() }),
      handle: async ({ query }) =>
        json(query.aggregate === 'true' ? await metrics() : [{ ...(await metrics()), node }]),
    }),
    route({
      method: 'GET',
      path: '/nodes/:node/metrics',
      tag,
      summary: 'The same, of one node',
      params: nodeParams,
      errors: ['NOT_FOUND'],
      handle: ofNode(metrics),
    }),
    route({
      method: 'GET',
      path: '/monitor_current',
      tag,
      summary: 'Numbers and rates of this moment',
      handle: async () => json(await current()),
    }),
    route({
      method: 'GET',
      path: '/monitor_current/nodes/:node',
      tag,
      summary: 'The same, of one node',
      params: nodeParams,
      errors: ['NOT_FOUND'],
      handle: ofNode(current),
    }),
    route({
      method: 'GET',
      path: '/monitor',
      tag,
      summary: 'Numbers of the last hour, one sample every ten seconds',
      query: z.object({
        latest: single
          .pipe(
            z
              .string()
              .regex(/^\d{1,9}$/, 'must be seconds')
              .transform(Number),
          )
          .optional(),
      }),
      errors: ['BAD_REQUEST'],
      handle: ({ query }) => json(sampler.since(Date.now() - (query.latest ?? 3600) * 1000)),
    }),
  ];
}

function rates(sampler: Sampler) {
  const { received, sent, dropped } = sampler.rates();
  return { received_msg_rate: received, sent_msg_rate: sent, dropped_msg_rate: dropped };
}
