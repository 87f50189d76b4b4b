import { Fault } from '../value/fault.ts';

const LETTERS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, e: 27, a: 7 };
const HEX = /\\x(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{0,2}))/y;
const OCTAL = /\\(0[0-7]{0,2}|o\{[0-7]+\})/y;

/** The byte that an escape at `at` stands for, and where it ends. */
export function simpleEscape(source: string, at: number): { readonly code: number; readonly end: number } {
  HEX.lastIndex = at;
  const hex = HEX.exec(source);
  if (hex) return checked(Number.parseInt(hex[1] ?? (hex[2] || '0'), 16), at + hex[0].length);
  OCTAL.lastIndex = at;
  const octal = OCTAL.exec(source);
  if (octal) return checked(Number.parseInt((octal[1] ?? '0').replace(/[o{}]/g, ''), 8), at + octal[0].length);
  const letter = source.charAt(at + 1);
  if (letter === 'c') return checked(source.toUpperCase().charCodeAt(at + 2) ^ 64, at + 3);
  const known = LETTERS[letter];
  if (known !== undefined) return { code: known, end: at + 2 };
  if (/[A-Za-z0-9]/.test(letter)) throw new Fault(`the pattern is not valid: "\\${letter}" has no meaning.`);
  return { code: source.charCodeAt(at + 1), end: at + 2 };
}

function checked(code: number, end: number): { readonly code: number; readonly end: number } {
  if (!(code >= 0 && code <= 255)) throw new Fault('the pattern is not valid: it works on bytes, 0 to 255.');
  return { code, end };
}
