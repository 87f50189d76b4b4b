import { columnsOf } from '../columns.ts';
import type { Environment, EventColumns } from '../types.ts';
import { parseInteger } from '../value/number.ts';
import { isMap } from '../value/value.ts';
import { TEST_EVENTS, type TestEvent, testEvent } from './event-defaults.ts';

export type TestColumnsResult =
  | {
      readonly ok: true;
      readonly event: EventColumns;
      /** What FROM is matched against; nothing fits `undefined`. */
      readonly topic: string | undefined;
    }
  /** `path` names the field that is wrong. */
  | { readonly ok: false; readonly path: readonly string[]; readonly message: string };

type Refusal = Extract<TestColumnsResult, { ok: false }>;

function refuse(field: string, message: string): Refusal {
  return { ok: false, path: [field], message };
}

type Field = { readonly value: unknown } | Refusal;

/** The value of a field; an integer is taken as the text of it first, as the broker does. */
function fieldValue(name: string, type: TestEvent['fields'][string], given: unknown): Field {
  const value = typeof given === 'bigint' || Number.isInteger(given) ? String(given) : given;
  const whole = typeof value === 'string' ? parseInteger(value) : undefined;
  switch (type) {
    case 'text':
      return typeof value === 'string' ? { value } : refuse(name, `"${name}" must be a text.`);
    case 'integer':
      return whole === undefined ? refuse(name, `"${name}" must be an integer.`) : { value: whole };
    case 'qos':
      return whole === 0 || whole === 1 || whole === 2 ? { value: whole } : refuse(name, '"qos" must be 0, 1 or 2.');
    case 'flag':
      if (value === true || value === 'true') return { value: true };
      if (value === false || value === 'false') return { value: false };
      return refuse(name, `"${name}" must be true or false.`);
    case 'map':
      return isMap(value) ? { value } : refuse(name, `"${name}" must be an object.`);
  }
}

const HEX_ID_LENGTH = 32;

/**
 * The event that a test of a statement describes: `event_type` and the columns that matter. It is strict, like the
 * broker: a field that the event does not have is refused, an integer becomes text unless the column is a number, null
 * means the default, and everything left out comes from the examples.
 */
export function testColumns(context: unknown, environment: Environment): TestColumnsResult {
  if (!isMap(context)) return refuse('event_type', 'The context must be an object with "event_type".');
  const type = context.event_type;
  const spec = typeof type === 'string' ? testEvent(type) : undefined;
  if (typeof type !== 'string' || !spec) {
    const known = Object.keys(TEST_EVENTS).join(', ');
    return refuse('event_type', `"event_type" must be one of ${known}.`);
  }
  const now = Math.floor(environment.now());
  const isAlarm = type.startsWith('alarm_');
  const clocks = isAlarm ? spec.clocks : [...spec.clocks, 'timestamp'];
  const columns: Record<string, unknown> = {
    ...spec.defaults,
    ...Object.fromEntries(clocks.map((name) => [name, now])),
  };
  if ('id' in spec.fields) columns.id = now.toString(16).toUpperCase().padStart(HEX_ID_LENGTH, '0');
  for (const [name, given] of Object.entries(context)) {
    if (name === 'event_type') continue;
    const field = Object.hasOwn(spec.fields, name) ? spec.fields[name] : undefined;
    if (!field) return refuse(name, `The event ${type} has no field "${name}" that a test could set.`);
    if (given === null) continue;
    const result = fieldValue(name, field, given);
    if ('ok' in result) return result;
    columns[name] = result.value;
  }
  if (columns.event !== undefined && columns.event !== spec.event) {
    return refuse('event', `"event" must be "${spec.event}" for ${type}.`);
  }
  columns.event = spec.event;
  // The payload of a streaming system goes by two names.
  if ('value' in spec.fields && columns.value === undefined) columns.value = columns.payload;
  columns.event_type = type;
  columns.metadata = { rule_id: environment.ruleId };
  if (!isAlarm) columns.node = environment.node;
  return { ok: true, event: columnsOf(columns), topic: spec.topic ?? publishTopic(context) };
}

/** A message without a topic has the empty one where FROM is matched; null fits nothing. */
function publishTopic(context: Readonly<Record<string, unknown>>): string | undefined {
  if (context.topic === undefined) return '';
  return context.topic === null ? undefined : String(context.topic);
}
