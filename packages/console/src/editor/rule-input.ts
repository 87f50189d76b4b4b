import { EVENT_PREFIX, SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM } from '@sluice/contract';

/** An item of a FROM list: what it reads from. */
export type RuleInput =
  | { readonly kind: 'topic'; readonly from: string; readonly topic: string }
  | { readonly kind: 'event'; readonly from: string; readonly event: string }
  /** `id` is `type:name` of a source, or `type:*` for all of a type. */
  | { readonly kind: 'source'; readonly from: string; readonly id: string };

export function inputOf(from: string): RuleInput {
  if (from.startsWith(EVENT_PREFIX)) return { kind: 'event', from, event: from };
  for (const prefix of [SOURCE_PREFIX, SOURCE_PREFIX_SYNONYM]) {
    if (from.startsWith(prefix)) return { kind: 'source', from, id: from.slice(prefix.length) };
  }
  return { kind: 'topic', from, topic: from };
}

/** How an input reads in a list: the topic, the event without its prefix, the id of the source. */
export function inputName(input: RuleInput): string {
  switch (input.kind) {
    case 'topic':
      return input.topic;
    case 'event':
      return input.event.slice(EVENT_PREFIX.length);
    case 'source':
      return input.id;
  }
}

/** The event whose columns an input has: a topic reads published messages, a source those of its type. */
export function eventOf(input: RuleInput): string {
  switch (input.kind) {
    case 'topic':
      return `${EVENT_PREFIX}message_publish`;
    case 'event':
      return input.event;
    case 'source': {
      const colon = input.id.indexOf(':');
      return `${SOURCE_PREFIX}${colon === -1 ? input.id : input.id.slice(0, colon)}:*`;
    }
  }
}
