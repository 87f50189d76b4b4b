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
            max_qos_allowed: 2,
            max_topic_alias: 65_535,
            retain_available: true,
            wildcard_subscription: true,
            shared_subscription: true,
            exclusive_subscription: false,
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
