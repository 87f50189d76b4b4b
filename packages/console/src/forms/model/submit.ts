import type { Json } from '@sluice/contract';
import { branchOf } from './choice.ts';
import { getAt, isObject, removeAt, setAt } from './path.ts';
import type { Field, FormModel, FormRecord } from './types.ts';
import { isVisible } from './visibility.ts';

export type Operation = 'create' | 'update' | 'copy' | 'probe' | 'settings';

/** What only a backend says; never sent (specification §7, reference facts §3.2). */
const READ_ONLY: readonly string[] = [
  'node_status',
  'node_metrics',
  'metrics',
  'status',
  'status_reason',
  'status_raw',
  'status_fault',
  'status_since',
  'error',
  'role',
  'idForRuleFrom',
  'actions',
  'sources',
  'rules',
  'id',
  'created_at',
  'last_modified_at',
];

const STRIPPED: Readonly<Record<Operation, readonly string[]>> = {
  create: [...READ_ONLY, 'enable'],
  copy: [...READ_ONLY, 'enable'],
  update: [...READ_ONLY, 'type', 'name'],
  probe: READ_ONLY,
  settings: [],
};

/**
 * The body to send. Fields the form shows are trimmed and dropped when empty or hidden; what the form does not know is
 * passed on as it came.
 */
export function toBody(model: FormModel, record: FormRecord, operation: Operation): FormRecord {
  let body = record;
  for (const field of model.fields) body = settle(field, body);
  const stripped = new Set(STRIPPED[operation]);
  return Object.fromEntries(Object.entries(body).filter(([key]) => !stripped.has(key)));
}

function settle(field: Field, record: FormRecord): FormRecord {
  const value = getAt(record, field.path);
  if (value === undefined) return record;
  if (!isVisible(field, record)) return removeAt(record, field.path);
  switch (field.widget) {
    case 'ssl':
      return settleSsl(field, record);
    case 'object':
      return field.fields.reduce((body, child) => settle(child, body), record);
    case 'choice':
      return (branchOf(field, record)?.fields ?? []).reduce((body, child) => settle(child, body), record);
    case 'switchable':
      return value === field.symbol ? record : settle(field.inner, record);
    case 'password':
      return value === '' ? removeAt(record, field.path) : record;
    default: {
      const kept = withoutEmpty(value, field.widget !== 'code' && field.widget !== 'json');
      if (kept === undefined) return removeAt(record, field.path);
      return kept === value ? record : setAt(record, field.path, kept);
    }
  }
}

/** A disabled TLS block goes back to its default form: its files and names are dropped (specification §3). */
function settleSsl(field: Field & { readonly widget: 'ssl' }, record: FormRecord): FormRecord {
  if (getAt(record, [...field.path, 'enable']) === true) {
    return field.fields.reduce((body, child) => settle(child, body), record);
  }
  let body = record;
  for (const child of field.fields) {
    if (child.key !== 'enable' && child.key !== 'verify') body = removeAt(body, child.path);
  }
  return body;
}

/** Empty texts dropped recursively (decision 16); single lines trimmed; `undefined` when nothing is left of a text. */
function withoutEmpty(value: Json, trim: boolean): Json | undefined {
  if (typeof value === 'string') {
    const text = trim && !value.includes('\n') ? value.trim() : value;
    return text === '' ? undefined : text;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutEmpty(item as Json, trim)).filter((item) => item !== undefined);
    return same(items, value) ? value : items;
  }
  if (isObject(value)) {
    const entries = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
      const kept = withoutEmpty(item, trim);
      return kept === undefined ? [] : [[key, kept]];
    });
    return same(
      entries.map(([, item]) => item),
      Object.values(value),
    )
      ? value
      : Object.fromEntries(entries);
  }
  return value;
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
