import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import type { ProbeStage } from '../host.ts';
import type { Fault } from './driver.ts';
import { networkFault } from './fault.ts';
import { forbiddenHost, guardedConnect } from './guard.ts';

/** How long a server may take to object to a client certificate. */
const OBJECTION_MS = 300;

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Opens a TCP connection, with TLS when options are given; the socket is the caller's to close. */
export function openSocket(
  { host, port }: Address,
  tls: ConnectionOptions | undefined,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const tcp = guardedConnect({ host, port });
    const socket = tls === undefined ? tcp : connectTls({ ...tls, socket: tcp });
    const ready = tls === undefined ? 'connect' : 'secureConnect';
    const abort = (): void => failed(signal.reason);
    const connected = (): void => {
      forget();
      resolve(socket);
    };
    const failed = (error: unknown): void => {
      forget();
      socket.destroy();
      reject(error);
    };
    const closed = (): void => failed(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
    function forget(): void {
      signal.removeEventListener('abort', abort);
      socket.off(ready, connected).off('error', failed).off('close', closed);
    }
    // A late error of a socket nobody waits for must not end the process.
    socket.on('error', () => {});
    socket.on(ready, connected).on('error', failed).on('close', closed);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Can the address be reached? */
export async function reachable(
  address: Address,
  tls: ConnectionOptions | undefined,
  signal: AbortSignal,
): Promise<Fault | undefined> {
  try {
    (await openSocket(address, tls, signal)).destroy();
    return undefined;
  } catch (error) {
    return networkFault(signal.aborted ? { code: 'ETIMEDOUT', message: 'timeout' } : error, targetOf(address));
  }
}

export function targetOf({ host, port }: Address): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Runs one stage of a probe, timed. */
export async function stage(
  name: ProbeStage['stage'],
  report: (stage: ProbeStage) => void,
  run: () => Promise<{ readonly detail?: string; readonly fault?: Fault }>,
): Promise<boolean> {
  const started = performance.now();
  const { detail, fault } = await run();
  const ms = Math.round(performance.now() - started);
  report({
    stage: name,
    outcome: fault === undefined ? 'passed' : 'failed',
    ms,
    ...(detail === undefined ? {} : { detail }),
    ...(fault === undefined
      ? {}
      : {
          error: {
            code: 'TEST_FAILED' as const,
            message: fault.message,
            ...(fault.raw === undefined ? {} : { raw: fault.raw }),
            data: { ...fault.data, fault: fault.code },
          },
        }),
  });
  return fault === undefined;
}

/** The stages every network target shares: name, connection, TLS. Gives whether all of them passed. */
export async function probeReach(
  address: Address,
  tls: ConnectionOptions | undefined,
  signal: AbortSignal,
  report: (stage: ProbeStage) => void,
): Promise<boolean> {
  const target = targetOf(address);
  const aborted = { code: 'ETIMEDOUT', message: 'timeout' };
  let ip = address.host;
  const resolved = await stage('resolve', report, async () => {
    const forbidden = forbiddenHost(address.host);
    if (forbidden !== undefined) return { fault: networkFault(forbidden, target) };
    if (isIP(address.host) !== 0) return { detail: address.host };
    try {
      ip = (await untilAbort(lookup(address.host), signal)).address;
      const refusal = forbiddenHost(ip);
      return refusal === undefined ? { detail: `${address.host} → ${ip}` } : { fault: networkFault(refusal, target) };
    } catch (error) {
      return { fault: networkFault(signal.aborted ? { code: 'EAI_AGAIN', message: 'timeout' } : error, target) };
    }
  });
  if (!resolved) return false;
  const connected = await stage('connect', report, async () => {
    const fault = await reachable({ host: ip, port: address.port }, undefined, signal);
    return fault === undefined ? { detail: target } : { fault: networkFaultFor(fault, target, ip, address) };
  });
  if (!connected || tls === undefined) return connected;
  return stage('tls', report, async () => {
    try {
      const socket = await openSocket(address, tls, signal);
      await accepted(socket, signal);
      const protocol = 'getProtocol' in socket && typeof socket.getProtocol === 'function' ? socket.getProtocol() : '';
      socket.destroy();
      return { detail: String(protocol) };
    } catch (error) {
      return { fault: networkFault(signal.aborted ? aborted : error, target) };
    }
  });
}

/**
 * In TLS 1.3 the server judges our certificate after the handshake is over for us: it then says something (a session
 * ticket, a greeting) or breaks off. One that does neither for a moment has no objection.
 */
function accepted(socket: Socket, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, OBJECTION_MS);
    signal.addEventListener('abort', () => resolve(), { once: true });
    socket.once('error', reject);
    socket.once('session', () => resolve());
    socket.once('data', () => resolve());
    socket.once('close', () => {
      clearTimeout(timer);
      reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
    });
  });
}

/** Names the address as the user wrote it, not the IP behind it. */
function networkFaultFor(fault: Fault, target: string, ip: string, address: Address): Fault {
  return {
    ...fault,
    data: { ...fault.data, target },
    message: fault.message.replaceAll(targetOf({ host: ip, port: address.port }), target),
  };
}

export function untilAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
