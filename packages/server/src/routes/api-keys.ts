import { createHash, randomBytes } from 'node:crypto';
import type { AuditObject, Failure } from '@sluice/contract';
import { z } from 'zod';
import { etagOf } from '../catalog/entry.ts';
import { failed, json, NO_CONTENT } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { ROLES } from '../session/role.ts';
import type { StoredApiKey } from '../store/api-keys.ts';
import { checkEtag } from './if-match.ts';
import { flag, text } from './scalar.ts';

const nameParams = z.object({ name: z.string() });

/** RFC 3339, Unix seconds, or `infinity`; gives Unix ms, or `undefined` for never. */
const expiry = z
  .union([z.literal('infinity'), z.literal('undefined'), z.number().int(), z.string()])
  .transform((value, context) => {
    if (value === 'infinity' || value === 'undefined') return undefined;
    const ms = typeof value === 'number' ? value * 1000 : Date.parse(value);
    if (Number.isFinite(ms) && Math.abs(ms) < 8.64e15) return ms;
    context.addIssue({ code: 'custom', message: 'must be a time such as 2030-01-31T00:00:00Z, or "infinity"' });
    return z.NEVER;
  });

function record(key: StoredApiKey) {
  return {
    name: key.name,
    api_key: key.apiKey,
    desc: key.description,
    enable: key.enable,
    role: key.role,
    created_at: new Date(key.createdAt).toISOString(),
    expired_at: key.expiresAt === undefined ? 'infinity' : new Date(key.expiresAt).toISOString(),
    expired: key.expiresAt !== undefined && key.expiresAt <= Date.now(),
  };
}

function tagOf(key: StoredApiKey): string {
  const { expired: _time, ...rest } = record(key);
  return etagOf(rest);
}

const objectOf = ({ name }: StoredApiKey): AuditObject => ({ type: 'api_key', id: name });

const unknown = (name: string): Failure => ({ code: 'NOT_FOUND', message: `There is no API key named "${name}".` });

export function apiKeyRoutes({ store }: Services): Route[] {
  const tag = 'api keys';

  return [
    route({
      method: 'GET',
      path: '/api_key',
      tag,
      summary: 'All API keys, without their secrets',
      apiKeys: false,
      handle: () => json(store.apiKeys.all().map(record)),
    }),
    route({
      method: 'POST',
      path: '/api_key',
      tag,
      summary: 'Create an API key. Its secret is shown this once',
      body: z.object({
        name: z
          .string()
          .regex(
            /^[A-Za-z0-9][A-Za-z0-9_-]{0,253}$/,
            'must begin with a letter or digit and go on with letters, digits, "-" and "_"',
          ),
        desc: text.default(''),
        enable: flag.default(true),
        expired_at: expiry.optional(),
        role: z.enum(ROLES).default('administrator'),
      }),
      errors: ['BAD_REQUEST', 'ALREADY_EXISTS'],
      apiKeys: false,
      handle({ body, actor }) {
        if (store.apiKeys.get(body.name) !== undefined) {
          return failed({ code: 'ALREADY_EXISTS', message: `There is already an API key named "${body.name}".` });
        }
        const secret = randomBytes(32).toString('base64url');
        const key: StoredApiKey = {
          name: body.name,
          apiKey: randomBytes(12).toString('hex'),
          secret: createHash('sha256').update(secret).digest('base64url'),
          role: body.role,
          description: body.desc,
          enable: body.enable,
          expiresAt: body.expired_at,
          createdAt: Date.now(),
        };
        store.transaction(() => {
          store.apiKeys.put(key);
          store.audit.add({ actor, verb: 'create', object: objectOf(key), after: record(key) });
        });
        return json({ ...record(key), api_secret: secret }, 200, { etag: tagOf(key) });
      },
    }),
    route({
      method: 'GET',
      path: '/api_key/:name',
      tag,
      summary: 'One API key, without its secret',
      params: nameParams,
      errors: ['NOT_FOUND'],
      apiKeys: false,
      handle({ params }) {
        const key = store.apiKeys.get(params.name);
        return key === undefined ? failed(unknown(params.name)) : json(record(key), 200, { etag: tagOf(key) });
      },
    }),
    route({
      method: 'PUT',
      path: '/api_key/:name',
      tag,
      summary: 'Change description, expiry, role, or whether the key works',
      params: nameParams,
      body: z.object({
        desc: text.optional(),
        enable: flag.optional(),
        expired_at: expiry.optional(),
        role: z.enum(ROLES).optional(),
      }),
      errors: ['BAD_REQUEST', 'NOT_FOUND', 'PRECONDITION_FAILED'],
      apiKeys: false,
      handle({ params, body, actor, ifMatch }) {
        const before = store.apiKeys.get(params.name);
        if (before === undefined) return failed(unknown(params.name));
        const current = checkEtag(store, ifMatch, tagOf(before), objectOf(before));
        if (!current.ok) return failed(current.error);
        const after: StoredApiKey = {
          ...before,
          description: body.desc ?? before.description,
          enable: body.enable ?? before.enable,
          role: body.role ?? before.role,
          expiresAt: 'expired_at' in body ? body.expired_at : before.expiresAt,
        };
        store.transaction(() => {
          store.apiKeys.put(after);
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
      path: '/api_key/:name',
      tag,
      summary: 'Delete an API key',
      params: nameParams,
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      apiKeys: false,
      handle({ params, actor, ifMatch }) {
        const before = store.apiKeys.get(params.name);
        if (before === undefined) return failed(unknown(params.name));
        const current = checkEtag(store, ifMatch, tagOf(before), objectOf(before));
        if (!current.ok) return failed(current.error);
        store.transaction(() => {
          store.apiKeys.remove(params.name);
          store.audit.add({ actor, verb: 'delete', object: objectOf(before), before: record(before) });
        });
        return NO_CONTENT;
      },
    }),
  ];
}
