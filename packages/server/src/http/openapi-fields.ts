import type { Field, Fields } from '@sluice/contract';

type JsonSchema = Record<string, unknown>;

/** JSON schema of a record in the field language, for the OpenAPI document. */
export function recordSchema(fields: Fields): JsonSchema {
  const shown = Object.entries(fields).filter(([, field]) => field.hidden !== true);
  const required = shown.flatMap(([name, field]) => (field.required === true ? [name] : []));
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(shown.map(([name, field]) => [name, fieldSchema(field)])),
  };
}

function fieldSchema(field: Field): JsonSchema {
  return {
    ...shape(field),
    title: field.label.en,
    ...(field.help !== undefined && { description: field.help.en }),
    ...(field.default !== undefined && { default: field.default }),
    ...(field.example !== undefined && { example: field.example }),
    ...(field.deprecated === true && { deprecated: true }),
    ...(field.secret === true && { writeOnly: true, format: 'password' }),
  };
}

function shape(field: Field): JsonSchema {
  switch (field.type) {
    case 'string':
      return { type: 'string' };
    case 'integer':
    case 'number':
      return { type: field.type, minimum: field.minimum, maximum: field.maximum };
    case 'boolean':
      return { type: 'boolean' };
    case 'enum':
      return { enum: field.symbols };
    case 'duration':
      return { type: ['string', 'integer'], pattern: '^(\\d+(\\.\\d+)?(ms|s|m|h|d))+$' };
    case 'byteSize':
      return { type: ['string', 'integer'], pattern: '^\\d+(\\.\\d+)?\\s*(B|KB|MB|GB)?$' };
    case 'map':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'array':
      return { type: 'array', items: fieldSchema(field.items) };
    case 'object':
      return recordSchema(field.fields);
    case 'union':
      return { anyOf: field.variants.map(fieldSchema) };
  }
}
