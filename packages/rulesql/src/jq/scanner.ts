import { Fault } from '../value/fault.ts';

const SKIP = /(?:\s+|#[^\n]*)+/y;
const TOKEN =
  /\.\.|\?\/\/|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\$__loc__|\$[A-Za-z_]\w*|@\w+|\.[A-Za-z_]\w*|(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[.[\](){}|,:;=<>+\-*/%?"]/y;

/** Names of functions and keys; modules stand before `::`. */
export const NAME = /^(?:[A-Za-z_]\w*::)*[A-Za-z_]\w*$/;

/** Cuts a jq program into tokens as the parser asks for them; strings are read piece by piece. */
export class Scanner {
  readonly source: string;
  #at = 0;

  constructor(source: string) {
    this.source = source;
  }

  fail(reason: string): Fault {
    return new Fault(`the jq program is not valid at character ${this.#at + 1}: ${reason}.`);
  }

  #skip(): void {
    SKIP.lastIndex = this.#at;
    if (SKIP.test(this.source)) this.#at = SKIP.lastIndex;
  }

  /** The next token; empty at the end. */
  peek(): string {
    this.#skip();
    if (this.#at >= this.source.length) return '';
    TOKEN.lastIndex = this.#at;
    const token = TOKEN.exec(this.source)?.[0];
    if (token === undefined) throw this.fail(`"${this.source.charAt(this.#at)}" has no meaning`);
    return token;
  }

  next(): string {
    const token = this.peek();
    this.#at += token.length;
    return token;
  }

  take(token: string): boolean {
    if (this.peek() !== token) return false;
    this.#at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.fail(`"${token}" is expected`);
  }

  /**
   * The rest of a string up to its end, or up to `\(`, behind which an expression follows. The opening quote, or the
   * closing parenthesis of the expression before, has been taken.
   */
  stringPiece(): { readonly text: string; readonly more: boolean } {
    let text = '';
    for (;;) {
      const character = this.source.charAt(this.#at++);
      if (character === '') throw this.fail('a string does not end');
      if (character === '"') return { text, more: false };
      if (character !== '\\') {
        text += character;
        continue;
      }
      const letter = this.source.charAt(this.#at++);
      if (letter === '(') return { text, more: true };
      text += this.#escaped(letter);
    }
  }

  #escaped(letter: string): string {
    if (letter === 'u') {
      const hex = this.source.slice(this.#at, this.#at + 4);
      if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw this.fail('\\u needs four hexadecimal digits');
      this.#at += 4;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    const character = ESCAPES[letter];
    if (character === undefined) throw this.fail(`"\\${letter}" is no escape sequence`);
    return character;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
