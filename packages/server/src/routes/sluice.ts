import { z } from 'zod';
import { failed, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { API_VERSION, PRODUCT_VERSION, type Services } from '../services.ts';
import { probeReport } from './probe.ts';

/** What EMQX does not have (decision 22). */
export function sluiceRoutes(services: Services): Route[] {
  const { systems, mqtt, node } = services;
  return [
    route({
      method: 'GET',
      path: '/sluice/capabilities',
      tag: 'sluice',
      summary: 'What this backend can do beyond EMQX',
      handle: () =>
        json({
          product: 'sluice',
          version: PRODUCT_VERSION,
          api_version: API_VERSION,
          backend: 'embedded',
          node,
          mqtt: { host: mqtt.mqttHost, port: mqtt.mqttPort },
          types: systems.map(({ type, label, summary, action, source }) => ({
            type,
            label,
            summary,
            directions: [...(source === undefined ? [] : ['ingress']), ...(action === undefined ? [] : ['egress'])],
          })),
          features: [
            'probe',
            'etag',
            'export',
            'apply',
            'webhooks',
            'audit',
            'tap',
            'dead_letters',
            'all_metrics',
            'rehearse',
            'history',
            'loops',
          ],
        }),
    }),
    route({
      method: 'POST',
      path: '/sluice/probe',
      tag: 'sluice',
      summary: 'Test a configuration and report each stage: address, connection, TLS, sign-in, permission, request',
      body: z.object({ kind: z.enum(['connector', 'action', 'source']), config: z.record(z.string(), z.unknown()) }),
      errors: ['BAD_REQUEST', 'TEST_FAILED'],
      async handle({ body }) {
        const report = await probeReport(services, body.kind, body.config);
        return report.ok ? json(report.value) : failed(report.error);
      },
    }),
  ];
}
