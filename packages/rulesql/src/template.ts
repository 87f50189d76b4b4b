import type { Template, Value } from './types.ts';
import { concatText, displayText, encodeText } from './value/bytes.ts';
import { faultMessage } from './value/fault.ts';
import { readJson } from './value/json-decode.ts';
import { writeJson } from './value/json-encode.ts';
import { toText } from './value/text.ts';
import { getKey, isMap } from './value/value.ts';

/** `${a.b}`, and `${}` or `${.}` for the whole row. Anything else in braces is plain text. */
const PLACEHOLDER = /\$\{([A-Za-z0-9_.]*)\}/g;

type Part = string | readonly string[];

/**
 * The text that was looked into last. An action renders several templates for a row, and all of them look into the same
 * payload.
 */
let last: { readonly text: string; readonly value: Value } = { text: '', value: undefined };

function open(text: string): Value {
  if (last.text === text) return last.value;
  let value: Value;
  try {
    value = /^\s*[{[]/.test(text) ? readJson(text) : undefined;
  } catch {
    value = undefined;
  }
  last = { text, value };
  return value;
}

/** Follows the keys; one text of JSON on the way is opened. */
function lookup(row: Value, path: readonly string[]): Value {
  let current = row;
  let mayOpen = true;
  for (const key of path) {
    if (typeof current === 'string' && mayOpen) {
      mayOpen = false;
      current = open(current);
    }
    if (!isMap(current)) return undefined;
    current = getKey(current, key);
  }
  return current;
}

function split(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index > from) parts.push(text.slice(from, match.index));
    const path = match[1] ?? '';
    parts.push(path === '' || path === '.' ? [] : path.replace(/^\./, '').split('.'));
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

function renderPart(part: Part, row: Value): string | Uint8Array {
  if (typeof part === 'string') return part;
  try {
    return part.length === 0 ? writeJson(row) : toText(lookup(row, part));
  } catch (thrown) {
    // Only what no broker could print either: nesting without end, or a float beyond 1e249.
    return `[${faultMessage(thrown)}]`;
  }
}

/** Compiles a template once. Any text is a template; rendering never throws. */
export function compileTemplate(source: string): Template {
  const parts = split(source);
  const placeholders = parts.filter((part): part is readonly string[] => typeof part !== 'string');
  const render = (row: Value): string | Uint8Array => {
    const [only] = parts;
    if (parts.length === 1 && only !== undefined) return renderPart(only, row);
    return concatText(parts.map((part) => renderPart(part, row)));
  };
  return {
    source,
    placeholders,
    render: placeholders.length === 0 ? () => source : (row) => displayText(render(row)),
    renderBytes: (row) => encodeText(render(row)),
    /** The value itself of a template that is one placeholder and nothing else. */
    value(row) {
      const [only] = parts;
      if (parts.length !== 1 || only === undefined || typeof only === 'string') return render(row);
      return lookup(row, only);
    },
  };
}
