import type { MessagePort } from 'node:worker_threads';
import type { EngineHost } from '../host.ts';
import type { HostReply, HostRequest } from './protocol.ts';

/** Answers the requests that come through a port. */
export function serve(engine: EngineHost, port: MessagePort): void {
  port.on('message', (request: HostRequest) => {
    const method = engine[request.method] as (...args: readonly unknown[]) => Promise<unknown>;
    method(...request.args).then(
      (value) => port.postMessage({ id: request.id, value } satisfies HostReply),
      (error: unknown) => port.postMessage({ id: request.id, error: String(error) } satisfies HostReply),
    );
  });
}
