import type { Json, ResourceKind, SchemaDocument, SchemaNode, Text } from '@sluice/contract';
import { recordsOf } from './document.ts';
import { type FormContext, fieldsOf } from './field.ts';
import { isHidden, isTransparent, placeOf } from './order.ts';
import { settingsFields } from './settings.ts';
import { GROUP_ADVANCED, GROUP_BASIC } from './texts.ts';
import type { Condition, Field, FieldGroup, FormKind, FormMode, FormModel } from './types.ts';

export interface FormOptions {
  readonly kind: ResourceKind;
  readonly type: string;
  readonly mode: FormMode;
}

/** The form of a connector, action or source; `undefined` when the document does not know the type. */
export function buildForm(document: SchemaDocument, options: FormOptions): FormModel | undefined {
  const records = recordsOf(document, options.kind, options.type);
  const [first] = records;
  if (first === undefined) return undefined;
  const context: FormContext = { document, ...options };
  const flavours = records.map((record) => topFields(context, record));
  const fields = flavours.length === 1 ? (flavours[0] ?? []) : mergeFlavours(flavours);
  return model(options.kind, options.type, options.mode, conditions(fields), false);
}

/** The form of a settings page, from the object that describes it. */
export function buildSettingsForm(
  document: SchemaDocument,
  node: SchemaNode,
  kind: Exclude<FormKind, ResourceKind>,
  mode: FormMode,
): FormModel {
  const context: FormContext = { document, kind, type: '', mode };
  const fields = settingsFields(kind, fieldsOf(context, node, []));
  return model(kind, '', mode, fields, kind === 'cluster' || kind === 'plain');
}

/** Fields of a record with `parameters` and `resource_opts` laid open. */
function topFields(context: FormContext, record: SchemaNode): readonly Field[] {
  return fieldsOf(context, record, [])
    .filter((field) => !isHidden(field.key))
    .flatMap((field) => (field.widget === 'object' && isTransparent(field.key) ? field.fields : [field]));
}

/**
 * One form for a type whose records come in flavours told apart by a symbol (`driver`): that symbol becomes a choice,
 * and a field that some flavours lack is shown for those that have it.
 */
function mergeFlavours(flavours: readonly (readonly Field[])[]): readonly Field[] {
  const single = (field: Field) =>
    field.widget === 'enum' && field.options.length === 1 ? field.options[0] : undefined;
  const selector = flavours[0]?.find(
    (field) =>
      single(field) !== undefined &&
      new Set(flavours.map((fields) => single(find(fields, field) ?? field)?.value)).size === flavours.length,
  );
  if (selector === undefined) return flavours[0] ?? [];
  const merged = new Map<string, { field: Field; symbols: Json[] }>();
  for (const fields of flavours) {
    const own = find(fields, selector);
    const symbol = own === undefined ? undefined : single(own)?.value;
    for (const field of fields) {
      const id = JSON.stringify(field.path);
      const entry = merged.get(id) ?? { field, symbols: [] };
      if (symbol !== undefined) entry.symbols.push(symbol);
      merged.set(id, entry);
    }
  }
  return [...merged.values()].map(({ field, symbols }): Field => {
    if (field.key === selector.key && field.widget === 'enum') {
      const options = flavours.flatMap((fields) => {
        const own = find(fields, selector);
        return own?.widget === 'enum' ? own.options : [];
      });
      return { ...field, options, required: true };
    }
    if (symbols.length === flavours.length) return field;
    return { ...field, visibleWhen: [...(field.visibleWhen ?? []), { path: selector.path, oneOf: symbols }] };
  });
}

function find(fields: readonly Field[], like: Field): Field | undefined {
  return fields.find((field) => JSON.stringify(field.path) === JSON.stringify(like.path));
}

/** Conditions that no document states: without `async` nothing is in flight (specification §4). */
function conditions(fields: readonly Field[]): readonly Field[] {
  const mode = fields.find((field) => field.key === 'query_mode');
  if (mode === undefined) return fields;
  const condition: Condition = { path: mode.path, contains: 'async' };
  return fields.map((field) =>
    field.key === 'inflight_window' ? { ...field, visibleWhen: [...(field.visibleWhen ?? []), condition] } : field,
  );
}

function model(kind: FormKind, type: string, mode: FormMode, fields: readonly Field[], tabs: boolean): FormModel {
  const ordered = fields
    .map((field, index) => ({ field, index }))
    .sort((a, b) => placeOf(a.field.key) - placeOf(b.field.key) || a.index - b.index)
    .map(({ field }) => field);
  const isGroup = (field: Field) => field.widget === 'ssl' || field.widget === 'object';
  const advanced = ordered.filter((field) => field.advanced && !isGroup(field));
  const objects = ordered.filter((field) => isGroup(field));
  const groups: FieldGroup[] = [
    group(
      'basic',
      'basic',
      GROUP_BASIC,
      ordered.filter((f) => !f.advanced && !isGroup(f)),
    ),
  ];
  for (const field of objects.filter((f) => !f.advanced)) groups.push(objectGroup(field));
  const advancedFields = [...advanced, ...objects.filter((f) => f.advanced)];
  if (advancedFields.length > 0) groups.push(group('advanced', 'advanced', GROUP_ADVANCED, advancedFields));
  const filled = groups.filter((one) => one.fields.length > 0);
  return {
    kind,
    type,
    mode,
    groups: filled,
    fields: filled.flatMap((one) => one.fields),
    tabs: tabs && filled.length > 1,
  };
}

function group(id: string, kind: FieldGroup['kind'], label: Text, fields: readonly Field[]): FieldGroup {
  return { id, kind, label, fields };
}

function objectGroup(field: Field): FieldGroup {
  const help = field.help === undefined ? {} : { help: field.help };
  return { id: JSON.stringify(field.path), kind: 'object', label: field.label, ...help, fields: [field] };
}
