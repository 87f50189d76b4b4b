import type { LoopSubject } from '@sluice/engine';
import { z } from 'zod';
import { engineConfig } from '../catalog/entry.ts';
import { failed, json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';

/** Whether a configuration that need not be stored would send messages round in a circle. For rules: `rehearse`. */
export function loopRoutes({ catalog, engine }: Services): Route[] {
  return [
    route({
      method: 'POST',
      path: '/sluice/loops',
      tag: 'sluice',
      summary: 'Circles of rules that a connector, action or source would close if it were saved like this',
      body: z.strictObject({
        kind: z.enum(['connector', 'action', 'source']),
        config: z.record(z.string(), z.unknown()),
      }),
      errors: ['BAD_REQUEST'],
      async handle({ body: { kind, config } }) {
        const draft = catalog.resources.probe(catalog.view, kind, config);
        if (!draft.ok) return failed(draft.error);
        return json({ loops: await engine.findLoops({ kind, config: engineConfig(draft.value) } as LoopSubject) });
      },
    }),
  ];
}
