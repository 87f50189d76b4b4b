import { Fault } from './fault.ts';
import { LosslessReader } from './json-reader.ts';

/** Lists and maps may nest this deep. */
const MAX_DEPTH = 1000;

/**
 * What the platform's reader would not keep: fractions of zeros (1.0), exponents, -0, integers beyond 15 digits, and
 * escaped surrogates, which may be half a pair. Inside a string a match only costs time.
 */
const NEEDS_CARE = /\.0+(?!\d)|\d[eE]|\d{16}|-0(?![.\d])|\\u[dD][89a-fA-F]/;

/** A text shorter than this cannot nest deeper than `MAX_DEPTH` and close what it opens. */
const SHALLOW_LENGTH = 2 * MAX_DEPTH;

function isTooDeep(text: string): boolean {
  if (text.length < SHALLOW_LENGTH) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92 /* \ */) i++;
      else if (code === 34) inString = false;
    } else if (code === 34 /* " */) inString = true;
    else if (code === 123 /* { */ || code === 91 /* [ */) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === 125 /* } */ || code === 93 /* ] */) depth--;
  }
  return false;
}

/**
 * Reads JSON without losing anything: integers of any size and the difference of 1 and 1.0 survive. Of a repeated key
 * the last value counts. Throws a `Fault` on text that is no JSON.
 */
export function readJson(text: string): unknown {
  if (isTooDeep(text)) throw new Fault(`The JSON text is nested deeper than ${MAX_DEPTH} levels.`);
  if (NEEDS_CARE.test(text)) return new LosslessReader(text).read();
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('The text is not valid JSON.');
  }
}
