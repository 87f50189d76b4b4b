import { existsSync, readFileSync } from 'node:fs';
import { actionsDocument, connectorsDocument } from '@sluice/contract';
import { SYSTEMS } from '@sluice/engine';
import { isObject } from './reply.ts';

/** A schema as the broker publishes it: JSON schema with types of its own. */
export interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly symbols?: readonly unknown[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly default?: unknown;
  readonly format?: string;
  readonly minimum?: number | string;
  readonly deprecated?: boolean;
}

export interface Document {
  readonly info?: unknown;
  readonly paths?: Readonly<Record<string, unknown>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** What a real broker published, where it is at hand. */
const FOLDER = ['../shared', '../../shared']
  .map((dir) => `${dir}/emqx-5.8.6/schemas`)
  .find((dir) => existsSync(`${dir}/connectors.ee.json`));

/** The real broker's schema documents; where they are not at hand, our own, which have the same form. */
export function schemaDocuments(): { readonly connectors: Document; readonly actions: Document } {
  if (FOLDER === undefined) {
    return { connectors: connectorsDocument(SYSTEMS) as Document, actions: actionsDocument(SYSTEMS) as Document };
  }
  const read = (name: string) => JSON.parse(readFileSync(`${FOLDER}/${name}.ee.json`, 'utf8')) as Document;
  return { connectors: read('connectors'), actions: read('actions') };
}

/** Schemas by type of what one path (`connectors`, `actions`, `sources`) takes with POST or PUT. */
export function bodySchemas(document: Document, path: string, method: 'post' | 'put'): ReadonlyMap<string, Schema> {
  const { schemas } = document.components;
  const found = new Map<string, Schema>();
  const one = document.paths?.[`/${path}/:id`] as Record<string, unknown> | undefined;
  for (const [name, get] of refsOf(one?.get, document)) {
    const post = schemas[name.replace('.get', '.post')] ?? get;
    const [type] = post.properties?.type?.symbols ?? get.properties?.type?.symbols ?? [];
    if (typeof type !== 'string' || found.has(type)) continue;
    found.set(type, method === 'post' ? post : (schemas[name.replace('.get', '.put')] ?? withoutIdentity(post)));
  }
  return found;
}

function refsOf(operation: unknown, document: Document): [string, Schema][] {
  if (Array.isArray(operation)) return operation.flatMap((item) => refsOf(item, document));
  if (!isObject(operation)) return [];
  const { $ref } = operation;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    const schema = document.components.schemas[name];
    return schema === undefined ? [] : [[name, schema]];
  }
  return Object.values(operation).flatMap((item) => refsOf(item, document));
}

function withoutIdentity(schema: Schema): Schema {
  const { type: _type, name: _name, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: (schema.required ?? []).filter((key) => key !== 'type' && key !== 'name') };
}
