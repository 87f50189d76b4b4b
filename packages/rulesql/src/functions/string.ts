import { spend } from '../value/budget.ts';
import { concatText, displayText, encodeText, fromLatin1, toLatin1 } from '../value/bytes.ts';
import { sortedKeys } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { readJson } from '../value/json-decode.ts';
import { writeJson } from '../value/json-encode.ts';
import { toDisplay, toText } from '../value/text.ts';
import { isMap, isNumeric, isText } from '../value/value.ts';
import { count, list, MAX_REPEAT, oneOf, string, text } from './arguments.ts';
import type { stringDocs } from './docs/string.ts';
import { graphemeCount, graphemes, isPlain } from './graphemes.ts';
import type { Implementations, Pure } from './implementation.ts';
import { regexExtract, regexMatch, regexReplace } from './regex.ts';
import { sprintf } from './sprintf.ts';
import { unescapeText } from './unescape.ts';

const SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u200e\\u200f\\u2028\\u2029]';
const LEADING_SPACE = new RegExp(`^${SPACE}+`);
const SPACE_CHARACTERS = new Set('\t\n\v\f\r \u0085\u200e\u200f\u2028\u2029');

function trimEnd(value: string, isDropped: (character: string) => boolean): string {
  let end = value.length;
  while (end > 0 && isDropped(value.charAt(end - 1))) end--;
  return value.slice(0, end);
}

const isSpace = (character: string): boolean => SPACE_CHARACTERS.has(character);

/** Case of single characters, without the context that makes a final sigma. */
function lower(value: string): string {
  return value.includes('Σ')
    ? value
        .split('Σ')
        .map((part) => part.toLowerCase())
        .join('σ')
    : value.toLowerCase();
}

/**
 * The broker gives the bytes of the code points here, which for é is no UTF-8; where that cannot be it fails. Text
 * beyond Latin-1 is therefore free to be reversed properly.
 */
function reverse(value: string): string | Uint8Array {
  const characters = [...graphemes(value)].reverse().join('');
  const isLatin1 = [...characters].every((character) => character.charCodeAt(0) < 256);
  return isLatin1 ? fromLatin1(characters) : characters;
}

function substr(value: string, start: number, length: number | undefined): string {
  if (length !== undefined && length < 0) throw new Fault('the length cannot be negative.');
  if (isPlain(value)) {
    const from = start < 0 ? Math.max(0, value.length + start) : start;
    return value.slice(from, length === undefined ? undefined : from + length);
  }
  const characters = graphemes(value);
  const from = start < 0 ? Math.max(0, characters.length + start) : start;
  return characters.slice(from, length === undefined ? undefined : from + length).join('');
}

/** What clings to the character before it: a piece that ends in front of it is found in the middle of a character. */
const CLINGING = /^(?:\p{M}|\u200d|\ufe0f)/u;

/**
 * Units for looking a piece up: from the front the platform skips what cannot be, up to 250 characters at a time; from
 * the back it tries every place.
 */
const UNITS_PER_FIND = 10;
const UNITS_PER_COMPARED = 1 / 16;
const SKIPPED = 250;

function indexOfPiece(value: string, piece: string, from: number): number {
  if (from === 0) spend(value.length * (piece.length / SKIPPED) * UNITS_PER_COMPARED);
  for (let at = value.indexOf(piece, from); at !== -1; at = value.indexOf(piece, at + 1)) {
    spend(UNITS_PER_FIND);
    if (!CLINGING.test(value.slice(at + piece.length, at + piece.length + 2))) return at;
  }
  return -1;
}

function lastIndexOfPiece(value: string, piece: string): number {
  spend(value.length * piece.length * UNITS_PER_COMPARED);
  for (let at = value.lastIndexOf(piece); at !== -1; at = at === 0 ? -1 : value.lastIndexOf(piece, at - 1)) {
    if (!CLINGING.test(value.slice(at + piece.length, at + piece.length + 2))) return at;
  }
  return -1;
}

/** Cuts at every piece. */
function cutAll(value: string, piece: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = indexOfPiece(value, piece, 0); at !== -1; at = indexOfPiece(value, piece, from)) {
    parts.push(value.slice(from, at));
    from = at + piece.length;
  }
  parts.push(value.slice(from));
  return parts;
}

/** Units for a character of a set. */
const UNITS_PER_MEMBER = 8;

function charactersOf(text: string): Set<string> {
  spend(text.length * UNITS_PER_MEMBER);
  return new Set(text.split(''));
}

const SPLITS = ['', 'notrim', 'leading', 'leading_notrim', 'trailing', 'trailing_notrim'] as const;

function splitOnce(value: string, separator: string, at: number): string[] {
  return at === -1 ? [value] : [value.slice(0, at), value.slice(at + separator.length)];
}

const split: Pure = (subject, separatorValue, how = '') => {
  const value = string(subject);
  const separator = string(separatorValue);
  const mode = oneOf(how, SPLITS);
  let parts: string[];
  if (separator === '') parts = [value];
  else if (mode.startsWith('leading')) parts = splitOnce(value, separator, indexOfPiece(value, separator, 0));
  else if (mode.startsWith('trailing')) parts = splitOnce(value, separator, lastIndexOfPiece(value, separator));
  else parts = cutAll(value, separator);
  return mode.endsWith('notrim') ? parts : parts.filter((part) => part !== '');
};

const tokens: Pure = (subject, separators, lines) => {
  const value = toLatin1(text(subject));
  const cuts = charactersOf(toLatin1(text(separators)));
  if (lines !== undefined && oneOf(lines, ['nocrlf']) === 'nocrlf') {
    cuts.add('\r');
    cuts.add('\n');
  }
  const result: unknown[] = [];
  let from = 0;
  for (let i = 0; i <= value.length; i++) {
    if (i < value.length && !cuts.has(value.charAt(i))) continue;
    if (i > from) {
      spend(UNITS_PER_FIND);
      result.push(fromLatin1(value.slice(from, i)));
    }
    from = i + 1;
  }
  return result;
};

const pad: Pure = (subject, length, side = 'trailing', character = ' ') => {
  const value = string(subject);
  const missing = count(length) - graphemeCount(value);
  const where = oneOf(side, ['trailing', 'leading', 'both']);
  const filler = string(character);
  if (missing <= 0) return value;
  if (missing * filler.length > MAX_REPEAT) throw new Fault(`a text is filled up to ${MAX_REPEAT} characters at most.`);
  const before = where === 'leading' ? missing : where === 'both' ? Math.floor(missing / 2) : 0;
  return filler.repeat(before) + value + filler.repeat(missing - before);
};

const replace: Pure = (subject, oldPiece, newPiece, which = 'all') => {
  const value = string(subject);
  const piece = string(oldPiece);
  const replacement = string(newPiece);
  const mode = oneOf(which, ['all', 'leading', 'trailing']);
  if (piece === '') return value;
  if (mode === 'all') return boundedJoin(cutAll(value, piece), replacement);
  const at = mode === 'leading' ? indexOfPiece(value, piece, 0) : lastIndexOfPiece(value, piece);
  return splitOnce(value, piece, at).join(replacement);
};

const MAX_TEXT = 16 * MAX_REPEAT;
const UNITS_PER_JOINED = 0.1;

function boundedJoin(parts: readonly string[], separator: string): string {
  if (parts.length * separator.length > MAX_TEXT)
    throw new Fault(`the text would be longer than ${MAX_TEXT} characters.`);
  spend((parts.length * separator.length + lengthOf(parts)) * UNITS_PER_JOINED);
  return parts.join(separator);
}

function lengthOf(parts: readonly string[]): number {
  let length = 0;
  for (const part of parts) length += part.length;
  return length;
}

const find: Pure = (subject, pieceValue, side = 'leading') => {
  const value = string(subject);
  const piece = string(pieceValue);
  if (piece === '') return '';
  const leads = oneOf(side, ['leading', 'trailing']) === 'leading';
  const at = leads ? indexOfPiece(value, piece, 0) : lastIndexOfPiece(value, piece);
  return at === -1 ? '' : value.slice(at);
};

function sqlValue(value: unknown): string | Uint8Array {
  if (value === undefined) return 'NULL';
  if (isNumeric(value)) return toText(value);
  const plain = isMap(value) || Array.isArray(value) ? writeJson(value) : displayText(toText(value));
  return `'${plain.replace(/[\\']/g, '\\$&')}'`;
}

function redisArguments(value: unknown): unknown[] {
  const result: unknown[] = ['map_to_redis_hset_args'];
  let opened: unknown = value;
  try {
    if (isText(value)) opened = readJson(string(value));
  } catch {
    return result;
  }
  if (!isMap(opened)) return result;
  for (const key of sortedKeys(opened).reverse()) {
    const item = opened[key];
    if (isText(item) || isNumeric(item) || typeof item === 'boolean') result.push(key, toText(item));
  }
  return result;
}

export const strings: Implementations<typeof stringDocs> = {
  lower: (value) => lower(string(value)),
  upper: (value) => string(value).toUpperCase(),
  trim: (value) => trimEnd(string(value).replace(LEADING_SPACE, ''), isSpace),
  ltrim: (value) => string(value).replace(LEADING_SPACE, ''),
  rtrim(value, characters) {
    if (characters === undefined) return trimEnd(string(value), isSpace);
    const dropped = charactersOf(string(characters));
    return trimEnd(string(value), (character) => dropped.has(character));
  },
  reverse: (value) => reverse(string(value)),
  strlen: (value) => graphemeCount(string(value)),
  substr: (value, start, length) =>
    substr(string(value), count(start), length === undefined ? undefined : count(length)),
  split,
  tokens,
  concat(...args) {
    const parts = args.length === 1 ? list(args[0]) : args;
    return concatText(parts.map(toText));
  },
  pad,
  replace,
  find,
  rm_prefix(value, prefix) {
    const start = string(prefix);
    if (value === undefined) return undefined;
    const subject = string(value);
    return subject.startsWith(start) ? subject.slice(start.length) : subject;
  },
  ascii(value) {
    const first = encodeText(text(value))[0];
    if (first === undefined) throw new Fault('the text is empty.');
    return first;
  },
  unescape: (value) => unescapeText(string(value)),
  join_to_string(...args) {
    const [separator, items] = args.length === 1 ? [', ', list(args[0])] : [string(args[0]), list(args[1])];
    return boundedJoin(items.map(toDisplay), separator);
  },
  join_to_sql_values_string: (items) => list(items).map(sqlValue).join(', '),
  map_to_redis_hset_args: redisArguments,
  sprintf: (format, ...values) => sprintf(text(format), values),
  sprintf_s: (format, values) => sprintf(text(format), list(values)),
  regex_match: (subject, pattern) => regexMatch(subject, pattern),
  regex_replace: (subject, pattern, replacement) => regexReplace(subject, pattern, replacement),
  regex_extract: (subject, pattern) => regexExtract(subject, pattern),
};
