import { randomBytes } from 'node:crypto';
import { EMPTY, give, invalid, isObject, type Reply, type Request, refuse } from './reply.ts';

export interface Sessions {
  /** What stands in the way of a request, if anything. */
  refusal(authorization: string | undefined): Reply | undefined;
  login(body: unknown): Reply;
  logout(authorization: string | undefined): Reply;
  users(request: Request): Reply;
  /** Every token is too old from now on. */
  expire(): void;
}

interface User {
  password: string;
  role: string;
  description: string;
}

/** The broker's own users and bearer tokens. */
export function createSessions(password: string, version: string): Sessions {
  const users = new Map<string, User>([['admin', { password, role: 'administrator', description: 'administrator' }]]);
  const tokens = new Map<string, 'live' | 'expired'>();
  const record = (username: string, { role, description }: User) => ({ username, role, description, backend: 'local' });
  const required = (field: string): Reply => invalid({ reason: 'required_field', path: field });

  return {
    refusal(authorization) {
      if (authorization === undefined) {
        return refuse(401, 'AUTHORIZATION_HEADER_ERROR', 'Support authorization: basic/bearer ');
      }
      const [scheme = '', value = ''] = authorization.split(' ');
      if (scheme.toLowerCase() === 'basic' && value.length % 4 === 0)
        return refuse(401, 'BAD_API_KEY_OR_SECRET', 'Check api_key/api_secret');
      if (scheme.toLowerCase() !== 'bearer' || value === '') return { status: 400 };
      const state = tokens.get(value);
      if (state === 'expired') return refuse(401, 'TOKEN_TIME_OUT', 'Token expired, get new token by POST /login');
      return state === undefined ? refuse(401, 'BAD_TOKEN', 'Get a token by POST /login') : undefined;
    },
    login(body) {
      const { username, password: given } = isObject(body) ? body : {};
      if (username === undefined) return required('username');
      if (given === undefined) return required('password');
      const user = users.get(String(username));
      if (user === undefined || user.password !== given) {
        return refuse(401, 'BAD_USERNAME_OR_PWD', 'Auth failed');
      }
      const token = randomBytes(24).toString('base64url');
      tokens.set(token, 'live');
      return give({ license: { edition: 'ee' }, role: user.role, token, version });
    },
    logout(authorization) {
      tokens.delete(authorization?.split(' ')[1] ?? '');
      return EMPTY;
    },
    users({ method, path, body }) {
      const [username, part] = path;
      const given = (isObject(body) ? body : {}) as Record<string, string>;
      if (username === undefined) {
        if (method === 'GET') return give([...users].map(([name, user]) => record(name, user)));
        if (method !== 'POST') return { status: 405 };
        const { username: name = '', password: secret = '', role = 'administrator', description = '' } = given;
        if (users.has(name)) return refuse(400, 'ALREADY_EXISTS', 'username_already_exist');
        if (secret.length < 8) return refuse(400, 'BAD_REQUEST', 'The range of password length is 8~64');
        users.set(name, { password: secret, role, description });
        return give(record(name, { password: secret, role, description }));
      }
      const user = users.get(username);
      if (user === undefined) return refuse(404, 'USER_NOT_FOUND', 'username not found');
      if (method === 'POST' && part === 'change_pwd') {
        if (given.old_pwd !== user.password) return refuse(401, 'BAD_USERNAME_OR_PWD', 'wrong password');
        user.password = given.new_pwd ?? '';
        return EMPTY;
      }
      if (method === 'PUT') return give(record(username, Object.assign(user, given)));
      if (method !== 'DELETE') return { status: 405 };
      users.delete(username);
      return EMPTY;
    },
    expire() {
      for (const token of tokens.keys()) tokens.set(token, 'expired');
    },
  };
}
