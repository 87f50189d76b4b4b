import {
  type Json,
  parseByteSize,
  parseDuration,
  type SchemaDocument,
  type SchemaNode,
  type Text,
} from '@sluice/contract';
import { unwrap } from './field.ts';
import { isObject } from './path.ts';

/** Where the object behind a settings page is described, or, where it is not, what its values say about it. */

/** The property `key` of what a path of the document answers or takes; `undefined` when the document does not say. */
export function settingsNode(document: SchemaDocument, path: string, key: string): SchemaNode | undefined {
  for (const node of schemasIn(document.paths[path])) {
    const whole = unwrap(document, node);
    const property = whole.properties?.[key];
    if (property !== undefined) return unwrap(document, property);
  }
  return undefined;
}

/** Every `schema` below an operation, wherever it is: backends differ there. */
function* schemasIn(value: unknown): Generator<SchemaNode> {
  if (Array.isArray(value)) for (const item of value) yield* schemasIn(item);
  else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'schema' && isObject(inner)) yield inner as SchemaNode;
      else yield* schemasIn(inner);
    }
  }
}

/** A description made from values: for backends that show settings without describing them. */
export function nodeOfValues(value: Json): SchemaNode {
  switch (typeof value) {
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return { type: Number.isInteger(value) ? 'integer' : 'number', minimum: Number.NEGATIVE_INFINITY };
    case 'string':
      if (/^\d/.test(value) && /[a-z]$/i.test(value)) {
        if (parseDuration(value) !== undefined) return { type: 'duration' };
        if (parseByteSize(value) !== undefined) return { type: 'byteSize' };
      }
      return { type: /^\d+(\.\d+)?%$/.test(value) ? 'percent' : 'string' };
    default:
      if (Array.isArray(value)) {
        const [first] = value as readonly Json[];
        return { type: 'array', items: first === undefined ? { type: 'string' } : nodeOfValues(first) };
      }
      if (!isObject(value)) return { type: 'string' };
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, nodeOfValues(inner)])),
      };
  }
}

export type SettingTexts = Readonly<Record<string, readonly [label: Text, help?: Text]>>;

/** Puts our words on the properties that have none of their own. */
export function withTexts(node: SchemaNode, texts: SettingTexts): SchemaNode {
  const properties = Object.entries(node.properties ?? {}).map(([key, property]): [string, SchemaNode] => {
    const [label, help] = Object.hasOwn(texts, key) ? (texts[key] ?? []) : [];
    if (label === undefined || property['x-sluice'] !== undefined) return [key, property];
    return [key, { ...property, 'x-sluice': { label, ...(help === undefined ? {} : { help }) } }];
  });
  return { ...node, properties: Object.fromEntries(properties) };
}
