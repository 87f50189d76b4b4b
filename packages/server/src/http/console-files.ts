import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { extname, join, normalize, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from './api.ts';
import { COMMON_HEADERS, pageHeaders } from './security-headers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.map': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Placeholder in the page where the nonce of each visit goes. */
const NONCE = '__CSP_NONCE__';

/**
 * Serves the built console: hashed files for ever, the page fresh with a new nonce each time, and the page again for
 * every path that is no file, so that links into the console work.
 */
export function registerConsole(app: FastifyInstance, folder: string): void {
  const page = existsSync(join(folder, 'index.html')) ? readFileSync(join(folder, 'index.html'), 'utf8') : undefined;

  function sendPage(reply: FastifyReply): FastifyReply {
    if (page === undefined) {
      return reply.code(503).type('text/plain; charset=utf-8').send('The console is not built. Run: npm run build\n');
    }
    const nonce = randomBytes(16).toString('base64');
    return reply.headers(pageHeaders(nonce)).type('text/html; charset=utf-8').send(page.replaceAll(NONCE, nonce));
  }

  const serve = (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply): FastifyReply => {
    const path = request.params['*'];
    if (`/${path}/`.startsWith(`${API_PREFIX}/`)) return notFoundPage(reply);
    if (path === '' || path === 'index.html') return sendPage(reply);
    const file = normalize(join(folder, path));
    const inside = file.startsWith(folder + sep) && !path.includes('\0');
    const type = TYPES[extname(file)];
    // no file of ours: a page of the console, whose names may hold dots
    if (!inside || type === undefined) return sendPage(reply);
    if (!existsSync(file) || !statSync(file).isFile()) return notFoundPage(reply);
    const encoded = encodingFor(file, request.headers['accept-encoding']);
    const hashed = path.startsWith('assets/');
    reply.headers({
      ...COMMON_HEADERS,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'accept-encoding',
      ...(encoded !== undefined && { 'content-encoding': encoded.name }),
    });
    const served = encoded?.file ?? file;
    return reply.header('content-length', statSync(served).size).type(type).send(createReadStream(served));
  };
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler: serve });
}

export function notFoundPage(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers(COMMON_HEADERS)
    .type('text/plain; charset=utf-8')
    .send('404: there is nothing here.\n');
}

function encodingFor(file: string, accepted: string | undefined): { name: string; file: string } | undefined {
  for (const [name, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (accepted?.includes(name) === true && existsSync(file + suffix)) return { name, file: file + suffix };
  }
  return undefined;
}
