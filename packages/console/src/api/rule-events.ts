import { EVENT_PREFIX, type Json, RULE_EVENTS, type RuleEvent, type Text } from '@sluice/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './client.ts';

interface EventAnswer {
  readonly event: string;
  readonly title?: Partial<Text>;
  readonly description?: Partial<Text>;
  readonly columns?: readonly string[];
  /** Mostly `[example, description]`, sometimes the example alone. */
  readonly test_columns?: Readonly<Record<string, Json | readonly [Json, string]>>;
  readonly sql_example?: string;
}

const ruleEventsQuery = queryOptions({
  queryKey: ['rule_events'],
  queryFn: async ({ signal }) => (await request<EventAnswer[]>('/rule_events', { signal })).map(toRuleEvent),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The events of the backend in display order; until it has answered those this build knows. */
export function useRuleEvents(): readonly RuleEvent[] {
  const { data } = useQuery({ ...ruleEventsQuery, select: inDisplayOrder });
  return data ?? KNOWN;
}

/** The order of specification §7; events it does not name come last, in the backend's order. */
const EVENT_ORDER: readonly string[] = [
  'client_check_authn_complete',
  'client_connected',
  'client_disconnected',
  'client_connack',
  'client_check_authz_complete',
  'session_subscribed',
  'session_unsubscribed',
  'schema_validation_failed',
  'message_transformation_failed',
  'message_delivered',
  'message_acked',
  'message_dropped',
  'delivery_dropped',
  'message_publish',
].map((name) => EVENT_PREFIX + name);

export function inDisplayOrder<E extends { readonly event: string }>(events: readonly E[]): readonly E[] {
  const place = (event: E) => {
    const index = EVENT_ORDER.indexOf(event.event);
    if (index !== -1) return index;
    return event.event.startsWith('$bridges/') ? EVENT_ORDER.length : EVENT_ORDER.length + 1;
  };
  return [...events].sort((a, b) => place(a) - place(b));
}

const KNOWN = inDisplayOrder(RULE_EVENTS);

function toRuleEvent(answer: EventAnswer): RuleEvent {
  const name = humanName(answer.event);
  const examples = Object.entries(answer.test_columns ?? {}).map(([field, value]): [string, Json] => [
    field,
    Array.isArray(value) ? ((value as readonly Json[])[0] ?? null) : (value as Json),
  ]);
  return {
    event: answer.event,
    title: { en: answer.title?.en ?? name, zh: answer.title?.zh ?? answer.title?.en ?? name },
    description: {
      en: answer.description?.en ?? '',
      zh: answer.description?.zh ?? answer.description?.en ?? '',
    },
    columns: answer.columns ?? [],
    examples: Object.fromEntries(examples),
    sqlExample: answer.sql_example ?? '',
  };
}

/** `$events/client_connected` → “Client Connected”, for events that come without a title. */
function humanName(event: string): string {
  return event
    .replace(/^\$(events|bridges)\//, '')
    .split(/[_/:*]+/)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
