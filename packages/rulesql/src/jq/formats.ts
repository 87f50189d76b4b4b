import { fromBase64, toBase64 } from '../functions/base64.ts';
import { displayText, encodeText, textOf } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { spendOn } from './effort.ts';
import { JqError, toJson, wrongType } from './value.ts';

export function toStringJq(value: unknown): string {
  return typeof value === 'string' ? value : toJson(value);
}

const HTML: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', "'": '&#39;', '"': '&quot;' };

function row(value: unknown, cell: (item: unknown) => string, separator: string, name: string): string {
  if (!Array.isArray(value)) throw wrongType(value, `cannot be ${name}-formatted, only an array can be`);
  return value.map(cell).join(separator);
}

function plainCell(item: unknown, name: string): string {
  if (item === null) return '';
  if (typeof item === 'number' || typeof item === 'boolean') return toJson(item);
  throw wrongType(item, `is not valid in a ${name} row`);
}

function csvCell(item: unknown): string {
  return typeof item === 'string' ? `"${item.replaceAll('"', '""')}"` : plainCell(item, 'csv');
}

const TSV: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

function tsvCell(item: unknown): string {
  if (typeof item !== 'string') return plainCell(item, 'tsv');
  return item.replace(/[\t\n\r\\]/g, (character) => TSV[character] ?? character);
}

function shellWord(item: unknown): string {
  if (typeof item === 'string') return `'${item.replaceAll("'", `'\\''`)}'`;
  if (typeof item === 'object' && item !== null) throw wrongType(item, 'can not be escaped for shell');
  return toJson(item);
}

/** What the platform leaves as it is, and jq does not. */
const KEPT = /[!'()*]/g;

function uri(text: string): string {
  // Bytes and back: half a character has none, and the platform would refuse it.
  const whole = displayText(encodeText(text));
  return encodeURIComponent(whole).replace(
    KEPT,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function base64Text(text: string): string {
  const padded = text.replace(/=+$/, '');
  try {
    return displayText(textOf(fromBase64(padded.padEnd(Math.ceil(padded.length / 4) * 4, '='))));
  } catch {
    throw new JqError(`${toJson(text)} is not valid base64 data`);
  }
}

/** A value in one of jq's formats. */
export function applyFormat(name: string, value: unknown): string {
  spendOn(value);
  switch (name) {
    case '@text':
      return toStringJq(value);
    case '@json':
      return toJson(value);
    case '@html':
      return toStringJq(value).replace(/[<>&'"]/g, (character) => HTML[character] ?? character);
    case '@uri':
      return uri(toStringJq(value));
    case '@csv':
      return row(value, csvCell, ',', 'csv');
    case '@tsv':
      return row(value, tsvCell, '\t', 'tsv');
    case '@sh':
      return Array.isArray(value) ? value.map(shellWord).join(' ') : shellWord(value);
    case '@base64':
      return toBase64(encodeText(toStringJq(value)));
    case '@base64d':
      return base64Text(toStringJq(value));
    default:
      throw new Fault(`the jq program asks for the format ${name}, which does not exist.`);
  }
}
