import type { Json, SchemaNode, Text } from '@sluice/contract';
import { componentName } from './document.ts';
import { type Base, type FormContext, fieldOf, fieldsOf, optionsOf, unwrap } from './field.ts';
import { humanize } from './humanize.ts';
import { initialObject } from './initial.ts';
import { optionLabel } from './texts.ts';
import type { Branch, Field } from './types.ts';

interface Member {
  readonly node: SchemaNode;
  /** Name of the component it came from, when it came from one. */
  readonly name?: string;
}

/** The field for a `oneOf` of two or more. */
export function unionField(context: FormContext, oneOf: readonly SchemaNode[], base: Base): Field {
  const members = oneOf.map((one): Member => {
    const node = unwrap(context.document, one);
    return one.$ref === undefined ? { node } : { node, name: componentName(one.$ref) };
  });
  const isObject = (member: Member) => member.node.type === 'object' && member.node.properties !== undefined;
  const objects = members.filter(isObject);
  const scalars = members.filter((member) => !isObject(member));

  if (objects.length === 0) return scalarUnion(context, scalars, base);
  const only = symbolOf(scalars);
  if (objects.length === 1 && scalars.length === 1 && only !== undefined && objects[0] !== undefined) {
    return switchable(context, only, objects[0].node, base);
  }
  const branches = [
    ...objects.map((member, index) => objectBranch(context, member, base, index)),
    ...scalars.flatMap((member) => (member.node.symbols ?? []).map(constantBranch)),
  ];
  return { ...base, widget: 'choice', span: 24, branches: distinct(branches) };
}

function scalarUnion(context: FormContext, members: readonly Member[], base: Base): Field {
  const symbols = members.flatMap((member) => (member.node.type === 'enum' ? (member.node.symbols ?? []) : []));
  const others = members.map((member) => member.node).filter((node) => node.type !== 'enum');
  const [first] = others;
  if (first === undefined) return { ...base, widget: 'enum', options: optionsOf(symbols) };

  const text = others.find((node) => node.type === 'string');
  if (text === undefined) {
    const [symbol] = symbols;
    // `infinity` or a duration, `all_partitions` or a number
    if (symbols.length === 1 && typeof symbol === 'string' && others.length === 1) {
      return switchable(context, symbol, first, base);
    }
    return fieldOf(context, { ...first, default: base.default }, base.path, base.required);
  }
  const custom = base.template || text.is_template === true ? 'template' : 'text';
  if (symbols.length > 0) return { ...base, widget: 'enum', options: optionsOf(symbols), custom };
  if (others.some((node) => node.type === 'boolean') && others.length === 2) {
    return { ...base, widget: 'enum', options: optionsOf([true, false]), custom };
  }
  if (others.some((node) => node.format === 'sql')) return { ...base, widget: 'code', language: 'sql', span: 24 };
  return { ...base, widget: 'text', multiline: false };
}

function symbolOf(scalars: readonly Member[]): string | undefined {
  const symbols = scalars[0]?.node.symbols;
  const [symbol] = symbols ?? [];
  return symbols?.length === 1 && typeof symbol === 'string' ? symbol : undefined;
}

/** Off is the symbol; on is a value of the other member, whose own default is no longer the symbol. */
function switchable(context: FormContext, symbol: string, node: SchemaNode, base: Base): Field {
  const { default: preset, ...rest } = node;
  const own = base.default !== undefined && base.default !== symbol ? base.default : preset;
  const inner = fieldOf(context, own === undefined ? rest : { ...rest, default: own }, base.path, true);
  const { advanced, label } = base;
  return { ...base, widget: 'switchable', symbol, span: inner.span, inner: { ...inner, advanced, label } };
}

function objectBranch(context: FormContext, member: Member, base: Base, index: number): Branch {
  const fields = fieldsOf(context, member.node, base.path);
  const discriminator = fields.find((field) => field.widget === 'enum' && field.options.length === 1);
  const id = member.name ?? String(index);
  const shown = fields.filter((field) => field !== discriminator);
  const symbol = discriminator?.widget === 'enum' ? discriminator.options[0] : undefined;
  const initial = initialObject(shown, base.path);
  return {
    id,
    label: symbol?.label ?? branchLabel(member, index),
    fields: shown,
    initial:
      discriminator === undefined || symbol === undefined ? initial : { [discriminator.key]: symbol.value, ...initial },
  };
}

function branchLabel(member: Member, index: number): Text {
  const title = member.node.label;
  if (title !== undefined && title !== '') return { en: title, zh: title };
  const name = member.name?.slice(member.name.indexOf('.') + 1).replace(/^(auth|action|connector)_/, '');
  return humanize(name ?? String(index + 1));
}

function constantBranch(symbol: string | number | boolean): Branch {
  const label = optionLabel(symbol) ?? humanize(String(symbol));
  return { id: `=${String(symbol)}`, label, constant: symbol as Json, fields: [], initial: symbol as Json };
}

/** Two branches never look the same: a number tells them apart. */
function distinct(branches: readonly Branch[]): readonly Branch[] {
  return branches.map((branch, index) => {
    const twins = branches.filter((other) => other.label.en === branch.label.en);
    if (twins.length === 1) return branch;
    const n = ` ${twins.indexOf(branch) + 1 || index + 1}`;
    return { ...branch, label: { en: branch.label.en + n, zh: branch.label.zh + n } };
  });
}
