import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../testing/test-server.ts';

/** Requests of one run; the long run sets FUZZ_REQUESTS=100000. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3000);

interface Parameter {
  readonly name: string;
  readonly schema: Schema;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Parameter[];
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
        .map(({ name, schema }: Parameter) => ({ name, schema })),
      schema: operation.requestBody?.content['application/json'].schema,
      fields: [...new Set(fieldNames(operation.requestBody?.content['application/json'].schema))],
    })),
  );
  // something to work on
  for (const [path, { status }] of await furnish()) expect(status, path).toBeLessThan(300);
});
afterAll(() => server.stop());

/** Something to work on; made again now and then, because the fuzz deletes it. */
function furnish() {
  const connector = { type: 'mqtt', name: 'x', server: '127.0.0.1:1', enable: false, password: 'p' };
  const channel = { type: 'mqtt', name: 'x', connector: 'x', enable: false, parameters: { topic: 'a' } };
  const ways: readonly (readonly [string, object])[] = [
    ['/connectors', connector],
    ['/actions', channel],
    ['/sources', channel],
    ['/rules', { id: 'x', sql: 'SELECT * FROM "a"' }],
    ['/users', { username: 'x', password: 'fuzz-has-one-1', role: 'viewer' }],
    ['/authentication/password_based:built_in_database/users', { user_id: 'x', password: 'p' }],
    ['/publish', { topic: 'a', payload: 'x', retain: true }],
    ['/api_key', { name: 'x' }],
    ['/banned', { as: 'clientid', who: 'x' }],
    ['/authorization/sources/built_in_database/rules/users', [{ username: 'x', rules: [] }]],
    ['/authorization/sources/built_in_database/rules/clients', [{ clientid: 'x', rules: [] }]],
    [
      '/sluice/webhooks',
      { name: 'x', sql: 'SELECT * FROM "a"', connector: { url: 'http://127.0.0.1:1', enable: false } },
    ],
    ['/trace', { name: 'x', type: 'ruleid', ruleid: 'x' }],
  ];
  return ways.reduce(
    async (before, [path, body]) => [...(await before), [path, await server.call('POST', path, { body })] as const],
    Promise.resolve([] as readonly (readonly [string, Reply])[]),
  );
}

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

/** What the parts of paths may be, by name; whatever else they are, they are nasty now and then. */
const PARAMS: Readonly<Record<string, readonly string[]>> = {
  node: ['sluice@127.0.0.1'],
  operation: ['start'],
  enable: ['true', 'false'],
  id: ['mqtt:x', 'x', 'password_based:built_in_database', 'tcp:default'],
  name: ['x', 'mqtt', 'connectors', 'actions'],
  type: ['built_in_database'],
  as: ['clientid'],
  code: ['BAD_REQUEST'],
  topic: ['a'],
};

function param(name: string): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...(PARAMS[name] ?? ['x'])) },
    { weight: 1, arbitrary: nasty },
  );
}

function queryFor(parameters: readonly Parameter[]): fc.Arbitrary<Readonly<Record<string, string | undefined>>> {
  const named = parameters.map(({ name, schema }) => {
    const fits = [...(schema.enum ?? []), ...(schema.default === undefined ? [] : [schema.default]), 'x', '1'];
    return [
      name,
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...fits.map(String)) }, { weight: 1, arbitrary: nasty }),
    ] as const;
  });
  const stray = fc.dictionary(nasty, nasty, { maxKeys: 2 });
  return fc.oneof(
    { weight: 9, arbitrary: fc.record(Object.fromEntries(named), { requiredKeys: [] }) },
    { weight: 1, arbitrary: stray },
  );
}

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

/** What texts are made of, by name, where a schema does not say it. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  sql: ['SELECT * FROM "a"', 'SELECT payload.b AS c FROM "a/#"', 'FOREACH payload.a FROM "a"'],
  id: ['x', 'mqtt:x', 'x1'],
  name: ['x', 'y'],
  connector: ['x'],
  server: ['127.0.0.1:1'],
  url: ['http://127.0.0.1:1'],
  bootstrap_hosts: ['127.0.0.1:1'],
  topic: ['a', 'a/b'],
  password: ['fuzz-has-one-1'],
  old_pwd: ['fuzz-has-one-1'],
  new_pwd: ['fuzz-has-one-2'],
  document: ['version: 1', 'version: 1\nrules: [{id: z, sql: SELECT * FROM "z"}]'],
  at: ['2030-01-01T00:00:00Z'],
  until: ['2030-01-01T00:00:00Z'],
  expired_at: ['2030-01-01T00:00:00Z'],
};

/**
 * A body as its schema wants it. `loose`: now and then with something else in one place. Otherwise as right as a schema
 * can say it, so that much of it is really done.
 */
function fitting(schema: Schema, loose: boolean, name = '', depth = 0): fc.Arbitrary<unknown> {
  const sometimes = (arbitrary: fc.Arbitrary<unknown>) =>
    loose ? fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: scalar }) : arbitrary;
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants !== undefined && variants.length > 0)
    return fc.oneof(...variants.map((one) => fitting(one, loose, name, depth)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return sometimes(fc.constantFrom(...schema.enum));
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  switch (type) {
    case 'object': {
      const given = Object.entries(schema.properties ?? {});
      if (given.length === 0 || depth > 4) return fc.dictionary(nasty, scalar, { maxKeys: 2 });
      const fields = Object.fromEntries(given.map(([key, one]) => [key, fitting(one, loose, key, depth + 1)]));
      return sometimes(fc.record(fields, { requiredKeys: [...(schema.required ?? [])] }));
    }
    case 'array':
      return sometimes(fc.array(fitting(schema.items ?? {}, loose, name, depth + 1), { maxLength: 3 }));
    case 'boolean':
      return sometimes(fc.boolean());
    case 'integer':
    case 'number':
      return sometimes(fc.integer({ min: schema.minimum ?? 1, max: Math.min(schema.maximum ?? 100, 100_000) }));
    default: {
      const fits = [...(schema.default === undefined ? [] : [schema.default]), ...(TEXTS[name] ?? [])];
      const right = fits.length === 0 ? likely : fc.constantFrom(...fits);
      return loose ? fc.oneof(right, likely, nasty) : right;
    }
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

type FuzzRequest = typeof request extends () => fc.Arbitrary<infer One> ? One : never;
const request = () =>
  fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      params: fc.tuple(...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => param(name))),
      query: queryFor(operation.query),
      body:
        operation.schema === undefined
          ? bodyFor(operation.fields)
          : fc.oneof(bodyFor(operation.fields), fitting(operation.schema, true), fitting(operation.schema, false)),
      raw: fc.option(fc.constantFrom('', '{', 'null', '[]', '"', '{"a":1}}', '\u0000', '1e999'), { freq: 12 }),
      ifMatch: fc.option(nasty, { freq: 8 }),
    }),
  );

/** Sent at once: some wait for a connection that is never made, and at the same instant is worse than one by one. */
const AT_ONCE = 16;

it(`no input gets a 500 (${REQUESTS} requests)`, { timeout: 3_600_000 }, async () => {
  let sent = 0;
  let turn = 0;
  const done = new Set<Operation>();

  async function send({ operation, params, query, body, raw, ifMatch }: FuzzRequest): Promise<void> {
    let n = 0;
    const path = operation.path.replace(/\{\w+\}/g, () => {
      const text = params[n++] ?? 'x';
      return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')) || 'x';
    });
    // the fuzz must not sign itself out or change its own password
    if (path === '/logout' || path.startsWith('/users/admin')) return;
    // what it streams has no end: its own tests read it
    if (path === '/sluice/tap' && query.rule === 'x') return;
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, value ?? '']),
    ).toString();
    const answer = await server.call(operation.method, search === '' ? path : `${path}?${search}`, {
      ...(operation.method !== 'GET' && (raw === null ? { body } : { raw })),
      ...(ifMatch !== null && /^[\x20-\x7e]*$/.test(ifMatch) && { headers: { 'if-match': ifMatch.trim() } }),
    });
    sent++;
    if (answer.status < 300) done.add(operation);
    expect(answer.status, `${operation.method} ${path} ${JSON.stringify(body)} ${answer.text}`).toBeLessThan(500);
    if (answer.status >= 400 && answer.text !== '' && answer.status !== 404) {
      expect(answer.body, `${operation.method} ${path}`).toMatchObject({ message: expect.any(String) });
    }
  }

  await fc.assert(
    fc.asyncProperty(fc.array(request(), { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      if (turn++ % 8 === 0) await furnish();
      await Promise.all(requests.map(send));
    }),
    { numRuns: Math.ceil(REQUESTS / AT_ONCE), seed: 20260614, endOnFailure: true },
  );
  expect(server.lines.filter((line) => line.startsWith('error '))).toEqual([]);
  expect((await server.call('GET', '/rules')).status).toBe(200);
  expect(sent).toBeGreaterThan(REQUESTS * 0.9);
  // it gets past the checks: most operations have done something
  const share = done.size / operations.length;
  if (REQUESTS >= 3000) expect(share).toBeGreaterThan(REQUESTS >= 20_000 ? 0.7 : 0.5);
  const rest = operations.filter((one) => !done.has(one)).map(({ method, path }) => `${method} ${path}`);
  process.stdout.write(
    `fuzz: ${sent} requests; ${done.size} of ${operations.length} operations did something, not: ${rest.join(', ')}\n`,
  );
});
