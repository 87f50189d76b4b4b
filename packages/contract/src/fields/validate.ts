import type { Json, JsonObject } from '../entities.ts';
import { type Failure, fail, ok, type Result } from '../errors.ts';
import { parseByteSize, parseDuration } from '../units.ts';
import { type FieldFault, faultFailure } from './fault.ts';
import type { Field, Fields } from './language.ts';
import { isSecretKey } from './redact.ts';
import { formatFault, rangeFault, scalarBoolean, scalarNumber, scalarText } from './scalar.ts';

type Path = readonly (string | number)[];
type Outcome = { readonly value: Json } | { readonly faults: readonly FieldFault[] };

/**
 * Checks a record against its fields and fills in defaults. Values keep the spelling in which they came (`"3"` for 3,
 * `5000` for `5s`), as in EMQX; `effectiveRecord` turns them into what a driver reads. Unknown fields are refused.
 */
export function validateRecord(fields: Fields, input: unknown): Result<JsonObject, Failure> {
  const outcome = validateObject(fields, input, []);
  if ('value' in outcome) return ok(outcome.value as JsonObject);
  const [first, ...rest] = outcome.faults;
  return first === undefined ? ok({}) : fail(faultFailure([first, ...rest]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(
  path: Path,
  field: Field | undefined,
  value: unknown,
  fault: Omit<FieldFault, 'path' | 'value'>,
): Outcome {
  const shown = field?.secret === true || value === undefined ? {} : { value: value as Json };
  return { faults: [{ path, ...fault, ...shown }] };
}

function validateObject(fields: Fields, input: unknown, path: Path): Outcome {
  if (!isObject(input)) return wrong(path, undefined, input, { reason: 'bad_value_for_struct' });
  const faults: FieldFault[] = [];
  const unknown = Object.keys(input).filter((key) => !Object.hasOwn(fields, key));
  if (unknown.length > 0) faults.push({ path, reason: 'unknown_fields', unknown: unknown.sort() });
  const value: Record<string, Json> = {};
  for (const [key, field] of Object.entries(fields)) {
    const given = input[key] ?? undefined;
    const outcome = given === undefined ? missing(field, [...path, key]) : validateField(field, given, [...path, key]);
    if (outcome === undefined) continue;
    if ('faults' in outcome) faults.push(...outcome.faults);
    else value[key] = outcome.value;
  }
  return faults.length > 0 ? { faults } : { value };
}

/** A field that is not there: its default, nothing, or a fault. Hidden and deprecated fields are never made up. */
function missing(field: Field, path: Path): Outcome | undefined {
  if (field.default !== undefined && field.hidden !== true && field.deprecated !== true) {
    return validateField(field, field.default, path);
  }
  if (field.type === 'object' && field.filled === true) return validateField(field, {}, path);
  return field.required === true ? { faults: [{ path, reason: 'required_field' }] } : undefined;
}

function validateField(field: Field, value: unknown, path: Path): Outcome {
  const json = value as Json;
  switch (field.type) {
    case 'string': {
      const text = scalarText(json);
      if (text === undefined) return wrong(path, field, value, { reason: 'wrong_type', expected: 'a text' });
      const fault = formatFault(field.format, text, field.template === true);
      return fault === undefined ? { value: json } : wrong(path, field, value, fault);
    }
    case 'integer':
    case 'number': {
      const number = scalarNumber(json);
      if (number === undefined || (field.type === 'integer' && !Number.isSafeInteger(number))) {
        const expected = field.type === 'integer' ? 'a whole number' : 'a number';
        return wrong(path, field, value, { reason: 'wrong_type', expected });
      }
      return ranged(field, 'number', number, json, path);
    }
    case 'boolean':
      return scalarBoolean(json) === undefined
        ? wrong(path, field, value, { reason: 'wrong_type', expected: 'true or false' })
        : { value: json };
    case 'enum':
      return field.symbols.some((symbol) => String(symbol) === scalarText(json))
        ? { value: json }
        : wrong(path, field, value, { reason: 'not_a_enum_symbol', expected: `one of ${field.symbols.join(', ')}` });
    case 'duration':
      if (!isQuantity(value) || parseDuration(value) === undefined) {
        return wrong(path, field, value, { reason: 'wrong_type', expected: 'a duration such as 15s or 1h30m' });
      }
      return ranged(field, 'duration', value, json, path);
    case 'byteSize':
      if (!isQuantity(value) || parseByteSize(value) === undefined) {
        return wrong(path, field, value, { reason: 'wrong_type', expected: 'a size such as 256MB' });
      }
      return ranged(field, 'byteSize', value, json, path);
    case 'map':
      return validateMap(field, value, path);
    case 'array':
      return validateArray(field, value, path);
    case 'object':
      return validateObject(field.fields, value, path);
    case 'union':
      return validateUnion(field, value, path);
  }
}

function isQuantity(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function ranged(
  field: Extract<Field, { type: 'integer' | 'number' | 'duration' | 'byteSize' }>,
  kind: 'number' | 'duration' | 'byteSize',
  size: string | number,
  value: Json,
  path: Path,
): Outcome {
  const fault = rangeFault(kind, size, field.minimum, field.maximum);
  return fault === undefined ? { value } : wrong(path, field, value, fault);
}

function validateMap(field: Extract<Field, { type: 'map' }>, value: unknown, path: Path): Outcome {
  if (!isObject(value)) return wrong(path, field, value, { reason: 'bad_value_for_struct' });
  for (const [key, item] of Object.entries(value)) {
    if (scalarText(item as Json) === undefined) {
      const secret = isSecretKey(field, key);
      return wrong([...path, key], { ...field, secret }, item, { reason: 'wrong_type', expected: 'a text' });
    }
  }
  return { value: value as JsonObject };
}

function validateArray(field: Extract<Field, { type: 'array' }>, value: unknown, path: Path): Outcome {
  // EMQX reads an empty object as an empty list
  const items = isObject(value) && Object.keys(value).length === 0 ? [] : value;
  if (!Array.isArray(items)) return wrong(path, field, value, { reason: 'wrong_type', expected: 'a list' });
  const faults: FieldFault[] = [];
  const values: Json[] = [];
  for (const [index, item] of items.entries()) {
    const outcome = validateField(field.items, item, [...path, index]);
    if ('faults' in outcome) faults.push(...outcome.faults);
    else values.push(outcome.value);
  }
  return faults.length > 0 ? { faults } : { value: values };
}

function validateUnion(field: Extract<Field, { type: 'union' }>, value: unknown, path: Path): Outcome {
  const structs: FieldFault[][] = [];
  const expected: string[] = [];
  for (const variant of field.variants) {
    const outcome = validateField(variant, value, path);
    if ('value' in outcome) return outcome;
    if (variant.type === 'object' && isObject(value)) structs.push([...outcome.faults]);
    expected.push(...outcome.faults.flatMap((fault) => fault.expected ?? []));
  }
  // an object that fits no variant: the variant with the fewest faults is the one that was meant
  const closest = structs.sort((a, b) => a.length - b.length)[0];
  if (closest !== undefined) return { faults: closest };
  const unique = [...new Set(expected)];
  return wrong(path, field, value, {
    reason: 'matched_no_union_member',
    expected: unique.length === 0 ? 'one of the described forms' : unique.join(', or '),
  });
}
