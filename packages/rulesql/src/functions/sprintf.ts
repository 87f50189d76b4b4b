import { spend } from '../value/budget.ts';
import { fromLatin1, toLatin1 } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { Float, isFloat, isInt, isText, kindOf } from '../value/value.ts';
import { byteData, MAX_REPEAT } from './arguments.ts';
import { prettyTerm, termText } from './term-text.ts';

const DIRECTIVE = /~(?:(-?\d+|\*)?(?:\.(\d+|\*)?)?(?:\.(\*|[\s\S]))?)?([tl]*)([\s\S])?/y;

const UNITS_PER_DIRECTIVE = 30;
const UNITS_PER_FILLED = 0.2;

/** Width, precision and padding of one directive. */
interface Layout {
  readonly width: number | undefined;
  readonly precision: number | undefined;
  readonly pad: string;
}

class Values {
  readonly #values: readonly unknown[];
  #at = 0;

  constructor(values: readonly unknown[]) {
    this.#values = values;
  }

  next(): unknown {
    if (this.#at >= this.#values.length) throw new Fault('the format asks for more values than there are.');
    return this.#values[this.#at++];
  }

  /** The number that stands for a `*`. */
  size(source: string | undefined): number | undefined {
    if (source === undefined) return undefined;
    const size = source === '*' ? this.next() : Number(source);
    if (typeof size !== 'number' || !Number.isInteger(size) || Math.abs(size) > MAX_REPEAT) {
      throw new Fault('a width must be a small integer.');
    }
    return size;
  }

  finish(): void {
    if (this.#at < this.#values.length) throw new Fault('there are more values than the format asks for.');
  }
}

/** Cuts or fills to the width: to the right of it by default, to the left for a negative one. */
function adjust(content: string, { width, pad }: Layout, tooLong: 'stars' | 'keep' | 'cut'): string {
  if (width === undefined) return content;
  const size = Math.abs(width);
  if (content.length > size)
    return tooLong === 'stars' ? '*'.repeat(size) : tooLong === 'cut' ? content.slice(0, size) : content;
  return width < 0 ? content.padEnd(size, pad) : content.padStart(size, pad);
}

function floatOf(value: unknown): number {
  if (!isFloat(value)) throw new Fault(`a float is needed, not ${kindOf(value)}.`);
  return value instanceof Float ? value.value : value;
}

function integerOf(value: unknown): bigint {
  if (!isInt(value)) throw new Fault(`an integer is needed, not ${kindOf(value)}.`);
  return BigInt(value);
}

function scientific(value: number, digits: number): string {
  if (digits < 2) throw new Fault('at least 2 digits are needed.');
  const [mantissa, exponent = '+0'] = value.toExponential(digits - 1).split('e');
  return `${mantissa}e${exponent}`;
}

function general(value: number, digits: number): string {
  const magnitude = Math.abs(value);
  if (magnitude < 0.1 || magnitude >= 10_000) return scientific(value, digits);
  const whole = magnitude < 1 ? 0 : Math.floor(Math.log10(magnitude)) + 1;
  return value.toFixed(Math.max(1, digits - Math.max(1, whole)));
}

function decimals(value: number, places: number): string {
  if (places < 1) throw new Fault('at least 1 decimal is needed.');
  return Math.abs(value) < 1e21 ? value.toFixed(Math.min(places, 100)) : `${BigInt(value)}.${'0'.repeat(places)}`;
}

function inBase(value: unknown, precision: number | undefined, upper: boolean): string {
  const base = precision ?? 10;
  if (base < 2 || base > 36) throw new Fault('a base is 2 to 36.');
  const digits = integerOf(value).toString(base);
  return upper ? digits.toUpperCase() : digits;
}

function characters(value: unknown): string {
  if (isText(value)) return toLatin1(value);
  if (Array.isArray(value)) return toLatin1(byteData(value));
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value);
  throw new Fault(`a text is needed, not ${kindOf(value)}.`);
}

function pretty(value: unknown, layout: Layout): string {
  if (layout.width === 0) return termText(value, false);
  return prettyTerm(value, Math.abs(layout.width ?? 80));
}

function character(value: unknown, layout: Layout, isUnicode: boolean): string {
  const code = Number(integerOf(value));
  if (code < 0 || code > 0x10ffff || (code > 255 && !isUnicode)) throw new Fault('the number is no character.');
  const one = isUnicode ? toLatin1(String.fromCodePoint(code)) : String.fromCharCode(code);
  return one.repeat(Math.abs(layout.precision ?? layout.width ?? 1));
}

function directive(letter: string, layout: Layout, isUnicode: boolean, values: Values): string {
  switch (letter) {
    case '~':
      return '~';
    case 'n':
      return '\n'.repeat(Math.abs(layout.width ?? 1));
    case 'i':
      values.next();
      return '';
    case 'c':
      return character(values.next(), layout, isUnicode);
    case 's': {
      const content = characters(values.next());
      return adjust(layout.precision === undefined ? content : content.slice(0, layout.precision), layout, 'cut');
    }
    case 'p':
      return pretty(values.next(), layout);
    case 'w':
      return adjust(termText(values.next(), true), layout, 'stars');
    case 'b':
    case 'B':
      return adjust(inBase(values.next(), layout.precision, letter === 'B'), layout, 'stars');
    case '+':
    case '#':
      return adjust(
        `${layout.precision ?? 10}#${inBase(values.next(), layout.precision, letter === '#')}`,
        layout,
        'stars',
      );
    case 'f':
      return adjust(decimals(floatOf(values.next()), layout.precision ?? 6), layout, 'stars');
    case 'e':
      return adjust(scientific(floatOf(values.next()), layout.precision ?? 6), layout, 'stars');
    case 'g':
      return adjust(general(floatOf(values.next()), layout.precision ?? 6), layout, 'stars');
    default:
      throw new Fault(`"~${letter}" is no directive of a format.`);
  }
}

/** Writes values into a format. Works on bytes, as texts in it may be no UTF-8. */
export function sprintf(format: string | Uint8Array, list: readonly unknown[]): string | Uint8Array {
  const source = toLatin1(format);
  const values = new Values(list);
  let result = '';
  let at = 0;
  for (;;) {
    const tilde = source.indexOf('~', at);
    if (tilde === -1) break;
    result += source.slice(at, tilde);
    DIRECTIVE.lastIndex = tilde;
    const match = DIRECTIVE.exec(source);
    const [whole = '~', width, precision, padding, modifiers = '', letter] = match ?? [];
    if (letter === undefined) throw new Fault('the format ends inside a directive.');
    const layout: Layout = {
      width: values.size(width),
      precision: values.size(precision),
      pad: padding === '*' ? String.fromCharCode(Number(integerOf(values.next()))) : (padding ?? ' '),
    };
    spend(UNITS_PER_DIRECTIVE + ((layout.width ?? 0) + (layout.precision ?? 0)) * UNITS_PER_FILLED);
    result += directive(letter, layout, modifiers.includes('t'), values);
    at = tilde + whole.length;
    if (result.length > 16 * MAX_REPEAT) throw new Fault('the text becomes too long.');
  }
  values.finish();
  return fromLatin1(result + source.slice(at));
}
