import type { Json, Text } from '@sluice/contract';
import { stringifyExact } from '../api/exact-json.ts';
import type { ConflictLine } from '../ui/ConflictDialog.tsx';
import { UNKNOWN } from '../ui/format.ts';
import { differences } from './model/merge.ts';
import { getAt } from './model/path.ts';
import { fieldAt } from './model/secrets.ts';
import { toBody } from './model/submit.ts';
import type { FormRecord, Path } from './model/types.ts';
import type { SchemaForm } from './use-schema-form.ts';

function textOf(value: Json | undefined): string {
  if (value === undefined || value === '') return UNKNOWN;
  return typeof value === 'string' ? value : stringifyExact(value);
}

/** The differences between two records, with what stands here where it was changed here too. */
export function recordLines(
  before: FormRecord,
  mine: FormRecord,
  theirs: FormRecord,
  labelOf: (path: Path) => string,
): readonly ConflictLine[] {
  const own = new Set(differences(before, mine).map((path) => JSON.stringify(path)));
  return differences(before, theirs).map((path) => ({
    id: path.join('.'),
    label: labelOf(path),
    before: textOf(getAt(before, path)),
    theirs: textOf(getAt(theirs, path)),
    ...(own.has(JSON.stringify(path)) ? { mine: textOf(getAt(mine, path)) } : {}),
  }));
}

/** What somebody else changed of what a form edits. The switch of the page is not part of the form. */
export function conflictLines(
  form: Pick<SchemaForm, 'model' | 'first' | 'record'>,
  theirs: FormRecord,
  pick: (text: Text) => string,
): readonly ConflictLine[] {
  const configOf = (record: FormRecord): FormRecord => {
    const { enable: _, ...config } = toBody(form.model, record, 'probe');
    return config;
  };
  return recordLines(configOf(form.first), configOf(form.record), configOf(theirs), (path) => {
    const field = fieldAt(form.model.fields, path);
    return field === undefined ? path.join('.') : pick(field.label);
  });
}
