import { type Json, REDACTED } from '@sluice/contract';
import { getAt, isObject, setAt } from './path.ts';
import type { Field, FormModel, FormRecord, Path } from './types.ts';
import { everyField } from './walk.ts';

/** Secrets never leave the backend: it answers `******`, and takes that back as “unchanged” for the same object. */

export function isMasked(value: unknown): boolean {
  return value === REDACTED;
}

/** Stars that are neither empty nor the mask: someone edited inside it. */
export function isPartlyMasked(value: string): boolean {
  return /^\*{1,5}$/.test(value) || (value.startsWith(REDACTED) && value.length > REDACTED.length);
}

/** Every place with a masked value, known to the form or not, in the order of the record. */
export function maskedPaths(record: FormRecord): readonly Path[] {
  const paths: Path[] = [];
  const search = (node: Json | undefined, path: Path): void => {
    if (isMasked(node)) paths.push(path);
    else if (Array.isArray(node)) for (const [index, item] of node.entries()) search(item, [...path, index]);
    else if (isObject(node)) for (const [key, value] of Object.entries(node)) search(value, [...path, key]);
  };
  search(record, []);
  return paths;
}

/** A record to copy from: masked values and all passwords emptied, because another object cannot resolve them. */
export function withoutSecrets(model: FormModel, record: FormRecord): FormRecord {
  let result = record;
  for (const path of maskedPaths(record)) result = setAt(result, path, '');
  for (const field of everyField(model.fields)) {
    if (field.widget === 'password' && getAt(result, field.path) !== undefined) result = setAt(result, field.path, '');
  }
  return result;
}

/** The field that holds a path, for scrolling to it; `undefined` for values the form does not know. */
export function fieldAt(fields: readonly Field[], path: Path): Field | undefined {
  let best: Field | undefined;
  for (const field of everyField(fields)) {
    const holds = field.path.length <= path.length && field.path.every((key, index) => key === path[index]);
    if (holds && (best === undefined || field.path.length >= best.path.length)) best = field;
  }
  return best;
}
