import { type ResourceKind, recordFields, type SystemSpec } from '@sluice/contract';
import { z } from 'zod';
import { PRODUCT_VERSION } from '../services.ts';
import { API_PREFIX } from './api.ts';
import { recordSchema } from './openapi-fields.ts';
import type { Route } from './route.ts';

type JsonObject = Record<string, unknown>;

function schemaOf(schema: z.ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-2020-12',
  });
  return rest as JsonObject;
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(property.description !== undefined && { description: property.description }),
    schema: property,
  }));
}

/** Bodies that the fields of the systems describe: one variant a type. */
function resourceBody(route: Route, systems: readonly SystemSpec[]): JsonObject | undefined {
  const match = /^\/(connector|action|source)s(_probe|\/:id)?$/.exec(route.path);
  const creates = route.method === 'POST' && match?.[2] !== '/:id';
  if (match === null || (!creates && route.method !== 'PUT')) return undefined;
  const variants = systems.flatMap((system) => {
    const fields = recordFields(system, match[1] as ResourceKind, creates ? 'post' : 'put');
    return fields === undefined ? [] : [{ title: system.type, ...recordSchema(fields) }];
  });
  return { oneOf: variants };
}

function operation(route: Route, systems: readonly SystemSpec[]): JsonObject {
  const body = resourceBody(route, systems) ?? (route.body === undefined ? undefined : schemaOf(route.body));
  const codes = route.access === 'public' ? route.errors : ([...route.errors, 'BAD_TOKEN', 'TOKEN_TIME_OUT'] as const);
  return {
    tags: [route.tag],
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      '2XX': { description: 'Done' },
      '4XX': {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
    ...(route.access === 'public' ? { security: [] } : {}),
    'x-access': route.access,
  };
}

/** The OpenAPI document, from the same table that answers the requests. */
export function openApiDocument(routes: readonly Route[], systems: readonly SystemSpec[]): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, systems) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice management API',
      version: PRODUCT_VERSION,
      description: 'Paths, status codes and bodies follow the management API of EMQX 5.8.',
    },
    servers: [{ url: API_PREFIX }],
    security: [{ bearer: [] }, { apiKey: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token from POST /login' },
        apiKey: { type: 'http', scheme: 'basic', description: 'API key and secret' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string' },
            message: {
              type: 'string',
              description: 'A sentence, or for a validation error JSON with kind, reason and path',
            },
          },
        },
      },
    },
    paths,
  };
}
