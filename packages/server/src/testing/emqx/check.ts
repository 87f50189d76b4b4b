import { parseByteSize, parseDuration } from '@sluice/contract';
import type { Document, Schema } from './documents.ts';
import { isObject } from './reply.ts';

type Fault = Readonly<Record<string, unknown>>;
type Checked = { readonly value: unknown } | { readonly fault: Fault };

/** Taken although the documents do not name them. */
const UNLISTED = ['local_topic'];

/** Checks a body against a published schema, as the broker does: the first fault, or the body with its defaults. */
export function checkBody(schema: Schema, body: unknown, document: Document): Checked {
  const resolve = (one: Schema): Schema => {
    const name = one.$ref?.split('/').at(-1);
    return name === undefined ? one : { ...document.components.schemas[name], default: one.default };
  };

  function check(given: Schema, value: unknown, path: string): Checked {
    const one = resolve(given);
    const wrong = (reason: unknown): Checked => ({ fault: { value, reason, path } });
    if (one.oneOf !== undefined) return union(one.oneOf, value, path);
    switch (one.type) {
      case 'object':
        if (one.properties === undefined) return isObject(value) ? { value } : wrong({ expected: 'map()' });
        return isObject(value) ? record(one, value, path) : wrong('bad_value_for_struct');
      case 'array':
        return Array.isArray(value) ? { value } : wrong({ expected_data_type: 'array' });
      case 'boolean':
        if (value === true || value === 'true') return { value: true };
        return value === false || value === 'false' ? { value: false } : wrong({ expected: 'boolean()' });
      case 'integer': {
        const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
        const fits = Number.isInteger(number) && Number(number) >= Number(one.minimum ?? Number.NEGATIVE_INFINITY);
        // the broker keeps the spelling it was given
        return fits ? { value } : wrong({ expected: one.minimum === 1 ? 'pos_integer()' : 'integer()' });
      }
      case 'enum':
        return one.symbols?.some((symbol) => String(symbol) === String(value)) === true
          ? { value }
          : wrong('not_a_enum_symbol');
      case 'duration':
        return parseDuration(value as string) === undefined && value !== 'infinity'
          ? wrong({ expected: 'emqx_schema:timeout_duration_ms()' })
          : { value };
      case 'byteSize':
        return parseByteSize(value as string) === undefined ? wrong({ expected: 'emqx_schema:bytesize()' }) : { value };
      default:
        return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? { value }
          : wrong({ expected: 'string()' });
    }
  }

  function union(variants: readonly Schema[], value: unknown, path: string): Checked {
    const results = variants.map((variant) => check(variant, value, path));
    return (
      results.find((result) => 'value' in result) ?? {
        fault: { reason: 'matched_no_union_member', path, mismatches: {} },
      }
    );
  }

  function defaultOf(property: Schema): unknown {
    const { properties = {} } = resolve(property);
    const given = property.default;
    if (!isObject(given)) return given ?? filled(property);
    return Object.fromEntries(
      Object.entries(given).filter(([key]) => resolve(property).properties === undefined || key in properties),
    );
  }

  /** A part that was left out although all of it has defaults. */
  function filled(given: Schema | undefined): object | undefined {
    const one = given === undefined ? {} : resolve(given);
    if (one.type !== 'object' || one.properties === undefined || one.deprecated === true) return undefined;
    const full = record(one, {}, '');
    return 'value' in full && Object.keys(full.value as object).length > 0 ? {} : undefined;
  }

  function record(one: Schema, value: Record<string, unknown>, path: string): Checked {
    const properties = one.properties ?? {};
    const unknown = Object.keys(value).filter((key) => !(key in properties) && !UNLISTED.includes(key));
    if (unknown.length > 0) return { fault: { unknown: unknown.join(','), reason: 'unknown_fields', path } };
    const missing = (one.required ?? []).filter(
      (key) => (value[key] ?? (key === 'ssl' ? {} : undefined)) === undefined,
    );
    if (missing.length > 0) return { fault: { reason: 'required_field', path: `${path}.${missing[0]}` } };
    const full: Record<string, unknown> = {};
    for (const [key, property] of Object.entries(properties)) {
      const item = value[key] ?? defaultOf(property);
      if (item === undefined || (property.deprecated === true && value[key] === undefined)) continue;
      const checked = check(property, item, `${path}.${key}`);
      if ('fault' in checked) return checked;
      full[key] = checked.value;
    }
    return { value: full };
  }

  return check(schema, body, 'root');
}

const SECRET = '******';

/** With stars in place of secrets: fields of format `password`, and authorization headers. */
export function starred(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => starred(item));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, starred(item, name)]));
  return SECRETS.test(key) && typeof value === 'string' ? SECRET : value;
}

const SECRETS =
  /^(password|token|jwt|bind_password|account_key|security_token|private_key|(proxy-)?authorization)$|secret/i;

/** Stars in `next` stand for what `stored` has there. */
export function unstarred(next: unknown, stored: unknown): unknown {
  if (next === SECRET) return stored;
  if (!isObject(next)) return next;
  const before = isObject(stored) ? stored : {};
  return Object.fromEntries(Object.entries(next).map(([key, item]) => [key, unstarred(item, before[key])]));
}
