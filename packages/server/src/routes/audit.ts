import { z } from 'zod';
import { json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { limit, page } from './scalar.ts';

export function auditRoute({ store }: Services): Route {
  return route({
    method: 'GET',
    path: '/sluice/audit',
    tag: 'sluice',
    summary: 'Who changed what and when, newest first, with the object before and after. Secrets are masked',
    query: z.object({ page, limit }),
    errors: ['BAD_REQUEST'],
    handle({ query }) {
      const offset = (query.page - 1) * query.limit;
      const count = store.audit.count();
      const data = store.audit
        .page(query.limit, offset)
        .map((entry) => ({ ...entry, at: new Date(entry.at).toISOString() }));
      return json({
        data,
        meta: { count, hasnext: offset + data.length < count, limit: query.limit, page: query.page },
      });
    },
  });
}
