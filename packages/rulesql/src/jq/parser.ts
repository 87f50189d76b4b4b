import type { AssignOperator, BinaryOperator, Definition, Jq } from './ast.ts';
import { NAME, Scanner } from './scanner.ts';
import { type ExpressionReader, parseObject, parsePattern, parseString, variableName } from './structure-parser.ts';

const IDENTITY: Jq = { kind: 'identity' };
const MAX_DEPTH = 200;
const ASSIGNS: ReadonlySet<string> = new Set(['=', '|=', '+=', '-=', '*=', '/=', '%=', '//=']);
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);
const KEYWORDS: ReadonlySet<string> = new Set(
  'and or def if then elif else end reduce foreach try catch label as import include __loc__'.split(' '),
);

/** Reads a jq program. */
export function parseJq(source: string): Jq {
  const parser = new JqParser(new Scanner(source));
  return parser.program();
}

/** Reads definitions only, for the library. */
export function parseDefinitions(source: string): readonly Definition[] {
  return new JqParser(new Scanner(source)).definitions();
}

class JqParser implements ExpressionReader {
  readonly scanner: Scanner;
  #depth = 0;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  program(): Jq {
    const body = this.scanner.peek() === '' ? IDENTITY : this.pipe();
    if (this.scanner.peek() !== '') throw this.scanner.fail(`"${this.scanner.peek()}" cannot stand here`);
    return body;
  }

  definitions(): readonly Definition[] {
    const list: Definition[] = [];
    while (this.scanner.take('def')) list.push(this.#definition());
    return list;
  }

  nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw this.scanner.fail('it is nested too deep');
    const result = read();
    this.#depth--;
    return result;
  }

  pipe(): Jq {
    return this.nested(() => {
      const scanner = this.scanner;
      if (scanner.take('def')) {
        const definition = this.#definition();
        // A program of definitions alone passes its input on.
        const body = scanner.peek() === '' || scanner.peek() === ')' ? IDENTITY : this.pipe();
        return { kind: 'define', definition, body };
      }
      if (scanner.take('label')) {
        const name = variableName(this.scanner);
        scanner.expect('|');
        return { kind: 'label', name, body: this.pipe() };
      }
      const left = this.#comma();
      return scanner.take('|') ? { kind: 'pipe', left, right: this.pipe() } : left;
    });
  }

  #definition(): Definition {
    const scanner = this.scanner;
    const name = this.#name();
    const params: string[] = [];
    if (scanner.take('(')) {
      do params.push(scanner.peek().startsWith('$') ? scanner.next() : this.#name());
      while (scanner.take(';'));
      scanner.expect(')');
    }
    scanner.expect(':');
    const body = this.pipe();
    scanner.expect(';');
    return { name, params, body };
  }

  #name(): string {
    const name = this.scanner.next();
    if (!NAME.test(name)) throw this.scanner.fail('a name is expected');
    return name;
  }

  #comma(): Jq {
    let left = this.alternative();
    while (this.scanner.take(',')) left = { kind: 'comma', left, right: this.alternative() };
    return left;
  }

  alternative(): Jq {
    return this.nested(() => {
      const left = this.#assignment();
      return this.scanner.take('//') ? { kind: 'alternative', left, right: this.alternative() } : left;
    });
  }

  #assignment(): Jq {
    const left = this.#or();
    const operator = this.scanner.peek();
    if (!ASSIGNS.has(operator)) return left;
    this.scanner.next();
    return { kind: 'assign', operator: operator as AssignOperator, left, right: this.alternative() };
  }

  #or(): Jq {
    let left = this.#and();
    while (this.scanner.take('or')) left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  #and(): Jq {
    let left = this.#comparison();
    while (this.scanner.take('and')) left = { kind: 'and', left, right: this.#comparison() };
    return left;
  }

  #comparison(): Jq {
    const left = this.#sum();
    const operator = this.scanner.peek();
    if (!COMPARISONS.has(operator)) return left;
    this.scanner.next();
    return { kind: 'binary', operator: operator as BinaryOperator, left, right: this.#sum() };
  }

  #sum(): Jq {
    let left = this.#product();
    for (;;) {
      const operator = this.scanner.peek();
      if (operator !== '+' && operator !== '-') return left;
      this.scanner.next();
      left = { kind: 'binary', operator, left, right: this.#product() };
    }
  }

  #product(): Jq {
    let left = this.#signed();
    for (;;) {
      const operator = this.scanner.peek();
      if (operator !== '*' && operator !== '/' && operator !== '%') return left;
      this.scanner.next();
      left = { kind: 'binary', operator, left, right: this.#signed() };
    }
  }

  #signed(): Jq {
    if (this.scanner.take('-')) return { kind: 'negate', operand: this.nested(() => this.#signed()) };
    return this.#binding();
  }

  #binding(): Jq {
    const source = this.#postfix();
    if (!this.scanner.take('as')) return source;
    const pattern = parsePattern(this);
    this.scanner.expect('|');
    return { kind: 'bind', source, pattern, body: this.pipe() };
  }

  #postfix(): Jq {
    return this.#suffixes(this.nested(() => this.#term()));
  }

  #suffixes(start: Jq): Jq {
    const scanner = this.scanner;
    let target = start;
    for (;;) {
      const token = scanner.peek();
      if (token === '?') {
        scanner.next();
        target = { kind: 'try', body: target, handler: undefined };
      } else if (token === '[') {
        target = this.#bracket(target);
      } else if (/^\.[A-Za-z_]/.test(token)) {
        scanner.next();
        target = { kind: 'index', target, key: { kind: 'literal', value: token.slice(1) } };
      } else if (token === '.') {
        scanner.next();
        if (scanner.take('"')) target = { kind: 'index', target, key: parseString(this, undefined) };
        else if (scanner.peek() === '[') target = this.#bracket(target);
        else throw scanner.fail('a key is expected after the dot');
      } else return target;
    }
  }

  #bracket(target: Jq): Jq {
    const scanner = this.scanner;
    scanner.expect('[');
    if (scanner.take(']')) return { kind: 'iterate', target };
    if (scanner.take(':')) {
      const to = this.pipe();
      scanner.expect(']');
      return { kind: 'slice', target, from: undefined, to };
    }
    const key = this.pipe();
    if (!scanner.take(':')) {
      scanner.expect(']');
      return { kind: 'index', target, key };
    }
    const to = scanner.peek() === ']' ? undefined : this.pipe();
    scanner.expect(']');
    return { kind: 'slice', target, from: key, to };
  }

  #term(): Jq {
    const scanner = this.scanner;
    const token = scanner.peek();
    if (/^\.[A-Za-z_]/.test(token)) {
      scanner.next();
      return { kind: 'index', target: IDENTITY, key: { kind: 'literal', value: token.slice(1) } };
    }
    if (/^(?:\d|\.\d)/.test(token)) return { kind: 'literal', value: Number(scanner.next()) };
    if (token.startsWith('$')) return { kind: 'variable', name: variableName(this.scanner) };
    if (token.startsWith('@')) {
      scanner.next();
      return scanner.take('"') ? parseString(this, token) : { kind: 'format', name: token };
    }
    switch (token) {
      case '.':
        scanner.next();
        if (scanner.take('"')) return { kind: 'index', target: IDENTITY, key: parseString(this, undefined) };
        return scanner.peek() === '[' ? this.#bracket(IDENTITY) : IDENTITY;
      case '..':
        scanner.next();
        return { kind: 'recurse' };
      case '"':
        scanner.next();
        return parseString(this, undefined);
      case '(': {
        scanner.next();
        const inner = this.pipe();
        scanner.expect(')');
        return inner;
      }
      case '[': {
        scanner.next();
        if (scanner.take(']')) return { kind: 'array', body: undefined };
        const body = this.pipe();
        scanner.expect(']');
        return { kind: 'array', body };
      }
      case '{':
        scanner.next();
        return parseObject(this);
      case 'if':
        scanner.next();
        return this.#if();
      case 'try': {
        scanner.next();
        const body = this.#postfix();
        return { kind: 'try', body, handler: scanner.take('catch') ? this.#postfix() : undefined };
      }
      case 'reduce':
      case 'foreach':
        scanner.next();
        return this.#fold(token);
      case 'def':
        return this.pipe();
      default:
        return this.#call(token);
    }
  }

  #call(token: string): Jq {
    const scanner = this.scanner;
    if (!NAME.test(token) || KEYWORDS.has(token))
      throw scanner.fail(token === '' ? 'it ends too early' : `"${token}" cannot stand here`);
    scanner.next();
    if (token === 'break') return { kind: 'break', name: variableName(this.scanner) };
    const args: Jq[] = [];
    if (scanner.take('(')) {
      do args.push(this.pipe());
      while (scanner.take(';'));
      scanner.expect(')');
    }
    return { kind: 'call', name: token, key: `${token}/${args.length}`, args };
  }

  #if(): Jq {
    const scanner = this.scanner;
    const test = this.pipe();
    scanner.expect('then');
    const then = this.pipe();
    if (scanner.take('elif')) return { kind: 'if', test, then, otherwise: this.#if() };
    const otherwise = scanner.take('else') ? this.pipe() : IDENTITY;
    scanner.expect('end');
    return { kind: 'if', test, then, otherwise };
  }

  #fold(kind: 'reduce' | 'foreach'): Jq {
    const scanner = this.scanner;
    const source = this.#postfix();
    scanner.expect('as');
    const pattern = parsePattern(this);
    scanner.expect('(');
    const start = this.pipe();
    scanner.expect(';');
    const update = this.pipe();
    const extract = kind === 'foreach' && scanner.take(';') ? this.pipe() : undefined;
    scanner.expect(')');
    if (kind === 'reduce') return { kind, source, pattern, start, update };
    return { kind, source, pattern, start, update, extract };
  }
}
