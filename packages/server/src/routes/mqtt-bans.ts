import type { AuditObject } from '@sluice/contract';
import { z } from 'zod';
import { badRequest, notFound } from '../catalog/failure.ts';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { BAN as ban, BAN_KIND as kind, banRecord as record } from '../mqtt/ban-form.ts';
import type { Services } from '../services.ts';
import { actorText } from '../session/actor.ts';
import type { StoredBan } from '../store/mqtt-bans.ts';
import { pageOf } from './paging.ts';
import { limit, page, single } from './scalar.ts';

const objectOf = ({ as, who }: StoredBan): AuditObject => ({ type: 'ban', scope: as, id: who });

/** Who may not connect, whatever they know. */
export function mqttBanRoutes({ mqttAccess, store }: Services): Route[] {
  const tag = 'mqtt permissions';
  const { mqttBans } = store;

  return [
    route({
      method: 'GET',
      path: '/banned',
      tag,
      summary: 'Who may not connect',
      query: z.object({
        page,
        limit,
        clientid: single.optional(),
        username: single.optional(),
        peerhost: single.optional(),
        like_clientid: single.optional(),
        like_username: single.optional(),
        like_peerhost: single.optional(),
        like_peerhost_net: single.optional(),
      }),
      errors: ['BAD_REQUEST'],
      handle({ query }) {
        const filters = Object.entries(query).filter(([, value]) => typeof value === 'string') as [string, string][];
        const found = mqttBans
          .active(Date.now())
          .filter(({ as, who }) =>
            filters.every(([name, value]) =>
              name.startsWith('like_') ? name.slice(5) === as && who.includes(value) : name === as && who === value,
            ),
          );
        return json(pageOf(found.map(record), query));
      },
    }),
    route({
      method: 'POST',
      path: '/banned',
      tag,
      summary: 'Ban a client id, a user name, an address or a network; who is connected is disconnected',
      body: ban,
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS'],
      async handle({ body, actor }) {
        const { as, who, by, reason, at, until } = body;
        const now = Date.now();
        if (until !== undefined && until <= now) return failed(badRequest('"until" has passed already.').error);
        if (mqttBans.active(now).some((known) => known.as === as && known.who === who)) {
          return failed({ code: 'ALREADY_EXISTS', message: `The ${as} "${who}" is banned already.` });
        }
        const entry: StoredBan = {
          as,
          who,
          by: by ?? actorText(actor),
          reason,
          at: at ?? now,
          ...(until !== undefined && { until }),
        };
        store.transaction(() => {
          mqttBans.removeEnded(now);
          mqttBans.put(entry);
          store.audit.add({ actor, verb: 'create', object: objectOf(entry), after: record(entry) });
        });
        await mqttAccess.apply();
        return json(record(entry));
      },
    }),
    route({
      method: 'DELETE',
      path: '/banned',
      tag,
      summary: 'Lift all bans',
      async handle({ actor }) {
        store.transaction(() => {
          mqttBans.clear();
          store.audit.add({ actor, verb: 'delete', object: { type: 'ban' } });
        });
        await mqttAccess.apply();
        return NO_CONTENT;
      },
    }),
    route({
      method: 'DELETE',
      path: '/banned/:as/:who',
      tag,
      summary: 'Lift a ban',
      params: z.object({ as: kind, who: z.string() }),
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      async handle({ params: { as, who }, actor }) {
        const before = mqttBans.get(as, who);
        if (before === undefined) return failed(notFound(`The ${as} "${who}" is not banned.`).error);
        store.transaction(() => {
          mqttBans.remove(as, who);
          store.audit.add({ actor, verb: 'delete', object: objectOf(before), before: record(before) });
        });
        await mqttAccess.apply();
        return NO_CONTENT;
      },
    }),
  ];
}
