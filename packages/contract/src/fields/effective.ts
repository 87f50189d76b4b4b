import type { Json, JsonObject } from '../entities.ts';
import type { Field, Fields } from './language.ts';
import { scalarBoolean, scalarNumber, scalarText } from './scalar.ts';
import { validateRecord } from './validate.ts';

/** A validated record as a driver reads it: numbers are numbers, booleans booleans, enum values their symbol. */
export function effectiveRecord(fields: Fields, record: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => {
      const field = fields[key];
      return [key, field === undefined ? value : effective(field, value)];
    }),
  );
}

function effective(field: Field, value: Json): Json {
  switch (field.type) {
    case 'string':
      return scalarText(value) ?? value;
    case 'integer':
    case 'number':
      return scalarNumber(value) ?? value;
    case 'boolean':
      return scalarBoolean(value) ?? value;
    case 'enum':
      return field.symbols.find((symbol) => String(symbol) === scalarText(value)) ?? value;
    case 'duration':
    case 'byteSize':
      return value;
    case 'map':
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, scalarText(item) ?? item]))
        : value;
    case 'array':
      return Array.isArray(value) ? value.map((item: Json) => effective(field.items, item)) : value;
    case 'object':
      return isRecord(value) ? effectiveRecord(field.fields, value) : value;
    case 'union': {
      const variant = field.variants.find((candidate) => validateRecord({ value: candidate }, { value }).ok);
      return variant === undefined ? value : effective(variant, value);
    }
  }
}

function isRecord(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
