import type { ByteSet } from './syntax.ts';

function setOf(test: (code: number) => boolean): ByteSet {
  return Uint8Array.from({ length: 256 }, (_, code) => (test(code) ? 1 : 0));
}

function between(from: string, to: string): (code: number) => boolean {
  return (code) => code >= from.charCodeAt(0) && code <= to.charCodeAt(0);
}

const isDigit = between('0', '9');
const isLower = between('a', 'z');
const isUpper = between('A', 'Z');
const isAlpha = (code: number): boolean => isLower(code) || isUpper(code);
const isWord = (code: number): boolean => isAlpha(code) || isDigit(code) || code === 95;
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
const isGraph = (code: number): boolean => code > 32 && code < 127;

const DIGIT = setOf(isDigit);
export const WORD = setOf(isWord);
const SPACE = setOf(isSpace);
const HORIZONTAL = setOf((code) => code === 9 || code === 32 || code === 0xa0);
const VERTICAL = setOf((code) => (code >= 10 && code <= 13) || code === 0x85);
export const NOT_NEWLINE = setOf((code) => code !== 10);
export const ANY = setOf(() => true);

/** Sets that an escape letter stands for; the upper-case letter is the complement. */
export const ESCAPED: Readonly<Record<string, ByteSet>> = {
  d: DIGIT,
  w: WORD,
  s: SPACE,
  h: HORIZONTAL,
  v: VERTICAL,
  D: complement(DIGIT),
  W: complement(WORD),
  S: complement(SPACE),
  H: complement(HORIZONTAL),
  V: complement(VERTICAL),
  N: NOT_NEWLINE,
};

/** `[:alpha:]` and its like. */
export const POSIX: Readonly<Record<string, ByteSet>> = {
  alpha: setOf(isAlpha),
  digit: DIGIT,
  alnum: setOf((code) => isAlpha(code) || isDigit(code)),
  upper: setOf(isUpper),
  lower: setOf(isLower),
  space: SPACE,
  blank: setOf((code) => code === 9 || code === 32),
  punct: setOf((code) => isGraph(code) && !isAlpha(code) && !isDigit(code)),
  graph: setOf(isGraph),
  print: setOf((code) => code >= 32 && code < 127),
  cntrl: setOf((code) => code < 32 || code === 127),
  xdigit: setOf((code) => isDigit(code) || between('a', 'f')(code) || between('A', 'F')(code)),
  word: WORD,
  ascii: setOf((code) => code < 128),
};

export function complement(set: ByteSet): ByteSet {
  return set.map((flag) => 1 - flag);
}

/** One byte, in both cases if asked for. */
export function single(code: number, ignoreCase: boolean): ByteSet {
  const set = new Uint8Array(256);
  set[code] = 1;
  return ignoreCase ? bothCases(set) : set;
}

/** Adds the other case of every ASCII letter. */
export function bothCases(set: ByteSet): ByteSet {
  const result = set.slice();
  for (let code = 65; code <= 90; code++) {
    if (set[code] || set[code + 32]) {
      result[code] = 1;
      result[code + 32] = 1;
    }
  }
  return result;
}
