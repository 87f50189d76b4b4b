import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { EngineUnavailable } from '../supervision/supervised-engine.ts';
import { failed } from './answer.ts';
import { API_PREFIX, send } from './api.ts';
import { notFoundPage } from './console-files.ts';
import { limitRate } from './rate-limit.ts';
import { API_HEADERS } from './security-headers.ts';

/** Largest request body. */
const BODY_LIMIT = 1024 * 1024;

/** Whom and how much the server takes in. */
export interface HttpLimits {
  /** Requests a second of one address; 0 = as many as come. Default 100. */
  readonly rateLimit?: number;
  /** Addresses or networks, with commas between, of reverse proxies whose `X-Forwarded-For` is believed. */
  readonly trustProxy?: string;
}

/** For connections: a request has to come in time, its head within ten seconds, and idle ones are closed. */
export function connectionLimits({ trustProxy }: HttpLimits, requestTimeout: number) {
  return {
    requestTimeout,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: true,
    ...(trustProxy !== undefined && { trustProxy: trustProxy.split(',').map((one) => one.trim()) }),
  };
}

/** A fastify that knows our error form, limits and headers. Routes are added by the caller. */
export function createApp(log: (line: string) => void, limits: HttpLimits = {}): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    ...connectionLimits(limits, 30_000),
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048, caseSensitive: true },
    frameworkErrors: (error, _request, reply) => {
      send(
        reply as never,
        failed({ code: 'BAD_REQUEST', message: `The address of the request is not valid: ${error.message}` }),
      );
    },
  });
  app.removeAllContentTypeParsers();
  // Bodies stay text here: which content types a route takes is its own business
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith(API_PREFIX)) reply.headers(API_HEADERS);
  });
  limitRate(app, limits.rateLimit);
  app.setNotFoundHandler((_request, reply) => notFoundPage(reply));
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
      const answer = failed({
        code: 'BAD_REQUEST',
        message: `The body is larger than ${request.routeOptions.bodyLimit / 1024 ** 2} MiB.`,
      });
      return send(reply, { ...answer, status: 413 });
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return send(reply, { ...failed({ code: 'BAD_REQUEST', message: error.message }), status: error.statusCode });
    }
    if (error instanceof EngineUnavailable) {
      return send(reply, failed({ code: 'SERVICE_UNAVAILABLE', message: error.message }, { 'retry-after': '1' }));
    }
    const id = randomUUID();
    log(`error ${id} in ${request.method} ${request.url.split('?', 1)[0]}: ${error.stack ?? error.message}`);
    return send(
      reply,
      failed({ code: 'INTERNAL_ERROR', message: `Something went wrong here. The log has details under ${id}.` }),
    );
  });
  return app;
}
