import { sizeOf, spend } from './budget.ts';
import { displayText } from './bytes.ts';
import { writtenKeys } from './key-order.ts';
import { Float, type ValueMap } from './value.ts';

/** A float as JSON and as the broker writes it in JSON: the shortest digits that read back, always marked as a float. */
function floatToJson(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

/** What a member of a map or a list costs; texts are paid for by their length. */
const UNITS_PER_ITEM = 20;
const UNITS_PER_CHARACTER = 0.2;

function listToJson(list: readonly unknown[]): string {
  spend(UNITS_PER_ITEM * list.length);
  return `[${list.map(writeJson).join(',')}]`;
}

function textToJson(text: string): string {
  spend(UNITS_PER_CHARACTER * text.length);
  return JSON.stringify(text);
}

function mapToJson(map: ValueMap): string {
  let text = '{';
  const keys = writtenKeys(map);
  spend(UNITS_PER_ITEM * keys.length);
  for (const { key, text: written } of keys) text += written + writeJson(map[key]);
  return `${text}}`;
}

/**
 * JSON text of a value, as the broker writes it: keys in descending order, `undefined` as the text "undefined", bytes
 * that are no UTF-8 as U+FFFD.
 */
export function writeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return textToJson(value);
    case 'number':
      return String(value);
    case 'bigint':
      spend(sizeOf(value));
      return value.toString();
    case 'boolean':
      return value.toString();
    case 'undefined':
      return '"undefined"';
    default:
      if (value === null) return 'null';
      if (value instanceof Float) return floatToJson(value.value);
      if (Array.isArray(value)) return listToJson(value);
      if (value instanceof Uint8Array) return textToJson(displayText(value));
      return mapToJson(value as ValueMap);
  }
}
