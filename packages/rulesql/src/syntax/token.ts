/** Kinds of tokens; also the names the editor colours by. */
export type TokenKind =
  | 'keyword'
  /** `div` and `mod`. */
  | 'operatorName'
  | 'boolean'
  | 'name'
  /** In double quotes: a column. */
  | 'quotedName'
  | 'string'
  | 'integer'
  | 'float'
  | 'operator'
  | 'punctuation'
  | 'comment'
  | 'invalid';

export interface Token {
  readonly kind: TokenKind;
  readonly from: number;
  readonly to: number;
  /** Keywords in upper case; names and strings without their quotes; the source otherwise. */
  readonly text: string;
  /** Set on `invalid`: what is wrong. */
  readonly fault?: 'unclosed_quote' | 'bad_number' | 'bad_character';
}

/** Words that are never names, in any case. */
const KEYWORDS = [
  'SELECT',
  'FROM',
  'WHERE',
  'FOREACH',
  'DO',
  'INCASE',
  'AS',
  'AND',
  'OR',
  'NOT',
  'IN',
  'CASE',
  'WHEN',
  'THEN',
  'ELSE',
  'END',
  'IF',
] as const;

export type Keyword = (typeof KEYWORDS)[number];

const KEYWORD_SET: ReadonlySet<string> = new Set(KEYWORDS);

export function isKeyword(word: string): boolean {
  return KEYWORD_SET.has(word.toUpperCase());
}
