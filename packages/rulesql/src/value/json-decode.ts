import { spend } from './budget.ts';
import { Fault } from './fault.ts';
import { LosslessReader } from './json-reader.ts';

/**
 * Numbers that the platform's reader would not keep: fractions of zeros (1.0), exponents, -0, and so many digits that
 * an integer or a fraction would be rounded. Only where a number can start, so that dates, addresses and identifiers
 * inside of texts seldom look like one; where they do it only costs time.
 */
const CAREFUL_NUMBER = /(?:^|[:,[\s])-?(?:\d+\.0+(?!\d)|\d[\d.]{15}|\d+(?:\.\d+)?[eE]|(?<=-)0(?![.\d]))/;

/** An escaped half of a surrogate pair whose other half is not beside it. */
const LONE_ESCAPE = /\\\\u[dD][89a-fA-F]|\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]/;

/** From this length on our own reader is as fast as these checks and the platform's reader together. */
const LONG = 2000;

/** Units that reading costs a character. */
const UNITS_PER_CHARACTER = 2;

/** Pays for reading a text. */
export function spendOnJson(text: string): void {
  spend(text.length * UNITS_PER_CHARACTER);
}

/** `readJson` for the payload of an event, whose reading is shared by all rules and charged to none; or for a text that is paid for. */
export function readPayload(text: string): unknown {
  if (text.length >= LONG || CAREFUL_NUMBER.test(text) || LONE_ESCAPE.test(text)) {
    return new LosslessReader(text).read();
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('The text is not valid JSON.');
  }
}

/**
 * Reads JSON without losing anything: integers of any size and the difference of 1 and 1.0 survive. Of a repeated key
 * the last value counts. Throws a `Fault` on text that is no JSON.
 */
export function readJson(text: string): unknown {
  spendOnJson(text);
  return readPayload(text);
}
