import type { Json } from '@sluice/contract';
import { setAt } from './path.ts';
import type { Field, FormRecord, Path } from './types.ts';

/**
 * The value a field starts with (reference facts §3.4): its default, else what an empty field of its kind is.
 * `undefined` means the key is absent.
 */
export function initialOf(field: Field): Json | undefined {
  if (field.widget === 'map' && field.key === 'headers') return contentTypeOnly(field.default);
  if (field.widget === 'object' || field.widget === 'ssl')
    return initialObject(field.fields, field.path, field.default);
  if (field.widget === 'choice') return initialChoice(field);
  if (field.default !== undefined) return field.default;
  switch (field.widget) {
    case 'text':
      return field.rule === 'url' ? 'http://' : '';
    case 'password':
    case 'code':
    case 'certificate':
    case 'file':
    case 'connector':
      return '';
    case 'boolean':
      return false;
    case 'enum':
      return field.required || (field.options.length === 1 && field.custom === undefined)
        ? field.options[0]?.value
        : undefined;
    case 'list':
      return field.separated ? '' : [];
    case 'table':
      return [];
    case 'map':
      return {};
    case 'switchable':
      return field.required ? initialOf(field.inner) : field.symbol;
    case 'number':
    case 'duration':
    case 'byteSize':
    case 'percent':
    case 'rate':
    case 'json':
      return undefined;
  }
}

/** The initial values of fields as the object that holds them; `preset` is the default of the object itself. */
export function initialObject(fields: readonly Field[], at: Path, preset?: Json): FormRecord {
  const start = typeof preset === 'object' && preset !== null && !Array.isArray(preset) ? (preset as FormRecord) : {};
  let object = start;
  for (const field of fields) {
    const value = initialOf(field);
    const path = field.path.slice(at.length);
    const isPreset = path.length === 1 && Object.hasOwn(start, field.key);
    if (value !== undefined && !isPreset) object = setAt(object, path, value);
  }
  return object;
}

function initialChoice(field: Field & { readonly widget: 'choice' }): Json | undefined {
  const preset = field.branches.find((branch) => branch.constant !== undefined && branch.constant === field.default);
  return (preset ?? field.branches[0])?.initial;
}

/** A default set of headers is cut down to the one that says something about the content. */
function contentTypeOnly(preset: Json | undefined): Json {
  if (typeof preset !== 'object' || preset === null || Array.isArray(preset))
    return { 'content-type': 'application/json' };
  const entry = Object.entries(preset).find(([key]) => key.toLowerCase() === 'content-type');
  return entry === undefined ? {} : { [entry[0]]: entry[1] };
}
