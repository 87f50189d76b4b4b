import {
  isConsoleName,
  type Json,
  MAX_NAME_LENGTH,
  parseByteSize,
  parseDuration,
  parsePercent,
  type TopicFault,
  topicFilterFault,
  topicNameFault,
} from '@sluice/contract';
import { ExactInteger } from '../../api/exact-json.ts';
import { splitRate } from './convert.ts';
import { getAt, isObject } from './path.ts';
import { isPartlyMasked, maskedPaths } from './secrets.ts';
import type { Field, FormModel, FormRecord, Problem, ProblemCode } from './types.ts';
import { leaves } from './walk.ts';

export interface ValidateOptions {
  /** The stored object when editing: values that were there before may stay as they are. */
  readonly stored?: FormRecord;
  /** A copy cannot resolve masked values (specification §5). */
  readonly forCopy?: boolean;
}

/** Everything that is wrong with a record, in the order of the fields. Nothing is read from fields not shown. */
export function validate(model: FormModel, record: FormRecord, options: ValidateOptions = {}): readonly Problem[] {
  const problems: Problem[] = [];
  for (const field of leaves(model.fields, record)) {
    const problem = check(field, getAt(record, field.path), options, model);
    if (problem !== undefined) problems.push(problem);
  }
  if (options.forCopy === true) {
    for (const path of maskedPaths(record)) {
      const key = String(path[path.length - 1] ?? '');
      const known = [...leaves(model.fields, record)].find((field) => field.path.join('\0') === path.join('\0'));
      const name = known?.label ?? { en: key, zh: key };
      problems.push({ path, code: 'password_masked_in_copy', params: { name } });
    }
  }
  return problems;
}

type Found = {
  readonly code: ProblemCode;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly fix?: Json;
};

function check(field: Field, value: Json | undefined, options: ValidateOptions, model: FormModel): Problem | undefined {
  const found = isEmpty(value) ? checkMissing(field, options) : checkValue(field, value as Json, model);
  if (found === undefined) return undefined;
  return {
    path: field.path,
    code: found.code,
    params: { name: field.label, ...found.params },
    ...(found.fix === undefined ? {} : { fix: found.fix }),
  };
}

function isEmpty(value: Json | undefined): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function checkMissing(field: Field, options: ValidateOptions): Found | undefined {
  if (!field.required) return undefined;
  switch (field.widget) {
    case 'enum':
    case 'connector':
      return { code: 'select_required' };
    case 'certificate':
    case 'file':
      return isEmpty(getAt(options.stored, field.path)) ? { code: 'certificate_required' } : undefined;
    case 'boolean':
    case 'list':
    case 'table':
    case 'map':
    case 'json':
      return field.widget === 'list' ? { code: 'input_required' } : undefined;
    default:
      return { code: 'input_required' };
  }
}

function checkValue(field: Field, value: Json, model: FormModel): Found | undefined {
  switch (field.widget) {
    case 'text':
      return typeof value === 'string' ? checkText(field, value.trim(), model) : undefined;
    case 'password':
      return typeof value === 'string' && isPartlyMasked(value) ? { code: 'password_partly_masked' } : undefined;
    case 'number':
      return checkNumber(field, value);
    case 'enum': {
      if (field.custom !== undefined || field.options.some((option) => option.value === value)) return undefined;
      return { code: 'option', params: { value: String(value) } };
    }
    case 'duration':
      return checkQuantity(field, value, parseDuration, ['duration', 'duration_minimum', 'duration_maximum']);
    case 'byteSize':
      return checkQuantity(field, value, parseByteSize, ['byte_size', 'byte_size_minimum', 'byte_size_maximum']);
    case 'percent':
      return typeof value === 'number' || (typeof value === 'string' && parsePercent(value) !== undefined)
        ? undefined
        : { code: 'percent' };
    case 'rate':
      return typeof value === 'string' && splitRate(value) !== undefined ? undefined : { code: 'rate' };
    case 'list':
      return field.items === 'number' && Array.isArray(value) && value.some((item) => typeof item !== 'number')
        ? { code: 'list_item_number' }
        : undefined;
    case 'map':
      return isObject(value) && Object.keys(value).some((key) => key.trim() === '')
        ? { code: 'map_key_empty' }
        : undefined;
    default:
      return undefined;
  }
}

const TOPIC_CODES: Readonly<Record<TopicFault, ProblemCode>> = {
  empty: 'topic_empty',
  too_long: 'topic_length',
  null_character: 'topic_null',
  wildcard_in_name: 'topic_name_wildcard',
  bad_hash: 'topic_filter_hash',
  bad_plus: 'topic_filter_plus',
};

function checkText(field: Field & { readonly widget: 'text' }, text: string, model: FormModel): Found | undefined {
  switch (field.rule) {
    case 'common_id':
      // Objects made elsewhere may have names of another form (decision 2).
      return model.mode === 'create' ? checkName(text) : undefined;
    case 'topic_name': {
      const fault = topicNameFault(field.template ? withoutPlaceholders(text) : text);
      return fault === undefined ? undefined : { code: TOPIC_CODES[fault] };
    }
    case 'topic_filter': {
      const fault = topicFilterFault(text);
      return fault === undefined ? undefined : { code: TOPIC_CODES[fault] };
    }
    case 'url':
      return /^https?:\/\/[^\s/?#]+/i.test(text) ? undefined : urlProblem(text);
    case 'server':
      return /^[^\s/]+$/.test(text.replace(/^[a-z][a-z0-9+]*:\/\//i, '')) && hasFairPort(text)
        ? undefined
        : { code: 'server' };
    case undefined:
      return undefined;
  }
}

function urlProblem(text: string): Found {
  return /^[^\s:/?#]+(:\d+)?([/?#]|$)/.test(text) ? { code: 'url', fix: `http://${text}` } : { code: 'url' };
}

function hasFairPort(text: string): boolean {
  const port = /:(\d+)$/.exec(text)?.[1];
  return port === undefined || (Number(port) > 0 && Number(port) < 65_536);
}

function checkName(name: string): Found | undefined {
  if (name.length >= MAX_NAME_LENGTH) return { code: 'name_length', params: { max: MAX_NAME_LENGTH - 1 } };
  if (isConsoleName(name)) return undefined;
  const fix = name
    .normalize('NFKD')
    .replace(/[^0-9A-Za-z_-]+/g, '-')
    .replace(/^[^A-Za-z]+|-+$/g, '');
  return isConsoleName(fix) ? { code: 'common_id', fix } : { code: 'common_id' };
}

/** A placeholder may stand for anything: what is around it must be right. */
export function withoutPlaceholders(template: string): string {
  return template.replace(/\$\{[^}]*\}/g, 'x');
}

function checkNumber(field: Field & { readonly widget: 'number' }, given: Json): Found | undefined {
  // Too large to be exact as a number, and large enough to compare as one.
  const value = (given as unknown) instanceof ExactInteger ? Number(String(given)) : given;
  if (field.template && typeof value === 'string' && value.includes('${')) return undefined;
  if (typeof value !== 'number') return { code: 'number' };
  if (field.integer && !Number.isInteger(value)) return { code: 'integer', fix: Math.round(value) };
  const { minimum, maximum } = field;
  if (value >= minimum && (maximum === undefined || value <= maximum)) return undefined;
  if (maximum !== undefined) {
    return { code: 'number_range', params: { minimum, maximum }, fix: Math.min(Math.max(value, minimum), maximum) };
  }
  return { code: 'number_minimum', params: { minimum }, fix: minimum };
}

function checkQuantity(
  field: { readonly minimum?: string; readonly maximum?: string },
  value: Json,
  parse: (text: string | number) => number | undefined,
  [wrong, low, high]: readonly [ProblemCode, ProblemCode, ProblemCode],
): Found | undefined {
  const amount = typeof value === 'string' || typeof value === 'number' ? parse(value) : undefined;
  if (amount === undefined) return { code: wrong };
  const minimum = field.minimum === undefined ? undefined : parse(field.minimum);
  const maximum = field.maximum === undefined ? undefined : parse(field.maximum);
  if (minimum !== undefined && amount < minimum && field.minimum !== undefined) {
    return { code: low, params: { minimum: field.minimum }, fix: field.minimum };
  }
  if (maximum !== undefined && amount > maximum && field.maximum !== undefined) {
    return { code: high, params: { maximum: field.maximum }, fix: field.maximum };
  }
  return undefined;
}
