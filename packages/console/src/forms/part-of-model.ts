import type { Field, FormModel } from './model/types.ts';

/** The same form with some of its top-level fields only: for pages that ask for the others themselves. */
export function partOfModel(model: FormModel, keep: (field: Field) => boolean): FormModel {
  const groups = model.groups
    .map((group) => ({ ...group, fields: group.fields.filter(keep) }))
    .filter((group) => group.fields.length > 0);
  return { ...model, groups, fields: model.fields.filter(keep) };
}
