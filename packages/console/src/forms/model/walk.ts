import { branchOf } from './choice.ts';
import { getAt } from './path.ts';
import type { Field, FormRecord } from './types.ts';
import { isVisible } from './visibility.ts';

/**
 * The fields that hold values of their own, as the record stands: containers opened, the chosen branch only, one set of
 * columns for each row with absolute paths, a switched-off field as itself, what is not visible left out.
 */
export function* leaves(fields: readonly Field[], record: FormRecord): Generator<Field> {
  for (const field of fields) {
    if (!isVisible(field, record)) continue;
    switch (field.widget) {
      case 'object':
      case 'ssl':
        yield* leaves(field.fields, record);
        break;
      case 'choice':
        yield* leaves(branchOf(field, record)?.fields ?? [], record);
        break;
      case 'switchable':
        if (getAt(record, field.path) === field.symbol) yield field;
        else yield* leaves([field.inner], record);
        break;
      case 'table': {
        yield field;
        const rows = getAt(record, field.path);
        if (!Array.isArray(rows)) break;
        for (const index of rows.keys()) {
          yield* leaves(
            field.columns.map((column) => ({ ...column, path: [...field.path, index, ...column.path] })),
            record,
          );
        }
        break;
      }
      default:
        yield field;
    }
  }
}

/** Every field with everything inside it, whatever the record says. */
export function* everyField(fields: readonly Field[]): Generator<Field> {
  for (const field of fields) {
    yield field;
    if (field.widget === 'object' || field.widget === 'ssl') yield* everyField(field.fields);
    else if (field.widget === 'choice') for (const branch of field.branches) yield* everyField(branch.fields);
    else if (field.widget === 'switchable') yield* everyField([field.inner]);
  }
}
