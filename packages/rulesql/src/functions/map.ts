import { displayText } from '../value/bytes.ts';
import { isSame, sortedKeys } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { getSteps, putSteps, type Step } from '../value/path.ts';
import { toText } from '../value/text.ts';
import { isMap, sizeOfMap, withKey } from '../value/value.ts';
import { count, list, map as mapArgument, string } from './arguments.ts';
import type { listDocs, mapDocs } from './docs/map.ts';
import type { Implementations } from './implementation.ts';

function stepsOf(path: unknown): Step[] {
  return string(path)
    .split('.')
    .map((key) => ({ kind: 'key', key }));
}

function keyOf(key: unknown): string {
  return displayText(toText(key));
}

export const maps: Implementations<typeof mapDocs> = {
  map_new: () => ({}),
  map_get: (path, value, otherwise) => getSteps(value, stepsOf(path)) ?? fallback(value, path, otherwise),
  // What is no map is not looked into here: it gives way to a new one.
  map_put: (path, value, target) =>
    putSteps(isMap(target) || Array.isArray(target) ? target : {}, stepsOf(path), value),
  mget(key, value, otherwise) {
    const source = mapArgument(value);
    const name = keyOf(key);
    return typeof key === 'string' && Object.hasOwn(source, name) ? source[name] : otherwise;
  },
  mput: (key, value, target) => withKey(mapArgument(target), keyOf(key), value),
  map_keys: (value) => sortedKeys(mapArgument(value)),
  map_values(value) {
    const source = mapArgument(value);
    return sortedKeys(source).map((key) => source[key]);
  },
  map_to_entries(value) {
    const source = mapArgument(value);
    return sortedKeys(source).map((key) => ({ key, value: source[key] }));
  },
  map_size: (value) => sizeOfMap(mapArgument(value)),
};

/** A JSON null is a value, unlike one that is missing. */
function fallback(value: unknown, path: unknown, otherwise: unknown): unknown {
  return getSteps(value, stepsOf(path)) === null ? null : otherwise;
}

export const lists: Implementations<typeof listDocs> = {
  nth(place, items) {
    const at = count(place);
    const source = list(items);
    if (at < 1 || at > source.length) throw new Fault(`the list has no item ${at}.`);
    return source[at - 1];
  },
  length: (items) => list(items).length,
  sublist(...args) {
    const [start, length, items] = args.length === 2 ? [1, args[0], args[1]] : args;
    const from = count(start);
    const size = count(length);
    if (from < 1 || size < 0) throw new Fault('the start counts from 1, and the length cannot be negative.');
    return list(items).slice(from - 1, from - 1 + size);
  },
  first(items) {
    if (list(items).length === 0) throw new Fault('the list is empty.');
    return list(items)[0];
  },
  last(items) {
    if (list(items).length === 0) throw new Fault('the list is empty.');
    return list(items).at(-1);
  },
  contains: (value, items) => list(items).some((item) => isSame(item, value)),
};
