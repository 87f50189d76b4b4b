import { Fault } from '../value/fault.ts';
import { bothCases, complement, ESCAPED, POSIX } from './byte-set.ts';
import { simpleEscape } from './escape.ts';
import type { ByteSet } from './syntax.ts';

const POSIX_NAME = /\[:(\^?)([a-z]+):\]/y;

interface Member {
  /** A single byte, which may start a range. */
  readonly code?: number;
  readonly set?: ByteSet;
  readonly end: number;
}

function member(source: string, at: number): Member {
  POSIX_NAME.lastIndex = at;
  const posix = POSIX_NAME.exec(source);
  if (posix) {
    const set = POSIX[posix[2] ?? ''];
    if (!set) throw new Fault(`the pattern is not valid: there is no class "${posix[0]}".`);
    return { set: posix[1] ? complement(set) : set, end: at + posix[0].length };
  }
  if (source.charAt(at) !== '\\') return { code: source.charCodeAt(at), end: at + 1 };
  const letter = source.charAt(at + 1);
  const set = ESCAPED[letter];
  if (set && letter !== 'N') return { set, end: at + 2 };
  if (letter === 'b') return { code: 8, end: at + 2 };
  return simpleEscape(source, at);
}

/** Reads `[…]` from its bracket on. */
export function parseClass(
  source: string,
  start: number,
  ignoreCase: boolean,
): { readonly set: ByteSet; readonly end: number } {
  let at = start + 1;
  const negated = source.charAt(at) === '^';
  if (negated) at++;
  const set = new Uint8Array(256);
  for (let first = true; first || source.charAt(at) !== ']'; first = false) {
    if (at >= source.length) throw new Fault('the pattern is not valid: "]" is missing.');
    const from = member(source, at);
    at = from.end;
    const isRange = from.code !== undefined && source.charAt(at) === '-' && source.charAt(at + 1) !== ']';
    if (isRange && at + 1 < source.length) {
      const to = member(source, at + 1);
      if (to.code === undefined || to.code < (from.code ?? 0)) {
        throw new Fault('the pattern is not valid: a range in brackets is out of order.');
      }
      for (let code = from.code ?? 0; code <= to.code; code++) set[code] = 1;
      at = to.end;
    } else if (from.code !== undefined) set[from.code] = 1;
    else
      from.set?.forEach((flag, code) => {
        if (flag) set[code] = 1;
      });
  }
  const folded = ignoreCase ? bothCases(set) : set;
  return { set: negated ? complement(folded) : folded, end: at + 1 };
}
