import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, Fields, SchemaDocument, SchemaNode } from '@sluice/contract';
import { describe, expect, it } from 'vitest';
import { SYSTEMS } from './systems.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = join(root, '../shared/emqx-5.8.6/schemas');
const missing = !existsSync(folder);

/** Fields that EMQX describes for every record of a kind, or only in answers. */
const COMMON = ['name', 'type', 'enable', 'description', 'tags', 'connector', 'actions', 'sources'];
/** Types that EMQX does not have. */
const OWN_TYPES = /_consumer$/;

/** One difference between a spec and EMQX's schema document: `http action: resource_opts.request_ttl: default`. */
type Report = (field: string, what: string) => void;

function compare(fields: Fields, component: SchemaNode, document: SchemaDocument, path: string, report: Report): void {
  const described = Object.entries(fields).filter(([, field]) => field.hidden !== true);
  const theirs = Object.keys(component.properties ?? {}).filter((name) => path !== '' || !COMMON.includes(name));
  const ours = new Set(described.map(([name]) => name));
  for (const name of theirs) if (!ours.has(name)) report(path + name, 'not described');
  for (const [name, field] of described) {
    const node = component.properties?.[name];
    const where = path + name;
    if (node === undefined) {
      report(where, 'added');
      continue;
    }
    const differs = (what: string, one: unknown, other: unknown): void => {
      if (JSON.stringify(one) !== JSON.stringify(other)) report(where, what);
    };
    differs('required', field.required === true, (component.required ?? []).includes(name));
    differs('default', sorted(field.default), sorted(node.default));
    differs('bounds', bounds(field), { minimum: node.minimum, maximum: node.maximum });
    differs('secret', field.secret === true, node.format === 'password');
    differs('deprecated', field.deprecated === true, node.deprecated === true);
    differs('type', kindOf(field), kindOfNode(node));
    if (field.type === 'enum') differs('symbols', field.symbols, node.symbols);
    if (field.type === 'object' && field.deprecated !== true) {
      differs('component', `#/components/schemas/${field.ref}`, node.$ref);
      const inner = document.components.schemas[field.ref];
      if (inner === undefined) report(where, 'component');
      else compare(field.fields, inner, document, `${where}.`, report);
    }
  }
}

/** What a form makes of a field; templates are texts. */
function kindOf(field: Field): string {
  if (field.type === 'union') return 'union';
  return field.type === 'map' || (field.type === 'object' && field.deprecated === true) ? 'object' : field.type;
}

function kindOfNode(node: SchemaNode): string {
  if (node.oneOf !== undefined) return 'union';
  return node.$ref === undefined ? String(node.type) : 'object';
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function bounds(field: Field): object {
  return 'minimum' in field || 'maximum' in field
    ? { minimum: field.minimum, maximum: field.maximum }
    : { minimum: undefined, maximum: undefined };
}

/** The table of fields in the document: ``| `http` action | `resource_opts.request_ttl` | default | why |``. */
function documented(): readonly string[] {
  const text = readFileSync(join(root, 'docs/api-differences.md'), 'utf8');
  return [...text.matchAll(/^\| `([^`]+)` (connector|action|source) \| (.+?) \| ([a-z ]+) \| (.+) \|$/gm)].flatMap(
    ([, type, kind, names = '', what]) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, field]) => `${type} ${kind}: ${field}: ${what}`),
  );
}

describe.skipIf(missing)('specs against the schema documents of EMQX 5.8.6 (needs ../shared)', () => {
  const read = (name: string, edition: 'ce' | 'ee'): SchemaDocument =>
    JSON.parse(readFileSync(`${folder}/${name}.${edition}.json`, 'utf8'));

  it('differ in nothing but what docs/api-differences.md gives a reason for', () => {
    const differences: string[] = [];
    for (const system of SYSTEMS.filter(({ type }) => !OWN_TYPES.test(type))) {
      for (const kind of ['connector', 'action', 'source'] as const) {
        const spec = system[kind];
        if (spec === undefined) continue;
        const ref = spec.ref.replace('%', 'post');
        const name = kind === 'connector' ? 'connectors' : 'actions';
        const open = read(name, 'ce');
        const document = ref in open.components.schemas ? open : read(name, 'ee');
        const component = document.components.schemas[ref];
        if (component === undefined) throw new Error(`EMQX has no ${ref}`);
        compare(spec.fields, component, document, '', (field, what) =>
          differences.push(`${system.type} ${kind}: ${field}: ${what}`),
        );
      }
    }
    expect(differences.sort()).toEqual([...documented()].sort());
  });
});
