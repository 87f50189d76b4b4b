import { Fault } from '../value/fault.ts';
import { int } from '../value/number.ts';
import {
  civilTime,
  daysOf,
  FRACTION_DIGITS,
  floorDivide,
  offsetSeconds,
  offsetText,
  PER_SECOND,
  type Unit,
} from './clock.ts';

const DIRECTIVE = /%(?:::z|:z|z|3N|6N|N|Y|m|d|H|M|S)/g;

function fraction(timestamp: bigint, unit: Unit, digits: number): string {
  // The sign of a negative rest stays in the text, as the broker leaves it there.
  const rest = (timestamp % PER_SECOND[unit]).toString();
  return rest.padStart(FRACTION_DIGITS[unit], '0').padEnd(9, '0').slice(0, digits);
}

/** Writes a timestamp by a format; what is no directive stands for itself. */
export function formatDate(timestamp: bigint, unit: Unit, offset: number, format: string): string {
  const time = civilTime(floorDivide(timestamp, PER_SECOND[unit]) + BigInt(offset));
  const two = (value: number): string => String(value).padStart(2, '0');
  return format.replace(DIRECTIVE, (directive) => {
    switch (directive) {
      case '%Y':
        return String(time.year).padStart(4, '0');
      case '%m':
        return two(time.month);
      case '%d':
        return two(time.day);
      case '%H':
        return two(time.hour);
      case '%M':
        return two(time.minute);
      case '%S':
        return two(time.second);
      case '%3N':
        return fraction(timestamp, unit, 3);
      case '%6N':
        return fraction(timestamp, unit, 6);
      case '%N':
        return fraction(timestamp, unit, 9);
      case '%z':
        return offsetText(offset, '', false);
      case '%:z':
        return offsetText(offset, ':', false);
      default:
        return offsetText(offset, ':', true);
    }
  });
}

const WIDTHS: Readonly<Record<string, number>> = {
  Y: 4,
  m: 2,
  d: 2,
  H: 2,
  M: 2,
  S: 2,
  '3N': 3,
  '6N': 6,
  N: 9,
  z: 5,
  ':z': 6,
  '::z': 9,
};

/** Cuts a date text by the widths of the directives; other characters of the format skip as many of the text. */
function cut(format: string, text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  let at = 0;
  let from = 0;
  for (const match of format.matchAll(DIRECTIVE)) {
    at += match.index - from;
    from = match.index + match[0].length;
    const name = match[0].slice(1);
    const width = WIDTHS[name] ?? 0;
    const part = text.slice(at, at + width);
    if (part !== '') parts.set(name, part);
    at += width;
  }
  return parts;
}

function digits(parts: ReadonlyMap<string, string>, name: string): number {
  const text = parts.get(name);
  if (text === undefined) throw new Fault(`the date has no %${name}.`);
  if (!/^\d+$/.test(text)) throw new Fault(`the date does not fit the format: "${text}" is no %${name}.`);
  return Number(text);
}

/** Reads a date by a format; gives the timestamp in `unit`. */
export function parseDate(unit: Unit, offset: number, format: string, text: string): unknown {
  const parts = cut(format, text);
  const [year, month, day, hour, minute, second] = ['Y', 'm', 'd', 'H', 'M', 'S'].map((name) => digits(parts, name));
  const zone = parts.get('z') ?? parts.get(':z') ?? parts.get('::z');
  const days = daysOf(year ?? 0, month ?? 1, day ?? 1);
  const seconds = BigInt(days) * 86_400n + BigInt((hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0));
  const shift = BigInt(offset + (zone === undefined ? 0 : offsetSeconds(zone, 0)));
  const fractions = ['3N', '6N', 'N'].filter((name) => parts.has(name));
  const nanoseconds = fractions.map((name) => BigInt(digits(parts, name)) * 10n ** BigInt(9 - (WIDTHS[name] ?? 9)));
  const total = (seconds - shift) * PER_SECOND.nanosecond + nanoseconds.reduce((sum, part) => sum + part, 0n);
  return int(floorDivide(total * PER_SECOND[unit], PER_SECOND.nanosecond));
}
