import { parseDuration } from '@sluice/contract';
import { z } from 'zod';
import { etagOf } from '../catalog/entry.ts';
import { failed, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';
import { checkEtag } from './if-match.ts';
import { flag } from './scalar.ts';

const SETTING = 'rule_engine';

const duration = z.union([z.string(), z.number()]).transform((value, context) => {
  const ms = parseDuration(value);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: 'must be a duration such as 10s' });
  return z.NEVER;
});

/** Settings of the rule engine as a whole. Kept for clients of EMQX: the embedded engine has no `$SYS` messages. */
export function ruleEngineRoutes({ store }: Services): Route[] {
  const current = () => ({
    ignore_sys_message: true,
    jq_function_default_timeout: 10_000,
    ...(store.settings.get(SETTING) as object | undefined),
  });
  return [
    route({
      method: 'GET',
      path: '/rule_engine',
      tag: 'rules',
      summary: 'Settings of the rule engine',
      handle: () => json(current(), 200, { etag: etagOf(current()) }),
    }),
    route({
      method: 'PUT',
      path: '/rule_engine',
      tag: 'rules',
      summary: 'Change settings of the rule engine',
      body: z.strictObject({ ignore_sys_message: flag.optional(), jq_function_default_timeout: duration.optional() }),
      errors: ['BAD_REQUEST', 'PRECONDITION_FAILED'],
      exactContentType: true,
      handle({ body, actor, ifMatch }) {
        const before = current();
        const isCurrent = checkEtag(store, ifMatch, etagOf(before), { type: 'rule_engine' });
        if (!isCurrent.ok) return failed(isCurrent.error);
        const after = { ...before, ...body };
        store.transaction(() => {
          store.settings.put(SETTING, after);
          store.audit.add({ actor, verb: 'update', object: { type: 'rule_engine' }, before, after });
        });
        return json(after, 200, { etag: etagOf(after) });
      },
    }),
  ];
}
