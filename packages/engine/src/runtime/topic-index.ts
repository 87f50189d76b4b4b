import { hasWildcard } from '@sluice/contract';

/**
 * Finds the values whose topic filter fits a topic. Cost grows with the levels of the topic and the matches, not with
 * the number of filters; topics seen lately cost one look-up.
 */
export interface TopicIndex<T> {
  add(filter: string, value: T): void;
  remove(filter: string, value: T): void;
  /** Values of all filters that fit, each once. The array is shared: do not keep or change it. */
  match(topic: string): readonly T[];
  readonly size: number;
}

/** One level of the filters. Most have a part of this only: there may be very many of them. */
interface Level<T> {
  children: Map<string, Level<T>> | undefined;
  /** Filters that end here. */
  values: readonly T[];
  /** Filters that end here with `#`. */
  rest: readonly T[];
}

const CACHED_TOPICS = 8192;
const NOTHING: readonly never[] = [];

export function createTopicIndex<T>(): TopicIndex<T> {
  const exact = new Map<string, T[]>();
  let root: Level<T> = level();
  let wildcards = 0;
  let size = 0;
  const cache = new Map<string, readonly T[]>();

  function find(topic: string): readonly T[] {
    const direct = exact.get(topic);
    if (wildcards === 0) return direct ?? NOTHING;
    const found = new Set<T>(direct);
    collect(root, topic, 0, topic.charCodeAt(0) === 36 /* $ */, found);
    return found.size === 0 ? NOTHING : [...found];
  }

  return {
    add(filter, value) {
      if (hasWildcard(filter)) {
        wildcards++;
        const end = descend(root, filter);
        if (end.hash) end.at.rest = [...end.at.rest, value];
        else end.at.values = [...end.at.values, value];
      } else {
        const values = exact.get(filter);
        if (values === undefined) exact.set(filter, [value]);
        else if (!values.includes(value)) exact.set(filter, [...values, value]);
        else return;
      }
      size++;
      cache.clear();
    },
    remove(filter, value) {
      if (hasWildcard(filter)) {
        if (!prune(root, filter.split('/'), 0, value)) return;
        wildcards--;
        if (wildcards === 0) root = level();
      } else {
        const values = exact.get(filter);
        if (values === undefined || !values.includes(value)) return;
        const left = values.filter((other) => other !== value);
        if (left.length === 0) exact.delete(filter);
        else exact.set(filter, left);
      }
      size--;
      cache.clear();
    },
    match(topic) {
      const known = cache.get(topic);
      if (known !== undefined) return known;
      const found = find(topic);
      if (cache.size >= CACHED_TOPICS) cache.clear();
      cache.set(topic, found);
      return found;
    },
    get size() {
      return size;
    },
  };
}

function level<T>(): Level<T> {
  return { children: undefined, values: NOTHING, rest: NOTHING };
}

function descend<T>(root: Level<T>, filter: string): { readonly at: Level<T>; readonly hash: boolean } {
  let at = root;
  for (const name of filter.split('/')) {
    if (name === '#') return { at, hash: true };
    at.children ??= new Map();
    let next = at.children.get(name);
    if (next === undefined) {
      next = level();
      at.children.set(name, next);
    }
    at = next;
  }
  return { at, hash: false };
}

/** Takes one `value` off the filter's end, and levels that became empty with it. */
function prune<T>(at: Level<T>, names: readonly string[], depth: number, value: T): boolean {
  const name = names[depth];
  if (name === undefined || name === '#') {
    const list = name === '#' ? at.rest : at.values;
    const index = list.indexOf(value);
    if (index === -1) return false;
    if (name === '#') at.rest = list.toSpliced(index, 1);
    else at.values = list.toSpliced(index, 1);
    return true;
  }
  const next = at.children?.get(name);
  if (next === undefined || !prune(next, names, depth + 1, value)) return false;
  if (next.children === undefined && next.values.length === 0 && next.rest.length === 0) {
    at.children?.delete(name);
    if (at.children?.size === 0) at.children = undefined;
  }
  return true;
}

function collect<T>(at: Level<T>, topic: string, from: number, dollar: boolean, found: Set<T>): void {
  const wild = !(dollar && from === 0);
  if (wild) for (const value of at.rest) found.add(value);
  if (from > topic.length) {
    for (const value of at.values) found.add(value);
    return;
  }
  const slash = topic.indexOf('/', from);
  const end = slash === -1 ? topic.length : slash;
  const next = at.children?.get(topic.slice(from, end));
  if (next !== undefined) collect(next, topic, end + 1, dollar, found);
  if (wild) {
    const plus = at.children?.get('+');
    if (plus !== undefined) collect(plus, topic, end + 1, dollar, found);
  }
}
