import type { ResourceKind } from '../ids.ts';
import type { SchemaDocument, SchemaNode } from '../schema-document.ts';
import { recordFields, recordSpec } from './common.ts';
import type { Field, Fields, SystemSpec } from './language.ts';
import {
  CHANNEL_COMPONENTS,
  CONNECTOR_COMPONENTS,
  channelPaths,
  connectorPaths,
  STATUS_PROPERTIES,
} from './schema-frame.ts';

type Components = Record<string, SchemaNode>;

/** The document behind `GET /schemas/connectors`. */
export function connectorsDocument(systems: readonly SystemSpec[]): SchemaDocument {
  const components: Components = { ...CONNECTOR_COMPONENTS };
  const refs = addRecords(components, systems, 'connector');
  return {
    info: { title: 'Connectors Schema', version: '0.2.0' },
    paths: connectorPaths(refs),
    components: { schemas: components },
  };
}

/** The document behind `GET /schemas/actions`: actions and sources. */
export function actionsDocument(systems: readonly SystemSpec[]): SchemaDocument {
  const components: Components = { ...CHANNEL_COMPONENTS };
  const actions = addRecords(components, systems, 'action');
  const sources = addRecords(components, systems, 'source');
  return {
    info: { title: 'Actions and Sources Schema', version: '0.2.0' },
    paths: { ...channelPaths('action', actions), ...channelPaths('source', sources) },
    components: { schemas: components },
  };
}

/** Adds post_, put_ and get_ of every system and answers the types with their get_ components. */
function addRecords(
  components: Components,
  systems: readonly SystemSpec[],
  kind: ResourceKind,
): [type: string, ref: string][] {
  const refs: [string, string][] = [];
  for (const system of systems) {
    const spec = recordSpec(system, kind);
    const post = recordFields(system, kind, 'post');
    const put = recordFields(system, kind, 'put');
    if (spec === undefined || post === undefined || put === undefined) continue;
    const component = (verb: string): string => spec.ref.replace('%', verb);
    const about = { label: system.label, help: system.summary };
    components[component('post')] = { ...structNode(post, components), 'x-sluice': about };
    components[component('put')] = structNode(put, components);
    const get = structNode(post, components);
    components[component('get')] = { ...get, properties: { ...get.properties, ...STATUS_PROPERTIES } };
    refs.push([system.type, component('get')]);
  }
  return refs;
}

function structNode(fields: Fields, components: Components): SchemaNode {
  const properties: Record<string, SchemaNode> = {};
  const required: string[] = [];
  for (const [key, field] of Object.entries(fields)) {
    if (field.required === true) required.push(key);
    if (field.hidden === true) continue;
    properties[key] = fieldNode(field, components);
  }
  return { type: 'object', ...(required.length > 0 && { required: required.sort() }), properties };
}

function fieldNode(field: Field, components: Components): SchemaNode {
  return {
    ...shape(field, components),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.example !== undefined && { example: field.example }),
    ...(field.deprecated === true && { deprecated: true }),
    ...(field.template === true && field.type !== 'union' && { is_template: true }),
    'x-sluice': {
      label: field.label,
      ...(field.help !== undefined && { help: field.help }),
      ...(field.advanced === true && { advanced: true }),
      ...(field.type === 'string' && field.format !== undefined && { format: field.format }),
    },
  };
}

function shape(field: Field, components: Components): SchemaNode {
  switch (field.type) {
    case 'string': {
      if (field.secret === true) return { type: 'string', format: 'password' };
      return { type: 'string', ...(field.format === 'sql' && { format: field.format }) };
    }
    case 'integer':
    case 'number':
    case 'duration':
    case 'byteSize':
      return {
        type: field.type,
        ...(field.minimum !== undefined && { minimum: field.minimum }),
        ...(field.maximum !== undefined && { maximum: field.maximum }),
      };
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { type: 'enum', symbols: field.symbols };
    case 'map':
      return { type: 'object' };
    case 'array':
      return { type: 'array', items: bare(fieldNode(field.items, components)) };
    case 'object':
      // a struct is described once; records of several systems share it by name
      components[field.ref] ??= structNode(field.fields, components);
      return { $ref: `#/components/schemas/${field.ref}` };
    case 'union':
      return { oneOf: field.variants.map((variant) => bare(fieldNode(variant, components))) };
  }
}

/** Without the texts: those of a list or a union stand on the field itself. */
function bare({ 'x-sluice': _, ...node }: SchemaNode): SchemaNode {
  return node;
}
