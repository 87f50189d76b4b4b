import { isKeyword, type Token, type TokenKind } from './token.ts';

const SPACE = /\s+/y;
/** A comment at the very end may lack its line break here; the broker reads two minus signs there. */
const COMMENT = /--[^\n]*/y;
const WORD = /[A-Za-z][A-Za-z0-9_@~$]*/y;
/** With one digit alone an exponent is no part of the number: `1e5` is `1 AS e5`. */
const NUMBER = /(?:\d+\.\d+|\d\d+)(?:[eE][+-]?\d+)?[fFdD]?|\d/y;
const VALID_NUMBER = /^\d+(\.\d+([eE][+-]?\d+)?)?$/;
const OPERATOR = /=~|~=|!=|<>|<=|>=|\.\.|[=<>+\-*/]/y;
const PUNCTUATION: ReadonlySet<string> = new Set('(),.[]');

function match(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

function stripQuotes(text: string, quote: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text[from] === quote) from++;
  while (to > from && text[to - 1] === quote) to--;
  return text.slice(from, to);
}

function wordToken(word: string, from: number): Token {
  const to = from + word.length;
  if (isKeyword(word)) return { kind: 'keyword', from, to, text: word.toUpperCase() };
  const kind: TokenKind =
    word === 'true' || word === 'false' ? 'boolean' : word === 'div' || word === 'mod' ? 'operatorName' : 'name';
  return { kind, from, to, text: word };
}

/** End of the quoted text that starts at `from`, where a doubled quote does not end it; -1 if it never ends. */
function endOfQuoted(sql: string, from: number, quote: string): number {
  for (let at = from + 1; ; at += 2) {
    at = sql.indexOf(quote, at);
    if (at === -1) return -1;
    if (sql[at + 1] !== quote) return at + 1;
  }
}

function quotedToken(sql: string, from: number, quote: '"' | "'"): Token {
  const to = endOfQuoted(sql, from, quote);
  if (to === -1) return { kind: 'invalid', from, to: sql.length, text: sql.slice(from), fault: 'unclosed_quote' };
  const kind = quote === '"' ? 'quotedName' : 'string';
  return { kind, from, to, text: stripQuotes(sql.slice(from, to), quote) };
}

function numberToken(text: string, from: number): Token {
  const to = from + text.length;
  if (!VALID_NUMBER.test(text) || !Number.isFinite(text.includes('.') ? Number(text) : 0)) {
    return { kind: 'invalid', from, to, text, fault: 'bad_number' };
  }
  return { kind: text.includes('.') ? 'float' : 'integer', from, to, text };
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
const MINUS = 45;

function nextToken(sql: string, at: number): Token {
  const code = sql.charCodeAt(at);
  if (isLetter(code)) return wordToken(match(WORD, sql, at) ?? '', at);
  if (isDigit(code)) return numberToken(match(NUMBER, sql, at) ?? '', at);
  const first = sql.charAt(at);
  if (first === "'" || first === '"') return quotedToken(sql, at, first);
  if (PUNCTUATION.has(first) && sql.charAt(at + 1) !== first) {
    return { kind: 'punctuation', from: at, to: at + 1, text: first };
  }
  if (code === MINUS && sql.charCodeAt(at + 1) === MINUS) {
    const comment = match(COMMENT, sql, at) ?? '';
    return { kind: 'comment', from: at, to: at + comment.length, text: comment.trimEnd() };
  }
  const operator = match(OPERATOR, sql, at);
  if (operator !== undefined) return { kind: 'operator', from: at, to: at + operator.length, text: operator };
  if (PUNCTUATION.has(first)) return { kind: 'punctuation', from: at, to: at + 1, text: first };
  const character = String.fromCodePoint(sql.codePointAt(at) ?? 0);
  return { kind: 'invalid', from: at, to: at + character.length, text: character, fault: 'bad_character' };
}

/** Everything up to here that is no letter, digit or sign is white space; beyond, the language of patterns knows. */
const isSpaceFree = (code: number): boolean => code > 32 && code < 128;

/**
 * Cuts a statement into tokens. Never throws: what belongs to no token becomes `invalid`. White space is left out,
 * comments are kept. It stops after `most` tokens.
 */
export function tokens(sql: string, most: number = Number.POSITIVE_INFINITY): Token[] {
  const result: Token[] = [];
  let at = 0;
  while (at < sql.length && result.length < most) {
    const space = isSpaceFree(sql.charCodeAt(at)) ? undefined : match(SPACE, sql, at);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const token = nextToken(sql, at);
    result.push(token);
    at = token.to;
  }
  return result;
}
