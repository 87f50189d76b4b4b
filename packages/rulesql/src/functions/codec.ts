import { textOf } from '../value/bytes.ts';
import { writeJson } from '../value/json-encode.ts';
import { byteData, bytes, string, text } from './arguments.ts';
import { fromBase64, toBase64 } from './base64.ts';
import type { codecDocs } from './docs/codec.ts';
import type { Implementations } from './implementation.ts';
import { decodeTerm, encodeTerm } from './term.ts';

export const codec: Implementations<typeof codecDocs> = {
  base64_encode: (data) => toBase64(bytes(data)),
  base64_decode: (value) => textOf(fromBase64(string(value))),
  json_encode: (value) => writeJson(value),
  json_decode: { run: (frame, value) => frame.decode(Array.isArray(value) ? textOf(byteData(value)) : text(value)) },
  term_encode: (value) => textOf(encodeTerm(value)),
  term_decode: (data) => decodeTerm(bytes(data)),
};
