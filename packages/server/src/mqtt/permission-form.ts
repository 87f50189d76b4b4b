import { topicFilterFault } from '@sluice/contract';
import { z } from 'zod';
import type { StoredRules } from '../store/mqtt-rules.ts';

/** Lines of one list; EMQX's default too. */
export const MAX_RULES = 100;
const QOS = z.union([z.literal(0), z.literal(1), z.literal(2)]);

const topic = z.string().refine((filter) => {
  const plain = filter.replace(/^eq /, '').replaceAll(/\$\{(clientid|username)\}/g, 'x');
  return !plain.includes('${') && topicFilterFault(plain) === undefined;
}, 'must be a topic filter, which may hold ${clientid} and ${username} and begin with "eq "');

const rule = z.object({
  topic,
  permission: z.enum(['allow', 'deny']),
  action: z.enum(['publish', 'subscribe', 'all']),
  qos: z.array(QOS).min(1).optional().describe('Left out: every QoS'),
  retain: z
    .union([z.boolean(), z.literal('all')])
    .optional()
    .describe('Of published messages; left out: with and without'),
});
/** A list of permissions as clients write it. */
export const PERMISSIONS = z.array(rule).max(MAX_RULES);

export type WireRule = z.infer<typeof rule>;

export function toStored({ qos, retain, ...rest }: WireRule): StoredRules['rules'][number] {
  const isEveryQos = qos === undefined || new Set(qos).size === 3;
  return {
    ...rest,
    ...(!isEveryQos && { qos: [...new Set(qos)].sort() }),
    ...(typeof retain === 'boolean' && { retain }),
  };
}

/** In EMQX's form: what is not limited is spelled out. */
export function wireRules(stored: StoredRules | undefined) {
  const lines = stored?.rules ?? [];
  return lines.map(({ qos = [0, 1, 2], retain = 'all', ...rest }) => ({ ...rest, qos, retain }));
}
