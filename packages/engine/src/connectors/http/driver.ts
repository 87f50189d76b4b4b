import type { ConnectionOptions } from 'node:tls';
import { type ChannelConfig, type ConnectorConfig, ok, type Result } from '@sluice/contract';
import type { Dispatcher } from 'undici';
import { duration } from '../../delivery/options.ts';
import type { Connection, Driver, Fault, Outcome, Output } from '../driver.ts';
import { networkFault } from '../fault.ts';
import { forbiddenHost } from '../guard.ts';
import { type Address, openSocket, probeReach, reachable, stage, targetOf } from '../reach.ts';
import { tlsOptions, usesTls } from '../tls.ts';
import { outcomeOf, outcomeOfError } from './answer.ts';
import { createPool } from './pool.ts';
import { httpRequests } from './request.ts';
import { HTTP_SPEC } from './spec.ts';

interface Target {
  readonly url: URL;
  readonly address: Address;
  readonly tls: ConnectionOptions | undefined;
}

/** How long a server may take to answer. */
const ANSWER_TIMEOUT_MS = 15_000;
/** Idle time before TCP asks whether the other side is still there. */
const KEEP_ALIVE_MS = 60_000;
/** An answer that is longer, or takes longer to come in, is not waited for: its status is known. */
const LONGEST_ANSWER = 1024 * 1024;
const LONGEST_ANSWER_MS = 15_000;
/** How much of an error answer is kept for people. */
const SHOWN_BODY = 500;

export const HTTP_DRIVER: Driver = {
  spec: HTTP_SPEC,
  connection(config) {
    const target = targetFrom(config);
    return target.ok ? ok(connection(config, target.value)) : target;
  },
  async probe(config, channel, signal, report) {
    const target = targetFrom(config);
    if (!target.ok) {
      await stage('resolve', report, async () => ({ fault: target.error }));
      return;
    }
    const { address, tls, url } = target.value;
    if (!(await probeReach(address, tls, signal, report))) return;
    if (channel === undefined) return;
    // A request of the action would have an effect at the target: its form is checked, it is not sent.
    await stage('request', report, async () => {
      const rendered = httpRequests(config, url, channel.config).render({});
      return rendered.ok ? {} : { fault: rendered.error };
    });
  },
};

const notUrl = (text: unknown) => ({
  code: 'address_invalid' as const,
  data: { text: String(text), form: 'http://host:port/path' },
});

function targetFrom(config: ConnectorConfig): Result<Target, Fault> {
  let url: URL;
  try {
    url = new URL(String(config.url));
  } catch {
    return {
      ok: false,
      error: {
        ...notUrl(config.url),
        message: `"${String(config.url)}" is no URL. Write it as http://host:port/path.`,
      },
    };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return {
      ok: false,
      error: { ...notUrl(config.url), message: `"${String(config.url)}" must start with http:// or https://.` },
    };
  }
  const secure = url.protocol === 'https:' || usesTls(config.ssl);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const forbidden = forbiddenHost(host);
  if (forbidden !== undefined) return { ok: false, error: networkFault(forbidden, targetOf({ host, port })) };
  if (!secure) return ok({ url, address: { host, port }, tls: undefined });
  const tls = tlsOptions(config.ssl, host);
  return tls.ok ? ok({ url, address: { host, port }, tls: tls.value }) : tls;
}

function connection(config: ConnectorConfig, { url, address, tls }: Target): Connection {
  const target = targetOf(address);
  const size = typeof config.pool_size === 'number' ? config.pool_size : 8;
  const origin = `${tls === undefined ? 'http' : 'https'}://${target}`;
  const connectTimeoutMs = duration(config.connect_timeout, 15_000);
  const pool = createPool({
    origin,
    size,
    pipelining: typeof config.enable_pipelining === 'number' ? config.enable_pipelining : 100,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    /** Not the library's own way: that takes the server name from the host, whatever `ssl` says. */
    connect(done) {
      openSocket(address, tls, AbortSignal.timeout(connectTimeoutMs)).then(
        (socket) => done(null, socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS)),
        (error) => done(error, null),
      );
    },
  });
  let closed = false;

  async function check(signal: AbortSignal): Promise<Fault | undefined> {
    return reachable(address, tls, signal);
  }

  function output(action: ChannelConfig): Result<Output, Fault> {
    const requests = httpRequests(config, url, action);
    // With one request a key under way any connection will do; with more of them they stay behind one another.
    const isSpread = action.resource_opts?.key_order !== 'relaxed';
    return ok({
      render: requests.render,
      describe: requests.describe,
      send([request], lane) {
        if (request === undefined) return Promise.resolve([]);
        if (closed) return Promise.resolve([STOPPED]);
        return new Promise((resolve) => {
          const { path, headers } = requests.wire(request);
          const body = requests.hasBody ? request.body : null;
          pool.dispatch(isSpread ? undefined : lane, { method: requests.method, path, headers, body }, (release) =>
            answerHandler(target, (outcome, broken) => {
              release(broken);
              resolve([outcome]);
            }),
          );
        });
      },
    });
  }

  return {
    connect: check,
    check,
    output,
    async close() {
      closed = true;
      await pool.close();
    },
  };
}

const STOPPED: Outcome = {
  kind: 'retry',
  scope: 'target',
  fault: { code: 'stopped', data: {}, message: 'The connector was stopped before the answer came.' },
};

function answerHandler(target: string, settle: (outcome: Outcome, broken?: Error) => void): Dispatcher.DispatchHandler {
  let status = 0;
  let retryAfter: string | undefined;
  let body = '';
  let bytes = 0;
  let since = 0;
  return {
    onRequestStart() {},
    onResponseStart(_controller, statusCode, headers) {
      status = statusCode;
      since = Date.now();
      const header = headers['retry-after'];
      retryAfter = typeof header === 'string' ? header : undefined;
    },
    onResponseData(controller, chunk) {
      bytes += chunk.length;
      if (status >= 300 && body.length < SHOWN_BODY) body += chunk.toString('utf8').slice(0, SHOWN_BODY - body.length);
      if (bytes <= LONGEST_ANSWER && Date.now() - since <= LONGEST_ANSWER_MS) return;
      settle(outcomeOf(status, retryAfter, body, target));
      controller.abort(new Error('The answer does not end.'));
    },
    onResponseEnd() {
      settle(outcomeOf(status, retryAfter, body, target));
    },
    onResponseError(_controller, error) {
      const outcome = outcomeOfError(error, target);
      settle(outcome, outcome.kind === 'retry' ? error : undefined);
    },
  };
}
