import {
  EVENT_PREFIX,
  matchesTopic,
  type RuleEvent,
  SOURCE_PREFIX,
  SOURCE_PREFIX_SYNONYM,
  type Text,
} from '@sluice/contract';

/** What the editor knows besides the statement. */
export interface LanguageContext {
  readonly events: readonly RuleEvent[];
  /** Ids (`type:name`) of the sources that exist; nothing is said about sources where it is left out. */
  readonly sources?: readonly string[];
  /** Topics and filters worth offering. */
  readonly topics?: readonly string[];
  /** Topics that the rule republishes to, with their placeholders. */
  readonly republishTopics?: readonly string[];
  /** A payload as it comes in, decoded: its keys complete `payload.`. */
  readonly sample?: unknown;
}

/** What one item of FROM means. */
export type FromMeaning =
  | { readonly kind: 'topic'; readonly events: readonly RuleEvent[] }
  | { readonly kind: 'event'; readonly events: readonly RuleEvent[] }
  | { readonly kind: 'source'; readonly id: string; readonly events: readonly RuleEvent[] };

/** The event of plain topics. */
const PUBLISH = '$events/message_publish';

/** Columns every row has, whatever the event. */
const EVERYWHERE: readonly string[] = ['metadata'];

export function isSource(from: string): boolean {
  return from.startsWith(SOURCE_PREFIX) || from.startsWith(SOURCE_PREFIX_SYNONYM);
}

export function meaningOf(from: string, context: LanguageContext): FromMeaning {
  if (isSource(from)) {
    const id = from.slice(from.indexOf('/') + 1);
    const type = id.split(':')[0] ?? '';
    const own = context.events.filter((event) => event.event === `${SOURCE_PREFIX}${type}:*`);
    return { kind: 'source', id, events: own };
  }
  if (from.startsWith(EVENT_PREFIX)) {
    return { kind: 'event', events: context.events.filter((event) => matchesTopic(event.event, from)) };
  }
  return { kind: 'topic', events: context.events.filter((event) => event.event === PUBLISH) };
}

/** Columns of all FROM items together; `undefined` where one of them has columns that nobody knows. */
export function columnsOfFrom(from: readonly string[], context: LanguageContext): readonly string[] | undefined {
  const names = new Set<string>();
  for (const item of from) {
    const { events } = meaningOf(item, context);
    if (events.length === 0) return undefined;
    for (const event of events) for (const column of event.columns) names.add(column);
  }
  return [...names, ...EVERYWHERE];
}

/** The closest of some names: at most a third of it may differ. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** How many characters have to be typed, deleted, exchanged or swapped to get from one word to the other. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** A text that is the same in both languages. */
export function same(text: string): Text {
  return { en: text, zh: text };
}
