import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type Answer, failed } from '../http/answer.ts';
import { API_HEADERS } from '../http/security-headers.ts';
import type { Cluster } from './clusters.ts';

/** Headers that belong to one connection and are never passed on (RFC 9110 §7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'expect',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export interface ProxyOptions {
  readonly cluster: Cluster;
  /** PEM of the CA that signed the certificate of the cluster. */
  readonly ca?: string;
  /** Longest silence of the cluster, in ms. */
  readonly timeout: number;
}

interface ClusterQuestion {
  /** Default `GET`. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface ClusterAnswer {
  readonly status: number;
  readonly text: string;
}

/** Passes requests on to one cluster, streaming both ways. */
export interface ClusterProxy {
  /** Asks the cluster for something itself, in the name of who asks us. */
  ask(question: ClusterQuestion, authorization: string | undefined): Promise<ClusterAnswer>;
  /** `path` with its query, as it came. */
  forward(request: IncomingMessage, response: ServerResponse, path: string): void;
  close(): void;
}

export function createProxy({ cluster, ca, timeout }: ProxyOptions): ClusterProxy {
  const secure = cluster.url.protocol === 'https:';
  const agent = secure
    ? new https.Agent({ keepAlive: true, ...(ca !== undefined && { ca }) })
    : new http.Agent({ keepAlive: true });
  const target = {
    protocol: cluster.url.protocol,
    hostname: cluster.url.hostname.replace(/^\[|\]$/g, ''),
    port: cluster.url.port || (secure ? 443 : 80),
  };
  const base = cluster.url.pathname.replace(/\/$/, '');

  return {
    forward(request, response, path) {
      const send = (again: boolean): void => {
        const upstream = (secure ? https : http).request({
          ...target,
          agent,
          method: request.method,
          path: base + path,
          headers: { ...passed(request.headers), host: cluster.url.host, ...forwarded(request) },
          timeout,
        });
        upstream.on('response', (answer) => {
          response.writeHead(answer.statusCode ?? 502, { ...API_HEADERS, ...passed(answer.headers) });
          answer.pipe(response);
          answer.on('error', () => response.destroy());
        });
        upstream.on('timeout', () => upstream.destroy(new SlowCluster(timeout)));
        upstream.on('error', (error: NodeJS.ErrnoException) => {
          if (response.headersSent || response.destroyed) response.destroy();
          // the cluster had closed a connection that was kept: nothing has been said on it yet
          else if (again && upstream.reusedSocket && error.code === 'ECONNRESET') send(false);
          else sendFailure(response, cluster, error);
        });
        response.on('close', () => upstream.destroy());
        request.pipe(upstream);
      };
      send(request.method === 'GET');
    },
    ask: ({ method = 'GET', path, body }, authorization) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const asked = (secure ? https : http).request({
          ...target,
          agent,
          method,
          path: base + path,
          headers: {
            host: cluster.url.host,
            ...(authorization !== undefined && { authorization }),
            ...(text !== undefined && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
            }),
          },
          timeout,
        });
        asked.on('timeout', () => asked.destroy(new SlowCluster(timeout)));
        asked.on('error', reject);
        asked.on('response', (answer) => {
          let received = '';
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            received += chunk;
          });
          answer.on('error', reject);
          answer.on('end', () => resolve({ status: answer.statusCode ?? 502, text: received }));
        });
        asked.end(text);
      }),
    close: () => agent.destroy(),
  };
}

class SlowCluster extends Error {
  constructor(timeout: number) {
    super(`no answer within ${timeout / 1000} s`);
  }
}

function passed(headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name) && !named.includes(name)),
  );
}

function forwarded(request: IncomingMessage): Record<string, string> {
  const before = request.headers['x-forwarded-for'];
  const address = request.socket.remoteAddress ?? '';
  return {
    'x-forwarded-for': before === undefined ? address : `${String(before)}, ${address}`,
    'x-forwarded-proto': String(request.headers['x-forwarded-proto'] ?? 'http'),
    ...(request.headers.host !== undefined && { 'x-forwarded-host': request.headers.host }),
  };
}

/** The answer when the cluster gives none: what is wrong, and where to look. */
export function clusterFailure(cluster: Cluster, error: NodeJS.ErrnoException): Answer {
  const reason = reasonOf(error);
  const message = `The EMQX cluster at ${cluster.url.origin} ${reason}.`;
  const answer = failed({
    code: 'SERVICE_UNAVAILABLE',
    message,
    data: { raw: error.message, cluster: cluster.name },
  });
  return { ...answer, status: error instanceof SlowCluster ? 504 : 502 };
}

function sendFailure(response: ServerResponse, cluster: Cluster, error: NodeJS.ErrnoException): void {
  const { status, body } = clusterFailure(cluster, error);
  response.writeHead(status, { ...API_HEADERS, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof SlowCluster) return 'does not answer in time; it may be overloaded';
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'refuses the connection: check that it runs there, and its port';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'cannot be found: its name does not resolve';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'closed the connection';
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'cannot be reached from here';
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return 'shows a certificate that is not trusted here: give its CA with --emqx-ca';
    case 'CERT_HAS_EXPIRED':
      return 'shows a certificate that has expired';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return 'shows a certificate for another name';
    default:
      return `cannot be used (${error.message})`;
  }
}
