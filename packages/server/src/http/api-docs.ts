import { randomBytes } from 'node:crypto';
import type { SystemSpec } from '@sluice/contract';
import type { FastifyInstance } from 'fastify';
import { API_DOCS_PAGE } from './api-docs-page.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './route.ts';
import { COMMON_HEADERS, pageHeaders } from './security-headers.ts';

/** `/api-docs`: every call with its parameters, to read and to try; `/api-docs/swagger.json`: the same for tools. */
export function registerApiDocs(app: FastifyInstance, routes: readonly Route[], systems: readonly SystemSpec[]): void {
  // Made when somebody looks: few do, and it is large.
  let document: string | undefined;
  for (const url of ['/api-docs', '/api-docs/index.html']) {
    app.get(url, (_request, reply) => {
      const nonce = randomBytes(16).toString('base64');
      const page = API_DOCS_PAGE.replaceAll('__CSP_NONCE__', nonce);
      return reply.headers(pageHeaders(nonce)).type('text/html; charset=utf-8').send(page);
    });
  }
  app.get('/api-docs/swagger.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(routes, systems));
    return reply.headers(COMMON_HEADERS).type('application/json').send(document);
  });
}
