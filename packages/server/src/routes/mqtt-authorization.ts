import type { AuditObject } from '@sluice/contract';
import { z } from 'zod';
import { etagOf } from '../catalog/entry.ts';
import { notFound } from '../catalog/failure.ts';
import { failed, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { AUTHORIZATION } from '../mqtt/authorization-form.ts';
import { MAX_RULES } from '../mqtt/permission-form.ts';
import type { Services } from '../services.ts';
import { checkEtag } from './if-match.ts';

const BUILT_IN = `{allow, {ipaddr, "127.0.0.1"}, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.
{allow, {ipaddr, "::1"}, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.
{deny, all, subscribe, ["$SYS/#", {eq, "#"}, {eq, "+/#"}]}.
`;
const SOURCES = [
  { type: 'built_in_database', enable: true, max_rules: MAX_RULES },
  { type: 'file', enable: true, rules: BUILT_IN },
];
/** What a connection remembers; fixed. */
const CACHE = { enable: true, max_size: 32, ttl: 'infinity', excludes: [] };

const tag = 'mqtt permissions';
const OBJECT: AuditObject = { type: 'mqtt_authorization' };

/** How permissions of MQTT clients are worked out. */
export function mqttAuthorizationRoutes({ mqttAccess, store }: Services): Route[] {
  const settingsRecord = () => ({ ...mqttAccess.settings(), cache: CACHE });

  return [
    route({
      method: 'GET',
      path: '/authorization/sources',
      tag,
      summary: 'Where permissions come from: the lists of this API first, then those that are built in',
      handle: () => json({ sources: SOURCES }),
    }),
    route({
      method: 'GET',
      path: '/authorization/sources/:type',
      tag,
      summary: 'One source of permissions',
      params: z.object({ type: z.string() }),
      errors: ['NOT_FOUND'],
      handle({ params }) {
        const found = SOURCES.find(({ type }) => type === params.type);
        return found === undefined ? failed(notFound(`There is no source "${params.type}".`).error) : json(found);
      },
    }),
    route({
      method: 'GET',
      path: '/authorization/settings',
      tag,
      summary: 'What happens when no permission fits, and to who tries what is forbidden',
      handle: () => json(settingsRecord(), 200, { etag: etagOf(mqttAccess.settings()) }),
    }),
    route({
      method: 'PUT',
      path: '/authorization/settings',
      tag,
      summary: 'Change what happens when no permission fits, and to who tries what is forbidden',
      body: AUTHORIZATION,
      errors: ['BAD_REQUEST', 'PRECONDITION_FAILED'],
      async handle({ body, actor, ifMatch }) {
        const before = mqttAccess.settings();
        const isCurrent = checkEtag(store, ifMatch, etagOf(before), OBJECT);
        if (!isCurrent.ok) return failed(isCurrent.error);
        const after = { no_match: body.no_match, deny_action: body.deny_action };
        store.transaction(() => {
          mqttAccess.setSettings(after);
          store.audit.add({ actor, verb: 'update', object: OBJECT, before: { ...before }, after });
        });
        await mqttAccess.apply();
        return json(settingsRecord(), 200, { etag: etagOf(after) });
      },
    }),
  ];
}
