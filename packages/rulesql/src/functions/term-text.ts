import { sizeOf, spend } from '../value/budget.ts';
import { encodeText } from '../value/bytes.ts';
import { sortedKeys } from '../value/compare.ts';
import { Float, isFloat, isInt, isText } from '../value/value.ts';

/** How a float is written where the kind of every value shows: shortest digits, a point, a short exponent. */
function floatTerm(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', exponent] = value.toExponential().split('e');
  const power = Number(exponent);
  const plain = String(value);
  if (power >= -5 && power < 21 && !plain.includes('e')) {
    const withPoint = plain.includes('.') ? plain : `${plain}.0`;
    const scientific = `${digits.includes('.') ? digits : `${digits}.0`}e${power}`;
    return scientific.length < withPoint.length ? scientific : withPoint;
  }
  return `${digits.includes('.') ? digits : `${digits}.0`}e${power}`;
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [8, '\\b'],
  [9, '\\t'],
  [10, '\\n'],
  [11, '\\v'],
  [12, '\\f'],
  [13, '\\r'],
  [27, '\\e'],
  [34, '\\"'],
  [92, '\\\\'],
]);

function isPrintable(code: unknown): boolean {
  return typeof code === 'number' && ((code >= 32 && code < 127) || ESCAPES.has(code));
}

function isCharacters(codes: readonly unknown[]): boolean {
  return codes.length > 0 && codes.every(isPrintable);
}

function quoted(codes: readonly number[]): string {
  return `"${codes.map((code) => ESCAPES.get(code) ?? String.fromCharCode(code)).join('')}"`;
}

const UNITS_PER_TERM = 15;
const UNITS_PER_BYTE = 5;

/** A value in the notation of Erlang, on one line. `raw` writes texts as bytes and lists of characters as numbers. */
export function termText(value: unknown, raw: boolean): string {
  spend(UNITS_PER_TERM + UNITS_PER_BYTE * sizeOf(value));
  if (isInt(value)) return value.toString();
  if (isFloat(value)) return floatTerm(value instanceof Float ? value.value : value);
  if (isText(value)) {
    const bytes = [...encodeText(value)];
    return `<<${!raw && isCharacters(bytes) ? quoted(bytes) : bytes.join(',')}>>`;
  }
  if (Array.isArray(value)) {
    if (!raw && isCharacters(value)) return quoted(value as number[]);
    return `[${value.map((item) => termText(item, raw)).join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const map = value as Record<string, unknown>;
    return `#{${sortedKeys(map)
      .map((key) => `${termText(key, raw)} => ${termText(map[key], raw)}`)
      .join(',')}}`;
  }
  return String(value);
}

/** The same over several lines where one would be longer than `width`. */
export function prettyTerm(value: unknown, width: number, column = 0): string {
  const line = termText(value, false);
  if (line.length + column <= width) return line;
  if (Array.isArray(value) && !isCharacters(value)) {
    return `[${fill(
      value.map((item) => ({ text: prettyTerm(item, width, column + 1), isSimple: isSimple(item) })),
      width,
      column + 1,
    )}]`;
  }
  if (typeof value === 'object' && value !== null && !isText(value) && !(value instanceof Float)) {
    const map = value as Record<string, unknown>;
    const entries = sortedKeys(map).map((key) => {
      const name = `${termText(key, false)} => `;
      return { text: name + prettyTerm(map[key], width, column + 2 + name.length), isSimple: isSimple(map[key]) };
    });
    return `#{${fill(entries, width, column + 2)}}`;
  }
  return line;
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Float || value instanceof Uint8Array;
}

/** Puts simple items beside each other as long as they fit; what has an inside starts a line of its own. */
function fill(
  items: readonly { readonly text: string; readonly isSimple: boolean }[],
  width: number,
  column: number,
): string {
  let result = '';
  let at = column;
  let wasSimple = true;
  for (const [i, item] of items.entries()) {
    const last = i === items.length - 1 ? 1 : 0;
    const fits = item.isSimple && wasSimple && at + item.text.length + 1 + last <= width;
    if (i > 0) {
      result += fits ? ',' : `,\n${' '.repeat(column)}`;
      at = fits ? at + 1 : column;
    }
    result += item.text;
    at += item.text.length;
    wasSimple = item.isSimple;
  }
  return result;
}
