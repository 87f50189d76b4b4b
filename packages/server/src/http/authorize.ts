import { createHash, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '../session/tokens.ts';
import type { Store } from '../store/store.ts';
import { type Answer, failed } from './answer.ts';
import type { Caller, Route } from './route.ts';

export type Authorization = { readonly caller: Caller } | { readonly answer: Answer };

const refuse = (code: Parameters<typeof failed>[0]['code'], message: string): Authorization => ({
  answer: failed({ code, message }),
});

/** A scheme and one token of the characters that RFC 6750 allows. */
const CREDENTIALS = /^(\w+) ([A-Za-z0-9\-._~+/]+=*)$/;

/** Says who is asking, from the `authorization` header: a bearer token, or an API key as Basic. */
export function createAuthorizer(store: Store, tokens: Tokens, now: () => number = Date.now) {
  return (header: string | undefined, route: Route): Authorization => {
    if (header === undefined || header === '') {
      return refuse('AUTHORIZATION_HEADER_ERROR', 'Sign in first: send a bearer token, or an API key with Basic.');
    }
    const [, scheme = '', value = ''] = CREDENTIALS.exec(header) ?? [];
    switch (scheme.toLowerCase()) {
      case 'bearer':
        return allow(route, bearer(value));
      case 'basic':
        return allow(route, basic(value, route));
      default:
        return { answer: { status: 400 } };
    }
  };

  function bearer(token: string): Authorization {
    const check = tokens.check(token);
    switch (check.kind) {
      case 'unknown':
        return refuse('BAD_TOKEN', 'This token is not valid. Sign in again.');
      case 'expired':
        return refuse('TOKEN_TIME_OUT', 'The session has ended. Sign in again.');
      case 'user': {
        const { username, role } = check.user;
        return { caller: { actor: { kind: 'user', name: username }, role, username, token } };
      }
    }
  }

  function basic(encoded: string, route: Route): Authorization {
    const plain = Buffer.from(encoded, 'base64');
    const text = plain.toString('utf8');
    const colon = text.indexOf(':');
    // What does not encode back to the same text was no base64
    if (colon === -1 || plain.toString('base64') !== encoded) {
      return { answer: { status: 400 } };
    }
    const key = store.apiKeys.byKey(text.slice(0, colon));
    const given = createHash('sha256')
      .update(text.slice(colon + 1))
      .digest();
    const known = Buffer.from(key?.secret ?? '', 'base64url');
    const matches = known.length === given.length && timingSafeEqual(known, given);
    if (key?.enable !== true || !matches || (key.expiresAt !== undefined && key.expiresAt <= now())) {
      return refuse('BAD_API_KEY_OR_SECRET', 'This API key is unknown, disabled or expired, or its secret is wrong.');
    }
    if (!route.apiKeys) return refuse('API_KEY_NOT_ALLOW', 'API keys may not do this. Sign in and use a bearer token.');
    return { caller: { actor: { kind: 'api_key', name: key.name }, role: key.role } };
  }

  function allow(route: Route, authorization: Authorization): Authorization {
    if ('answer' in authorization || route.access !== 'write' || authorization.caller.role === 'administrator') {
      return authorization;
    }
    return refuse('UNAUTHORIZED_ROLE', 'Your role may look at everything and change nothing. Ask an administrator.');
  }
}
