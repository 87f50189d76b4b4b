import {
  EVENT_PREFIX,
  matchesTopic,
  type RuleEvent,
  SOURCE_PREFIX,
  SOURCE_PREFIX_SYNONYM,
  STREAM_EVENTS,
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
    const events = [...context.events, ...STREAM_EVENTS];
    const own = events.filter((event) => event.event === `${SOURCE_PREFIX}${type}:*`);
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
