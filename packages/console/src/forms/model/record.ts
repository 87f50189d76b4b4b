import type { Json } from '@sluice/contract';
import { branchOf, switchBranch } from './choice.ts';
import { initialOf } from './initial.ts';
import { getAt, isObject, setAt } from './path.ts';
import type { Field, FormModel, FormRecord } from './types.ts';

/** The record of a new object: its type, and what every field starts with. */
export function initialRecord(model: FormModel): FormRecord {
  let record: FormRecord = model.type === '' ? {} : { type: model.type };
  for (const field of model.fields) {
    const value = initialOf(field);
    if (value !== undefined) record = setAt(record, field.path, value);
  }
  return record;
}

/**
 * The record after choosing another type: new defaults, with the values kept of fields that both types have
 * (specification §4). A value is kept only where the new field can hold it.
 */
export function changeType(record: FormRecord, from: FormModel, to: FormModel): FormRecord {
  return keepCommon(initialRecord(to), record, from.fields, to.fields);
}

function keepCommon(target: FormRecord, source: FormRecord, from: readonly Field[], to: readonly Field[]): FormRecord {
  const known = new Map(from.map((field) => [JSON.stringify(field.path), field]));
  let result = target;
  for (const field of to) {
    const old = known.get(JSON.stringify(field.path));
    const value = getAt(source, field.path);
    if (old === undefined || value === undefined || old.widget !== field.widget) continue;
    if ((field.widget === 'object' || field.widget === 'ssl') && 'fields' in old) {
      result = keepCommon(result, source, old.fields, field.fields);
    } else if (field.widget === 'choice' && old.widget === 'choice') {
      const before = branchOf(old, source);
      const after = field.branches.find((branch) => branch.label.en === before?.label.en);
      if (after !== undefined) result = setAt(result, field.path, switchBranch(before, after, value));
    } else if (fits(field, value)) {
      result = setAt(result, field.path, value);
    }
  }
  return result;
}

function fits(field: Field, value: Json): boolean {
  if (field.widget === 'enum' && field.custom === undefined) return field.options.some((one) => one.value === value);
  if (field.widget === 'switchable') return value === field.symbol || fits(field.inner, value);
  if (field.widget === 'map') return isObject(value);
  return true;
}
