import { tokens } from '../syntax/lexer.ts';
import type { Token } from '../syntax/token.ts';

/** Where in a statement the cursor stands. */
export interface Place {
  readonly clause: 'start' | 'SELECT' | 'FOREACH' | 'DO' | 'INCASE' | 'FROM' | 'WHERE';
  /** Where the word being typed begins. */
  readonly from: number;
  readonly typed: string;
  /** Names before the dot that the word follows: `payload.sensor.` */
  readonly path: readonly string[];
  /** A whole operand stands before: an operator or keyword comes next. */
  readonly afterOperand: boolean;
  /** The word is in double quotes; `closed` if the closing one is there already. */
  readonly quoted: boolean;
  readonly closed: boolean;
  /** Inside CASE … END. */
  readonly inCase: boolean;
  /** The word is a new name, after AS. */
  readonly isAlias: boolean;
}

const CLAUSES: ReadonlySet<string> = new Set(['SELECT', 'FOREACH', 'DO', 'INCASE', 'FROM', 'WHERE']);

function isWord(token: Token): boolean {
  return token.kind === 'name' || token.kind === 'keyword' || token.kind === 'boolean' || token.kind === 'operatorName';
}

function isOperandEnd(token: Token | undefined): boolean {
  switch (token?.kind) {
    case 'name':
    case 'quotedName':
    case 'string':
    case 'integer':
    case 'float':
    case 'boolean':
      return true;
    case 'punctuation':
      return token.text === ')' || token.text === ']';
    case 'keyword':
      return token.text === 'END';
    case 'operator':
      // `SELECT *`
      return token.text === '*';
    default:
      return false;
  }
}

/** The names that lead to the dot at the end of `before`. */
function pathBefore(before: readonly Token[]): readonly string[] {
  const path: string[] = [];
  let at = before.length - 1;
  while (at >= 1 && before[at]?.kind === 'punctuation' && before[at]?.text === '.') {
    const name = before[at - 1];
    if (!name || (name.kind !== 'name' && name.kind !== 'quotedName' && name.kind !== 'string')) return path;
    path.unshift(name.text);
    at -= 2;
  }
  return path;
}

/** Reads the place from the tokens alone; `undefined` inside a text or a comment. */
export function cursorAt(sql: string, cursor: number): Place | undefined {
  const all = tokens(sql);
  const inside = all.find((token) => token.from < cursor && cursor <= token.to);
  const isOpenQuote = inside?.kind === 'invalid' && inside.fault === 'unclosed_quote' && inside.text.startsWith('"');
  const isQuoted = isOpenQuote || (inside?.kind === 'quotedName' && cursor < inside.to);
  if (inside?.kind === 'comment') return undefined;
  if (inside?.kind === 'string' && cursor < inside.to) return undefined;
  if (inside?.kind === 'invalid' && inside.fault === 'unclosed_quote' && !isOpenQuote) return undefined;
  const isTyping = inside !== undefined && (isQuoted || (isWord(inside) && cursor <= inside.to));
  const from = isTyping ? inside.from : cursor;
  const before = all.filter((token) => token.to <= from && token.kind !== 'comment');
  const keywords = before.filter((token) => token.kind === 'keyword');
  const clause = keywords.findLast((token) => CLAUSES.has(token.text))?.text ?? 'start';
  const cases = keywords.filter((token) => token.text === 'CASE').length;
  const ends = keywords.filter((token) => token.text === 'END').length;
  const last = before.at(-1);
  const followsDot = last?.kind === 'punctuation' && last.text === '.';
  return {
    clause: clause as Place['clause'],
    from,
    typed: isTyping ? sql.slice(from, cursor) : '',
    path: followsDot ? pathBefore(before) : [],
    afterOperand: isOperandEnd(last),
    quoted: isQuoted,
    closed: isQuoted && !isOpenQuote,
    inCase: cases > ends,
    isAlias: last?.kind === 'keyword' && last.text === 'AS',
  };
}
