import type { Value } from './types.ts';
import { textOf } from './value/bytes.ts';
import { Fault, faultMessage } from './value/fault.ts';
import { readJson } from './value/json-decode.ts';
import { writeJson } from './value/json-encode.ts';

export type JsonResult =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

/** Reads JSON text (or its UTF-8 bytes) without losing digits or the difference of 1 and 1.0. Never throws. */
export function decodeJson(source: string | Uint8Array): JsonResult {
  try {
    const text = typeof source === 'string' ? source : textOf(source);
    if (typeof text !== 'string') throw new Fault('The text is not valid UTF-8.');
    return { ok: true, value: readJson(text) };
  } catch (thrown) {
    return { ok: false, message: faultMessage(thrown) };
  }
}

/**
 * JSON text of a value, as the broker writes it: keys in descending order, integers with all digits, integral floats
 * with `.0`, a missing value as the text "undefined". Never throws; what is nested too deep gives `null`.
 */
export function encodeJson(value: Value): string {
  try {
    return writeJson(value);
  } catch {
    return 'null';
  }
}

/** The value of bytes from the wire: text where they are valid UTF-8, the bytes themselves where not. */
export function textValue(bytes: Uint8Array): Value {
  return textOf(bytes);
}
