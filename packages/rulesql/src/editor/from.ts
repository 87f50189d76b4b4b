import { tokens } from '../syntax/lexer.ts';
import type { Token } from '../syntax/token.ts';

interface FromClause {
  readonly items: readonly Token[];
  /** Span of the list; an empty one after FROM where it has no items. */
  readonly from: number;
  readonly to: number;
}

function isKeyword(token: Token, word: string): boolean {
  return token.kind === 'keyword' && token.text === word;
}

/** Reads the FROM list from the tokens alone, so that it is found in statements that are broken elsewhere. */
function fromClause(sql: string): FromClause | undefined {
  const all = tokens(sql).filter((token) => token.kind !== 'comment');
  const at = all.findIndex((token) => isKeyword(token, 'FROM'));
  const keyword = all[at];
  if (!keyword) return undefined;
  const items: Token[] = [];
  let to = keyword.to;
  for (const token of all.slice(at + 1)) {
    const isComma = token.kind === 'punctuation' && token.text === ',';
    const isItem =
      token.kind === 'quotedName' || token.kind === 'name' || token.kind === 'string' || token.kind === 'boolean';
    if (!isComma && !isItem) break;
    if (isItem) items.push(token);
    to = token.to;
  }
  return { items, from: items[0]?.from ?? keyword.to, to };
}

/** What a statement reads: the items of FROM without their quotes, also while the rest is being typed. */
export function fromList(sql: string): readonly string[] {
  return fromClause(sql)?.items.map((token) => token.text) ?? [];
}

/** A FROM item as it is written; `"` inside makes single quotes necessary. */
function quoted(item: string): string {
  return item.includes('"') ? `'${item.replaceAll("'", '')}'` : `"${item}"`;
}

/** The statement with another FROM list and nothing else changed; a statement without FROM gets one. */
export function replaceFrom(sql: string, from: readonly string[]): string {
  const list = from.map(quoted).join(', ');
  const clause = fromClause(sql);
  if (clause) {
    const space = clause.items.length === 0 && list !== '' ? ' ' : '';
    return sql.slice(0, clause.from) + space + list + sql.slice(clause.to);
  }
  const where = tokens(sql).find((token) => isKeyword(token, 'WHERE'));
  const at = where?.from ?? sql.length;
  const before = sql.slice(0, at).trimEnd();
  return `${before}${before === '' ? '' : '\n'}FROM ${list}${where ? '\n' : ''}${sql.slice(at)}`;
}
