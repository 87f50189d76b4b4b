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

function rfc3339(timestamp: bigint, unit: Unit): string {
  // Before 1970 the broker cuts toward zero and drops the sign of the rest; so does this.
  const seconds = timestamp / PER_SECOND[unit];
  const time = civilTime(seconds);
  if (time.year < 0 || time.year > 9999) throw new Fault('the year must be 0 to 9999.');
  const digits = FRACTION_DIGITS[unit];
  const rest = (timestamp % PER_SECOND[unit]).toString().replace('-', '').padStart(digits, '0');
  return `${dateText(time)}T${timeText(time)}${digits > 0 ? `.${rest}` : ''}+00:00`;
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
  const seconds = BigInt(days) * 86_400n + BigInt(hour * 3600 + minute * 60 + second - offsetSeconds(match[8]));
  const nanoseconds = BigInt((match[7] ?? '').padEnd(9, '0'));
  return int(floorDivide((seconds * PER_SECOND.nanosecond + nanoseconds) * PER_SECOND[unit], PER_SECOND.nanosecond));
}

function mongoDate(milliseconds: bigint): string {
  const absolute = milliseconds < 0n ? -milliseconds : milliseconds;
  return `ISODate(${rfc3339(absolute, 'millisecond').replace('+00:00', 'Z')})`;
}

const whole = (value: unknown): bigint => BigInt(integer(value));

export const times: Implementations<typeof timeDocs> = {
  now_timestamp: { run: (frame, unit = 'second') => int(now(frame, unitOf(unit))) },
  now_rfc3339: {
    run(frame, unit = 'second') {
      const precision = unitOf(unit);
      return rfc3339(now(frame, precision), precision);
    },
  },
  unix_ts_to_rfc3339: (timestamp, unit = 'second') => rfc3339(whole(timestamp), unitOf(unit)),
  rfc3339_to_unix_ts: (text, unit = 'second') => fromRfc3339(string(text), unitOf(unit)),
  format_date: {
    run(frame, unit, offset, format, ...rest) {
      const precision = unitOf(unit);
      const timestamp = rest.length === 0 ? now(frame, precision) : whole(rest[0]);
      return formatDate(timestamp, precision, offsetSeconds(offset), string(format));
    },
  },
  date_to_unix_ts(unit, ...rest) {
    const [offset, format, text] = rest.length === 2 ? [0, ...rest] : rest;
    return parseDate(unitOf(unit), offsetSeconds(offset), string(format), string(text));
  },
  timezone_to_second: (offset) => offsetSeconds(offset),
  timezone_to_offset_seconds: (offset) => offsetSeconds(offset),
  mongo_date: {
    run(frame, ...args) {
      if (args.length === 0) return mongoDate(now(frame, 'millisecond'));
      const unit = args.length === 1 ? 'millisecond' : unitOf(args[1]);
      return mongoDate((whole(args[0]) * PER_SECOND.millisecond) / PER_SECOND[unit]);
    },
  },
};
