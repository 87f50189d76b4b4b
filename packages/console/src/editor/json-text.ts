import type { HighlightToken, TokenClass } from './language-service.ts';

/**
 * JSON as text, never as values: what a rule put out is shown with every digit it has. Works on any text; what is no
 * JSON is passed through.
 */

type Kind = 'open' | 'close' | 'comma' | 'colon' | 'string' | 'number' | 'word' | 'other';
interface Piece {
  readonly kind: Kind;
  readonly text: string;
}

const PIECE = /\s+|"(?:\\.|[^"\\])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]|[^\s"{}[\],:]+|"/g;

function pieces(text: string): readonly Piece[] {
  const found: Piece[] = [];
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0];
    if (piece.trim() !== '') found.push({ kind: kindOf(piece), text: piece });
  }
  return found;
}

function kindOf(piece: string): Kind {
  const first = piece.charAt(0);
  if (first === '{' || first === '[') return 'open';
  if (first === '}' || first === ']') return 'close';
  if (piece === ',') return 'comma';
  if (piece === ':') return 'colon';
  if (first === '"') return 'string';
  if (/^-?\d/.test(piece)) return 'number';
  return piece === 'true' || piece === 'false' || piece === 'null' ? 'word' : 'other';
}

/** Is the text one JSON value? */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same JSON with line breaks and two spaces a level; containers that fit in `width` stay on one line. */
export function formatJson(text: string, width = 72): string {
  if (!isJson(text)) return text;
  const all = pieces(text);
  let index = 0;
  const take = (): Piece => all[index++] ?? { kind: 'other', text: '' };

  const value = (indent: string): string => {
    const piece = take();
    if (piece.kind !== 'open') return piece.text;
    const parts: string[] = [];
    const inner = `${indent}  `;
    while (index < all.length && all[index]?.kind !== 'close') {
      if (all[index]?.kind === 'comma') {
        index++;
        continue;
      }
      const isEntry = piece.text === '{';
      const key = isEntry ? `${take().text}: ` : '';
      if (isEntry) index++;
      parts.push(key + value(inner));
    }
    const close = take().text;
    if (parts.length === 0) return piece.text + close;
    const gap = piece.text === '{' ? ' ' : '';
    const line = piece.text + gap + parts.join(', ') + gap + close;
    if (!line.includes('\n') && line.length + indent.length <= width) return line;
    return `${piece.text}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
  };
  return value('');
}

interface Placed extends Piece {
  readonly from: number;
  readonly to: number;
}

function placedPieces(text: string): readonly Placed[] {
  return [...text.matchAll(PIECE)]
    .filter((match) => match[0].trim() !== '')
    .map((match): Placed => {
      const piece = match[0];
      return { kind: kindOf(piece), text: piece, from: match.index, to: match.index + piece.length };
    });
}

/** Index of the piece behind the value that begins at one. */
function behind(all: readonly Placed[], index: number): number {
  let depth = 0;
  for (let at = index; at < all.length; at++) {
    if (all[at]?.kind === 'open') depth++;
    if (all[at]?.kind === 'close') depth--;
    if (depth === 0) return at + 1;
  }
  return all.length;
}

/** The text of the value at a path of keys, with all its digits; `undefined` when there is none. */
export function jsonAt(text: string, path: readonly string[]): string | undefined {
  if (!isJson(text)) return undefined;
  const all = placedPieces(text);
  let start = 0;
  for (const key of path) {
    if (all[start]?.text !== '{') return undefined;
    let index = start + 1;
    while (all[index]?.kind === 'string' && JSON.parse(all[index]?.text ?? '""') !== key) {
      index = behind(all, index + 2);
      if (all[index]?.kind === 'comma') index++;
    }
    if (all[index]?.kind !== 'string') return undefined;
    start = index + 2;
  }
  return text.slice(all[start]?.from, all[behind(all, start) - 1]?.to);
}

/**
 * The same JSON text with another value at a path of keys; keys that are missing are added, everything else keeps its
 * digits and its layout. `undefined` when the text is no JSON object.
 */
export function jsonWith(text: string, path: readonly string[], value: string): string | undefined {
  if (!isJson(text)) return undefined;
  const all = placedPieces(text);
  if (all[0]?.text !== '{' || path.length === 0) return undefined;
  const nested = (keys: readonly string[]) =>
    keys.reduceRight((inner, key) => `{ ${JSON.stringify(key)}: ${inner} }`, value);
  const replaced = (from: number | undefined, to: number | undefined, by: string) =>
    text.slice(0, from) + by + text.slice(to);

  let index = 1;
  let [key, ...rest] = path;
  while (all[index] !== undefined && all[index]?.kind !== 'close') {
    const name = all[index];
    const start = index + 2;
    const end = behind(all, start);
    if (name !== undefined && JSON.parse(name.text) === key) {
      if (rest.length === 0 || all[start]?.text !== '{')
        return replaced(all[start]?.from, all[end - 1]?.to, nested(rest));
      [key, ...rest] = rest;
      index = start + 1;
    } else index = all[end]?.kind === 'comma' ? end + 1 : end;
  }
  const last = all[index - 1];
  const entry = `${JSON.stringify(key)}: ${nested(rest)}`;
  return last?.text === '{'
    ? replaced(last.to, all[index]?.from, ` ${entry} `)
    : replaced(last?.to, last?.to, `, ${entry}`);
}

/** The parts of a JSON text to colour. */
export function jsonTokens(text: string): readonly HighlightToken[] {
  const tokens: HighlightToken[] = [];
  const found = [...text.matchAll(PIECE)].filter((match) => match[0].trim() !== '');
  for (const [place, match] of found.entries()) {
    const piece = match[0];
    const kind = kindOf(piece);
    const isKey = kind === 'string' && found[place + 1]?.[0] === ':';
    tokens.push({ from: match.index, to: match.index + piece.length, class: classOf(kind, isKey) });
  }
  return tokens;
}

function classOf(kind: Kind, isKey: boolean): TokenClass {
  switch (kind) {
    case 'string':
      return isKey ? 'keyword' : 'string';
    case 'number':
    case 'word':
      return 'number';
    case 'open':
    case 'close':
    case 'comma':
    case 'colon':
      return 'punctuation';
    case 'other':
      return 'field';
  }
}
