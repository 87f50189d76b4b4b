import { actionsDocument, connectorsDocument } from '@sluice/contract';
import { z } from 'zod';
import { failed, json, jsonText } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';
import type { Services } from '../services.ts';

/** Public, as in EMQX, whose console asks for the documents without a token. There are no secrets in them. */
export function schemaRoutes({ systems }: Services): Route[] {
  const documents: Readonly<Record<string, string>> = {
    connectors: JSON.stringify(connectorsDocument(systems)),
    actions: JSON.stringify(actionsDocument(systems)),
    // Older consoles read bridges and cluster settings: there are none here
    bridges: JSON.stringify({
      info: { title: 'Bridges Schema', version: '0.1.0' },
      paths: {},
      components: { schemas: {} },
    }),
    hotconf: JSON.stringify({
      info: { title: 'Hot Conf Schema', version: '0.1.0' },
      paths: {},
      components: { schemas: {} },
    }),
  };
  return [
    route({
      method: 'GET',
      path: '/schemas',
      access: 'public',
      tag: 'schemas',
      summary: 'Names of the schema documents',
      handle: () => json(Object.keys(documents)),
    }),
    route({
      method: 'GET',
      path: '/schemas/:name',
      access: 'public',
      tag: 'schemas',
      summary: 'Which fields connectors, actions and sources of each type have: what forms are made from',
      params: z.object({ name: z.string() }),
      errors: ['NOT_FOUND'],
      handle({ params }) {
        const document = Object.hasOwn(documents, params.name) ? documents[params.name] : undefined;
        if (document !== undefined) return jsonText(document);
        return failed({ code: 'NOT_FOUND', message: `There is no schema document named "${params.name}".` });
      },
    }),
  ];
}
