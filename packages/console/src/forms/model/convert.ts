import type { Json } from '@sluice/contract';
import { ExactInteger, isUnsafeInteger } from '../../api/exact-json.ts';
import type { Field } from './types.ts';

/** Between what is typed and what a record holds. A text that does not convert stays, for validation to name. */

/** Keys a number input lets through. */
export function isNumberKey(key: string): boolean {
  return key.length !== 1 || /[0-9.e+-]/i.test(key);
}

/** The number of a text; the text itself when it is none; `undefined` when it is empty. */
export function numberOf(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (isUnsafeInteger(trimmed)) return new ExactInteger(trimmed) as unknown as Json;
  const value = Number(trimmed);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) && Number.isFinite(value) ? value : text;
}

/** The value of an option or a typed custom value; options keep their type (`1`, `true`). */
export function enumValueOf(field: Field & { readonly widget: 'enum' }, text: string): Json | undefined {
  if (text === '') return undefined;
  return field.options.find((option) => String(option.value) === text)?.value ?? text;
}

/** Items of a text that is separated by commas: trimmed, without empty ones. */
export function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/**
 * The map of `k=v, k=v`; `undefined` when the text does not look like that. The first `=` of a pair divides it; a piece
 * without one belongs to the value before it, so values may contain commas.
 */
export function mapOf(text: string): Readonly<Record<string, string>> | undefined {
  const entries: [string, string][] = [];
  for (const piece of text.split(',')) {
    const equals = piece.indexOf('=');
    if (equals === -1) {
      const last = entries[entries.length - 1];
      if (piece.trim() === '') continue;
      if (last === undefined) return undefined;
      last[1] += `,${piece.trimEnd()}`;
      continue;
    }
    const key = piece.slice(0, equals).trim();
    if (key === '') return undefined;
    entries.push([key, piece.slice(equals + 1).trim()]);
  }
  return Object.fromEntries(entries);
}

export function mapText(map: Readonly<Record<string, unknown>>): string {
  return Object.entries(map)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ');
}

/** Units of a rate; per second unless told. */
export const RATE_UNITS = ['s', 'm', 'h', 'd'] as const;

/** `10MB/s` → `10MB` and `s`; `undefined` for anything else. */
export function splitRate(text: string): { readonly value: string; readonly unit: string } | undefined {
  const match = /^\s*(\d+(?:\.\d+)?\s*(?:[KMG]?B)?)\s*\/\s*\d*(s|m|h|d)\s*$/i.exec(text);
  return match?.[1] === undefined || match[2] === undefined
    ? undefined
    : { value: match[1], unit: match[2].toLowerCase() };
}
