import type { AuditObject } from '@sluice/contract';
import { z } from 'zod';
import { etagOf } from '../catalog/entry.ts';
import { badRequest, notFound } from '../catalog/failure.ts';
import { type Answer, failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { mqttName } from '../mqtt/credentials.ts';
import { PERMISSIONS as rules, toStored, type WireRule, wireRules } from '../mqtt/permission-form.ts';
import type { Services } from '../services.ts';
import type { Actor } from '../session/actor.ts';
import type { RuleScope, StoredRules } from '../store/mqtt-rules.ts';
import { checkEtag } from './if-match.ts';
import { pageOf } from './paging.ts';
import { limit, page, single } from './scalar.ts';

/** With a name under `clientid` or `username`. */
interface Scoped {
  readonly rules: readonly WireRule[];
  readonly [name: string]: unknown;
}

const tag = 'mqtt permissions';

/** What MQTT clients may do, by client id, by user name and for everybody. */
export function mqttRuleRoutes(services: Services): Route[] {
  const everybody = (): StoredRules => services.store.mqttRules.get('all', '') ?? { scope: 'all', name: '', rules: [] };
  return [
    route({
      method: 'GET',
      path: '/authorization/sources/built_in_database/rules/all',
      tag,
      summary: 'Permissions of everybody, looked at after those of the client and the user',
      handle: () => json({ rules: wireRules(everybody()) }, 200, { etag: etagOf(everybody()) }),
    }),
    route({
      method: 'POST',
      path: '/authorization/sources/built_in_database/rules/all',
      tag,
      summary: 'Replace the permissions of everybody',
      body: z.object({ rules }),
      errors: ['BAD_REQUEST', 'PRECONDITION_FAILED'],
      async handle({ body, actor, ifMatch }) {
        const after: StoredRules = { scope: 'all', name: '', rules: body.rules.map(toStored) };
        return change(services, actor, ifMatch, everybody(), after);
      },
    }),
    route({
      method: 'DELETE',
      path: '/authorization/sources/built_in_database/rules/all',
      tag,
      summary: 'Delete the permissions of everybody',
      errors: ['PRECONDITION_FAILED'],
      handle: ({ actor, ifMatch }) => change(services, actor, ifMatch, everybody(), undefined),
    }),
    ...scopeRoutes(services, 'clientid', 'clients', 'client id'),
    ...scopeRoutes(services, 'username', 'users', 'user name'),
  ];
}

/** The calls that permissions of client ids and of user names have in common. */
function scopeRoutes(services: Services, scope: Exclude<RuleScope, 'all'>, path: string, label: string): Route[] {
  const { mqttAccess, store } = services;
  const { mqttRules } = store;
  const base = `/authorization/sources/built_in_database/rules/${path}`;
  const like = `like_${scope}`;
  const params = z.object({ [scope]: z.string() });
  const listQuery = z.object({ page, limit, [like]: single.optional() }) as unknown as z.ZodType<{
    readonly page: number;
    readonly limit: number;
    readonly [name: string]: unknown;
  }>;
  const listed = z.object({ [scope]: mqttName, rules }) as unknown as z.ZodType<Scoped>;
  const one = z.object({ [scope]: mqttName.optional(), rules }) as unknown as z.ZodType<Scoped>;
  const nameOf = (fields: Readonly<Record<string, unknown>>) => String(fields[scope]);
  const record = (stored: StoredRules) => ({ [scope]: stored.name, rules: wireRules(stored) });
  const unknown = (name: string) => failed(notFound(`There are no permissions of the ${label} "${name}".`).error);

  return [
    route({
      method: 'GET',
      path: base,
      tag,
      summary: `Permissions by ${label}`,
      query: listQuery,
      errors: ['BAD_REQUEST'],
      handle({ query }) {
        const part = String(query[like] ?? '');
        const found = mqttRules.all(scope).filter(({ name }) => name.includes(part));
        return json(pageOf(found.map(record), query));
      },
    }),
    route({
      method: 'POST',
      path: base,
      tag,
      summary: `Create permissions of one or more, by ${label}`,
      body: z.array(listed).max(1000),
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS'],
      async handle({ body, actor }) {
        const names = body.map(nameOf);
        const taken = names.filter((name, at) => mqttRules.get(scope, name) !== undefined || names.indexOf(name) < at);
        if (taken.length > 0) {
          const message = `There are already permissions of the ${label} ${taken.map((name) => `"${name}"`).join(', ')}.`;
          return { ...failed({ code: 'ALREADY_EXISTS', message }), status: 409 };
        }
        store.transaction(() => {
          for (const item of body) {
            const after: StoredRules = { scope, name: nameOf(item), rules: item.rules.map(toStored) };
            mqttRules.put(after);
            audit(services, actor, undefined, after);
          }
        });
        await mqttAccess.apply();
        return NO_CONTENT;
      },
    }),
    route({
      method: 'GET',
      path: `${base}/:${scope}`,
      tag,
      summary: `Permissions of one ${label}`,
      params,
      errors: ['NOT_FOUND'],
      handle({ params: given }) {
        const found = mqttRules.get(scope, nameOf(given));
        return found === undefined ? unknown(nameOf(given)) : json(record(found), 200, { etag: etagOf(found) });
      },
    }),
    route({
      method: 'PUT',
      path: `${base}/:${scope}`,
      tag,
      summary: `Create or replace the permissions of one ${label}`,
      params,
      body: one,
      errors: ['BAD_REQUEST', 'PRECONDITION_FAILED'],
      async handle({ params: given, body, actor, ifMatch }) {
        const name = nameOf(given);
        if (!mqttName.safeParse(name).success || (body[scope] !== undefined && body[scope] !== name)) {
          return failed(badRequest(`"${scope}" must be the name in the address, with 1 to 512 bytes.`).error);
        }
        const after: StoredRules = { scope, name, rules: body.rules.map(toStored) };
        return change(services, actor, ifMatch, mqttRules.get(scope, name), after);
      },
    }),
    route({
      method: 'DELETE',
      path: `${base}/:${scope}`,
      tag,
      summary: `Delete the permissions of one ${label}`,
      params,
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      async handle({ params: given, actor, ifMatch }) {
        const before = mqttRules.get(scope, nameOf(given));
        if (before === undefined) return unknown(nameOf(given));
        return change(services, actor, ifMatch, before, undefined);
      },
    }),
  ];
}

function objectOf({ scope, name }: StoredRules): AuditObject {
  return { type: 'mqtt_rules', scope, ...(scope !== 'all' && { id: name }) };
}

function audit(
  { store }: Services,
  actor: Actor,
  before: StoredRules | undefined,
  after: StoredRules | undefined,
): void {
  store.audit.add({
    actor,
    verb: after === undefined ? 'delete' : before === undefined ? 'create' : 'update',
    object: objectOf((after ?? before) as StoredRules),
    before: before && { rules: wireRules(before) },
    after: after && { rules: wireRules(after) },
  });
}

/** Replaces or deletes one list, and has the broker enforce it. */
async function change(
  services: Services,
  actor: Actor,
  ifMatch: string | undefined,
  before: StoredRules | undefined,
  after: StoredRules | undefined,
): Promise<Answer> {
  const { mqttAccess, store } = services;
  const object = objectOf((after ?? before) as StoredRules);
  const isCurrent = checkEtag(store, ifMatch, before === undefined ? '' : etagOf(before), object);
  if (!isCurrent.ok) return failed(isCurrent.error);
  store.transaction(() => {
    if (after !== undefined) store.mqttRules.put(after);
    else if (before !== undefined) store.mqttRules.remove(before.scope, before.name);
    audit(services, actor, before, after);
  });
  await mqttAccess.apply();
  return after === undefined ? NO_CONTENT : { ...NO_CONTENT, headers: { etag: etagOf(after) } };
}
