import type { Diagnostic, Span } from '../types.ts';
import { invalidToken, misspelt, nearKeyword, tooDeep, unexpectedEnd, unexpectedToken } from './messages.ts';
import type { Keyword, Token } from './token.ts';

/** Thrown by the parser to get out of a broken piece; the diagnostic is already noted. */
const BROKEN = Symbol('broken piece of a statement');

/** Brackets, signs and indexes nest at most this deep. */
export const MAX_NESTING = 250;

/** The tokens of a statement, read one after the other, with the diagnostics found on the way. */
export class TokenStream {
  readonly sql: string;
  readonly diagnostics: Diagnostic[] = [];
  readonly #tokens: Token[];
  readonly #ends: Set<number> = new Set();
  #at = 0;
  #depth = 0;
  /** A broken piece went on to the end: what is missing after it is no error of its own. */
  #lostEnd = false;

  constructor(sql: string, all: readonly Token[]) {
    this.sql = sql;
    for (const token of all) if (token.kind === 'invalid') this.diagnostics.push(invalidToken(token));
    this.#tokens = all.filter((token) => token.kind !== 'comment' && token.kind !== 'invalid');
    // Where a token was left out, a second complaint about the gap would say nothing new.
    for (const token of all) if (token.kind === 'invalid') this.#ends.add(token.from);
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.#at + ahead];
  }

  next(): Token | undefined {
    const token = this.#tokens[this.#at];
    if (token) this.#at++;
    return token;
  }

  /** Offset where the last token read ends. */
  end(): number {
    return this.#tokens[this.#at - 1]?.to ?? 0;
  }

  spanFrom(from: number): Span {
    return { from, to: Math.max(from, this.end()) };
  }

  /** Offset where the next token starts. */
  start(): number {
    return this.peek()?.from ?? this.sql.length;
  }

  isKeyword(keyword: Keyword, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token?.kind === 'keyword' && token.text === keyword;
  }

  takeKeyword(keyword: Keyword): boolean {
    const found = this.isKeyword(keyword);
    if (found) this.#at++;
    return found;
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (token?.kind === 'punctuation' || token?.kind === 'operator') && token.text === symbol;
  }

  takeSymbol(symbol: string): boolean {
    const found = this.isSymbol(symbol);
    if (found) this.#at++;
    return found;
  }

  expectSymbol(symbol: string, others: readonly string[] = []): void {
    if (!this.takeSymbol(symbol)) this.fail([symbol, ...others]);
  }

  expectKeyword(keyword: Keyword, others: readonly string[] = []): void {
    if (!this.takeKeyword(keyword)) this.fail([keyword, ...others]);
  }

  /** Notes that the next token cannot stand here and leaves the piece. */
  fail(expected: readonly string[]): never {
    const token = this.peek();
    const gapFrom = this.end();
    const gapTo = this.start();
    const explained = [...this.#ends].some((at) => at >= gapFrom && at <= gapTo);
    if (!explained && (token || !this.#lostEnd)) {
      this.diagnostics.push(
        token ? unexpectedToken(token, this.sql, expected) : unexpectedEnd(this.sql.trimEnd().length, expected),
      );
    }
    throw BROKEN;
  }

  /**
   * If the next token is nearly one of these keywords, notes that and reads on as if it were: what comes after it is no
   * error of its own.
   */
  mend(keywords: readonly string[]): boolean {
    const token = this.peek();
    const keyword = token && nearKeyword(token, keywords);
    if (!token || keyword === undefined) return false;
    this.diagnostics.push(misspelt(token, keyword));
    this.#tokens[this.#at] = { ...token, kind: 'keyword', text: keyword };
    return true;
  }

  /**
   * What stands ahead up to the next character of `ends`, as it is written; tokens and comments do not matter. Empty
   * where the text is over.
   */
  rawAhead(ends: RegExp): { readonly text: string; readonly span: Span } {
    const after = this.sql.slice(this.end());
    const from = this.end() + after.length - after.trimStart().length;
    const rest = this.sql.slice(from);
    const length = rest.search(ends);
    const text = length === -1 ? rest : rest.slice(0, length);
    return { text, span: { from, to: from + text.length } };
  }

  /** Replaces everything there is in a span, and what has been said of it, by one diagnostic. */
  skipWith(diagnostic: Diagnostic): void {
    const { from, to } = diagnostic.span;
    const others = this.diagnostics.filter(({ span }) => span.to <= from || span.from >= to);
    this.diagnostics.splice(0, this.diagnostics.length, ...others, diagnostic);
    while ((this.peek()?.from ?? to) < to) this.#at++;
  }

  /** Reads something that may hold its own kind again. */
  nested<T>(read: () => T): T {
    if (this.#depth >= MAX_NESTING) this.reject(tooDeep({ from: this.start(), to: this.start() }));
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** Notes a diagnostic and leaves the piece. */
  reject(diagnostic: Diagnostic): never {
    this.diagnostics.push(diagnostic);
    throw BROKEN;
  }

  /**
   * Runs `read`; where it breaks, skips to the next token outside brackets that `isEnd` takes for the end of the piece.
   */
  recover<T>(read: () => T, isEnd: (token: Token) => boolean): T | undefined {
    const start = this.#at;
    try {
      return read();
    } catch (thrown) {
      if (thrown !== BROKEN) throw thrown;
      this.#skip(start, isEnd);
      return undefined;
    }
  }

  #skip(start: number, isEnd: (token: Token) => boolean): void {
    let depth = 0;
    for (let i = start; i < this.#at; i++) depth += depthChange(this.#tokens[i]);
    for (let token = this.peek(); token; token = this.peek()) {
      // A clause keyword ends every bracket: nothing nests a clause.
      if (isEnd(token) && (depth <= 0 || token.kind === 'keyword')) return;
      depth += depthChange(token);
      this.#at++;
    }
    this.#lostEnd = true;
  }
}

function depthChange(token: Token | undefined): number {
  if (token?.kind !== 'punctuation') return 0;
  if (token.text === '(' || token.text === '[') return 1;
  return token.text === ')' || token.text === ']' ? -1 : 0;
}
