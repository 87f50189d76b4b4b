import { Fault } from './fault.ts';
import { float, parseInteger } from './number.ts';
import { setKey } from './value.ts';

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Integers of fewer digits than this are read as they come. */
const SHORT_DIGITS = 15;

/** Lists and maps may nest this deep. */
export const MAX_DEPTH = 1000;

/** A JSON reader that keeps the digits of integers and the kind of numbers. */
export class LosslessReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

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
    switch (this.#skipSpace()) {
      case 34 /* " */:
        return this.#string();
      case 123 /* { */:
        return this.#map();
      case 91 /* [ */:
        return this.#list();
      case 116 /* t */:
        return this.#word('true', true);
      case 102 /* f */:
        return this.#word('false', false);
      case 110 /* n */:
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #word(word: string, value: unknown): unknown {
    if (!this.#text.startsWith(word, this.#at)) throw this.#fault();
    this.#at += word.length;
    return value;
  }

  #number(): unknown {
    const text = this.#text;
    const start = this.#at;
    let at = start;
    let value = 0;
    for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(++at)) {
      value = value * 10 + code - 48;
    }
    const next = text.charCodeAt(at);
    const isWhole = next !== 46 /* . */ && next !== 101 /* e */ && next !== 69; /* E */
    const isPlain = at - start === 1 || text.charCodeAt(start) !== 48;
    if (isWhole && isPlain && at > start && at - start < SHORT_DIGITS) {
      this.#at = at;
      return value;
    }
    return this.#longNumber();
  }

  #longNumber(): unknown {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (!match) throw this.#fault();
    this.#at += match[0].length;
    if (match[1] !== undefined || match[2] !== undefined) return float(Number(match[0]));
    return parseInteger(match[0]);
  }

  #string(): string {
    const text = this.#text;
    const start = ++this.#at;
    for (let at = start; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 34) {
        this.#at = at + 1;
        return text.slice(start, at);
      }
      if (code === 92) return this.#escaped(start, at);
      if (code < 32) break;
    }
    throw this.#fault();
  }

  /** A string with a backslash in it: the platform's reader knows the escapes. */
  #escaped(start: number, backslash: number): string {
    const text = this.#text;
    let end = backslash;
    for (; text.charCodeAt(end) !== 34; end++) {
      if (end >= text.length) throw this.#fault();
      if (text.charCodeAt(end) === 92) end++;
    }
    this.#at = end + 1;
    try {
      return (JSON.parse(text.slice(start - 1, end + 1)) as string).replace(LONE_SURROGATE, '\ufffd');
    } catch {
      this.#at = start;
      throw this.#fault();
    }
  }

  #open(): void {
    this.#at++;
    if (++this.#depth > MAX_DEPTH) throw new Fault(`The JSON text is nested deeper than ${MAX_DEPTH} levels.`);
  }

  #close<T>(value: T): T {
    this.#depth--;
    return value;
  }

  #map(): unknown {
    const map: Record<string, unknown> = {};
    this.#open();
    if (this.#skipSpace() === 125) {
      this.#at++;
      return this.#close(map);
    }
    for (;;) {
      if (this.#skipSpace() !== 34) throw this.#fault();
      const key = this.#string();
      if (this.#skipSpace() !== 58 /* : */) throw this.#fault();
      this.#at++;
      setKey(map, key, this.#value());
      if (this.#endOrComma(125)) return this.#close(map);
    }
  }

  #list(): unknown {
    const list: unknown[] = [];
    this.#open();
    if (this.#skipSpace() === 93) {
      this.#at++;
      return this.#close(list);
    }
    for (;;) {
      list.push(this.#value());
      if (this.#endOrComma(93)) return this.#close(list);
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
