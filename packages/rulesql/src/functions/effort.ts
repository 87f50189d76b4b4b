import { sizeOf } from '../value/budget.ts';

/** Units of work for each byte of the arguments, for functions that do more than copy them. Measured, in 10 ns. */
const UNITS_PER_BYTE: Readonly<Record<string, number>> = {
  gzip: 1.5,
  zip: 1.5,
  zip_compress: 1.5,
  base64_encode: 0.6,
  base64_decode: 1.2,
  bin2hexstr: 0.6,
  hexstr2bin: 1,
  sqlserver_bin2hexstr: 0.6,
  str_utf16_le: 1,
  reverse: 4,
  contains: 0.25,
  format_date: 6,
  date_to_unix_ts: 6,
  concat: 0.4,
  join_to_string: 0.8,
  // Eight for each item.
  join_to_sql_values_string: 5,
  regex_match: 0.5,
  regex_replace: 0.5,
  regex_extract: 0.5,
  tokens: 1,
  sprintf: 1,
  sprintf_s: 1,
  term_encode: 1,
  term_decode: 2,
  unescape: 4,
  map_to_redis_hset_args: 1,
};

const UNITS_PER_COPIED_BYTE = 0.1;

/** What every call costs. */
const UNITS_PER_CALL = 4;

/** Units for a call of the function with arguments of this size in bytes. */
export function effortOf(name: string): (size: number) => number {
  const perByte = UNITS_PER_BYTE[name] ?? UNITS_PER_COPIED_BYTE;
  return (size) => UNITS_PER_CALL + size * perByte;
}

/** Units for what a call has made. */
export function effortOfResult(value: unknown): number {
  return sizeOf(value) * UNITS_PER_COPIED_BYTE;
}
