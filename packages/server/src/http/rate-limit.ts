import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { failed } from './answer.ts';
import { send } from './api.ts';

/** Requests a second that one address may send for long, unless set otherwise; a console sends fewer than five. */
export const DEFAULT_RATE = 100;
/** For this many seconds' worth it may send at once. */
const BURST_S = 10;
/** Beyond this many addresses the oldest are forgotten. */
const KEPT = 10_000;

export interface RateLimit {
  /** Counts a request; gives the seconds to wait when there were too many, else 0. */
  take(address: string): number;
}

/** A bucket for each address: it holds ten seconds' worth and fills with `perSecond`. */
export function createRateLimit(perSecond: number, now: () => number = Date.now): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  const size = perSecond * BURST_S;
  return {
    take(address) {
      const time = now();
      const before = buckets.get(address);
      const left = before === undefined ? size : Math.min(size, before.left + ((time - before.at) / 1000) * perSecond);
      buckets.delete(address);
      // what is refused costs nothing: whoever goes on sending still gets his share
      buckets.set(address, { left: left >= 1 ? left - 1 : left, at: time });
      const oldest = buckets.keys().next();
      if (buckets.size > KEPT && oldest.done !== true) buckets.delete(oldest.value);
      return left >= 1 ? 0 : Math.ceil((1 - left) / perSecond);
    },
  };
}

/** What limits count as one client: an IPv4 address, or the network of an IPv6 one, of which everybody has many. */
export function clientOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const middle = Array.from(
    { length: tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length) },
    () => '0',
  );
  return [...first, ...middle, ...last].slice(0, 4).join(':');
}

/** This machine: its own programs, and a reverse proxy unless it is trusted to say for whom it asks. */
function isLoopback(ip: string): boolean {
  return ip === '::1' || clientOf(ip).startsWith('127.');
}

/** Refuses what comes too fast, before anything is done for it. `perSecond` 0: no limit. */
export function limitRate(app: FastifyInstance, perSecond: number = DEFAULT_RATE): void {
  if (perSecond <= 0) return;
  const limit = createRateLimit(perSecond);
  app.addHook('onRequest', async (request, reply) => {
    const wait = isLoopback(request.ip) ? 0 : limit.take(clientOf(request.ip));
    if (wait === 0) return;
    const message = `Too many requests from this address. Go on in ${wait === 1 ? 'a second' : `${wait} seconds`}.`;
    return send(reply, failed({ code: 'RATE_LIMITED', message }, { 'retry-after': String(wait) }));
  });
}
