import { z } from 'zod';
import { type Answer, failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import { API_VERSION, type Services } from '../services.ts';
import { verifyPassword } from '../session/password.ts';
import { text } from './scalar.ts';

export function tooManyPasswords(wait: number): Answer {
  const message = `Too many wrong passwords. Try again in ${wait} seconds.`;
  return failed({ code: 'RATE_LIMITED', message }, { 'retry-after': String(wait) });
}

export function loginRoutes({ store, tokens, throttle }: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/login',
      access: 'public',
      tag: 'session',
      summary: 'Sign in: gives a bearer token that lives 60 minutes after its last use',
      body: z.object({ username: text, password: text }),
      errors: ['BAD_REQUEST', 'BAD_USERNAME_OR_PWD', 'RATE_LIMITED'],
      apiKeys: false,
      async handle({ body, ip, actor }) {
        const attempt = throttle.begin(ip, body.username);
        if ('wait' in attempt) return tooManyPasswords(attempt.wait);
        const hash = store.users.get(body.username)?.password;
        const fits = await verifyPassword(body.password, hash);
        // checking takes a moment: the user may have been disabled, or have got another password meanwhile
        const user = store.users.get(body.username);
        if (user?.enable !== true || !fits || user.password !== hash) {
          return failed({ code: 'BAD_USERNAME_OR_PWD', message: 'The user name or the password is wrong.' });
        }
        attempt.succeeded();
        const token = tokens.issue(user.username);
        const { username: name } = user;
        store.audit.add({ actor: { ...actor, name }, verb: 'login', object: { type: 'user', id: name } });
        return json({ token, version: API_VERSION, license: { edition: 'ce' }, role: user.role });
      },
    }),
    route({
      method: 'POST',
      path: '/logout',
      access: 'self',
      tag: 'session',
      summary: 'Sign out: the token is of no use any more',
      apiKeys: false,
      handle({ caller }) {
        if (caller?.token !== undefined) tokens.revoke(caller.token);
        return NO_CONTENT;
      },
    }),
  ];
}
