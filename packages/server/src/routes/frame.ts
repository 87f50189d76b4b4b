import { BROKER_LIMITS } from '@sluice/engine';
import { z } from 'zod';
import { json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

/** What other consoles ask for on every page, answered truthfully: most of it is "there is none". */
export function frameRoutes(): Route[] {
  const tag = 'other consoles';
  return [
    route({
      method: 'GET',
      path: '/telemetry/status',
      tag,
      summary: 'Nothing is ever reported to anybody',
      handle: () => json({ enable: false }),
    }),
    route({
      method: 'PUT',
      path: '/telemetry/status',
      tag,
      summary: 'Accepted without effect: there is no telemetry',
      body: z.object({ enable: z.boolean() }),
      errors: ['BAD_REQUEST'],
      handle: () => json({ enable: false }),
    }),
    route({
      method: 'GET',
      path: '/sso/running',
      access: 'public',
      tag,
      summary: 'Ways to sign in beside a password: none',
      handle: () => json([]),
    }),
    route({
      method: 'GET',
      path: '/configs/global_zone',
      tag,
      summary: 'MQTT settings that the embedded broker keeps fixed',
      handle: () =>
        json({
          mqtt: {
            max_packet_size: `${BROKER_LIMITS.maxPacketSize / (1 << 20)}MB`,
            max_qos_allowed: 2,
            max_topic_levels: BROKER_LIMITS.maxTopicLevels,
            max_topic_alias: BROKER_LIMITS.topicAliasMaximum,
            retain_available: true,
            wildcard_subscription: true,
            shared_subscription: true,
            exclusive_subscription: false,
            idle_timeout: `${BROKER_LIMITS.connectTimeout / 1000}s`,
            session_expiry_interval: `${BROKER_LIMITS.legacySessionExpiry / 3600}h`,
            max_subscriptions: BROKER_LIMITS.maxSubscriptions,
            max_inflight: BROKER_LIMITS.maxInflight,
            max_awaiting_rel: BROKER_LIMITS.receiveMaximum,
            max_mqueue_len: BROKER_LIMITS.maxQueue,
            mqueue_store_qos0: false,
          },
        }),
    }),
    route({
      method: 'GET',
      path: '/bridges',
      tag,
      summary: 'Bridges of the old kind: none. See /actions and /sources',
      handle: () => json([]),
    }),
  ];
}
