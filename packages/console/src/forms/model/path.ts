import type { Json } from '@sluice/contract';
import { ExactInteger } from '../../api/exact-json.ts';
import type { FormRecord, Path } from './types.ts';

type Node = Json | undefined;

/** The value at a path; `undefined` when something on the way is missing. */
export function getAt(record: Node, path: Path): Node {
  let node: Node = record;
  for (const key of path) {
    if (typeof key === 'number') {
      node = Array.isArray(node) ? (node as readonly Json[])[key] : undefined;
    } else {
      node = isObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
    }
    if (node === undefined) return undefined;
  }
  return node;
}

/** A copy with `value` at the path; what is missing on the way is made. Untouched parts stay the same objects. */
export function setAt(record: FormRecord, path: Path, value: Json): FormRecord {
  return put(record, path, 0, value) as FormRecord;
}

/** A copy without the last key of the path; the same object when there was nothing. */
export function removeAt(record: FormRecord, path: Path): FormRecord {
  if (getAt(record, path) === undefined) return record;
  const parent = path.slice(0, -1);
  const last = path[path.length - 1];
  const holder = getAt(record, parent);
  const rest = Array.isArray(holder)
    ? holder.filter((_, index) => index !== last)
    : Object.fromEntries(Object.entries(holder as FormRecord).filter(([key]) => key !== last));
  return parent.length === 0 ? (rest as FormRecord) : setAt(record, parent, rest);
}

function put(node: Node, path: Path, depth: number, value: Json): Json {
  const key = path[depth];
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const list: Json[] = Array.isArray(node) ? [...node] : [];
    list[key] = put(list[key], path, depth + 1, value);
    return list;
  }
  const object = isObject(node) ? node : {};
  const present = Object.hasOwn(object, key);
  const child = put(present ? object[key] : undefined, path, depth + 1, value);
  // Through entries: a key such as `__proto__` is a key like any other, and existing keys keep their places.
  const entries = Object.entries(object).map(([k, v]): [string, Json] => [k, k === key ? child : v]);
  if (!present) entries.push([key, child]);
  return Object.fromEntries(entries);
}

export function isObject(value: unknown): value is FormRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactInteger);
}
