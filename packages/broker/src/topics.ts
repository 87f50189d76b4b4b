import { topicFilterFault } from '@sluice/contract';

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

/** Whether a topic name or filter has more than `maximum` levels. */
export function hasMoreLevels(topic: string, maximum: number): boolean {
  if (topic.length < maximum) return false;
  let levels = 1;
  for (let at = topic.indexOf('/'); at >= 0; at = topic.indexOf('/', at + 1)) levels++;
  return levels > maximum;
}
