import { Readable } from 'node:stream';
import type { Failure } from '@sluice/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { Actor } from '../session/actor.ts';
import { type Answer, failed } from './answer.ts';
import type { Authorization } from './authorize.ts';
import { clientOf } from './rate-limit.ts';
import { parseBody } from './request-body.ts';
import type { Call, Route } from './route.ts';

export const API_PREFIX = '/api/v5';

/** Who asks on a public route. */
const NOBODY: Actor = { kind: 'user', name: '' };
const METHODS: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];

/** Registers the table of routes; every other method of a known path answers 405. */
export function registerApi(
  app: FastifyInstance,
  routes: readonly Route[],
  authorize: (header: string | undefined, route: Route) => Authorization,
): void {
  const methods = new Map<string, HTTPMethods[]>();
  for (const route of routes) {
    methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
    app.route({
      method: route.method,
      url: API_PREFIX + route.path,
      ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
      handler: async (request, reply) => send(reply, await respond(route, request, authorize)),
    });
  }
  for (const [path, allowed] of methods) {
    app.route({
      method: METHODS.filter((method) => !allowed.includes(method)),
      url: API_PREFIX + path,
      handler: (_request, reply) => reply.code(405).header('allow', allowed.join(', ')).send(),
    });
  }
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(answer.headers ?? {});
  if (answer.stream !== undefined) {
    return reply.type(answer.type ?? 'application/json').send(Readable.from(answer.stream, { objectMode: false }));
  }
  if (answer.text !== undefined) return reply.type(answer.type ?? 'application/json').send(answer.text);
  if (answer.body === undefined) return reply.send();
  return reply.type('application/json').send(JSON.stringify(answer.body));
}

async function respond(
  route: Route,
  request: FastifyRequest,
  authorize: (header: string | undefined, route: Route) => Authorization,
): Promise<Answer> {
  const authorization = route.access === 'public' ? undefined : authorize(request.headers.authorization, route);
  if (authorization !== undefined && 'answer' in authorization) return authorization.answer;
  const bodyText = typeof request.body === 'string' ? request.body : '';
  let body: unknown;
  if (route.method !== 'GET' && (bodyText !== '' || request.headers['content-type'] !== undefined)) {
    const parsed = parseBody(bodyText, request.headers['content-type'], route.exactContentType);
    if ('answer' in parsed) return parsed.answer;
    body = parsed.value;
  } else body = {};
  const params = check(route.params, request.params);
  if ('failure' in params) return failed(params.failure);
  const query = check(route.query, request.query);
  if ('failure' in query) return failed(query.failure);
  const checkedBody = check(route.body, body);
  if ('failure' in checkedBody) return failed(checkedBody.failure);
  const call: Call<unknown, unknown, unknown> = {
    params: params.value,
    query: query.value,
    body: checkedBody.value,
    bodyText,
    caller: authorization?.caller,
    actor: { ...(authorization?.caller.actor ?? NOBODY), from: request.ip.replace(/^::ffff:/i, '') },
    ip: clientOf(request.ip),
    ifMatch: request.headers['if-match'],
  };
  return inTime(route.handle(call));
}

/** Longest that a call may take to be answered, in ms. Tests of connections end long before. */
const LONGEST_MS = 60_000;

/** The answer, or an excuse when it does not come: nobody waits for ever. */
function inTime(answer: Promise<Answer> | Answer): Promise<Answer> | Answer {
  if (!(answer instanceof Promise)) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Answer>((resolve) => {
    const message = 'This took more than a minute and may still go on. Look again before you repeat it.';
    timer = setTimeout(() => resolve(failed({ code: 'SERVICE_UNAVAILABLE', message })), LONGEST_MS);
    timer.unref();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

type Checked = { readonly value: unknown } | { readonly failure: Failure };

function check(schema: z.ZodType | undefined, value: unknown): Checked {
  if (schema === undefined) return { value };
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return { value: parsed.data };
  const faults = parsed.error.issues.map((issue) => ({
    path: issue.path.filter((key) => typeof key !== 'symbol'),
    reason: reasonOf(issue),
    message: issue.message,
  }));
  const sentences = faults.map(({ path, message }) =>
    path.length === 0 ? message : `"${path.join('.')}": ${message}`,
  );
  return { failure: { code: 'BAD_REQUEST', message: `${sentences.join('. ')}.`, data: { faults } } };
}

function reasonOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'unknown_fields';
    case 'invalid_value':
      return 'not_a_enum_symbol';
    case 'too_small':
    case 'too_big':
      return 'out_of_range';
    case 'invalid_type':
      return issue.input === undefined ? 'required_field' : 'wrong_type';
    default:
      return 'wrong_type';
  }
}
