import { LosslessReader, MAX_DEPTH } from './json-reader.ts';

/** More members than this are not worth being kept apart. */
const MAX_MEMBERS = 1000;

/** From this length on the readers may refuse a number. */
const LONG_NUMBER = 300;

/**
 * The members of a map in JSON text, each of which is read when it is asked for. A large message mostly has a few that
 * rules look at.
 */
export class Members {
  readonly #text: string;
  readonly #places: ReadonlyMap<string, Place>;
  readonly #read: Map<string, unknown> = new Map();

  constructor(text: string, places: ReadonlyMap<string, Place>) {
    this.#text = text;
    this.#places = places;
  }

  get(key: string): unknown {
    const place = this.#places.get(key);
    if (!place) return undefined;
    if (!this.#read.has(key)) {
      this.#read.set(key, new LosslessReader(this.#text.slice(place.from, place.to)).read());
    }
    return this.#read.get(key);
  }

  keys(): readonly string[] {
    return [...this.#places.keys()];
  }
}

interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * Goes through a whole text once, making nothing of it but the places of its members. `undefined` where it is no map, where
 * it has too many members, and where anything is wrong or so unusual that the reader has to look at it.
 */
export function skimMembers(text: string): Members | undefined {
  const places = new Skimmer(text).members();
  return places && new Members(text, places);
}

const NOWHERE = -1;

/** Every method takes the place where something starts and gives the one behind it, or `NOWHERE`. */
class Skimmer {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  members(): Map<string, Place> | undefined {
    const text = this.#text;
    const places = new Map<string, Place>();
    let at = this.#space(0);
    if (text.charCodeAt(at) !== 123 /* { */) return undefined;
    at = this.#space(at + 1);
    if (text.charCodeAt(at) === 125 /* } */) return this.#space(at + 1) === text.length ? places : undefined;
    for (;;) {
      const end = this.#string(at);
      if (end === NOWHERE) return undefined;
      const key = text.slice(at + 1, end - 1);
      // The reader knows what an escape stands for.
      if (key.includes('\\') || places.size >= MAX_MEMBERS) return undefined;
      const from = this.#colon(end);
      const to = from === NOWHERE ? NOWHERE : this.#value(from, 1);
      if (to === NOWHERE) return undefined;
      places.set(key, { from, to });
      at = this.#space(to);
      const code = text.charCodeAt(at);
      if (code === 125) return this.#space(at + 1) === text.length ? places : undefined;
      if (code !== 44 /* , */) return undefined;
      at = this.#space(at + 1);
    }
  }

  #space(from: number): number {
    const text = this.#text;
    let at = from;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return at;
      at++;
    }
  }

  #colon(from: number): number {
    const at = this.#space(from);
    return this.#text.charCodeAt(at) === 58 ? this.#space(at + 1) : NOWHERE;
  }

  #value(at: number, depth: number): number {
    switch (this.#text.charCodeAt(at)) {
      case 34 /* " */:
        return this.#string(at);
      case 123 /* { */:
        return this.#container(at, depth + 1, 125);
      case 91 /* [ */:
        return this.#container(at, depth + 1, 93);
      case 116 /* t */:
        return this.#word(at, 'true');
      case 102 /* f */:
        return this.#word(at, 'false');
      case 110 /* n */:
        return this.#word(at, 'null');
      default:
        return this.#number(at);
    }
  }

  #word(at: number, word: string): number {
    return this.#text.startsWith(word, at) ? at + word.length : NOWHERE;
  }

  #string(from: number): number {
    const text = this.#text;
    if (text.charCodeAt(from) !== 34) return NOWHERE;
    for (let at = from + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 34) return at + 1;
      if (code < 32) return NOWHERE;
      if (code === 92 /* \ */) {
        const length = escapeLength(text, at);
        if (length === NOWHERE) return NOWHERE;
        at += length - 1;
      }
    }
    return NOWHERE;
  }

  #digits(from: number): number {
    let at = from;
    while (isDigit(this.#text.charCodeAt(at))) at++;
    return at;
  }

  /** Integers and fractions; exponents and endless digits are left to the reader. */
  #number(from: number): number {
    const text = this.#text;
    const start = text.charCodeAt(from) === 45 /* - */ ? from + 1 : from;
    let end = this.#digits(start);
    if (end === start || (end > start + 1 && text.charCodeAt(start) === 48)) return NOWHERE;
    if (text.charCodeAt(end) === 46 /* . */) {
      const point = end;
      end = this.#digits(point + 1);
      if (end === point + 1) return NOWHERE;
    }
    const next = text.charCodeAt(end);
    return next === 101 || next === 69 /* e, E */ || end - from > LONG_NUMBER ? NOWHERE : end;
  }

  #container(from: number, depth: number, closing: number): number {
    if (depth > MAX_DEPTH) return NOWHERE;
    const text = this.#text;
    let at = this.#space(from + 1);
    if (text.charCodeAt(at) === closing) return at + 1;
    for (;;) {
      if (closing === 125) {
        const end = this.#string(at);
        at = end === NOWHERE ? NOWHERE : this.#colon(end);
        if (at === NOWHERE) return NOWHERE;
      }
      const end = this.#value(at, depth);
      if (end === NOWHERE) return NOWHERE;
      at = this.#space(end);
      const code = text.charCodeAt(at);
      if (code === closing) return at + 1;
      if (code !== 44) return NOWHERE;
      at = this.#space(at + 1);
    }
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

const SIMPLE_ESCAPES = '"\\/bfnrt';
const UNICODE_ESCAPE = /\\u[0-9a-fA-F]{4}/y;

/** Length of an escape sequence with its backslash, or `NOWHERE`. */
function escapeLength(text: string, at: number): number {
  if (SIMPLE_ESCAPES.includes(text.charAt(at + 1)) && at + 1 < text.length) return 2;
  UNICODE_ESCAPE.lastIndex = at;
  return UNICODE_ESCAPE.test(text) ? 6 : NOWHERE;
}
