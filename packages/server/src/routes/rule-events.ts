import { columnHelp, RULE_EVENTS } from '@sluice/contract';
import { json } from '../http/answer.ts';
import { type Route, route } from '../http/route.ts';

/** Columns that EMQX gives as a bare example. */
const BARE = ['validation', 'transformation'];

/** `payload` → `["{\"msg\": …}", "Payload of the message"]`. */
function testColumns(examples: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      BARE.includes(name) ? example : [example, columnHelp(name)?.en ?? ''],
    ]),
  );
}

/** In the order of EMQX: clients that read by position find what they expect. */
const ORDER = [
  '$events/message_publish',
  '$events/sys/alarm_activated',
  '$events/sys/alarm_deactivated',
  '$events/message_delivered',
  '$events/message_acked',
  '$events/message_dropped',
  '$events/client_connected',
  '$events/client_disconnected',
  '$events/client_connack',
  '$events/client_check_authz_complete',
  '$events/client_check_authn_complete',
  '$events/session_subscribed',
  '$events/session_unsubscribed',
  '$events/delivery_dropped',
  '$bridges/mqtt:*',
];

function rank(event: string): number {
  const index = ORDER.indexOf(event);
  return index === -1 ? ORDER.length : index;
}

export function ruleEventsRoute(): Route {
  const sorted = RULE_EVENTS.toSorted((a, b) => rank(a.event) - rank(b.event));
  const events = sorted.map(({ event, title, description, columns, examples, sqlExample }) => ({
    event,
    title,
    description,
    columns,
    test_columns: testColumns(examples),
    sql_example: sqlExample,
  }));
  return route({
    method: 'GET',
    path: '/rule_events',
    tag: 'rules',
    summary: 'Events that a rule can name in FROM, with their columns',
    handle: () => json(events),
  });
}
