import type { Frame } from '../compile/frame.ts';
import { Fault } from '../value/fault.ts';
import { int } from '../value/number.ts';
import { integer, string } from './arguments.ts';
import {
  civilTime,
  dateText,
  daysOf,
  FRACTION_DIGITS,
  floorDivide,
  offsetSeconds,
  offsetText,
  PER_SECOND,
  timeText,
  type Unit,
  unitOf,
} from './clock.ts';
import { formatDate, parseDate } from './date-format.ts';
import type { timeDocs } from './docs/time.ts';
import type { Implementations } from './implementation.ts';

function now(frame: Frame, unit: Unit): bigint {
  // Halves of a microsecond and less are not known; the clock gives ms with a fraction at best.
  const microseconds = BigInt(Math.floor(frame.environment.now() * 1000));
  return floorDivide(microseconds * PER_SECOND[unit], PER_SECOND.microsecond);
}

/** Offset of the local time zone now, or at a timestamp. */
function localOffset(frame: Frame, at: number = frame.environment.now()): number {
  return frame.environment.utcOffset?.(at) ?? 0;
}

function milliseconds(timestamp: bigint, unit: Unit): number {
  return Number((timestamp * 1000n) / PER_SECOND[unit]);
}

function rfc3339(timestamp: bigint, unit: Unit, offset: number): string {
  // Before 1970 the broker cuts toward zero and drops the sign of the rest; so does this.
  const seconds = timestamp / PER_SECOND[unit];
  const time = civilTime(seconds + BigInt(offset));
  if (time.year < 0 || time.year > 9999) throw new Fault('the year must be 0 to 9999.');
  const digits = FRACTION_DIGITS[unit];
  const rest = (timestamp % PER_SECOND[unit]).toString().replace('-', '').padStart(digits, '0');
  return `${dateText(time)}T${timeText(time)}${digits > 0 ? `.${rest}` : ''}${offsetText(offset, ':', false)}`;
}

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?([Zz]|[+-]\d\d:\d\d)$/;

function fromRfc3339(text: string, unit: Unit): unknown {
  const match = RFC3339.exec(text);
  if (!match) throw new Fault(`"${text}" is no time of RFC 3339, such as 2023-11-14T22:13:20Z.`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const days = daysOf(year, month, day);
  const back = civilTime(BigInt(days) * 86_400n);
  if (back.month !== month || back.day !== day || hour > 23 || minute > 59 || second > 59) {
    throw new Fault(`"${text}" is no date of the calendar.`);
  }
  const seconds = BigInt(days) * 86_400n + BigInt(hour * 3600 + minute * 60 + second - offsetSeconds(match[8], 0));
  const nanoseconds = BigInt((match[7] ?? '').padEnd(9, '0'));
  return int(floorDivide((seconds * PER_SECOND.nanosecond + nanoseconds) * PER_SECOND[unit], PER_SECOND.nanosecond));
}

function mongoDate(timestamp: bigint): string {
  const absolute = timestamp < 0n ? -timestamp : timestamp;
  return `ISODate(${rfc3339(absolute, 'millisecond', 0).replace('+00:00', 'Z')})`;
}

const whole = (value: unknown): bigint => BigInt(integer(value));

export const times: Implementations<typeof timeDocs> = {
  now_timestamp: { run: (frame, unit = 'second') => int(now(frame, unitOf(unit))) },
  now_rfc3339: {
    run(frame, unit = 'second') {
      const precision = unitOf(unit);
      return rfc3339(now(frame, precision), precision, localOffset(frame));
    },
  },
  unix_ts_to_rfc3339: {
    run(frame, timestamp, unit = 'second') {
      const precision = unitOf(unit);
      const value = whole(timestamp);
      return rfc3339(value, precision, localOffset(frame, milliseconds(value, precision)));
    },
  },
  rfc3339_to_unix_ts: (text, unit = 'second') => fromRfc3339(string(text), unitOf(unit)),
  format_date: {
    run(frame, unit, offset, format, ...rest) {
      const precision = unitOf(unit);
      const timestamp = rest.length === 0 ? now(frame, precision) : whole(rest[0]);
      const local = localOffset(frame, milliseconds(timestamp, precision));
      return formatDate(timestamp, precision, offsetSeconds(offset, local), string(format));
    },
  },
  date_to_unix_ts: {
    run(frame, unit, ...rest) {
      const [offset, format, text] = rest.length === 2 ? [0, ...rest] : rest;
      return parseDate(unitOf(unit), offsetSeconds(offset, localOffset(frame)), string(format), string(text));
    },
  },
  timezone_to_second: { run: (frame, offset) => offsetSeconds(offset, localOffset(frame)) },
  timezone_to_offset_seconds: { run: (frame, offset) => offsetSeconds(offset, localOffset(frame)) },
  mongo_date: {
    run(frame, ...args) {
      if (args.length === 0) return mongoDate(now(frame, 'millisecond'));
      const unit = args.length === 1 ? 'millisecond' : unitOf(args[1]);
      return mongoDate((whole(args[0]) * PER_SECOND.millisecond) / PER_SECOND[unit]);
    },
  },
};
