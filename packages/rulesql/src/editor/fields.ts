import { columnHelp, type Text } from '@sluice/contract';
import type { Item, Path, Statement } from '../syntax/ast.ts';
import { parse } from '../syntax/parser.ts';
import { columnsOfFrom, type LanguageContext } from './context.ts';

/** A field of the rows that a statement makes, for `${…}` in templates. */
export interface AvailableField {
  /** Written as `${name}`; dots lead into maps. */
  readonly name: string;
  readonly origin: 'column' | 'alias' | 'item';
  readonly info?: Text;
}

/** Characters that a placeholder may have. */
const PLACEHOLDER_NAME = /^[A-Za-z0-9_.]+$/;

/** The path as far as a placeholder can follow it: list indexes end it. */
function placeholderOf(path: Path): string {
  const names = [path.head];
  for (const segment of path.rest) {
    if (segment.kind === 'index') break;
    names.push(segment.key);
  }
  return names.join('.');
}

class Fields {
  readonly #fields: Map<string, AvailableField> = new Map();

  add(name: string, origin: AvailableField['origin']): void {
    if (!PLACEHOLDER_NAME.test(name) || this.#fields.has(name)) return;
    const info = origin === 'column' ? columnHelp(name) : undefined;
    this.#fields.set(name, { name, origin, ...(info ? { info } : {}) });
  }

  addItems(items: readonly Item[], everything: () => void): void {
    for (const item of items) {
      if (item.kind === 'star') everything();
      else this.#addItem(item);
    }
  }

  #addItem(item: Extract<Item, { kind: 'item' }>): void {
    const node = item.expression;
    if (item.alias) this.add(placeholderOf(item.alias), 'alias');
    else if (node.kind === 'path') this.add(placeholderOf(node), node.rest.length === 0 ? 'column' : 'alias');
    else if (node.kind === 'slice') this.add(placeholderOf(node.path), 'alias');
    else if (node.kind === 'string') this.add(node.value, 'alias');
    // Anything else gets a name that the broker makes up anew each time.
  }

  list(): readonly AvailableField[] {
    return [...this.#fields.values()];
  }
}

/** Names of FOREACH's items: the last alias, or `item`. */
export function itemNameOf(statement: Statement): string | undefined {
  const last = statement.items.at(-1);
  if (last?.kind !== 'item' || !last.alias) return 'item';
  return last.alias.rest.length === 0 ? last.alias.head : undefined;
}

/** The fields that the outputs of a statement can use. Works on statements that are still being typed. */
export function availableFields(sql: string, context: LanguageContext): readonly AvailableField[] {
  const { statement } = parse(sql);
  if (!statement) return [];
  const fields = new Fields();
  const columns = (): void => {
    const from = statement.from.map((item) => item.text);
    for (const column of columnsOfFrom(from, context) ?? []) fields.add(column, 'column');
  };
  if (statement.kind === 'select') {
    fields.addItems(statement.items, columns);
    return fields.list();
  }
  const everything = (): void => {
    const name = itemNameOf(statement);
    if (name !== undefined) fields.add(name, 'item');
    fields.addItems(statement.items, columns);
    columns();
  };
  if (statement.do) fields.addItems(statement.do, everything);
  else everything();
  return fields.list();
}
