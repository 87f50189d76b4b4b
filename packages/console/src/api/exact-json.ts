/**
 * Integers beyond 2^53 keep their digits from the backend to the screen and back. Where JSON has one, the parsed value
 * holds an `ExactInteger` instead of a number.
 */
const MARK = '\u0000exact:';
const MARKED = /"\\u0000exact:(-?\d+)"/g;
/** Strings are skipped; of the numbers only whole ones of 16 digits and more are looked at. */
const CANDIDATES = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;

export class ExactInteger {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toString(): string {
    return this.digits;
  }

  /** A text that `stringifyExact` makes a number again, and that plain `JSON.stringify` carries along. */
  toJSON(): string {
    return MARK + this.digits;
  }
}

/** Whether a number would lose digits. */
export function isUnsafeInteger(digits: string): boolean {
  return /^-?\d{16,}$/.test(digits) && !Number.isSafeInteger(Number(digits));
}

function revive(_: string, value: unknown): unknown {
  return typeof value === 'string' && value.startsWith(MARK) ? new ExactInteger(value.slice(MARK.length)) : value;
}

export function parseExact(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const marked = text.replace(CANDIDATES, (token) =>
    token.startsWith('"') || !isUnsafeInteger(token) ? token : JSON.stringify(MARK + token),
  );
  return JSON.parse(marked, revive);
}

export function stringifyExact(value: unknown, indent?: number): string {
  return (JSON.stringify(value, null, indent) ?? '').replace(MARKED, '$1');
}
