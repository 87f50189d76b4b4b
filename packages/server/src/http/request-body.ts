import type { Answer } from './answer.ts';
import { failed } from './answer.ts';

const MAX_DEPTH = 100;

export type ParsedBody = { readonly value: unknown } | { readonly answer: Answer };

/**
 * Reads a request body by the rules that EMQX clients expect: JSON with `application/json` (or nothing) as its type;
 * forms get an empty 400, other types a 415, and JSON relatives such as `application/json-patch+json` a 400.
 */
export function parseBody(text: string, contentType: string | undefined, exactContentType: boolean): ParsedBody {
  if (contentType !== undefined) {
    const type = contentType.split(';', 1)[0]?.trim() ?? '';
    const compared = exactContentType ? type : type.toLowerCase();
    if (compared.toLowerCase().startsWith('multipart/')) return { answer: { status: 400 } };
    if (!compared.startsWith('application/json')) {
      const message = 'Send JSON, with the header "content-type: application/json".';
      return { answer: failed({ code: 'UNSUPPORTED_MEDIA_TYPE', message }) };
    }
    if (compared !== 'application/json') return bad(`Send plain JSON: "${type}" is not understood here.`);
  }
  if (text === '') return { value: {} };
  if (depthOf(text) > MAX_DEPTH) return bad(`The JSON is nested more than ${MAX_DEPTH} levels deep.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return bad(`The body is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (text.includes('__proto__') && JSON.stringify(value).includes('"__proto__":')) {
    return bad('A field cannot be named "__proto__".');
  }
  return { value };
}

function bad(message: string): ParsedBody {
  return { answer: failed({ code: 'BAD_REQUEST', message }) };
}

/** Deepest nesting of brackets outside texts. Cheap, and done before anything recursive looks at the value. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inText) {
      if (c === 92 /* \ */) i++;
      else if (c === 34 /* " */) inText = false;
    } else if (c === 34) inText = true;
    else if (c === 91 /* [ */ || c === 123 /* { */) deepest = Math.max(deepest, ++depth);
    else if (c === 93 /* ] */ || c === 125 /* } */) depth--;
  }
  return deepest;
}
