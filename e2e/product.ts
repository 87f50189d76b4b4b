import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** What follows `node` in `npm start`. */
const START: readonly string[] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(1);

/** What the `ready` line says (decision 24). */
interface Ready {
  readonly url: string;
  readonly mqtt: string;
  readonly data: string;
  readonly pid: number;
}

export interface Product extends Ready {
  /** Everything printed so far. */
  output(): string;
  /** Sends a signal and waits for the end; gives the exit code and how long it took in ms. */
  end(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; ms: number }>;
}

export interface Run {
  readonly code: number | null;
  readonly output: string;
}

export const PASSWORD = 'sluice-e2e-1';

/** A folder for the data of one test, gone afterwards. */
export function dataFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'sluice-e2e-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}

function launch(args: readonly string[], env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [...START, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8');
    stream?.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return { child, output: () => text };
}

/** Runs the command to its end: for help, bad options and taken ports. */
export function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const { child, output } = launch(args, env);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output: output() })));
}

/** Starts the product on free ports and waits until it says it is ready. */
export async function startProduct(
  data: string,
  options: { args?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Product> {
  const args = ['--data', data, '--port', '0', '--mqtt-port', '0', ...(options.args ?? [])];
  const { child, output } = launch(args, { SLUICE_ADMIN_PASSWORD: PASSWORD, ...options.env });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = await new Promise<Ready>((resolve, reject) => {
    const look = (): void => {
      const line = /^ready (\{.*\})$/m.exec(output());
      if (line?.[1] !== undefined) resolve(JSON.parse(line[1]) as Ready);
    };
    child.stdout?.on('data', look);
    void ended.then((code) => reject(new Error(`ended with code ${code} before it was ready:\n${output()}`)));
  });
  return {
    ...ready,
    output,
    async end(signal) {
      const start = performance.now();
      child.kill(signal);
      const code = await ended;
      return { code, ms: performance.now() - start };
    },
  };
}

/** Where the console is, and as whom to sign in. */
export interface Access {
  readonly url: string;
  /** Default: the administrator of a product that `startProduct` started. */
  readonly username?: string;
  readonly password?: string;
}

/** A signed-in client of the product's API; `call` gives status and parsed body. */
export async function signIn(product: Access): Promise<Api> {
  const { username = 'admin', password = PASSWORD } = product;
  const login = await send(product, 'POST', '/login', { username, password });
  const { token } = login.body as { token: string };
  return (method, path, body) => send(product, method, path, body, token);
}

export type Api = (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;

async function send(product: Access, method: string, path: string, body?: unknown, token?: string): ReturnType<Api> {
  const response = await fetch(new URL(`api/v5${path}`, product.url), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
