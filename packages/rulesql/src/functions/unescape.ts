import { Fault } from '../value/fault.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\u0007',
  '?': '?',
  "'": "'",
  '"': '"',
  '\\': '\\',
};

const ESCAPE = /\\(?:x([0-9a-fA-F]*)|([\s\S]))/gu;

/** Characters that the escape sequences of C stand for; a backslash at the end stays. */
export function unescapeText(text: string): string {
  return text.replace(ESCAPE, (sequence: string, hex: string | undefined, letter: string | undefined) => {
    if (hex !== undefined) return hexCharacter(sequence, hex);
    const character = letter === undefined ? undefined : SIMPLE[letter];
    if (character === undefined) throw new Fault(`"${sequence}" is no escape sequence.`);
    return character;
  });
}

function hexCharacter(sequence: string, hex: string): string {
  if (hex === '') throw new Fault(`"${sequence}" is no escape sequence: hexadecimal digits are missing.`);
  const code = Number.parseInt(hex, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) throw new Fault(`"${sequence}" is no character.`);
  return String.fromCodePoint(code);
}
