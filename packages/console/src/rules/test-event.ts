import {
  EVENT_PREFIX,
  type Json,
  type JsonObject,
  matchesTopic,
  type RuleEvent,
  STREAM_EVENTS,
} from '@sluice/contract';
import { formatJson } from '../editor/json-text.ts';
import { eventOf, type RuleInput } from '../editor/rule-input.ts';
import { sampleValue } from './sample-values.ts';

/** A field of a made-up event. `text` is what stands in the input; the example decides how it is read back. */
export interface TestField {
  readonly name: string;
  readonly text: string;
  readonly example: Json;
}

/** `event_type` of a test: `message_publish`, `$bridges/mqtt:*`, `alarm_activated`. */
export function eventType(event: string): string {
  return event.startsWith(EVENT_PREFIX) ? event.slice(EVENT_PREFIX.length).replace(/^sys\//, '') : event;
}

/** The events of the backend, and those of the streaming systems that the rule reads from: no list names them. */
export function testableEvents(events: readonly RuleEvent[], inputs: readonly RuleInput[]): readonly RuleEvent[] {
  return [...events, ...STREAM_EVENTS.filter(({ event }) => inputs.some((input) => eventOf(input) === event))];
}

/** Inputs for an event, with its examples; the topic of the example is made to fit the filter of the rule. */
export function testFields(event: RuleEvent, input: RuleInput | undefined): readonly TestField[] {
  return Object.entries(event.examples).map(([name, example]) => {
    const fitted =
      name === 'topic' && typeof example === 'string' ? fittingTopic(example, input) : sampleValue(example);
    return { name, example: fitted, text: textOf(name, fitted) };
  });
}

/** Does an event of this kind, with this topic, reach a rule that reads from `input`? */
export function fitsInput(event: string, topic: string | undefined, input: RuleInput): boolean {
  if (eventOf(input) !== event) return false;
  return input.kind !== 'topic' || topic === undefined || matchesTopic(topic, input.topic);
}

function fittingTopic(example: string, input: RuleInput | undefined): string {
  if (input?.kind !== 'topic' || matchesTopic(example, input.topic)) return example;
  const levels = input.topic.split('/').map((level) => (level === '+' ? 'a' : level));
  return levels.map((level) => (level === '#' ? 'a' : level)).join('/');
}

function textOf(name: string, example: Json): string {
  if (typeof example === 'string') return name === 'payload' ? formatJson(example) : example;
  return JSON.stringify(example);
}

/**
 * The body of `context`. A field keeps the type of its example: a number stays a number, unless what was typed is no
 * number any more. Fields left empty are not sent: the backend fills them.
 */
export function testContext(event: RuleEvent, fields: readonly TestField[]): JsonObject {
  const entries = fields
    .filter((field) => field.text !== '' || field.name === 'payload')
    .map((field): [string, Json] => [field.name, readBack(field)]);
  return { event_type: eventType(event.event), ...Object.fromEntries(entries) };
}

function readBack(field: TestField): Json {
  const { example, text } = field;
  if (typeof example === 'string') return text;
  if (typeof example === 'number' && !/^-?\d+(\.\d+)?$/.test(text.trim())) return text;
  if (typeof example === 'number' && !Number.isSafeInteger(Number(text)) && /^-?\d+$/.test(text.trim())) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
