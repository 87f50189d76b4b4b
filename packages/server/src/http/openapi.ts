import { type ErrorCode, type ResourceKind, recordFields, type SystemSpec } from '@sluice/contract';
import { z } from 'zod';
import { PRODUCT_VERSION } from '../services.ts';
import { STATUS } from './answer.ts';
import { COMPONENTS, successOf } from './openapi-answers.ts';
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

/** Codes of every call, whatever it is about. */
function codesOf(route: Route, hasBody: boolean): Set<ErrorCode> {
  const signedIn: ErrorCode[] = ['AUTHORIZATION_HEADER_ERROR', 'BAD_TOKEN', 'TOKEN_TIME_OUT', 'BAD_API_KEY_OR_SECRET'];
  return new Set<ErrorCode>([
    ...route.errors,
    'RATE_LIMITED',
    ...(route.access === 'public' ? [] : signedIn),
    ...(route.apiKeys ? [] : (['API_KEY_NOT_ALLOW'] as const)),
    ...(route.access === 'write' ? (['UNAUTHORIZED_ROLE'] as const) : []),
    ...(hasBody ? (['BAD_REQUEST', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...(route.query === undefined ? [] : (['BAD_REQUEST'] as const)),
  ]);
}

/** One entry a status, with the codes that it may carry. */
function failures(route: Route, hasBody: boolean): Record<string, JsonObject> {
  const byStatus: Record<string, ErrorCode[]> = {};
  for (const code of codesOf(route, hasBody)) {
    const status = String(STATUS[code]);
    byStatus[status] = [...(byStatus[status] ?? []), code];
  }
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes]) => {
      const schema = {
        allOf: [{ $ref: '#/components/schemas/Error' }],
        properties: { code: { enum: codes } },
      };
      return [status, { description: codes.join(', '), content: { 'application/json': { schema } } }];
    }),
  );
}

function operation(route: Route, systems: readonly SystemSpec[]): JsonObject {
  const body = resourceBody(route, systems) ?? (route.body === undefined ? undefined : schemaOf(route.body));
  return {
    tags: [route.tag],
    summary: route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())}`,
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(body !== undefined && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { ...failures(route, body !== undefined), ...successOf(route) },
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
    // beside this document, wherever it is served: a sub-path is kept
    servers: [{ url: '../api/v5' }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    security: [{ bearer: [] }, { apiKey: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Token from POST /login' },
        apiKey: { type: 'http', scheme: 'basic', description: 'API key and secret' },
      },
      schemas: {
        ...COMPONENTS,
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
