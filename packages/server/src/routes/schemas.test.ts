import { existsSync, readFileSync } from 'node:fs';
import type { SchemaDocument, SchemaNode } from '@sluice/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const folder = ['../shared', '../../shared'].map((dir) => `${dir}/emqx-5.8.6/schemas`).find((dir) => existsSync(dir));

/** What differs on purpose: path below `components.schemas`, and the reason. */
const DIFFERENT: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\.resource_opts$|action_resource_opts\.buffer_mode$/, 'ours: where messages wait'],
  [/^bridge_http\.action_resource_opts\.key_order$/, 'ours: may a client have several requests under way'],
  [/action_resource_opts\.request_ttl\.default$/, 'messages do not expire unless asked to (decision 23)'],
  [/connector_mqtt\.\w+\.(keepalive|retry_interval|reconnect_interval)\.type$/, 'a duration, where EMQX says string'],
  [/_connector\.url\.example$|\.example$/, 'examples are our own'],
  [/^connector_mqtt\.get_connector\.(actions|node_status)/, 'answers of all connectors are described alike'],
  [/_connector\.request\.(type|\$ref)$/, 'deprecated, without a described form'],
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Differences between two nodes, as paths; our own texts are not part of the comparison. */
function differences(wanted: unknown, got: unknown, path: string): string[] {
  if (typeof wanted !== 'object' || wanted === null || typeof got !== 'object' || got === null) {
    return JSON.stringify(wanted) === JSON.stringify(got) ? [] : [path];
  }
  const keys = new Set([...Object.keys(wanted), ...Object.keys(got)].filter((key) => key !== 'x-sluice'));
  const lists = Array.isArray(wanted) && Array.isArray(got) && wanted.every((one) => typeof one !== 'object');
  if (lists) return JSON.stringify([...wanted].sort()) === JSON.stringify([...got].sort()) ? [] : [path];
  return [...keys].flatMap((key) =>
    differences(
      (wanted as Record<string, unknown>)[key],
      (got as Record<string, unknown>)[key],
      key === 'properties' ? path : `${path}.${key}`,
    ),
  );
}

describe('schema documents', () => {
  it.each(['connectors', 'actions'])('%s: without a token, every reference leads somewhere', async (name) => {
    const { status, body, text } = await server.call('GET', `/schemas/${name}`, { auth: false });
    expect(status).toBe(200);
    const refs = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, ref]) => ref ?? '');
    expect(refs.length).toBeGreaterThan(5);
    for (const ref of refs) expect(body.components.schemas, ref).toHaveProperty([ref]);
  });

  it('of unknown names are not found', async () => {
    for (const name of ['nope', '__proto__', 'constructor']) {
      expect((await server.call('GET', `/schemas/${name}`, { auth: false })).status).toBe(404);
    }
  });

  it.skipIf(folder === undefined).each(['connectors', 'actions'])(
    '%s: http and mqtt are described as by EMQX 5.8.6 (needs ../shared)',
    async (name) => {
      const theirs: SchemaDocument = JSON.parse(readFileSync(`${folder}/${name}.ce.json`, 'utf8'));
      const ours: SchemaDocument = (await server.call('GET', `/schemas/${name}`)).body;
      expect(ours.info).toEqual(theirs.info);
      expect(Object.keys(ours.paths).sort()).toEqual(Object.keys(theirs.paths).sort());
      const found = Object.entries<SchemaNode>(theirs.components.schemas).flatMap(([ref, node]) =>
        differences(node, ours.components.schemas[ref], ref),
      );
      expect(found.filter((path) => !DIFFERENT.some(([pattern]) => pattern.test(path)))).toEqual([]);
    },
  );
});
