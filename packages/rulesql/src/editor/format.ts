import { tokens } from '../syntax/lexer.ts';
import { parse } from '../syntax/parser.ts';
import type { Token } from '../syntax/token.ts';

/** Lines are broken where they would be longer. */
const WIDTH = 100;
const INDENT = '  ';

const CLAUSES: ReadonlySet<string> = new Set(['SELECT', 'FOREACH', 'DO', 'INCASE', 'FROM', 'WHERE']);

interface Clause {
  readonly keyword: Token;
  readonly tokens: readonly Token[];
}

function source(token: Token, sql: string): string {
  return token.kind === 'keyword' || token.kind === 'comment' ? token.text : sql.slice(token.from, token.to);
}

const TIGHT_AFTER: ReadonlySet<string> = new Set(['(', '[', '.', '..']);
const TIGHT_BEFORE: ReadonlySet<string> = new Set([')', ']', ',', '.', '..']);

function isUnary(token: Token, before: Token | undefined): boolean {
  if (token.kind !== 'operator' || (token.text !== '-' && token.text !== '+')) return false;
  if (!before || before.kind === 'operator' || before.kind === 'keyword' || before.kind === 'operatorName') return true;
  return before.kind === 'punctuation' && before.text !== ')' && before.text !== ']';
}

/** Is there a space between two neighbours? */
function isApart(a: Token, b: Token, beforeA: Token | undefined): boolean {
  if (TIGHT_BEFORE.has(b.text) && b.kind !== 'string' && b.kind !== 'quotedName') return false;
  if (TIGHT_AFTER.has(a.text) && a.kind !== 'string' && a.kind !== 'quotedName') return false;
  // Two signs in a row would read as a comment.
  if (isUnary(a, beforeA)) return b.kind === 'operator';
  const isNamed = a.kind === 'name' || a.kind === 'quotedName' || a.kind === 'operatorName';
  if (isNamed && b.text === '(' && b.kind === 'punctuation') return false;
  const opensIndex = b.text === '[' && b.kind === 'punctuation';
  return !(opensIndex && (isNamed || a.kind === 'string' || a.kind === 'integer' || a.text === ']'));
}

function line(list: readonly Token[], sql: string): string {
  let text = '';
  for (const [i, token] of list.entries()) {
    const before = list[i - 1];
    // Whatever follows a comment needs a line of its own.
    if (before?.kind === 'comment') text += `\n${INDENT}${INDENT}`;
    else if (before && isApart(before, token, list[i - 2])) text += ' ';
    text += source(token, sql);
  }
  return text;
}

/** Cuts at tokens outside of brackets and CASE; the token that cuts ends its piece, or starts the next one. */
function cut(list: readonly Token[], isCut: (token: Token) => 'after' | 'before' | undefined): Token[][] {
  const pieces: Token[][] = [[]];
  let depth = 0;
  for (const token of list) {
    if (token.kind === 'punctuation' && (token.text === '(' || token.text === '[')) depth++;
    if (token.kind === 'punctuation' && (token.text === ')' || token.text === ']')) depth--;
    if (token.kind === 'keyword' && token.text === 'CASE') depth++;
    if (token.kind === 'keyword' && token.text === 'END') depth--;
    const where = depth === 0 ? isCut(token) : undefined;
    if (where === 'before') pieces.push([token]);
    else pieces.at(-1)?.push(token);
    // A comment ends its line.
    if (where === 'after' || token.kind === 'comment') pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}

const atComma = (token: Token): 'after' | undefined =>
  token.kind === 'punctuation' && token.text === ',' ? 'after' : undefined;
const atLogic = (token: Token): 'before' | undefined =>
  token.kind === 'keyword' && (token.text === 'AND' || token.text === 'OR') ? 'before' : undefined;

/** Puts a comment that stood on the line of the piece before it back there, and a comma in front of it. */
function joinComments(pieces: readonly Token[][], sql: string): Token[][] {
  const joined: Token[][] = [];
  for (const piece of pieces) {
    const first = piece[0];
    const last = joined.at(-1)?.at(-1);
    const isTrailing =
      first?.kind === 'comment' && last && last.kind !== 'comment' && !sql.slice(last.to, first.from).includes('\n');
    // A comma after a comment belongs before it.
    if (first && atComma(first) && last?.kind === 'comment' && joined.at(-1)?.length !== 1) {
      const comment = joined.at(-1)?.pop();
      joined.at(-1)?.push(first, ...(comment ? [comment] : []));
      if (piece.length > 1) joined.push(piece.slice(1));
    } else if (isTrailing && piece.length === 1) joined.at(-1)?.push(first);
    else joined.push(piece);
  }
  return joined;
}

function clauseLines({ keyword, tokens: list }: Clause, sql: string): string[] {
  const isCondition = keyword.text === 'WHERE' || keyword.text === 'INCASE';
  const hasComment = list.some((token) => token.kind === 'comment');
  const whole = line(list, sql);
  const fits = !hasComment && INDENT.length + whole.length <= WIDTH;
  const onOneLine = fits && (isCondition || keyword.text === 'FROM');
  const pieces = onOneLine ? [[...list]] : joinComments(cut(list, isCondition ? atLogic : atComma), sql);
  return [keyword.text, ...pieces.map((piece) => INDENT + line(piece, sql))];
}

/**
 * Lays a statement out: a clause a block, an item a line; comments stay where they belong. A statement with errors comes
 * back as it was. Never throws.
 */
export function format(sql: string): string {
  if (parse(sql).diagnostics.length > 0) return sql;
  const head: Token[] = [];
  const clauses: { keyword: Token; tokens: Token[] }[] = [];
  for (const token of tokens(sql)) {
    if (token.kind === 'keyword' && CLAUSES.has(token.text)) clauses.push({ keyword: token, tokens: [] });
    else (clauses.at(-1)?.tokens ?? head).push(token);
  }
  const lines = [...head.map((token) => source(token, sql)), ...clauses.flatMap((clause) => clauseLines(clause, sql))];
  const text = lines.join('\n');
  return tokens(text).at(-1)?.kind === 'comment' ? `${text}\n` : text;
}
