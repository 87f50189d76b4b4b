import { z } from 'zod';
import { json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { actorText } from '../session/actor.ts';
import type { AuditEntry } from '../store/audit.ts';
import { limit, page } from './scalar.ts';

function record({ at, actor, object, ...entry }: AuditEntry) {
  const { type, scope, id, count } = object;
  return {
    ...entry,
    at: new Date(at).toISOString(),
    who: actor,
    object,
    // the same in words of a log
    actor: actorText(actor),
    action: entry.verb,
    target: [type, scope, id ?? count].filter((part) => part !== undefined).join(' '),
  };
}

export function auditRoute({ store }: Services): Route {
  return route({
    method: 'GET',
    path: '/sluice/audit',
    tag: 'sluice',
    summary:
      'Who changed what, when and from where, newest first, with the object before and after. Secrets are masked',
    query: z.object({ page, limit }),
    errors: ['BAD_REQUEST'],
    handle({ query }) {
      const offset = (query.page - 1) * query.limit;
      const count = store.audit.count();
      const data = store.audit.page(query.limit, offset).map(record);
      return json({
        data,
        meta: { count, hasnext: offset + data.length < count, limit: query.limit, page: query.page },
      });
    },
  });
}
