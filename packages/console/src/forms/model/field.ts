import type { Json, SchemaDocument, SchemaNode, Text } from '@sluice/contract';
import { resolve } from './document.ts';
import { humanize } from './humanize.ts';
import { initialOf } from './initial.ts';
import { CERTIFICATE_FILES, isAdvancedKey, placeOf, SSL_FIELDS } from './order.ts';
import { helpOf, labelOf, optionLabel } from './texts.ts';
import type { Field, FormKind, FormMode, Option, Path, Span, TextRule } from './types.ts';
import { unionField } from './union-field.ts';

/** What the fields of one form have in common. */
export interface FormContext {
  readonly document: SchemaDocument;
  readonly kind: FormKind;
  readonly type: string;
  readonly mode: FormMode;
}

export type Base = Pick<
  Field,
  | 'path'
  | 'key'
  | 'label'
  | 'help'
  | 'required'
  | 'advanced'
  | 'span'
  | 'default'
  | 'placeholder'
  | 'locked'
  | 'template'
>;

/** The field for one property. References are followed, a union of one is the one. */
export function fieldOf(context: FormContext, property: SchemaNode, path: Path, required: boolean): Field {
  const node = unwrap(context.document, property);
  const base = baseOf(context, node, path, required);
  const special = specialField(context, node, base);
  if (special !== undefined) return special;
  if (node.oneOf !== undefined) return unionField(context, node.oneOf, base);
  return plainField(context, node, base);
}

/** Fields of the properties of an object, in display order, without deprecated ones. */
export function fieldsOf(context: FormContext, object: SchemaNode, path: Path): readonly Field[] {
  const required = new Set(object.required ?? []);
  return Object.entries(object.properties ?? {})
    .filter(([key, node]) => node.deprecated !== true && !key.startsWith('$'))
    .map(([key, node], index) => ({ field: fieldOf(context, node, [...path, key], required.has(key)), index }))
    .sort((a, b) => placeOf(a.field.key) - placeOf(b.field.key) || a.index - b.index)
    .map(({ field }) => field);
}

/** Follows references and unions with a single entry; texts and defaults of the outer node win. */
export function unwrap(document: SchemaDocument, property: SchemaNode): SchemaNode {
  let node = resolve(document, property);
  for (let only = single(node); only !== undefined; only = single(node)) {
    const { oneOf, ...own } = node;
    node = { ...resolve(document, only), ...own };
  }
  return node;
}

function single(node: SchemaNode): SchemaNode | undefined {
  return node.oneOf?.length === 1 ? node.oneOf[0] : undefined;
}

export function optionsOf(symbols: readonly (string | number | boolean)[]): readonly Option[] {
  return symbols.map((value) => {
    const plain = String(value);
    return { value, label: optionLabel(value) ?? { en: plain, zh: plain } };
  });
}

function baseOf(context: FormContext, node: SchemaNode, path: Path, required: boolean): Base {
  const key = String(path[path.length - 1] ?? '');
  const ours = node['x-sluice'];
  const label = ours?.label ?? schemaText(node.label) ?? labelOf(key) ?? humanize(key);
  const help = ours?.help ?? schemaText(node.description) ?? helpOf(key);
  const placeholder = placeholderOf(node);
  return {
    path,
    key,
    label,
    ...(help === undefined ? {} : { help }),
    required,
    advanced: ours?.advanced ?? (path[0] === 'resource_opts' || (path.length <= 2 && isAdvancedKey(key))),
    span: 12,
    ...(node.default === undefined ? {} : { default: node.default as Json }),
    ...(placeholder === undefined ? {} : { placeholder }),
    locked: path.length === 1 && key === 'name' && context.mode === 'edit',
    template: node.is_template === true || (node.oneOf?.some((one) => one.is_template === true) ?? false),
  };
}

function schemaText(text: string | undefined): Text | undefined {
  return text === undefined || text === '' ? undefined : { en: text, zh: text };
}

function placeholderOf(node: SchemaNode): string | undefined {
  const sample = node.default ?? node.example;
  if (typeof sample === 'string' && sample !== '') return sample;
  return typeof sample === 'number' ? String(sample) : undefined;
}

/** Fields that are recognised by their place rather than by their type. */
function specialField(context: FormContext, node: SchemaNode, base: Base): Field | undefined {
  const { key, path } = base;
  if (path.length === 1 && key === 'connector' && context.kind !== 'connector') {
    return { ...base, widget: 'connector', required: true };
  }
  if (key === 'ssl' && node.type === 'object') return sslField(context, node, base);
  if (node.type !== 'string') return undefined;
  if (key === 'certfile' || key === 'keyfile' || key === 'cacertfile') {
    return { ...base, widget: 'certificate', accept: CERTIFICATE_FILES, span: 24 };
  }
  if ((key === 'keepalive' || key === 'retry_interval') && context.type === 'mqtt' && context.kind === 'connector') {
    return { ...base, widget: 'duration' };
  }
  const isPayload = (context.type === 'http' && key === 'body') || (context.type === 'mqtt' && key === 'payload');
  if (isPayload || (base.template && key === 'payload_template')) {
    return { ...base, widget: 'code', language: 'json', span: 24 };
  }
  return undefined;
}

function sslField(context: FormContext, node: SchemaNode, base: Base): Field {
  // A web server is often reached by a name its certificate does not carry; a broker's identity is checked.
  const verify = context.type === 'http' ? 'verify_none' : 'verify_peer';
  const fields = fieldsOf(context, node, base.path)
    .filter((field) => SSL_FIELDS.includes(field.key))
    .sort((a, b) => SSL_FIELDS.indexOf(a.key) - SSL_FIELDS.indexOf(b.key))
    .map((field): Field => {
      const shown = { ...field, advanced: false };
      if (field.key === 'enable') return shown;
      const whenOn = { path: [...base.path, 'enable'], equals: true };
      const whenVerified = { path: [...base.path, 'verify'], equals: 'verify_peer' };
      if (field.key === 'verify') return { ...shown, default: verify, visibleWhen: [whenOn] };
      return { ...shown, visibleWhen: field.key === 'cacertfile' ? [whenOn, whenVerified] : [whenOn] };
    });
  return { ...base, widget: 'ssl', span: 24, advanced: false, fields };
}

function plainField(context: FormContext, node: SchemaNode, base: Base): Field {
  switch (node.type) {
    case 'boolean':
      return { ...base, widget: 'boolean' };
    case 'enum':
      return { ...base, widget: 'enum', options: optionsOf(node.symbols ?? []) };
    case 'integer':
    case 'number':
      return {
        ...base,
        widget: 'number',
        integer: node.type === 'integer',
        minimum: typeof node.minimum === 'number' ? node.minimum : 0,
        ...(typeof node.maximum === 'number' ? { maximum: node.maximum } : {}),
      };
    case 'duration':
    case 'byteSize':
      return {
        ...base,
        widget: node.type,
        ...(node.minimum === undefined ? {} : { minimum: String(node.minimum) }),
        ...(node.maximum === undefined ? {} : { maximum: String(node.maximum) }),
      };
    case 'wordSize':
      return { ...base, widget: 'byteSize' };
    case 'rate':
    case 'burst_rate':
      return { ...base, widget: 'rate' };
    case 'percent':
      return { ...base, widget: 'percent' };
    case 'comma_separated_string':
      return { ...base, widget: 'list', items: 'string', separated: true, span: 24 };
    case 'array':
      return arrayField(context, node, base);
    case 'object':
      return node.properties === undefined || '$name' in node.properties
        ? { ...base, widget: 'map', span: 24 }
        : { ...base, widget: 'object', span: 24, fields: fieldsOf(context, node, base.path) };
    case 'file':
      return { ...base, widget: 'file', accept: [], span: 24 };
    case 'sql':
      return { ...base, widget: 'code', language: 'sql', span: 24 };
    case 'url':
      return textField(context, node, base, 'url');
    case 'ip_port':
      return textField(context, node, base, 'server');
    case 'string':
    case 'csv':
      return stringField(context, node, base);
    default:
      return { ...base, widget: 'json', span: 24 };
  }
}

function stringField(context: FormContext, node: SchemaNode, base: Base): Field {
  if (node.format === 'password') return { ...base, widget: 'password' };
  if (node.format === 'sql') return { ...base, widget: 'code', language: 'sql', span: 24 };
  if (node.format === 'file') return { ...base, widget: 'file', accept: [], span: 24 };
  if (node.format === 'code') return { ...base, widget: 'code', language: 'json', span: 24 };
  return textField(context, node, base, ruleOf(context, node, base));
}

function ruleOf(context: FormContext, node: SchemaNode, base: Base): TextRule | undefined {
  const { key, path } = base;
  if (path.length === 1 && key === 'name') return 'common_id';
  if (node.format === 'topic_name' || node.format === 'topic_filter' || node.format === 'url') return node.format;
  if (node.format === 'server') return 'server';
  if (key === 'url' || key === 'base_url') return 'url';
  if (context.type !== 'mqtt') return undefined;
  if (key === 'server') return 'server';
  if (key !== 'topic') return undefined;
  return context.kind === 'source' ? 'topic_filter' : 'topic_name';
}

function textField(context: FormContext, node: SchemaNode, base: Base, rule: TextRule | undefined): Field {
  // Beside the name of a connector there is room; beside that of an action stands its connector.
  const isWide =
    base.key === 'url' || base.key === 'path' || (base.key === 'description' && context.kind !== 'connector');
  const span: Span = (isWide && base.path.length <= 2) || node.format === 'markdown' ? 24 : 12;
  const sample = rule === 'server' && base.placeholder === undefined ? { placeholder: 'broker.example.com:1883' } : {};
  return {
    ...base,
    ...sample,
    widget: 'text',
    span,
    multiline: node.format === 'markdown' || (typeof node.default === 'string' && node.default.includes('\n')),
    ...(node.format === 'markdown' ? { markdown: true } : {}),
    ...(rule === undefined ? {} : { rule }),
  };
}

function arrayField(context: FormContext, node: SchemaNode, base: Base): Field {
  const items = unwrap(context.document, node.items ?? { type: 'string' });
  if (items.type === 'enum') {
    const options = optionsOf(items.symbols ?? []);
    return { ...base, widget: 'list', items: 'string', separated: false, options };
  }
  if (items.type === 'integer' || items.type === 'number') {
    return { ...base, widget: 'list', items: 'number', separated: false };
  }
  if (items.properties !== undefined) {
    return { ...base, widget: 'table', span: 24, columns: fieldsOf(context, items, []) };
  }
  if (items.type === 'string' || items.type === undefined) {
    return { ...base, widget: 'list', items: 'string', separated: false };
  }
  return { ...base, widget: 'json', span: 24, default: base.default ?? initialOf({ ...base, widget: 'json' }) };
}
