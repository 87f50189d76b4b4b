import { Fault } from './fault.ts';
import { float, parseInteger } from './number.ts';
import { setKey } from './value.ts';

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
/** Up to a quote or a backslash; `JSON.parse` refuses control characters afterwards. */
const PLAIN = /[^"\\]*/y;
const LITERALS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** A JSON reader that keeps the digits of integers and the kind of numbers. Its caller has bounded the depth. */
export class LosslessReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): unknown {
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#fault();
    return value;
  }

  #fault(): Fault {
    return new Fault(`The text is not valid JSON at character ${this.#at + 1}.`);
  }

  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
      this.#at++;
    }
  }

  #value(): unknown {
    const code = this.#skipSpace();
    if (code === 34 /* " */) return this.#string();
    if (code === 123 /* { */) return this.#map();
    if (code === 91 /* [ */) return this.#list();
    for (const [word, value] of LITERALS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length;
        return value;
      }
    }
    return this.#number();
  }

  #number(): unknown {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (!match) throw this.#fault();
    this.#at += match[0].length;
    if (match[1] !== undefined || match[2] !== undefined) return float(Number(match[0]));
    return parseInteger(match[0]);
  }

  #string(): string {
    const start = this.#at++;
    for (;;) {
      PLAIN.lastIndex = this.#at;
      PLAIN.exec(this.#text);
      this.#at = PLAIN.lastIndex;
      const code = this.#text.charCodeAt(this.#at);
      if (code === 34) break;
      if (code !== 92) throw this.#fault();
      this.#at += 2;
    }
    const literal = this.#text.slice(start, ++this.#at);
    try {
      return (JSON.parse(literal) as string).replace(LONE_SURROGATE, '\ufffd');
    } catch {
      throw this.#fault();
    }
  }

  #map(): unknown {
    const map: Record<string, unknown> = {};
    this.#at++;
    if (this.#skipSpace() === 125) {
      this.#at++;
      return map;
    }
    for (;;) {
      if (this.#skipSpace() !== 34) throw this.#fault();
      const key = this.#string();
      if (this.#skipSpace() !== 58 /* : */) throw this.#fault();
      this.#at++;
      setKey(map, key, this.#value());
      if (this.#endOrComma(125)) return map;
    }
  }

  #list(): unknown {
    const list: unknown[] = [];
    this.#at++;
    if (this.#skipSpace() === 93) {
      this.#at++;
      return list;
    }
    for (;;) {
      list.push(this.#value());
      if (this.#endOrComma(93)) return list;
    }
  }

  /** Takes a comma or the closing bracket; true at the latter. */
  #endOrComma(end: number): boolean {
    const code = this.#skipSpace();
    if (code !== end && code !== 44 /* , */) throw this.#fault();
    this.#at++;
    return code === end;
  }
}

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
