import { Fault } from '../value/fault.ts';
import { oneOf, string } from './arguments.ts';

const UNITS = ['second', 'millisecond', 'microsecond', 'nanosecond'] as const;
export type Unit = (typeof UNITS)[number];

/** How many of a unit make a second. */
export const PER_SECOND: Readonly<Record<Unit, bigint>> = {
  second: 1n,
  millisecond: 1_000n,
  microsecond: 1_000_000n,
  nanosecond: 1_000_000_000n,
};

/** Digits of the fraction of a second in a unit. */
export const FRACTION_DIGITS: Readonly<Record<Unit, number>> = {
  second: 0,
  millisecond: 3,
  microsecond: 6,
  nanosecond: 9,
};

export function unitOf(value: unknown): Unit {
  return oneOf(value, UNITS);
}

/** Rounds toward negative infinity, unlike BigInt's own division. */
export function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n ? quotient - 1n : quotient;
}

export interface CivilTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const DAY = 86_400n;

/** Days from 1970-01-01 to a date of the Gregorian calendar, in any year. */
export function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date and time of day of a Unix time in seconds. */
export function civilTime(seconds: bigint): CivilTime {
  const days = Number(floorDivide(seconds, DAY));
  const rest = Number(seconds - BigInt(days) * DAY);
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
  };
}

const OFFSET = /^([+-])(?:(\d\d)(\d\d)|([^:]*):([^:]*)(?::([^:]*))?)$/;

function part(text: string | undefined, max: number, name: string): number {
  if (text === undefined) return 0;
  if (!/^\d{1,2}$/.test(text) || Number(text) > max) throw new Fault(`the ${name} of the time offset is wrong.`);
  return Number(text);
}

/** Seconds of a time offset: `+08:00`, `-0330`, `+05:30:15`, `Z`, `local`, or a number of seconds. */
export function offsetSeconds(value: unknown, local: number): number {
  if (value === undefined) return 0;
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  const text = string(value);
  if (text === 'Z' || text === 'z') return 0;
  if (text === 'local') return local;
  const match = OFFSET.exec(text);
  if (!match) throw new Fault(`"${text}" is no time offset; write +08:00, Z or a number of seconds.`);
  const hours = part(match[2] ?? match[4], 23, 'hour');
  const minutes = part(match[3] ?? match[5], 59, 'minute');
  const seconds = part(match[6], 59, 'second');
  return (match[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds) + 0;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** `+08:00`, or with other separators and seconds. */
export function offsetText(seconds: number, separator: string, withSeconds: boolean): string {
  const size = Math.abs(seconds);
  const parts = [two(Math.floor(size / 3600)), two(Math.floor(size / 60) % 60)];
  if (withSeconds) parts.push(two(size % 60));
  return (seconds < 0 ? '-' : '+') + parts.join(separator);
}

export function dateText({ year, month, day }: CivilTime): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

export function timeText({ hour, minute, second }: CivilTime): string {
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}
