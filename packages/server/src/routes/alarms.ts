import { z } from 'zod';
import { isEnabled } from '../catalog/entry.ts';
import { json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { pageOf } from './paging.ts';
import { statusOf } from './resource-record.ts';
import { limit, page, queryFlag } from './scalar.ts';

/**
 * An enabled connector, action or source that does not work is an alarm, from when it broke until it works again; a
 * buffer that lost something to damage is one until the next start.
 */
export function alarmRoutes({ catalog, readings, node }: Services): Route[] {
  const started = Date.now();

  async function damagedBuffers() {
    const { damaged } = await readings.stats();
    return Object.entries(damaged).map(([id, records]) => ({
      name: `buffer:${id}`,
      node,
      message: `${records} records of the buffer of ${id} were damaged and could not be read. Check the disk.`,
      details: { kind: 'buffer', id, records },
      activate_at: new Date(started).toISOString(),
      duration: Date.now() - started,
    }));
  }

  async function broken() {
    const statuses = await readings.statuses();
    return (['connector', 'action', 'source'] as const).flatMap((kind) =>
      catalog.view.resources(kind).flatMap((entry) => {
        const report = statusOf(statuses, kind, entry.id);
        if (!isEnabled(entry) || report.status === 'connected' || report.status === 'connecting') return [];
        const since = new Date(report.since);
        return [
          {
            name: `${kind}:${entry.id}`,
            node,
            message: `The ${kind} ${entry.id} is ${report.status}.`,
            details: { kind, id: entry.id, status: report.status, reason: report.reason ?? '' },
            activate_at: since.toISOString(),
            duration: Date.now() - report.since,
          },
        ];
      }),
    );
  }
  return [
    route({
      method: 'GET',
      path: '/alarms',
      tag: 'monitoring',
      summary: 'What is broken now. Past alarms are not kept',
      query: z.object({ page, limit, activated: queryFlag.default(true) }),
      errors: ['BAD_REQUEST'],
      handle: async ({ query }) =>
        json(pageOf(query.activated ? [...(await broken()), ...(await damagedBuffers())] : [], query)),
    }),
    route({
      method: 'DELETE',
      path: '/alarms',
      tag: 'monitoring',
      summary: 'Forget past alarms: there are none to forget',
      handle: () => NO_CONTENT,
    }),
  ];
}
