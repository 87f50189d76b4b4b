import type { AuditObject } from '@sluice/contract';
import { hashMqttPassword, type MqttUser } from '@sluice/engine';
import { z } from 'zod';
import { etagOf } from '../catalog/entry.ts';
import { notFound } from '../catalog/failure.ts';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { mqttName, mqttPassword as password } from '../mqtt/credentials.ts';
import type { Services } from '../services.ts';
import { checkEtag } from './if-match.ts';
import { pageOf } from './paging.ts';
import { flag, limit, page, queryFlag, single } from './scalar.ts';

const ID = 'password_based:built_in_database';
const idParams = z.object({ id: z.string() });
const userParams = z.object({ id: z.string(), user_id: z.string() });

/** The one authenticator, in the form EMQX gives its own. */
const AUTHENTICATOR = {
  id: ID,
  mechanism: 'password_based',
  backend: 'built_in_database',
  user_id_type: 'username',
  password_hash_algorithm: { name: 'scrypt' },
  enable: true,
};

function record({ username, isSuperuser }: MqttUser) {
  return { user_id: username, is_superuser: isSuperuser };
}

const objectOf = ({ username }: MqttUser): AuditObject => ({ type: 'mqtt_user', id: username });

/** The hash is in it: a change of the password is a change. */
const tagOf = (user: MqttUser) => ({ etag: etagOf(user) });

/** Users of MQTT with their passwords. */
export function mqttAuthenticationRoutes({ anonymous, engine, mqttAccess, node, store }: Services): Route[] {
  const tag = 'mqtt users';
  const { mqttUsers } = store;
  // ours: clients without a user name come in however many users there are
  const authenticator = { ...AUTHENTICATOR, anonymous };

  const noUser = (id: string) => failed(notFound(`There is no MQTT user named "${id}".`).error);
  const isKnown = (id: string) => id === ID;
  const noAuthenticator = (id: string) =>
    failed(notFound(`There is no authenticator "${id}": there is one, ${ID}.`).error);

  return [
    route({
      method: 'GET',
      path: '/authentication',
      tag,
      summary: 'How MQTT clients show who they are: always the built-in list of users',
      handle: () => json([authenticator]),
    }),
    route({
      method: 'GET',
      path: '/authentication/:id',
      tag,
      summary: 'The authenticator',
      params: idParams,
      errors: ['NOT_FOUND'],
      handle: ({ params }) => (isKnown(params.id) ? json(authenticator) : noAuthenticator(params.id)),
    }),
    route({
      method: 'GET',
      path: '/authentication/:id/status',
      tag,
      summary: 'That the authenticator works: it is part of the broker',
      params: idParams,
      errors: ['NOT_FOUND'],
      async handle({ params }) {
        if (!isKnown(params.id)) return noAuthenticator(params.id);
        await engine.stats();
        return json({ status: 'connected', node_status: [{ node, status: 'connected' }] });
      },
    }),
    route({
      method: 'GET',
      path: '/authentication/:id/users',
      tag,
      summary: 'Users of MQTT, by name',
      params: idParams,
      query: z.object({ page, limit, like_user_id: single.optional(), is_superuser: queryFlag.optional() }),
      errors: ['BAD_REQUEST', 'NOT_FOUND'],
      handle({ params, query }) {
        if (!isKnown(params.id)) return noAuthenticator(params.id);
        const found = mqttUsers
          .all()
          .filter(({ username }) => username.includes(query.like_user_id ?? ''))
          .filter(({ isSuperuser }) => (query.is_superuser ?? isSuperuser) === isSuperuser);
        return json(pageOf(found.map(record), query));
      },
    }),
    route({
      method: 'POST',
      path: '/authentication/:id/users',
      tag,
      summary: 'Create a user. From the first one on, whoever gives a user name has to know its password',
      params: idParams,
      body: z.object({ user_id: mqttName, password, is_superuser: flag.default(false) }),
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'ALREADY_EXISTS'],
      async handle({ params, body, actor }) {
        if (!isKnown(params.id)) return noAuthenticator(params.id);
        const passwordHash = await hashMqttPassword(body.password);
        const user: MqttUser = { username: body.user_id, passwordHash, isSuperuser: body.is_superuser };
        if (mqttUsers.get(user.username) !== undefined) {
          const message = `There is already an MQTT user named "${user.username}".`;
          return { ...failed({ code: 'ALREADY_EXISTS', message }), status: 409 };
        }
        store.transaction(() => {
          mqttUsers.put(user);
          store.audit.add({ actor, verb: 'create', object: objectOf(user), after: record(user) });
        });
        await mqttAccess.apply();
        return json(record(user), 201, tagOf(user));
      },
    }),
    route({
      method: 'GET',
      path: '/authentication/:id/users/:user_id',
      tag,
      summary: 'One user',
      params: userParams,
      errors: ['NOT_FOUND'],
      handle({ params }) {
        if (!isKnown(params.id)) return noAuthenticator(params.id);
        const user = mqttUsers.get(params.user_id);
        return user === undefined ? noUser(params.user_id) : json(record(user), 200, tagOf(user));
      },
    }),
    route({
      method: 'PUT',
      path: '/authentication/:id/users/:user_id',
      tag,
      summary: 'Change a password or the privilege of a superuser. Clients with the old password are disconnected',
      params: userParams,
      body: z.object({ password: password.optional(), is_superuser: flag.optional() }),
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED'],
      async handle({ params, body, actor, ifMatch }) {
        if (!isKnown(params.id)) return noAuthenticator(params.id);
        const hash = body.password === undefined ? undefined : await hashMqttPassword(body.password);
        const before = mqttUsers.get(params.user_id);
        if (before === undefined) return noUser(params.user_id);
        const isCurrent = checkEtag(store, ifMatch, etagOf(before), objectOf(before));
        if (!isCurrent.ok) return failed(isCurrent.error);
        const user: MqttUser = {
          username: before.username,
          passwordHash: hash ?? before.passwordHash,
          isSuperuser: body.is_superuser ?? before.isSuperuser,
        };
        store.transaction(() => {
          mqttUsers.put(user);
          store.audit.add({
            actor,
            verb: hash === undefined ? 'update' : 'change_password',
            object: objectOf(user),
            before: record(before),
            after: record(user),
          });
        });
        await mqttAccess.apply();
        return json(record(user), 200, tagOf(user));
      },
    }),
    route({
      method: 'DELETE',
      path: '/authentication/:id/users/:user_id',
      tag,
      summary: 'Delete a user and disconnect its clients',
      params: userParams,
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      async handle({ params, actor, ifMatch }) {
        if (!isKnown(params.id)) return noAuthenticator(params.id);
        const before = mqttUsers.get(params.user_id);
        if (before === undefined) return noUser(params.user_id);
        const isCurrent = checkEtag(store, ifMatch, etagOf(before), objectOf(before));
        if (!isCurrent.ok) return failed(isCurrent.error);
        store.transaction(() => {
          mqttUsers.remove(before.username);
          store.audit.add({ actor, verb: 'delete', object: objectOf(before), before: record(before) });
        });
        await mqttAccess.apply();
        return NO_CONTENT;
      },
    }),
  ];
}
