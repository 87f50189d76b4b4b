import { existsSync, readFileSync } from 'node:fs';
import type { Field, Fields, SchemaDocument, SchemaNode } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { SYSTEMS } from './systems.ts';

const folder = ['../shared', '../../shared'].map((dir) => `${dir}/emqx-5.8.6/schemas`).find((dir) => existsSync(dir));

/** Fields that EMQX describes for every record of a kind, or only in answers. */
const COMMON = ['name', 'type', 'enable', 'description', 'tags', 'connector', 'actions', 'sources'];
/** Types that EMQX does not have. */
const OWN_TYPES = /_consumer$/;
/** TLS options that only the enterprise edition shows; kept here, and hidden. */
const HIDDEN_HERE = ['partial_chain', 'verify_peer_ext_key_usage'];
/** Ours only. */
function isOurs(name: string, path: string): boolean {
  if (name === 'buffer_mode') return true;
  // EMQX gives these types fewer options for buffers; the embedded engine buffers all types alike.
  const few = /^(pulsar|bridge_azure_event_hub)\/post_bridge_v2/.test(path);
  if (few && path.endsWith('.resource_opts')) return BUFFERING.includes(name);
  return path === 'bridge_azure_event_hub/post_bridge_v2.parameters' && name === 'compression';
}
const BUFFERING = ['inflight_window', 'max_buffer_bytes', 'query_mode', 'request_ttl', 'worker_pool_size'];
/** Where the embedded engine has another default on purpose (decision 23). */
const OTHER_DEFAULT = ['request_ttl'];

function compare(fields: Fields, component: SchemaNode, document: SchemaDocument, path: string): void {
  const described = Object.entries(fields).filter(([, field]) => field.hidden !== true);
  const ours = described
    .map(([name]) => name)
    .filter((name) => component.properties?.[name] !== undefined || !isOurs(name, path));
  const theirs = Object.keys(component.properties ?? {}).filter(
    (name) => (path.includes('.') || !COMMON.includes(name)) && !HIDDEN_HERE.includes(name),
  );
  expect(ours.sort(), path).toEqual(theirs.sort());
  const required = (component.required ?? []).filter((name) => path.includes('.') || !COMMON.includes(name));
  expect(described.flatMap(([name, field]) => (field.required ? [name] : [])).sort(), `${path} required`).toEqual(
    [...required].sort(),
  );
  for (const [name, field] of described) {
    const node = component.properties?.[name];
    if (node === undefined) continue;
    const where = `${path}.${name}`;
    if (!OTHER_DEFAULT.includes(name)) expect(field.default, where).toEqual(node.default);
    expect(bounds(field), where).toEqual({ minimum: node.minimum, maximum: node.maximum });
    if (field.type === 'enum') expect(field.symbols, where).toEqual(node.symbols);
    expect(field.secret === true, where).toBe(node.format === 'password');
    // EMQX has the option for this type without effect; here it has one.
    const revived = where === 'pulsar/post_bridge_v2.resource_opts.request_ttl';
    if (!revived) expect(field.deprecated === true, where).toBe(node.deprecated === true);
    if (field.type === 'object' && field.deprecated !== true) {
      expect(node.$ref, where).toBe(`#/components/schemas/${field.ref}`);
      compare(field.fields, document.components.schemas[field.ref]!, document, where);
    }
  }
}

function bounds(field: Field): object {
  return 'minimum' in field || 'maximum' in field
    ? { minimum: field.minimum, maximum: field.maximum }
    : { minimum: undefined, maximum: undefined };
}

describe.skipIf(folder === undefined)('specs against the schema documents of EMQX 5.8.6 (needs ../shared)', () => {
  const read = (name: string, edition: 'ce' | 'ee'): SchemaDocument =>
    JSON.parse(readFileSync(`${folder}/${name}.${edition}.json`, 'utf8'));
  for (const system of SYSTEMS.filter(({ type }) => !OWN_TYPES.test(type))) {
    const records = { connectors: [system.connector], actions: [system.action, system.source] } as const;
    for (const [name, specs] of Object.entries(records)) {
      for (const spec of specs) {
        if (spec === undefined) continue;
        it(`${system.type}: ${spec.ref} has the fields, defaults and bounds of EMQX`, () => {
          const ref = spec.ref.replace('%', 'post');
          const open = read(name, 'ce');
          const document = ref in open.components.schemas ? open : read(name, 'ee');
          compare(spec.fields, document.components.schemas[ref]!, document, ref.replace('.', '/'));
        });
      }
    }
  }
});
