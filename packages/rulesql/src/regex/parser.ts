import { Fault } from '../value/fault.ts';
import { ANY, ESCAPED, NOT_NEWLINE, single } from './byte-set.ts';
import { parseClass } from './class-parser.ts';
import { simpleEscape } from './escape.ts';
import type { Node, Pattern } from './syntax.ts';

interface Flags {
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly dotAll: boolean;
  readonly extended: boolean;
}

const NO_FLAGS: Flags = { ignoreCase: false, multiline: false, dotAll: false, extended: false };
const MAX_DEPTH = 100;
const MAX_REPEAT = 1000;
const QUANTIFIER = /\{(\d+)(?:(,)(\d*))?\}/y;
const GROUP_NAME = /\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)')/y;
const INLINE_FLAGS = /\?([imsx]*)(?:-([imsx]*))?([:)])/y;
const NAMED_REFERENCE = /\\(?:k(?:<(\w+)>|'(\w+)'|\{(\w+)\})|g(?:\{(-?\w+)\}|(-?\d+)))/y;
const LOOKS: readonly (readonly [string, { readonly behind: boolean; readonly negative: boolean }])[] = [
  ['?=', { behind: false, negative: false }],
  ['?!', { behind: false, negative: true }],
  ['?<=', { behind: true, negative: false }],
  ['?<!', { behind: true, negative: true }],
];

/** Reads a pattern in the notation of PCRE. `source` holds one byte a character. */
export function parsePattern(source: string): Pattern {
  return new PatternParser(source).read();
}

class PatternParser {
  readonly #source: string;
  readonly #names: Map<string, number> = new Map();
  #at = 0;
  #groups = 0;
  #depth = 0;
  #flags = NO_FLAGS;
  /** Inside \Q … \E. */
  #literal = false;

  constructor(source: string) {
    this.#source = source;
  }

  read(): Pattern {
    const node = this.#alternatives();
    if (this.#at < this.#source.length) throw this.#fault('a closing parenthesis has no opening one');
    return { node, groups: this.#groups, names: this.#names };
  }

  #fault(reason: string): Fault {
    return new Fault(`the pattern is not valid at character ${this.#at + 1}: ${reason}.`);
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match) this.#at += match[0].length;
    return match;
  }

  #alternatives(): Node {
    if (++this.#depth > MAX_DEPTH) throw this.#fault('groups are nested too deep');
    const flags = this.#flags;
    const branches = [this.#sequence()];
    while (!this.#literal && this.#take('|')) branches.push(this.#sequence());
    this.#flags = flags;
    this.#depth--;
    return branches.length === 1 && branches[0] ? branches[0] : { kind: 'either', branches };
  }

  #sequence(): Node {
    const nodes: Node[] = [];
    for (;;) {
      this.#skipIgnored();
      const character = this.#source.charAt(this.#at);
      if (character === '' || (!this.#literal && (character === '|' || character === ')'))) break;
      const node = this.#atom();
      if (node) nodes.push(this.#quantified(node));
    }
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'sequence', nodes };
  }

  #skipIgnored(): void {
    for (;;) {
      if (this.#literal) {
        if (!this.#take('\\E')) return;
        this.#literal = false;
      } else if (this.#take('\\Q')) this.#literal = true;
      else if (!this.#take('\\E') && !this.#skipExtended()) return;
    }
  }

  #skipExtended(): boolean {
    if (!this.#flags.extended) return false;
    return this.#match(/\s+|#[^\n]*\n?/y) !== null;
  }

  #atom(): Node | undefined {
    const character = this.#source.charAt(this.#at);
    if (this.#literal) return this.#plain();
    switch (character) {
      case '.':
        this.#at++;
        return { kind: 'set', set: this.#flags.dotAll ? ANY : NOT_NEWLINE };
      case '^':
        this.#at++;
        return { kind: 'assert', assertion: this.#flags.multiline ? 'lineStart' : 'start' };
      case '$':
        this.#at++;
        return { kind: 'assert', assertion: this.#flags.multiline ? 'lineEnd' : 'end' };
      case '[': {
        const { set, end } = parseClass(this.#source, this.#at, this.#flags.ignoreCase);
        this.#at = end;
        return { kind: 'set', set };
      }
      case '(':
        this.#at++;
        return this.#group();
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw this.#fault('there is nothing to repeat');
      default:
        return this.#plain();
    }
  }

  #plain(): Node {
    return { kind: 'set', set: single(this.#source.charCodeAt(this.#at++), this.#flags.ignoreCase) };
  }

  #quantified(node: Node): Node {
    this.#skipIgnored();
    if (this.#literal) return node;
    const range = this.#quantifier();
    if (!range) return node;
    const mode = this.#take('?') ? 'lazy' : this.#take('+') ? 'possessive' : 'greedy';
    const repeat: Node = { kind: 'repeat', node, ...range, mode };
    return /[*+?]/.test(this.#source.charAt(this.#at)) ? this.#quantified(repeat) : repeat;
  }

  #quantifier(): { readonly min: number; readonly max: number } | undefined {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { min: 0, max: 1 };
    const match = this.#match(QUANTIFIER);
    if (!match) return undefined;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (max < min) throw this.#fault('a repetition ends before it starts');
    if (min > MAX_REPEAT || (Number.isFinite(max) && max > MAX_REPEAT)) {
      throw this.#fault(`a repetition goes up to ${MAX_REPEAT} at most`);
    }
    return { min, max };
  }

  #group(): Node | undefined {
    if (this.#match(/\?#[^)]*\)/y)) return undefined;
    for (const [mark, look] of LOOKS) {
      if (this.#take(mark)) return { kind: 'look', node: this.#closed(), ...look };
    }
    if (this.#take('?>')) return { kind: 'atomic', node: this.#closed() };
    if (this.#take('?|')) throw this.#fault('groups of this kind are not supported');
    const flags = this.#match(INLINE_FLAGS);
    if (flags) return this.#flagged(flags[1] ?? '', flags[2] ?? '', flags[3] === ')');
    if (this.#match(/\?P=(\w+)\)/y)) throw this.#fault('write \\k<name> to refer to a group');
    const name = this.#match(GROUP_NAME);
    if (!name && this.#source.charAt(this.#at) === '?') throw this.#fault('groups of this kind are not supported');
    const index = ++this.#groups;
    if (name) this.#names.set(name[1] ?? name[2] ?? '', index);
    return { kind: 'group', node: this.#closed(), index };
  }

  #flagged(on: string, off: string, rest: boolean): Node | undefined {
    const before = this.#flags;
    const has = (letter: string, now: boolean): boolean => (now || on.includes(letter)) && !off.includes(letter);
    this.#flags = {
      ignoreCase: has('i', before.ignoreCase),
      multiline: has('m', before.multiline),
      dotAll: has('s', before.dotAll),
      extended: has('x', before.extended),
    };
    // `(?i)` holds to the end of the group around it, which puts the flags back.
    if (rest) return undefined;
    const node = this.#closed();
    this.#flags = before;
    return node;
  }

  #closed(): Node {
    const node = this.#alternatives();
    if (!this.#take(')')) throw this.#fault('a closing parenthesis is missing');
    return node;
  }

  #escape(): Node {
    const reference = this.#match(NAMED_REFERENCE);
    if (reference) return this.#reference(reference.slice(1).find((part) => part !== undefined) ?? '');
    const letter = this.#source.charAt(this.#at + 1);
    if (letter === '') throw this.#fault('it ends in a backslash');
    const set = ESCAPED[letter];
    if (set) {
      this.#at += 2;
      return { kind: 'set', set };
    }
    const assertion = ASSERTIONS[letter];
    if (assertion) {
      this.#at += 2;
      return assertion;
    }
    const digits = /\\([1-9]\d?)/y;
    const back = this.#match(digits);
    if (back) return this.#reference(back[1] ?? '');
    const { code, end } = simpleEscape(this.#source, this.#at);
    this.#at = end;
    return { kind: 'set', set: single(code, this.#flags.ignoreCase) };
  }

  #reference(name: string): Node {
    const number = Number(name);
    const index = Number.isNaN(number) ? this.#names.get(name) : number < 0 ? this.#groups + 1 + number : number;
    if (index === undefined || index < 1) throw this.#fault(`there is no group "${name}"`);
    return { kind: 'back', index, ignoreCase: this.#flags.ignoreCase };
  }
}

const ASSERTIONS: Readonly<Record<string, Node>> = {
  b: { kind: 'assert', assertion: 'word' },
  B: { kind: 'assert', assertion: 'notWord' },
  A: { kind: 'assert', assertion: 'start' },
  Z: { kind: 'assert', assertion: 'end' },
  z: { kind: 'assert', assertion: 'veryEnd' },
  K: { kind: 'keep' },
  R: {
    kind: 'either',
    branches: [
      {
        kind: 'sequence',
        nodes: [
          { kind: 'set', set: single(13, false) },
          { kind: 'set', set: single(10, false) },
        ],
      },
      { kind: 'set', set: ESCAPED.v ?? ANY },
    ],
  },
};
