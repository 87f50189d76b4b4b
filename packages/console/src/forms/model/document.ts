import type { ResourceKind, SchemaDocument, SchemaNode } from '@sluice/contract';

/** Finds what a schema document has to say about one type, by following the document itself instead of a table. */

const COLLECTION: Readonly<Record<ResourceKind, string>> = {
  connector: '/connectors',
  action: '/actions',
  source: '/sources',
};

const REF = /^#\/components\/schemas\/(.+)$/;

/** Follows `$ref`; siblings of the reference (`default`, our labels) win over the target's. Unknown targets are `{}`. */
export function resolve(document: SchemaDocument, node: SchemaNode): SchemaNode {
  let current = node;
  for (let depth = 0; current.$ref !== undefined && depth < 16; depth++) {
    const { $ref, ...own } = current;
    current = { ...component(document, $ref), ...own };
  }
  return current;
}

/** All types of a kind that the document describes, in its order. */
export function typesOf(document: SchemaDocument, kind: ResourceKind): readonly string[] {
  const types = new Set<string>();
  for (const name of listed(document, kind)) {
    const type = typeOf(document, name);
    if (type !== undefined) types.add(type);
  }
  return [...types];
}

/**
 * The records that may be created for a type, usually one; more when a type has flavours that differ in another
 * symbol (`driver` of iotdb). Empty when the document does not know the type.
 */
export function recordsOf(document: SchemaDocument, kind: ResourceKind, type: string): readonly SchemaNode[] {
  return listed(document, kind)
    .filter((name) => typeOf(document, name) === type)
    .map((name) => resolve(document, { $ref: `#/components/schemas/${writable(document, name)}` }));
}

/** Name of the component a reference points to. */
export function componentName(ref: string): string {
  return REF.exec(ref)?.[1] ?? ref;
}

function component(document: SchemaDocument, ref: string): SchemaNode {
  const name = componentName(ref);
  const schemas = document.components.schemas;
  return Object.hasOwn(schemas, name) ? (schemas[name] ?? {}) : {};
}

/** Components in the `oneOf` below a collection path, wherever in the operation it is; backends differ there. */
function listed(document: SchemaDocument, kind: ResourceKind): readonly string[] {
  const refs: string[] = [];
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) collect(item);
    else if (typeof node === 'object' && node !== null) {
      for (const [key, value] of Object.entries(node)) {
        if (key === '$ref' && typeof value === 'string') refs.push(componentName(value));
        else collect(value);
      }
    }
  };
  const path = document.paths[COLLECTION[kind]];
  // Older documents list the shapes under the path of one object only.
  collect(path);
  if (refs.length === 0) collect(document.paths[`${COLLECTION[kind]}/:id`]);
  return [...new Set(refs.map((name) => writable(document, name)))];
}

/** `x.get_connector` describes answers, `x.post_connector` what may be sent; documents list either. */
function writable(document: SchemaDocument, name: string): string {
  const post = name.replace(/\.(get|put)(?=$|_)/, '.post');
  return Object.hasOwn(document.components.schemas, post) ? post : name;
}

function typeOf(document: SchemaDocument, name: string): string | undefined {
  const node = resolve(document, { $ref: `#/components/schemas/${name}` });
  const symbols = node.properties?.type?.symbols;
  if (symbols?.length === 1) return String(symbols[0]);
  // Records without a type symbol exist (pulsar): there the module is named after the type.
  const module = name.slice(0, name.indexOf('.'));
  return node.type === 'object' && module !== '' ? module.replace(/^(bridge|connector|action)_/, '') : undefined;
}
