import type { Readable } from 'node:stream';
import { type Failure, fail, ok, type Result } from '@sluice/contract';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { failed, json } from '../http/answer.ts';
import { API_PREFIX, send } from '../http/api.ts';
import { connectionLimits, type HttpLimits } from '../http/app.ts';
import { notFoundPage, registerConsole } from '../http/console-files.ts';
import { listenFailure } from '../http/listen-failure.ts';
import { limitRate } from '../http/rate-limit.ts';
import { parseBody } from '../http/request-body.ts';
import { API_HEADERS } from '../http/security-headers.ts';
import { MAX_DOCUMENT } from '../routes/transfer.ts';
import { PRODUCT_VERSION } from '../services.ts';
import { readCertificate } from '../tls/pem-file.ts';
import { type Cluster, parseClusters } from './clusters.ts';

import { createProxy } from './proxy.ts';
import { applyToCluster, exportCluster } from './transfer.ts';

export interface GatewayOptions extends HttpLimits {
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** `--emqx` as given. */
  readonly emqx: string;
  /** File with the CA of the clusters. */
  readonly caFile?: string;
  readonly consoleDir: string;
  /** Longest silence of a cluster, in ms. Default 20 s. */
  readonly timeout?: number;
}

export interface RunningGateway {
  readonly url: string;
  readonly clusters: readonly Cluster[];
  stop(): Promise<void>;
}

/** The whole body as text; `undefined` when it is too large: what comes after that is read and thrown away. */
function textOf(body: Readable | undefined): Promise<string | undefined> {
  if (body === undefined) return Promise.resolve('');
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_DOCUMENT) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve(undefined);
      }
    });
    body.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    body.on('error', reject);
  });
}

/**
 * The console in front of EMQX: `/api/v5` goes to the first cluster, `/clusters/<name>/api/v5` to the one of that
 * name. Signing in, roles and everything else is EMQX's own.
 */
export async function startGateway(options: GatewayOptions): Promise<Result<RunningGateway, Failure>> {
  const parsed = parseClusters(options.emqx);
  if (!parsed.ok) return fail({ code: 'BAD_REQUEST', message: parsed.error });
  const clusters = parsed.value;
  const authority = options.caFile === undefined ? ok(undefined) : readCertificate('--emqx-ca', options.caFile);
  if (!authority.ok) return fail({ code: 'BAD_REQUEST', message: authority.error });
  const ca = authority.value;
  const timeout = options.timeout ?? 20_000;
  const proxies = new Map(
    clusters.map((cluster) => [cluster.name, createProxy({ cluster, timeout, ...(ca !== undefined && { ca }) })]),
  );

  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    // uploads to a cluster may take longer than calls to us
    ...connectionLimits(options, 300_000),
    routerOptions: { maxParamLength: 2048 },
  });
  app.removeAllContentTypeParsers();
  // Bodies are streamed on, whatever they are
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  limitRate(app, options.rateLimit);
  app.setNotFoundHandler((_request, reply) => notFoundPage(reply));

  function forward(name: string, path: string, request: FastifyRequest, reply: FastifyReply): void {
    const proxy = proxies.get(name);
    if (proxy === undefined) {
      notFoundPage(reply);
      return;
    }
    reply.hijack();
    proxy.forward(request.raw, reply.raw, path);
  }

  const first = clusters[0]?.name ?? '';
  const capabilities = (current: string) =>
    json(
      {
        product: 'sluice',
        version: PRODUCT_VERSION,
        backend: 'emqx',
        cluster: current,
        clusters: clusters.map(({ name, url }) => ({ name, url: url.origin, base: `clusters/${name}/api/v5` })),
        features: ['export', 'apply'],
      },
      200,
      API_HEADERS,
    );

  app.get(`${API_PREFIX}/sluice/capabilities`, (_request, reply) => send(reply, capabilities(first)));
  app.get<{ Params: { name: string } }>('/clusters/:name/api/v5/sluice/capabilities', (request, reply) =>
    proxies.has(request.params.name) ? send(reply, capabilities(request.params.name)) : notFoundPage(reply),
  );
  async function transfer(name: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const cluster = clusters.find((one) => one.name === name);
    const proxy = proxies.get(name);
    if (cluster === undefined || proxy === undefined) return notFoundPage(reply);
    reply.headers(API_HEADERS);
    const asked = { cluster, proxy, authorization: request.headers.authorization };
    if (request.method === 'GET') return send(reply, await exportCluster(asked, request.query));
    const text = await textOf(request.body as Readable | undefined);
    if (text === undefined) {
      reply.header('connection', 'close');
      return send(reply, {
        ...failed({ code: 'BAD_REQUEST', message: 'The document is larger than 16 MiB.' }),
        status: 413,
      });
    }
    const parsed = parseBody(text, request.headers['content-type'], false);
    return send(reply, 'answer' in parsed ? parsed.answer : await applyToCluster(asked, request.query, parsed.value));
  }
  for (const [method, path] of [
    ['GET', '/sluice/export'],
    ['POST', '/sluice/apply'],
  ] as const) {
    const url = API_PREFIX + path;
    app.route({ method, url, handler: (request, reply) => transfer(first, request, reply) });
    app.route<{ Params: { name: string } }>({
      method,
      url: `/clusters/:name${url}`,
      handler: (request, reply) => transfer(request.params.name, request, reply),
    });
  }
  const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'];
  app.route({
    method: methods,
    url: `${API_PREFIX}/*`,
    handler: (request, reply) => forward(first, request.raw.url ?? '', request, reply),
  });
  app.route<{ Params: { name: string } }>({
    method: methods,
    url: `/clusters/:name${API_PREFIX}/*`,
    handler: (request, reply) =>
      forward(request.params.name, (request.raw.url ?? '').replace(/^\/clusters\/[^/]+/, ''), request, reply),
  });
  registerConsole(app, options.consoleDir);

  async function stop(): Promise<void> {
    for (const proxy of proxies.values()) proxy.close();
    await app.close();
  }

  try {
    return ok({ url: await app.listen({ host: options.host, port: options.port }), clusters, stop });
  } catch (error) {
    await stop();
    return fail(await listenFailure(error, options));
  }
}
