import type { RuleEvent } from '@sluice/contract';
import { formatJson } from '../editor/json-text.ts';
import { eventOf, inputOf } from '../editor/rule-input.ts';
import { eventType, type TestField, testFields } from './test-event.ts';

/** An event that a rule saw, as one to try the statement on. */
export interface CapturedEvent {
  readonly event: RuleEvent;
  readonly fields: readonly TestField[];
  /** What a person knows it by: the topic, else the client. */
  readonly title: string;
}

/** `undefined` when the event is cut off, or of a kind that cannot be made up. */
export function capturedEvent(text: string, events: readonly RuleEvent[]): CapturedEvent | undefined {
  let columns: Record<string, unknown>;
  try {
    columns = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const name = String(columns.event ?? '').replace(/\./g, '_');
  // A message of a source bears the name of the source.
  const input = inputOf(String(columns.event));
  const kind = input.kind === 'source' ? eventOf(input) : columns.event;
  const event = events.find((one) => eventType(one.event) === name || one.event === kind);
  if (event === undefined) return undefined;
  const fields = testFields(event, undefined).map((field) => ({
    ...field,
    text: textOf(field.name, columns[field.name]),
  }));
  return { event, fields, title: String(columns.topic ?? columns.clientid ?? name) };
}

function textOf(name: string, value: unknown): string {
  // A missing value is written as this word.
  if (value === undefined || value === 'undefined') return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return name === 'payload' ? formatJson(value, 44) : value;
}
