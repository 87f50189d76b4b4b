import { compile } from '@sluice/rulesql';

/** What sets a webhook off, as its form knows it, and the statement of its rule. */
export type Trigger =
  /** Message events. Topic filters narrow them down; none means every topic. */
  | { readonly kind: 'messages'; readonly events: readonly string[]; readonly topics: readonly string[] }
  /** Events that are not about messages. */
  | { readonly kind: 'events'; readonly events: readonly string[] }
  | { readonly kind: 'all' }
  /** A statement that no form makes: kept as it is. */
  | { readonly kind: 'sql'; readonly sql: string };

export const PUBLISH = '$events/message_publish';

/** The trigger of a new webhook. */
export const FIRST_TRIGGER: Trigger = { kind: 'messages', events: [PUBLISH], topics: [] };

/** Publish first, then the other message events. */
export function messageEvents(all: readonly string[]): readonly string[] {
  const messages = all.filter(
    (event) => event.startsWith('$events/') && (/message/.test(event) || event.endsWith('/delivery_dropped')),
  );
  return [...messages.filter((event) => event === PUBLISH), ...messages.filter((event) => event !== PUBLISH)];
}

/** Everything else that is an event of this broker; sources are not. */
export function otherEvents(all: readonly string[]): readonly string[] {
  const messages = messageEvents(all);
  return all.filter((event) => event.startsWith('$events/') && !messages.includes(event));
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The rule language has no escape for its quotes: a topic filter with one cannot stand in a statement. */
export function fitsStatement(topic: string): boolean {
  return !/['"]/.test(topic);
}

/** The statement of a trigger; `all` are the events of the backend. */
export function sqlOf(trigger: Trigger, all: readonly string[]): string {
  switch (trigger.kind) {
    case 'sql':
      return trigger.sql;
    case 'events':
      return `SELECT\n  *\nFROM\n  ${quoted(trigger.events)}`;
    case 'all':
      return `SELECT\n  *\nFROM\n  ${quoted(['#', ...all.filter((event) => event.startsWith('$events/') && event !== PUBLISH)])}`;
    case 'messages': {
      const rest = trigger.events.filter((event) => event !== PUBLISH);
      const published = trigger.events.includes(PUBLISH) ? (trigger.topics.length > 0 ? trigger.topics : ['#']) : [];
      const where =
        rest.length > 0 && trigger.topics.length > 0
          ? `\nWHERE\n  ${trigger.topics.map((topic) => `topic =~ '${topic}'`).join(' or ')}`
          : '';
      return `SELECT\n  *\nFROM\n  ${quoted([...published, ...rest])}${where}`;
    }
  }
}

function normal(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}

/**
 * Reads a statement back. Every reading is checked by writing it again: a statement that would come out different, by
 * one condition or one column, is `sql` and stays untouched.
 */
export function triggerOf(sql: string, all: readonly string[]): Trigger {
  const compiled = compile(sql);
  if (!compiled.ok) return { kind: 'sql', sql };
  const { from } = compiled.plan;
  const events = from.filter((item) => item.startsWith('$events/'));
  const topics = from.filter((item) => !item.startsWith('$'));
  const filters = [...sql.matchAll(/topic\s*=~\s*'([^']*)'/g)].map((match) => match[1] ?? '');
  const wanted = topics.filter((topic) => topic !== '#');
  const candidates: readonly Trigger[] = [
    { kind: 'all' },
    {
      kind: 'messages',
      events: topics.length > 0 ? [PUBLISH, ...events] : events,
      topics: wanted.length > 0 ? wanted : filters,
    },
    { kind: 'events', events },
  ];
  const found = candidates.find((candidate) => {
    if (candidate.kind === 'events' && candidate.events.some((event) => messageEvents(all).includes(event)))
      return false;
    if (candidate.kind === 'messages' && events.some((event) => !messageEvents(all).includes(event))) return false;
    return normal(sqlOf(candidate, all)) === normal(sql);
  });
  return found ?? { kind: 'sql', sql };
}
