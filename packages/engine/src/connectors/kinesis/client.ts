import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import * as sdk from '@aws-sdk/client-kinesis';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { guardedLookup } from '../guard.ts';
import type { KinesisSettings } from './settings.ts';

type Sdk = typeof sdk;

/** Calls to Kinesis over HTTP/1.1, each within a time limit. Trying again is the caller's work. */
export interface KinesisCalls {
  /**
   * Makes one call: `call((sdk) => new sdk.ListStreamsCommand({}))`. Rejects with the error of the SDK, also when
   * `signal` aborts, when no answer came in time, and on `close`.
   */
  call<Output>(
    make: (sdk: Sdk, client: sdk.KinesisClient, signal: AbortSignal) => Promise<Output>,
    signal?: AbortSignal,
  ): Promise<Output>;
  /** Ends all calls. */
  close(): void;
}

/** How long Kinesis may take to answer. */
const ANSWER_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 4_000;

export function openCalls(settings: KinesisSettings): KinesisCalls {
  const underWay = new Set<AbortController>();
  let closed = false;
  // The SDK warns that a later version of it will want a newer Node. Ours is pinned.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const limits = { keepAlive: true, maxSockets: settings.poolSize, lookup: guardedLookup };
  const client = new sdk.KinesisClient({
    region: settings.region,
    endpoint: settings.endpoint,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketAcquisitionWarningTimeout: 60_000,
      httpAgent: new HttpAgent(limits),
      httpsAgent: new HttpsAgent(limits),
    }),
  });

  return {
    async call(make, signal) {
      const controller = new AbortController();
      const abort = (): void => controller.abort();
      underWay.add(controller);
      signal?.addEventListener('abort', abort, { once: true });
      if (closed || signal?.aborted === true) abort();
      const timer = setTimeout(abort, ANSWER_TIMEOUT_MS);
      try {
        return await make(sdk, client, controller.signal);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        underWay.delete(controller);
      }
    },
    close() {
      closed = true;
      for (const controller of underWay) controller.abort();
      client.destroy();
    },
  };
}
