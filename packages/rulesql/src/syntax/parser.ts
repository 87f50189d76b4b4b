import type { Diagnostic } from '../types.ts';
import type { Condition, FromItem, Item, Statement } from './ast.ts';
import { ExpressionParser } from './expression-parser.ts';
import { tokens } from './lexer.ts';
import { emptyStatement, tooLarge, unquotedTopic } from './messages.ts';
import { isNameAhead, parsePath } from './path-parser.ts';
import type { Token } from './token.ts';
import { TokenStream } from './token-stream.ts';

export interface ParseResult {
  /** What could be read; broken pieces are left out. Missing only when nothing is left. */
  readonly statement?: Statement;
  /** Errors, in the order of the text. Empty: the statement is whole. */
  readonly diagnostics: readonly Diagnostic[];
}

const CLAUSES: ReadonlySet<string> = new Set(['DO', 'INCASE', 'FROM', 'WHERE']);

function isClause(token: Token): boolean {
  return token.kind === 'keyword' && CLAUSES.has(token.text);
}

function isItemEnd(token: Token): boolean {
  return isClause(token) || (token.kind === 'punctuation' && token.text === ',');
}

/** Where a topic without quotes is over; two minus signs start a comment. */
const TOPIC_END = /[\s,"'()]|--/;

/** A word alone needs no quotes. */
const BARE_TOPIC = /[/#+]|^\$/;

/** Statements longer than this are refused: nobody wrote them by hand. */
const MAX_LENGTH = 1_000_000;

/** Reading and compiling a statement takes time on the thread that carries the messages: more than this is refused. */
const MAX_TOKENS = 8000;

/** Reads a statement. Never throws; after an error it goes on with the next item or clause. */
export function parse(sql: string): ParseResult {
  if (sql.trim() === '') return { diagnostics: [emptyStatement()] };
  if (sql.length > MAX_LENGTH) {
    const message = {
      en: `The statement is longer than ${MAX_LENGTH} characters.`,
      zh: `语句超过 ${MAX_LENGTH} 个字符。`,
    };
    return { diagnostics: [{ severity: 'error', span: { from: 0, to: 0 }, code: 'too_long', message }] };
  }
  const all = tokens(sql, MAX_TOKENS + 1);
  const last = all[MAX_TOKENS];
  if (last) return { diagnostics: [tooLarge(last, MAX_TOKENS)] };
  return new StatementParser(sql, all).read();
}

class StatementParser {
  readonly #stream: TokenStream;
  readonly #expressions: ExpressionParser;
  /** Clauses that may follow the items at hand. */
  #nextClauses: readonly string[] = ['FROM'];

  constructor(sql: string, all: readonly Token[]) {
    this.#stream = new TokenStream(sql, all);
    this.#expressions = new ExpressionParser(this.#stream);
  }

  read(): ParseResult {
    const stream = this.#stream;
    const statement = stream.recover(
      () => this.#statement(),
      () => false,
    );
    const diagnostics = stream.diagnostics.sort((a, b) => a.span.from - b.span.from);
    return { ...(statement ? { statement } : {}), diagnostics };
  }

  #statement(): Statement {
    const stream: TokenStream = this.#stream;
    const from = stream.start();
    stream.mend(['SELECT', 'FOREACH']);
    const kind = stream.takeKeyword('SELECT') ? 'select' : stream.takeKeyword('FOREACH') ? 'foreach' : undefined;
    if (kind === undefined) stream.fail(['SELECT', 'FOREACH']);
    if (kind === 'foreach') this.#nextClauses = ['DO', 'INCASE', 'FROM'];
    const items = this.#items();
    if (kind === 'foreach') this.#nextClauses = ['INCASE', 'FROM'];
    const doItems = kind === 'foreach' && stream.takeKeyword('DO') ? this.#items() : undefined;
    const incase = kind === 'foreach' && stream.takeKeyword('INCASE') ? this.#clause(['FROM']) : undefined;
    const froms = this.#from(kind === 'foreach' ? foreachNext(doItems, incase) : ['FROM']);
    const where = stream.takeKeyword('WHERE') ? this.#clause([]) : undefined;
    this.#end(where !== undefined);
    return {
      kind,
      items,
      ...(doItems ? { do: doItems } : {}),
      ...(incase ? { incase } : {}),
      from: froms,
      ...(where ? { where } : {}),
      span: stream.spanFrom(from),
    };
  }

  #items(): Item[] {
    const items: Item[] = [];
    do {
      const item = this.#stream.recover(() => this.#item(), isItemEnd);
      if (item) items.push(item);
    } while (this.#stream.takeSymbol(','));
    return items;
  }

  #item(): Item {
    const stream = this.#stream;
    const from = stream.start();
    if (stream.takeSymbol('*')) {
      const star: Item = { kind: 'star', span: stream.spanFrom(from) };
      this.#itemEnd([',']);
      return star;
    }
    const expression = this.#expressions.item();
    const alias =
      stream.takeKeyword('AS') || (expression.kind !== 'comparison' && this.#isAliasAhead())
        ? parsePath(stream)
        : undefined;
    this.#itemEnd(alias ? [','] : ['AS', ',', 'operator']);
    return { kind: 'item', expression, ...(alias ? { alias } : {}), span: stream.spanFrom(from) };
  }

  /**
   * An alias without AS. In `SELECT a FORM "t"` it is none: what nothing can follow, and is nearly a keyword, was meant as
   * one.
   */
  #isAliasAhead(): boolean {
    const stream = this.#stream;
    if (!isNameAhead(stream)) return false;
    const next = stream.peek(1);
    return next === undefined || isItemEnd(next) || !stream.mend(this.#nextClauses);
  }

  #itemEnd(expected: readonly string[]): void {
    const token = this.#stream.peek();
    if (!token || isItemEnd(token) || this.#stream.mend(this.#nextClauses)) return;
    this.#stream.fail([...expected, ...this.#nextClauses]);
  }

  /** @param next the clause that may come after it */
  #clause(next: readonly string[]): Condition | undefined {
    return this.#stream.recover(() => {
      const condition = this.#expressions.condition();
      const token = this.#stream.peek();
      if (token && !isClause(token) && !this.#stream.mend(next)) this.#stream.fail(['AND', 'OR', 'operator']);
      return condition;
    }, isClause);
  }

  #from(expected: readonly string[]): FromItem[] {
    const stream = this.#stream;
    const items: FromItem[] = [];
    stream.recover(() => {
      stream.expectKeyword(
        'FROM',
        expected.filter((word) => word !== 'FROM'),
      );
      do {
        const bare = this.#bareTopic();
        if (bare) {
          items.push(bare);
          continue;
        }
        const token = stream.peek();
        if (!isNameAhead(stream) && token?.kind !== 'string' && token?.kind !== 'boolean')
          stream.fail(['topic', 'event']);
        stream.next();
        items.push({ text: token?.text ?? '', span: { from: token?.from ?? 0, to: token?.to ?? 0 } });
      } while (stream.takeSymbol(','));
      const token = stream.peek();
      if (token && !stream.isKeyword('WHERE') && !stream.mend(['WHERE'])) stream.fail([',', 'WHERE']);
    }, isClause);
    return items;
  }

  /** A topic without quotes: noted as the one thing that is wrong, and read as what was meant. */
  #bareTopic(): FromItem | undefined {
    const { text, span } = this.#stream.rawAhead(TOPIC_END);
    if (!BARE_TOPIC.test(text)) return undefined;
    this.#stream.skipWith(unquotedTopic(span, text));
    return { text, span };
  }

  #end(hasWhere: boolean): void {
    this.#stream.recover(
      () => {
        if (this.#stream.peek()) this.#stream.fail(hasWhere ? ['AND', 'OR', 'operator'] : [',', 'WHERE']);
      },
      () => false,
    );
  }
}

function foreachNext(doItems: unknown, incase: unknown): readonly string[] {
  if (incase) return ['FROM'];
  return doItems ? ['INCASE', 'FROM'] : ['DO', 'INCASE', 'FROM'];
}
