import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
let document: any;
let ajv: Ajv2020;

beforeAll(async () => {
  server = await startTestServer();
  document = (await server.call('GET', '/api-docs/swagger.json', { root: true, auth: false })).body;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
});
afterAll(() => server.stop());

const escaped = (text: string) =>
  text.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');

/** What is wrong with an answer, by the document; empty: nothing. */
function faults(method: string, path: string, { status, body, headers }: Reply): string {
  const pointer = `#/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}`;
  const described = document.paths[path]?.[method.toLowerCase()]?.responses?.[status];
  if (described === undefined) return `${method} ${path}: ${status} is not described`;
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (described.content === undefined) return body === '' ? '' : `${method} ${path}: ${status} has a body`;
  if (described.content[type] === undefined) return `${method} ${path}: ${type} is not described`;
  if (type !== 'application/json') return '';
  const check = ajv.getSchema(`api${pointer}/content/application~1json/schema`);
  if (check === undefined) return `${method} ${path}: no schema`;
  return check(body) === true
    ? ''
    : `${method} ${path} ${status}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body).slice(0, 300)}`;
}

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  it('describes every call: summary, parameters, each status, body', () => {
    // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
    for (const [path, methods] of Object.entries<any>(document.paths)) {
      // biome-ignore lint/suspicious/noExplicitAny: a document of any shape
      for (const [method, operation] of Object.entries<any>(methods)) {
        const name = `${method} ${path}`;
        expect([name, operation.summary.length > 5]).toEqual([name, true]);
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one);
        const inPath = operation.parameters.filter((one: { in: string }) => one.in === 'path');
        expect([name, inPath.map((one: { name: string }) => one.name).sort()]).toEqual([name, named.sort()]);
        const codes = Object.keys(operation.responses);
        expect([name, codes.some((code) => code.startsWith('2'))]).toEqual([name, true]);
        expect([name, codes.some((code) => code.startsWith('4'))]).toEqual([name, true]);
      }
    }
    const ids = Object.values<object>(document.paths).flatMap((one) =>
      Object.values(one).map((operation: { operationId: string }) => operation.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('tells the truth: answers of a life of objects fit', async () => {
    const seen: string[] = [];
    const go = async (method: string, path: string, params: Record<string, string> = {}, body?: object, query = '') => {
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const reply = await server.call(method, url + query, body === undefined ? {} : { body });
      const fault = faults(method, path, reply);
      if (fault !== '') seen.push(fault);
      return reply;
    };
    const connector = { type: 'mqtt', name: 'm', server: '127.0.0.1:1', enable: false, password: 'p' };
    await go('POST', '/connectors', {}, connector);
    await go('POST', '/connectors', {}, connector);
    await go('POST', '/actions', {}, { type: 'mqtt', name: 'a', connector: 'm', parameters: { topic: 'x' } });
    await go('POST', '/sources', {}, { type: 'mqtt', name: 's', connector: 'm', parameters: { topic: 'x' } });
    await go('POST', '/rules', {}, { id: 'r', sql: 'SELECT * FROM "a"', actions: ['mqtt:a', { function: 'console' }] });
    await go('POST', '/rules', {}, { id: 'r', sql: 'SELECT' });
    await go('POST', '/users', {}, { username: 'u', password: 'password-1', role: 'viewer' });
    await go('POST', '/api_key', {}, { name: 'k' });
    await go(
      'POST',
      '/sluice/webhooks',
      {},
      { name: 'w', enable: false, sql: 'SELECT * FROM "a"', connector: { url: 'http://127.0.0.1:9' } },
    );
    await go('POST', '/publish', {}, { topic: 'kept', payload: 'x', retain: true });
    await go('POST', '/publish', {}, { topic: 'a/#', payload: 'x' });
    await go(
      'POST',
      '/rule_test',
      {},
      { sql: 'SELECT 1 as x FROM "a"', context: { event_type: 'message_publish', topic: 'a' } },
    );
    await go(
      'POST',
      '/rule_test',
      {},
      { sql: 'SELECT 1 as x FROM "b"', context: { event_type: 'message_publish', topic: 'a' } },
    );
    await go('POST', '/rules/{id}/test', { id: 'r' }, { context: { event_type: 'message_publish', topic: 'a' } });
    await go(
      'POST',
      '/sluice/rehearse',
      {},
      { rule: { sql: 'SELECT * FROM "a"' }, context: { event_type: 'message_publish', topic: 'a' } },
    );
    await go(
      'POST',
      '/sluice/probe',
      {},
      { kind: 'connector', config: { type: 'http', name: 'p', url: 'http://127.0.0.1:9' } },
    );
    await go('POST', '/connectors_probe', {}, { type: 'http', name: 'p', url: 'http://127.0.0.1:9' });
    await go('POST', '/sluice/apply', {}, { document: 'version: 1' });
    const authenticator = 'password_based:built_in_database';
    await go('POST', '/authentication/{id}/users', { id: authenticator }, { user_id: 'd', password: 'p' });
    const params = {
      connector: 'mqtt:m',
      username: 'u',
      name: 'k',
      node: 'sluice@127.0.0.1',
      type: 'built_in_database',
      user_id: 'd',
      topic: 'kept',
      code: 'BAD_REQUEST',
      clientid: 'nobody',
    };
    for (const [path, methods] of Object.entries<object>(document.paths)) {
      if (!('get' in methods) || path === '/sluice/tap') continue;
      const id = path.startsWith('/connectors')
        ? 'mqtt:m'
        : path.startsWith('/actions')
          ? 'mqtt:a'
          : path.startsWith('/sources')
            ? 'mqtt:s'
            : path.startsWith('/authentication')
              ? authenticator
              : path.startsWith('/listeners')
                ? 'tcp:default'
                : 'r';
      const name = path.startsWith('/sluice/webhooks') ? 'w' : path.startsWith('/schemas') ? 'actions' : 'k';
      const query = path === '/sluice/history' ? '?kind=rule&id=r' : '';
      await go('GET', path, { ...params, id, name }, undefined, query);
    }
    for (const [method, path, given, body] of [
      ['PUT', '/rules/{id}', { id: 'r' }, { description: 'x' }],
      ['PUT', '/rule_engine', {}, { ignore_sys_message: true }],
      ['PUT', '/users/{username}', { username: 'u' }, { description: 'x' }],
      ['PUT', '/connectors/{id}/enable/{enable}', { id: 'mqtt:m', enable: 'false' }],
      ['POST', '/connectors/{id}/{operation}', { id: 'mqtt:m', operation: 'start' }],
      ['DELETE', '/connectors/{id}', { id: 'mqtt:m' }],
      ['DELETE', '/actions/{id}', { id: 'mqtt:a' }],
      ['DELETE', '/rules/{id}', { id: 'r' }],
      ['DELETE', '/rules/{id}', { id: 'r' }],
      ['DELETE', '/users/{username}', { username: 'admin' }],
      ['DELETE', '/sluice/webhooks/{name}', { name: 'w' }],
    ] as const) {
      await go(method, path, given, body);
    }
    expect(seen).toEqual([]);
  });
});

describe('its page', () => {
  it('brings its own code and style under a strict policy, and stays on a sub-path', async () => {
    for (const path of ['/api-docs', '/api-docs/index.html']) {
      const { headers, text } = await server.call('GET', path, { root: true, auth: false });
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
      expect(policy).not.toContain('unsafe');
      expect(text.match(/<(script|style)[^>]*>/g)).toEqual([`<style nonce="${nonce}">`, `<script nonce="${nonce}">`]);
      expect(text).not.toMatch(/\son\w+="|style="|https?:\/\/(?!www\.w3)|(?:src|href)="\//);
    }
  });
});
