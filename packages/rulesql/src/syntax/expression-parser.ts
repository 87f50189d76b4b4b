import type { ArithmeticOperator, Call, Case, ComparisonOperator, Condition, Expression } from './ast.ts';
import { tooDeep } from './messages.ts';
import { parsePath, parseRange } from './path-parser.ts';
import type { Token } from './token.ts';
import { MAX_NESTING, type TokenStream } from './token-stream.ts';

/** A chain of operators is at most this long: it is as deep as it is long. */
const MAX_CHAIN = 4 * MAX_NESTING;

const ADDITIVE: ReadonlySet<string> = new Set(['+', '-']);
const MULTIPLICATIVE: ReadonlySet<string> = new Set(['*', '/', 'div', 'mod']);
const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  '=~': '=~',
  '~=': '~=',
};

const VALUE = ['column', 'value', 'function', '('] as const;

/**
 * Reads expressions and conditions by recursive descent. What may stand where follows the broker: comparisons only where
 * an item, an argument or a condition stands; AND, OR, NOT and IN only in conditions.
 */
export class ExpressionParser {
  readonly #stream: TokenStream;

  constructor(stream: TokenStream) {
    this.#stream = stream;
  }

  /** An item of SELECT, FOREACH or DO, an argument, a result of CASE: a value, a comparison or a CASE. */
  item(): Expression {
    const left = this.#stream.isKeyword('CASE') ? this.case() : this.scalar();
    return this.#comparisonFrom(left);
  }

  scalar(): Expression {
    return this.#stream.nested(() => this.#sumFrom(this.#unary()));
  }

  condition(): Condition {
    return this.#stream.nested(() => this.#chain('OR', () => this.#chain('AND', () => this.#negation())));
  }

  #chain(keyword: 'AND' | 'OR', operand: () => Condition): Condition {
    const from = this.#stream.start();
    const first = operand();
    if (!this.#stream.isKeyword(keyword)) return first;
    const operands = [first];
    while (this.#stream.takeKeyword(keyword)) operands.push(operand());
    return { kind: keyword === 'AND' ? 'and' : 'or', operands, span: this.#stream.spanFrom(from) };
  }

  #negation(): Condition {
    const from = this.#stream.start();
    if (!this.#stream.takeKeyword('NOT')) return this.#predicate();
    const operand = this.#stream.nested(() => this.#negation());
    return { kind: 'not', operand, span: this.#stream.spanFrom(from) };
  }

  #predicate(): Condition {
    const stream = this.#stream;
    const from = stream.start();
    if (stream.isSymbol('(')) {
      stream.next();
      const inner = this.condition();
      stream.expectSymbol(')', ['AND', 'OR', 'operator']);
      if (!isScalar(inner)) return inner;
      // A value in parentheses may go on: (a + 1) * 2 = 4
      return this.#predicateFrom(this.#sumFrom(inner), from);
    }
    return this.#predicateFrom(this.scalar(), from);
  }

  #predicateFrom(subject: Expression, from: number): Condition {
    const stream = this.#stream;
    const negated = stream.isKeyword('NOT');
    if (negated) {
      stream.next();
      if (!stream.isKeyword('IN')) stream.fail(['IN']);
    }
    if (!stream.takeKeyword('IN')) return this.#comparisonFrom(subject);
    stream.expectSymbol('(');
    const items = [this.item()];
    while (stream.takeSymbol(',')) items.push(this.item());
    stream.expectSymbol(')', [',']);
    return { kind: 'in', negated, subject, items, span: stream.spanFrom(from) };
  }

  #comparisonFrom(left: Expression): Expression {
    const token = this.#stream.peek();
    const operator = token?.kind === 'operator' ? COMPARISONS[token.text] : undefined;
    if (operator === undefined || left.kind === 'case') return left;
    this.#stream.next();
    const right = this.scalar();
    return { kind: 'comparison', operator, left, right, span: this.#stream.spanFrom(left.span.from) };
  }

  #operator(operators: ReadonlySet<string>): ArithmeticOperator | undefined {
    const token = this.#stream.peek();
    if (token?.kind !== 'operator' && token?.kind !== 'operatorName') return undefined;
    if (!operators.has(token.text)) return undefined;
    this.#stream.next();
    return token.text as ArithmeticOperator;
  }

  /** Goes on after a first operand: products, then sums. */
  #sumFrom(first: Expression): Expression {
    const from = first.span.from;
    let left = this.#productFrom(first);
    for (let length = 0; ; length++) {
      const operator = this.#operator(ADDITIVE);
      if (operator === undefined) return left;
      if (length === MAX_CHAIN) this.#stream.reject(tooDeep(left.span));
      const right = this.#productFrom(this.#unary());
      left = { kind: 'arithmetic', operator, left, right, span: this.#stream.spanFrom(from) };
    }
  }

  #productFrom(first: Expression): Expression {
    let left = first;
    for (let length = 0; ; length++) {
      const operator = this.#operator(MULTIPLICATIVE);
      if (operator === undefined) return left;
      if (length === MAX_CHAIN) this.#stream.reject(tooDeep(left.span));
      const right = this.#unary();
      left = { kind: 'arithmetic', operator, left, right, span: this.#stream.spanFrom(first.span.from) };
    }
  }

  #unary(): Expression {
    const from = this.#stream.start();
    const operator = this.#operator(ADDITIVE);
    if (operator !== '+' && operator !== '-') return this.#primary();
    const operand = this.#stream.nested(() => this.#unary());
    return { kind: 'unary', operator, operand, span: this.#stream.spanFrom(from) };
  }

  #primary(): Expression {
    const token = this.#stream.peek();
    switch (token?.kind) {
      case 'integer':
        this.#stream.next();
        return { kind: 'integer', digits: token.text, span: spanOf(token) };
      case 'float':
        this.#stream.next();
        return { kind: 'float', digits: token.text, span: spanOf(token) };
      case 'string':
        this.#stream.next();
        return { kind: 'string', value: token.text, span: spanOf(token) };
      case 'boolean':
        this.#stream.next();
        return { kind: 'boolean', value: token.text === 'true', span: spanOf(token) };
      case 'name':
      case 'quotedName':
        return this.#pathOrCall();
      case 'operatorName':
        // div(7, 2) is a function as well.
        if (!this.#stream.isSymbol('(', 1)) break;
        this.#stream.next();
        return this.#call([token.text], spanOf(token));
      case 'punctuation':
        if (token.text === '(') return this.#parenthesized();
        if (token.text === '[') return this.#listOrRange();
        break;
      default:
        break;
    }
    return this.#stream.fail(VALUE);
  }

  #parenthesized(): Expression {
    this.#stream.next();
    const inner = this.#stream.nested(() => (this.#stream.isKeyword('CASE') ? this.case() : this.scalar()));
    this.#stream.expectSymbol(')', ['operator']);
    return inner;
  }

  #listOrRange(): Expression {
    const stream = this.#stream;
    const from = stream.start();
    const range = parseRange(stream);
    if (range) return { kind: 'range', ...range, span: stream.spanFrom(from) };
    stream.next();
    const items: Expression[] = [];
    while (!stream.isSymbol(']')) {
      items.push(this.scalar());
      if (!stream.takeSymbol(',')) break;
    }
    stream.expectSymbol(']', [',', 'operator']);
    return { kind: 'list', items, span: stream.spanFrom(from) };
  }

  #pathOrCall(): Expression {
    const stream = this.#stream;
    const path = parsePath(stream);
    const names = [path.head, ...path.rest.map((segment) => (segment.kind === 'key' ? segment.key : undefined))];
    if (stream.isSymbol('(') && names.every((name) => name !== undefined)) return this.#call(names, path.span);
    const range = parseRange(stream);
    return range ? { kind: 'slice', path, ...range, span: stream.spanFrom(path.span.from) } : path;
  }

  #call(name: readonly string[], nameSpan: Call['nameSpan']): Call {
    const stream = this.#stream;
    stream.next();
    const args: Expression[] = [];
    if (!stream.isSymbol(')')) {
      do args.push(this.#stream.nested(() => this.item()));
      while (stream.takeSymbol(','));
    }
    stream.expectSymbol(')', [',', 'operator']);
    return { kind: 'call', name, nameSpan, args, span: stream.spanFrom(nameSpan.from) };
  }

  case(): Case {
    return this.#stream.nested(() => this.#case());
  }

  #case(): Case {
    const stream = this.#stream;
    const from = stream.start();
    stream.expectKeyword('CASE');
    const subject = stream.isKeyword('WHEN') ? undefined : this.scalar();
    const branches: Case['branches'][number][] = [];
    stream.expectKeyword('WHEN', subject ? ['operator'] : VALUE);
    do {
      const when = subject ? this.item() : this.condition();
      stream.expectKeyword('THEN', ['operator']);
      branches.push({ when, result: this.#result() });
    } while (stream.takeKeyword('WHEN'));
    const otherwise = stream.takeKeyword('ELSE') ? this.#result() : undefined;
    stream.expectKeyword('END', otherwise ? ['operator'] : ['WHEN', 'ELSE', 'operator']);
    const span = stream.spanFrom(from);
    return {
      kind: 'case',
      ...(subject ? { subject } : {}),
      branches,
      ...(otherwise ? { otherwise } : {}),
      span,
    };
  }

  #result(): Expression {
    return this.#comparisonFrom(this.scalar());
  }
}

function spanOf(token: Token): { readonly from: number; readonly to: number } {
  return { from: token.from, to: token.to };
}

function isScalar(condition: Condition): condition is Expression {
  switch (condition.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'in':
    case 'comparison':
      return false;
    default:
      return true;
  }
}
