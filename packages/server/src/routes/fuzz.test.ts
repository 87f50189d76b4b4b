import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** Requests of one run; the long run sets FUZZ_REQUESTS=100000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3000);

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly fields: readonly string[];
  readonly schema: Schema | undefined;
}

let server: TestServer;
let operations: Operation[];

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Record<string, Schema>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: Schema[];
  readonly anyOf?: Schema[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Names of all fields a schema knows, so that the fuzz gets past the refusal of unknown ones. */
function fieldNames(schema: Schema | undefined, depth = 0): string[] {
  if (schema === undefined || depth > 3) return [];
  const below = [
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.items === undefined ? [] : [schema.items]),
  ];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, child]) => [
    name,
    ...fieldNames(child, depth + 1),
  ]);
  return [...own, ...below.flatMap((child) => fieldNames(child, depth + 1))];
}

beforeAll(async () => {
  server = await startTestServer();
  const { body } = await server.call('GET', '/api-docs/swagger.json', { root: true, auth: false });
  operations = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
    Object.entries<any>(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      query: operation.parameters
        .filter((one: { in: string }) => one.in === 'query')
        .map((one: { name: string }) => one.name),
      schema: operation.requestBody?.content['application/json'].schema,
      fields: [...new Set(fieldNames(operation.requestBody?.content['application/json'].schema))],
    })),
  );
  // something to work on
  await server.call('POST', '/connectors', {
    body: { type: 'mqtt', name: 'x', server: '127.0.0.1:1', enable: false, password: 'p' },
  });
  await server.call('POST', '/rules', { body: { id: 'x', sql: 'SELECT * FROM "a"' } });
});
afterAll(() => server.stop());

const nasty = fc.constantFrom(
  '',
  ' ',
  'x',
  'mqtt:x',
  'http:x',
  'nosuch:x',
  ':',
  '..',
  '%',
  '\u0000',
  '日本',
  '-1',
  '0',
  '1e999',
  'true',
  '__proto__',
  'constructor',
  'SELECT * FROM "a"',
  'FOREACH payload.a FROM "a"',
  '${a',
  '${a.b}',
  '******',
  '15s',
  '256MB',
  'http://[',
  'x'.repeat(300),
  'message_publish',
  '\ud800',
  "'; DROP TABLE rules; --",
  'a/#',
  'mqtt',
  'http',
  'start',
  'sluice@127.0.0.1',
);
const scalar = fc.oneof(nasty, fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(null));

function bodyFor(fields: readonly string[]): fc.Arbitrary<unknown> {
  const key =
    fields.length === 0
      ? nasty
      : fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: nasty });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    ),
  }));
  return fc.oneof({ weight: 5, arbitrary: fc.dictionary(key, value, { maxKeys: 8 }) }, { weight: 1, arbitrary: value });
}

/** A body as its schema wants it, now and then with something else in one place. */
function fitting(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const sometimes = (arbitrary: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: scalar });
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined && variants.length > 0) return fc.oneof(...variants.map((one) => fitting(one, depth)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return sometimes(fc.constantFrom(...schema.enum));
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object': {
      const given = Object.entries(schema.properties ?? {});
      if (given.length === 0 || depth > 4) return fc.dictionary(nasty, scalar, { maxKeys: 2 });
      const fields = Object.fromEntries(given.map(([name, one]) => [name, fitting(one, depth + 1)]));
      return sometimes(fc.record(fields, { requiredKeys: [...(schema.required ?? [])] }));
    }
    case 'array':
      return sometimes(fc.array(fitting(schema.items ?? {}, depth + 1), { maxLength: 3 }));
    case 'boolean':
      return sometimes(fc.boolean());
    case 'integer':
    case 'number':
      return sometimes(fc.integer({ min: schema.minimum ?? -1, max: Math.min(schema.maximum ?? 100, 100_000) }));
    default:
      return schema.default === undefined
        ? fc.oneof(likely, nasty)
        : fc.oneof(fc.constant(schema.default), likely, nasty);
  }
}

const likely = fc.constantFrom(
  'x',
  'y',
  'a/b',
  '127.0.0.1:1',
  'http://127.0.0.1:1',
  'pulsar://127.0.0.1:1',
  'SELECT * FROM "a"',
  '5s',
);

const request = () =>
  fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      params: fc.array(nasty, { minLength: 4, maxLength: 4 }),
      query: fc.dictionary(operation.query.length === 0 ? nasty : fc.constantFrom(...operation.query), nasty, {
        maxKeys: 3,
      }),
      body:
        operation.schema === undefined
          ? bodyFor(operation.fields)
          : fc.oneof(bodyFor(operation.fields), fitting(operation.schema)),
      raw: fc.option(fc.constantFrom('', '{', 'null', '[]', '"', '{"a":1}}', '\u0000', '1e999'), { freq: 12 }),
      ifMatch: fc.option(nasty, { freq: 8 }),
    }),
  );

it(`no input gets a 500 (${REQUESTS} requests)`, { timeout: 3_600_000 }, async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(request(), async ({ operation, params, query, body, raw, ifMatch }) => {
      let n = 0;
      const path = operation.path.replace(/\{\w+\}/g, () => {
        const text = params[n++] ?? 'x';
        return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')) || 'x';
      });
      // the fuzz must not sign itself out or change its own password
      if (path === '/logout' || path.startsWith('/users/admin')) return;
      const search = new URLSearchParams(
        Object.entries(query).map(([key, value]): [string, string] => [key, value]),
      ).toString();
      const answer = await server.call(operation.method, search === '' ? path : `${path}?${search}`, {
        ...(operation.method !== 'GET' && (raw === null ? { body } : { raw })),
        ...(ifMatch !== null && /^[\x20-\x7e]*$/.test(ifMatch) && { headers: { 'if-match': ifMatch.trim() } }),
      });
      sent++;
      expect(answer.status, `${operation.method} ${path} ${answer.text}`).toBeLessThan(500);
      if (answer.status >= 400 && answer.text !== '' && answer.status !== 404) {
        expect(answer.body, `${operation.method} ${path}`).toMatchObject({ message: expect.any(String) });
      }
    }),
    { numRuns: REQUESTS, seed: 20260614, endOnFailure: true },
  );
  expect(server.lines.filter((line) => line.startsWith('error '))).toEqual([]);
  expect((await server.call('GET', '/rules/x')).status === 200 || sent > 0).toBe(true);
});
