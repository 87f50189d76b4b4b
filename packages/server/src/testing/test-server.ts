import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '@sluice/engine';
import { type RunningServer, type ServerOptions, startServer } from '../start-server.ts';

/** What came back: status, parsed body (or its text), headers. */
export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
  readonly text: string;
  readonly headers: Headers;
}

interface Request {
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
  /** The path is not below the API. */
  readonly root?: boolean;
  /** `false`: none. A text: this header. Otherwise the administrator's token. */
  readonly auth?: false | string;
}

export interface TestServer {
  readonly url: string;
  readonly mqtt: string;
  /** Addresses of the other MQTT listeners. */
  readonly listeners: readonly string[];
  readonly dataDir: string;
  readonly token: string;
  readonly lines: string[];
  call(method: string, path: string, request?: Request): Promise<Reply>;
  /** Stops and starts again with the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export const PASSWORD = 'sluice-tests-1';

/** A whole server on free ports with its own data folder: the real store, the real engine in this thread. */
export async function startTestServer(
  options: Pick<ServerOptions, 'listeners' | 'anonymous' | 'rateLimit' | 'trustProxy'> & { password?: string } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-server-'));
  const { password = PASSWORD, ...settings } = options;
  const lines: string[] = [];
  let running: RunningServer;
  let token = '';

  async function start(): Promise<void> {
    const started = await startServer({
      host: '127.0.0.1',
      port: 0,
      mqttHost: '127.0.0.1',
      mqttPort: 0,
      ...settings,
      dataDir,
      consoleDir: join(dataDir, 'console'),
      adminPassword: password,
      engine: createEngine({ writeConsole: (line) => lines.push(line) }),
      log: (line) => lines.push(line),
    });
    if (!started.ok) throw new Error(started.error.message);
    running = started.value;
    if (token !== '') return;
    const login = await call('POST', '/login', { auth: false, body: { username: 'admin', password } });
    token = login.body.token;
  }

  async function call(method: string, path: string, request: Request = {}): Promise<Reply> {
    const text = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
    const auth = request.auth === undefined ? `Bearer ${token}` : request.auth;
    const answer = await fetch(running.url + (request.root === true ? path : `/api/v5${path}`), {
      method,
      headers: {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(auth !== false && { authorization: auth }),
        ...request.headers,
      },
      body: text ?? null,
    });
    const body = await answer.text();
    let parsed: unknown = body;
    try {
      parsed = JSON.parse(body);
    } catch {}
    return { status: answer.status, body: parsed, text: body, headers: answer.headers };
  }

  await start();
  return {
    get url() {
      return running.url;
    },
    get mqtt() {
      return running.mqtt;
    },
    get listeners() {
      return running.listeners;
    },
    dataDir,
    get token() {
      return token;
    },
    lines,
    call,
    async restart() {
      await running.stop();
      await start();
    },
    async stop() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** An HTTP target that takes everything. */
export async function startTarget(): Promise<{ url: string; server: Server; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push(`${request.method} ${request.url} ${body}`);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, requests };
}
