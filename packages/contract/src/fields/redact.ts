import type { Json, JsonObject } from '../entities.ts';
import { type Failure, fail, ok, type Result } from '../errors.ts';
import { type FieldFault, faultFailure } from './fault.ts';
import { type Field, type Fields, REDACTED } from './language.ts';

/** Keys of free maps (HTTP headers) whose values are always secret. */
const SECRET_KEYS = ['authorization', 'proxy-authorization'];

/** Is the value of this key of a free map a secret? */
export function isSecretKey(field: Extract<Field, { type: 'map' }>, key: string): boolean {
  const lower = key.toLowerCase();
  return SECRET_KEYS.includes(lower) || (field.secretKeys ?? []).includes(lower);
}

/** What to do with one secret; `undefined` removes it. */
type Visit = (secret: Json, path: readonly (string | number)[]) => Json | undefined;

/** A record as it may leave the server: every secret is `******`. References to files are no secrets. */
export function redact(fields: Fields, record: JsonObject): JsonObject {
  return mapSecrets(fields, record, hide);
}

function hide(secret: Json): Json {
  if (secret === '' || secret === null) return secret;
  return typeof secret === 'string' && secret.startsWith('file://') ? secret : REDACTED;
}

/**
 * A record from a client, with every `******` replaced by the secret at the same place of the stored object. A hidden
 * value without an original is a failure that names the field: stars must never be stored as a password.
 */
export function resolveRedacted(
  fields: Fields,
  record: JsonObject,
  stored: JsonObject | undefined,
): Result<JsonObject, Failure> {
  const faults: FieldFault[] = [];
  const resolved = mapSecrets(fields, record, (secret, path) => {
    if (secret !== REDACTED) return secret;
    const original = valueAt(stored, path);
    if (original === undefined || original === REDACTED) {
      faults.push({ path, reason: 'redacted_without_original' });
      return secret;
    }
    return original;
  });
  const [first, ...rest] = faults;
  return first === undefined ? ok(resolved) : fail(faultFailure([first, ...rest]));
}

/** Every secret of the record through `visit`: how the store encrypts and decrypts. */
export function mapSecrets(fields: Fields, record: JsonObject, visit: Visit): JsonObject {
  return mapObject(fields, record, visit, []);
}

function mapObject(fields: Fields, record: JsonObject, visit: Visit, path: readonly (string | number)[]): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, value] of Object.entries(record)) {
    const field = fields[key];
    const mapped = field === undefined ? value : mapValue(field, value, visit, [...path, key]);
    if (mapped !== undefined) result[key] = mapped;
  }
  return result;
}

function mapValue(field: Field, value: Json, visit: Visit, path: readonly (string | number)[]): Json | undefined {
  if (field.secret === true) return visit(value, path);
  switch (field.type) {
    case 'map':
      return isRecord(value) ? mapEntries(field, value, visit, path) : value;
    case 'array':
      return Array.isArray(value)
        ? value.map((item: Json, index) => mapValue(field.items, item, visit, [...path, index]) ?? null)
        : value;
    case 'object':
      return isRecord(value) ? mapObject(field.fields, value, visit, path) : value;
    case 'union': {
      // variants may share a secret (a password): the one that knows most of the keys is the one in use
      const variant = field.variants
        .filter((candidate) => candidate.type === 'object' && isRecord(value))
        .sort((a, b) => knownKeys(b, value) - knownKeys(a, value))[0];
      if (variant !== undefined) return mapValue(variant, value, visit, path);
      const secret = field.variants.find((candidate) => candidate.secret === true);
      return secret !== undefined && typeof value === 'string' ? visit(value, path) : value;
    }
    default:
      return value;
  }
}

function mapEntries(
  field: Extract<Field, { type: 'map' }>,
  value: JsonObject,
  visit: Visit,
  path: readonly (string | number)[],
): JsonObject {
  const result: Record<string, Json> = {};
  for (const [key, item] of Object.entries(value)) {
    const mapped = isSecretKey(field, key) ? visit(item, [...path, key]) : item;
    if (mapped !== undefined) result[key] = mapped;
  }
  return result;
}

function knownKeys(field: Field, value: Json): number {
  if (field.type !== 'object' || !isRecord(value)) return 0;
  return Object.keys(value).filter((key) => Object.hasOwn(field.fields, key)).length;
}

function isRecord(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(record: JsonObject | undefined, path: readonly (string | number)[]): Json | undefined {
  let value: Json | undefined = record;
  for (const key of path) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(key)];
    else if (isRecord(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}
