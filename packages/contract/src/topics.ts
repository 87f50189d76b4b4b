/** Longest topic name or filter, in UTF-8 bytes (MQTT) and, in the console, in characters (specification §5). */
export const MAX_TOPIC_LENGTH = 65_535;

/** Why a text is no valid topic name or filter. */
export type TopicFault = 'empty' | 'too_long' | 'null_character' | 'wildcard_in_name' | 'bad_hash' | 'bad_plus';

/** A topic to publish to: no wildcards (specification §5). */
export function topicNameFault(topic: string): TopicFault | undefined {
  if (topic === '') return 'empty';
  if (topic.length > MAX_TOPIC_LENGTH) return 'too_long';
  if (topic.includes('\u0000')) return 'null_character';
  if (topic.includes('+') || topic.includes('#')) return 'wildcard_in_name';
  return undefined;
}

/** A filter to subscribe to: `#` only as the whole last level, `+` only as a whole level (specification §5). */
export function topicFilterFault(filter: string): TopicFault | undefined {
  if (filter === '') return 'empty';
  if (filter.length > MAX_TOPIC_LENGTH) return 'too_long';
  if (filter.includes('\u0000')) return 'null_character';
  const levels = filter.split('/');
  for (const [index, level] of levels.entries()) {
    if (level.includes('#') && (level !== '#' || index !== levels.length - 1)) return 'bad_hash';
    if (level.includes('+') && level !== '+') return 'bad_plus';
  }
  return undefined;
}

export function hasWildcard(filter: string): boolean {
  return filter.includes('+') || filter.includes('#');
}

/**
 * Does `topic` fit `filter` (MQTT 5 §4.7)? A wildcard in the first level does not fit a topic that starts with `$`.
 * Walks both texts once and allocates nothing.
 */
export function matchesTopic(topic: string, filter: string): boolean {
  if (topic.charCodeAt(0) === 36 /* $ */) {
    const first = filter.charCodeAt(0);
    if (first === 43 /* + */ || first === 35 /* # */) return false;
  }
  let t = 0;
  let f = 0;
  for (;;) {
    if (filter.charCodeAt(f) === 35 && f === filter.length - 1) return true;
    const tEnd = levelEnd(topic, t);
    const fEnd = levelEnd(filter, f);
    const isPlus = fEnd - f === 1 && filter.charCodeAt(f) === 43;
    if (!isPlus && (tEnd - t !== fEnd - f || !sameRange(topic, t, filter, f, tEnd - t))) return false;
    const topicDone = tEnd === topic.length;
    const filterDone = fEnd === filter.length;
    if (topicDone) return filterDone || (fEnd + 2 === filter.length && filter.charCodeAt(fEnd + 1) === 35);
    if (filterDone) return false;
    t = tEnd + 1;
    f = fEnd + 1;
  }
}

function levelEnd(text: string, from: number): number {
  const slash = text.indexOf('/', from);
  return slash === -1 ? text.length : slash;
}

function sameRange(a: string, aFrom: number, b: string, bFrom: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (a.charCodeAt(aFrom + i) !== b.charCodeAt(bFrom + i)) return false;
  return true;
}
