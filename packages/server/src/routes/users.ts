import type { AuditObject, Failure } from '@sluice/contract';
import { z } from 'zod';
import { etagOf } from '../catalog/entry.ts';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { hashPassword, passwordFault, verifyPassword } from '../session/password.ts';
import { ROLES } from '../session/role.ts';
import type { StoredUser } from '../store/users.ts';
import { checkEtag } from './if-match.ts';
import { tooManyPasswords } from './login.ts';
import { flag, text } from './scalar.ts';

const usernameParams = z.object({ username: z.string() });
const role = z.enum(ROLES).default('administrator');

function record(user: StoredUser) {
  const { username, role, description, enable } = user;
  return { username, role, description, enable, backend: 'local' };
}

const objectOf = ({ username }: StoredUser): AuditObject => ({ type: 'user', id: username });

/** Changes with everything that can be seen of a user. */
const tagOf = (user: StoredUser): string => etagOf(record(user));

const unknown = (username: string): Failure => ({
  code: 'USER_NOT_FOUND',
  message: `There is no user named "${username}".`,
});

export function userRoutes({ store, tokens, throttle }: Services): Route[] {
  const tag = 'users';

  /** Nobody can lock everybody out: one enabled administrator always stays. */
  function isLastAdministrator(username: string): boolean {
    const administrators = store.users.all().filter((user) => user.enable && user.role === 'administrator');
    return administrators.length === 1 && administrators[0]?.username === username;
  }

  return [
    route({
      method: 'GET',
      path: '/users',
      tag,
      summary: 'All users',
      apiKeys: false,
      handle: () => json(store.users.all().map(record)),
    }),
    route({
      method: 'POST',
      path: '/users',
      tag,
      summary: 'Create a user',
      body: z.object({
        username: z
          .string()
          .regex(/^[A-Za-z0-9._@-]{1,100}$/, 'must be 1 to 100 letters, digits, ".", "_", "@" or "-"'),
        password: z.string(),
        role,
        description: text.default(''),
      }),
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS'],
      apiKeys: false,
      async handle({ body, actor }) {
        const fault = passwordFault(body.password);
        if (fault !== undefined) return failed({ code: 'BAD_REQUEST', message: fault });
        const user: StoredUser = { ...body, password: await hashPassword(body.password), enable: true };
        if (store.users.get(body.username) !== undefined) {
          return failed({ code: 'ALREADY_EXISTS', message: `There is already a user named "${body.username}".` });
        }
        store.transaction(() => {
          store.users.put(user);
          store.audit.add({ actor, verb: 'create', object: objectOf(user), after: record(user) });
        });
        return json(record(user), 200, { etag: tagOf(user) });
      },
    }),
    route({
      method: 'GET',
      path: '/users/:username',
      tag,
      summary: 'One user',
      params: usernameParams,
      errors: ['USER_NOT_FOUND'],
      apiKeys: false,
      handle({ params }) {
        const user = store.users.get(params.username);
        return user === undefined ? failed(unknown(params.username)) : json(record(user), 200, { etag: tagOf(user) });
      },
    }),
    route({
      method: 'PUT',
      path: '/users/:username',
      tag,
      summary: 'Change role, description, or whether the user may sign in. Disabling ends all sessions of the user',
      params: usernameParams,
      body: z.object({ role: z.enum(ROLES).optional(), description: text.optional(), enable: flag.optional() }),
      errors: ['BAD_REQUEST', 'USER_NOT_FOUND', 'NOT_ALLOWED', 'PRECONDITION_FAILED'],
      apiKeys: false,
      handle({ params, body, actor, ifMatch }) {
        const before = store.users.get(params.username);
        if (before === undefined) return failed(unknown(params.username));
        const current = checkEtag(store, ifMatch, tagOf(before), objectOf(before));
        if (!current.ok) return failed(current.error);
        const after: StoredUser = {
          ...before,
          role: body.role ?? before.role,
          description: body.description ?? before.description,
          enable: body.enable ?? before.enable,
        };
        if ((after.role !== 'administrator' || !after.enable) && isLastAdministrator(before.username)) {
          return failed({ code: 'NOT_ALLOWED', message: 'This is the last administrator. Make another one first.' });
        }
        store.transaction(() => {
          store.users.put(after);
          if (!after.enable) tokens.revokeUser(after.username);
          store.audit.add({
            actor,
            verb: 'update',
            object: objectOf(after),
            before: record(before),
            after: record(after),
          });
        });
        return json(record(after), 200, { etag: tagOf(after) });
      },
    }),
    route({
      method: 'DELETE',
      path: '/users/:username',
      tag,
      summary: 'Delete a user and end all sessions of the user',
      params: usernameParams,
      errors: ['USER_NOT_FOUND', 'NOT_ALLOWED', 'PRECONDITION_FAILED'],
      apiKeys: false,
      handle({ params, actor, caller, ifMatch }) {
        const before = store.users.get(params.username);
        if (before === undefined) return failed(unknown(params.username));
        const current = checkEtag(store, ifMatch, tagOf(before), objectOf(before));
        if (!current.ok) return failed(current.error);
        if (params.username === caller?.username) {
          return failed({ code: 'NOT_ALLOWED', message: 'You cannot delete yourself.' });
        }
        if (isLastAdministrator(params.username)) {
          return failed({ code: 'NOT_ALLOWED', message: 'This is the last administrator. Make another one first.' });
        }
        store.transaction(() => {
          store.users.remove(params.username);
          tokens.revokeUser(params.username);
          store.audit.add({ actor, verb: 'delete', object: objectOf(before), before: record(before) });
        });
        return NO_CONTENT;
      },
    }),
    route({
      method: 'POST',
      path: '/users/:username/change_pwd',
      access: 'self',
      tag,
      summary: 'Change a password. Ends all other sessions of the user',
      params: usernameParams,
      body: z.object({ old_pwd: text, new_pwd: z.string() }),
      errors: ['BAD_REQUEST', 'USER_NOT_FOUND', 'UNAUTHORIZED_ROLE', 'CONFLICT', 'RATE_LIMITED'],
      apiKeys: false,
      async handle({ params, body, actor, caller, ip }) {
        if (caller?.username !== params.username && caller?.role !== 'administrator') {
          return failed({ code: 'UNAUTHORIZED_ROLE', message: 'You can change your own password only.' });
        }
        const before = store.users.get(params.username);
        if (before === undefined) return failed(unknown(params.username));
        const fault = passwordFault(body.new_pwd);
        if (fault !== undefined) return failed({ code: 'BAD_REQUEST', message: fault });
        const attempt = throttle.begin(ip, params.username);
        if ('wait' in attempt) return tooManyPasswords(attempt.wait);
        if (!(await verifyPassword(body.old_pwd, before.password))) {
          return failed({ code: 'BAD_REQUEST', message: 'The old password is wrong.' });
        }
        attempt.succeeded();
        if (body.old_pwd === body.new_pwd) {
          return failed({ code: 'BAD_REQUEST', message: 'The new password is the old one.' });
        }
        const password = await hashPassword(body.new_pwd);
        const current = store.users.get(params.username);
        if (current === undefined) return failed(unknown(params.username));
        // hashing takes a moment: somebody else may have set another one meanwhile
        if (current.password !== before.password) {
          return failed({ code: 'CONFLICT', message: 'The password was changed by somebody else just now.' });
        }
        store.transaction(() => {
          store.users.put({ ...current, password });
          tokens.revokeUser(params.username);
          store.audit.add({ actor, verb: 'change_password', object: objectOf(current) });
        });
        return NO_CONTENT;
      },
    }),
  ];
}
