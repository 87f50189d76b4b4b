import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { EngineHost } from '../host.ts';
import { HOST_METHODS, type HostMethod, type HostReply, type HostRequest } from './protocol.ts';

export interface EngineWorkerOptions {
  /** The worker's entry. Default: beside this file in the bundle, or the source when running from source. */
  readonly workerUrl?: URL;
  /** The thread ended although nobody stopped it. */
  onCrash?(error: Error): void;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** The engine in a worker thread: a flood of messages cannot hold up whoever holds this. */
export function createEngineWorker({ workerUrl, onCrash }: EngineWorkerOptions = {}): EngineHost {
  const worker = startWorker(workerUrl);
  const waiting = new Map<number, Waiting>();
  let next = 0;
  let stopping = false;
  let gone: Error | undefined;

  worker.on('message', (reply: HostReply) => {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) asker?.reject(new Error(reply.error));
    else asker?.resolve(reply.value as never);
  });
  worker.on('error', lost);
  worker.on('exit', (code) => lost(new Error(`The engine's thread ended with code ${code}.`)));

  function lost(error: Error): void {
    if (gone !== undefined) return;
    gone = error;
    for (const asker of waiting.values()) asker.reject(error);
    waiting.clear();
    if (!stopping) onCrash?.(error);
  }

  function call(method: HostMethod, args: readonly unknown[]): Promise<never> {
    if (gone !== undefined) return Promise.reject(gone);
    return new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args } satisfies HostRequest);
    });
  }

  const methods = Object.keys(HOST_METHODS) as HostMethod[];
  const proxy = Object.fromEntries(
    methods.map((method) => [method, (...args: readonly unknown[]) => call(method, args)]),
  ) as unknown as EngineHost;
  return {
    ...proxy,
    async stop() {
      stopping = true;
      await call('stop', []).catch(() => {});
      await worker.terminate();
    },
  };
}

/**
 * Room for new objects, three times that of a half. Node would take 48 MB as soon as messages flow and keep them; a message
 * lives so shortly that less costs no CPU that could be measured. `npm start` has less still, for both threads.
 */
const YOUNG_GENERATION_MB = 12;

function startWorker(url: URL | undefined): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
  const options: WorkerOptions = { name: 'sluice-engine', resourceLimits };
  if (url !== undefined) return new Worker(url, options);
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL('./engine-worker.js', import.meta.url), options);
  // From source: the thread needs the TypeScript loader before it can read its entry.
  const entry = new URL('../worker.ts', import.meta.url).href;
  const loader = pathToFileURL(
    createRequire(import.meta.url)
      .resolve('tsx/esm/api')
      .replace(/\.cjs$/, '.mjs'),
  ).href;
  const boot = `import(${JSON.stringify(loader)}).then(({ register }) => { register(); return import(${JSON.stringify(entry)}); });`;
  return new Worker(boot, { ...options, eval: true });
}
