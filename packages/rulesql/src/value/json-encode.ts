import { displayText } from './bytes.ts';
import { writtenKeys } from './key-order.ts';
import { Float, type ValueMap } from './value.ts';

/** A float as JSON and as the broker writes it in JSON: the shortest digits that read back, always marked as a float. */
function floatToJson(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return Number.isInteger(value) && !text.includes('e') ? `${text}.0` : text;
}

function mapToJson(map: ValueMap): string {
  let text = '{';
  for (const { key, text: written } of writtenKeys(map)) text += written + writeJson(map[key]);
  return `${text}}`;
}

/**
 * JSON text of a value, as the broker writes it: keys in descending order, `undefined` as the text "undefined", bytes
 * that are no UTF-8 as U+FFFD.
 */
export function writeJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
      return String(value);
    case 'bigint':
    case 'boolean':
      return value.toString();
    case 'undefined':
      return '"undefined"';
    default:
      if (value === null) return 'null';
      if (value instanceof Float) return floatToJson(value.value);
      if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
      if (value instanceof Uint8Array) return JSON.stringify(displayText(value));
      return mapToJson(value as ValueMap);
  }
}
