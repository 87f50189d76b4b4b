import { matchesTopic, topicFilterFault } from '@sluice/contract';

/** `$share/group/filter` taken apart; `group` is undefined for an ordinary filter. */
export interface ParsedFilter {
  readonly pattern: string;
  readonly group: string | undefined;
}

/** A filter a client wants to subscribe to; `undefined` when it is none (MQTT 5 §4.7, §4.8.2). */
export function parseFilter(filter: string, maxLevels: number): ParsedFilter | undefined {
  let pattern = filter;
  let group: string | undefined;
  if (filter.startsWith('$share/')) {
    const slash = filter.indexOf('/', 7);
    if (slash < 0) return undefined;
    group = filter.slice(7, slash);
    pattern = filter.slice(slash + 1);
    if (group === '' || group.includes('+') || group.includes('#')) return undefined;
  }
  if (topicFilterFault(pattern) !== undefined || hasMoreLevels(pattern, maxLevels)) return undefined;
  return { pattern, group };
}

export function hasWildcard(topic: string): boolean {
  return topic.includes('+') || topic.includes('#');
}

/** Whether a topic name or filter has more than `maximum` levels. */
export function hasMoreLevels(topic: string, maximum: number): boolean {
  if (topic.length < maximum) return false;
  let levels = 1;
  for (let at = topic.indexOf('/'); at >= 0; at = topic.indexOf('/', at + 1)) levels++;
  return levels > maximum;
}

/** Whether every topic that fits `inner` (a topic or a filter) fits `outer`. */
export function covers(outer: string, inner: string): boolean {
  if (!hasWildcard(inner)) return matchesTopic(inner, outer);
  const outerLevels = outer.split('/');
  const innerLevels = inner.split('/');
  if (inner.startsWith('$') && (outer.startsWith('+') || outer.startsWith('#'))) return false;
  for (let i = 0; ; i++) {
    const a = outerLevels[i];
    const b = innerLevels[i];
    if (a === '#') return true;
    if (a === undefined || b === undefined) return a === b;
    if (b === '#' || (a !== '+' && a !== b)) return false;
  }
}

/** Whether some topic fits both. */
export function overlaps(a: string, b: string): boolean {
  const left = a.split('/');
  const right = b.split('/');
  if (isHidden(a, b) || isHidden(b, a)) return false;
  for (let i = 0; ; i++) {
    const x = left[i];
    const y = right[i];
    if (x === '#' || y === '#') return true;
    if (x === undefined || y === undefined) return x === y;
    if (x !== y && x !== '+' && y !== '+') return false;
  }
}

/** A leading wildcard does not reach topics that start with `$`. */
function isHidden(wild: string, topic: string): boolean {
  return topic.startsWith('$') && (wild.startsWith('+') || wild.startsWith('#'));
}
