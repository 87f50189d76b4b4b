import { isIP } from 'node:net';
import { isNetwork } from '@sluice/engine';
import { z } from 'zod';
import { text } from '../routes/scalar.ts';
import type { StoredBan } from '../store/mqtt-bans.ts';
import { mqttName } from './credentials.ts';

const KINDS = ['clientid', 'username', 'peerhost', 'peerhost_net'] as const;
export const BAN_KIND = z.enum(KINDS);

/** Seconds since 1970, or RFC 3339, as Unix time in ms. */
const time = z.union([z.number().int().min(0).max(1e11), z.string()]).transform((value, context) => {
  const at =
    typeof value === 'number' ? value * 1000 : /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isFinite(at)) return at;
  context.addIssue({ code: 'custom', message: 'must be a time such as 2030-11-11T10:24:00Z, or seconds since 1970' });
  return z.NEVER;
});

/** A ban as clients write it. */
export const BAN = z
  .object({
    as: BAN_KIND,
    who: mqttName,
    by: text.optional(),
    reason: text.default(''),
    at: time.optional(),
    until: z.union([z.literal('infinity').transform(() => undefined), time]).optional(),
  })
  .superRefine(({ as, who }, context) => {
    const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['who'], message });
    if (as === 'peerhost' && isIP(who) === 0) wrong('must be an IP address');
    if (as === 'peerhost_net' && !isNetwork(who)) wrong('must be a network such as 10.0.0.0/8');
  });

export function banRecord({ as, who, by, reason, at, until }: StoredBan) {
  const ends = until === undefined ? 'infinity' : new Date(until).toISOString();
  return { as, who, by, reason, at: new Date(at).toISOString(), until: ends };
}
