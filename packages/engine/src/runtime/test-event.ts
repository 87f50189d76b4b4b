import { fail, ok, type Result } from '@sluice/contract';
import { columnsOf, type EventColumns, type Value } from '@sluice/rulesql';
import { ABSENT, ID, NODE, NOW, TEST_EVENTS, type TestColumn } from './test-events.ts';

/** A made-up event, as `POST /rule_test` describes it. */
export interface TestEvent {
  readonly columns: EventColumns;
  /** Does a FROM entry mean this event? */
  fits(from: string): boolean;
  /** For outputs. */
  readonly clientid: string;
  readonly qos: 0 | 1 | 2;
  readonly topic: string;
}

type Columns = Record<string, Value>;

/**
 * Fills in what the context leaves out from examples. Fields that the event lacks, or that cannot be chosen, are
 * refused; integers become texts where a text belongs, and `null` means the example.
 */
export function testEvent(
  context: unknown,
  about: { node: string; ruleId: string; id: string; now: number },
): Result<TestEvent, string> {
  const given = typeof context === 'object' && context !== null && !Array.isArray(context) ? (context as Columns) : {};
  const type = given.event_type;
  const kind = typeof type === 'string' && Object.hasOwn(TEST_EVENTS, type) ? TEST_EVENTS[type] : undefined;
  if (kind === undefined || typeof type !== 'string') {
    return fail(
      `context.event_type: unknown event type ${show(type)}. Choose one of ${Object.keys(TEST_EVENTS).join(', ')}.`,
    );
  }
  const columns: Columns = { event_type: type, event: kind.event };
  for (const [name, column] of Object.entries(kind.columns)) {
    if (column.example !== ABSENT) columns[name] = initial(column, about);
  }
  columns.metadata = { rule_id: about.ruleId };
  for (const [name, value] of Object.entries(given)) {
    if (name === 'event_type') continue;
    if (name === 'event') {
      if (value !== kind.event && value !== null) return fail(`context.event: must be "${kind.event}" for ${type}.`);
      continue;
    }
    const column = Object.hasOwn(kind.columns, name) ? kind.columns[name] : undefined;
    if (column === undefined || !column.settable)
      return fail(`context.${name}: not a field of ${type} that can be set.`);
    if (value === null) continue;
    const read = column.read(value);
    if (read === undefined) return fail(`context.${name}: ${show(value)} is not ${column.expected}.`);
    columns[name] = read;
  }
  const text = (name: string): string => (typeof columns[name] === 'string' ? (columns[name] as string) : '');
  // Without a topic of its own the message is on no topic, whatever the example shows: as EMQX does it.
  const topic = given.topic === undefined || given.topic === null ? '' : text('topic');
  return ok({
    columns: columnsOf(columns),
    fits: (from) => kind.fits(from, topic),
    clientid: text('clientid'),
    topic,
    qos: columns.qos === 1 || columns.qos === 2 ? columns.qos : 0,
  });
}

function initial(column: TestColumn, about: { node: string; id: string; now: number }): Value {
  switch (column.example) {
    case NOW:
      return about.now;
    case NODE:
      return about.node;
    case ID:
      return about.id;
    default:
      return column.example;
  }
}

function show(value: unknown): string {
  return value === undefined ? '(missing)' : JSON.stringify(value);
}
