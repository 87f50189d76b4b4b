import { civilTime, dateText, daysOf, timeText } from '../functions/clock.ts';
import type { Native } from './machine.ts';
import { JqError, wrongType } from './value.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Year, month from 0, day, hour, minute, second, day of the week, day of the year: how jq breaks a time down. */
function brokenDown(seconds: number): number[] {
  const time = civilTime(BigInt(Math.floor(seconds)));
  const days = daysOf(time.year, time.month, time.day);
  const fraction = seconds - Math.floor(seconds);
  const yearDay = days - daysOf(time.year, 1, 1);
  return [
    time.year,
    time.month - 1,
    time.day,
    time.hour,
    time.minute,
    time.second + fraction,
    (((days + 4) % 7) + 7) % 7,
    yearDay,
  ];
}

function secondsOf(value: unknown): number {
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'number')) {
    throw wrongType(value, 'mktime requires array of 6 numbers');
  }
  const [year = 1970, month = 0, day = 1, hour = 0, minute = 0, second = 0] = value as number[];
  return daysOf(year, month + 1, day) * 86_400 + hour * 3600 + minute * 60 + Math.floor(second);
}

function strftime(value: unknown, format: unknown): string {
  if (typeof format !== 'string') throw wrongType(format, 'strftime/1 requires a string format');
  const seconds = typeof value === 'number' ? Math.floor(value) : secondsOf(value);
  const time = civilTime(BigInt(seconds));
  const [, , , , , , weekDay = 0, yearDay = 0] = brokenDown(seconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  const parts: Readonly<Record<string, string>> = {
    Y: String(time.year),
    m: two(time.month),
    d: two(time.day),
    H: two(time.hour),
    M: two(time.minute),
    S: two(time.second),
    e: String(time.day).padStart(2, ' '),
    j: String(yearDay + 1).padStart(3, '0'),
    y: two(time.year % 100),
    A: DAYS[weekDay] ?? '',
    a: (DAYS[weekDay] ?? '').slice(0, 3),
    B: MONTHS[time.month - 1] ?? '',
    b: (MONTHS[time.month - 1] ?? '').slice(0, 3),
    I: two(time.hour % 12 || 12),
    p: time.hour < 12 ? 'AM' : 'PM',
    s: String(seconds),
    u: String(weekDay || 7),
    w: String(weekDay),
    F: dateText(time),
    T: timeText(time),
    Z: 'UTC',
    z: '+0000',
    n: '\n',
    t: '\t',
    '%': '%',
  };
  return format.replace(/%(.)/g, (whole, letter: string) => parts[letter] ?? whole);
}

const FIELDS: Readonly<Record<string, string>> = {
  Y: '(?<Y>\\d{4})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  Z: '[A-Za-z]+',
  z: '[+-]\\d\\d:?\\d\\d',
  F: '(?<Y>\\d{4})-(?<m>\\d{1,2})-(?<d>\\d{1,2})',
  T: '(?<H>\\d{1,2}):(?<M>\\d{1,2}):(?<S>\\d{1,2})',
};

function strptime(value: unknown, format: unknown): number[] {
  if (typeof value !== 'string') throw wrongType(value, 'strptime/1 requires string inputs and arguments');
  if (typeof format !== 'string') throw wrongType(format, 'strptime/1 requires string inputs and arguments');
  const pattern = format.replace(/%(.)|[\\^$.*+?()[\]{}|]/g, (whole, letter?: string) =>
    letter === undefined ? `\\${whole}` : (FIELDS[letter] ?? `%${letter}`),
  );
  const groups = new RegExp(`^${pattern}$`).exec(value)?.groups;
  if (!groups) throw new JqError(`date "${value}" does not match format "${format}"`);
  const part = (name: string, otherwise: number): number => Number(groups[name] ?? otherwise);
  const days = daysOf(part('Y', 1970), part('m', 1), part('d', 1));
  return brokenDown(days * 86_400 + part('H', 0) * 3600 + part('M', 0) * 60 + part('S', 0));
}

function ofFormat(apply: (value: unknown, format: unknown) => unknown): Native {
  return ({ machine, args, scope, value, trace, emit }) => {
    const [format] = args;
    if (format) machine.run(format, scope, value, undefined, (text) => emit(apply(value, text), trace && null));
  };
}

export const DATES: Readonly<Record<string, Native>> = {
  'mktime/0': ({ value, emit, trace }) => emit(secondsOf(value), trace && null),
  'gmtime/0': ({ value, emit, trace }) => {
    if (typeof value !== 'number') throw wrongType(value, 'gmtime() requires a number');
    emit(brokenDown(value), trace && null);
  },
  'strftime/1': ofFormat(strftime),
  'strptime/1': ofFormat(strptime),
};
