import { compiledPattern } from '../regex/compiled.ts';
import { type Captures, Machine } from '../regex/machine.ts';
import { spend } from '../value/budget.ts';
import { bytesOfLatin1, fromLatin1, toLatin1 } from '../value/bytes.ts';
import { isText } from '../value/value.ts';
import { byteData, text } from './arguments.ts';

function machineOf(subject: unknown, pattern: unknown): { readonly bytes: string; readonly machine: Machine } {
  const bytes = toLatin1(isText(subject) ? subject : byteData(subject));
  return { bytes, machine: new Machine(compiledPattern(toLatin1(text(pattern))).program, bytesOfLatin1(bytes)) };
}

export function regexMatch(subject: unknown, pattern: unknown): boolean {
  return machineOf(subject, pattern).machine.search(0) !== undefined;
}

function group(bytes: string, captures: Captures, index: number): string {
  const from = captures[2 * index] ?? -1;
  const to = captures[2 * index + 1] ?? -1;
  return from < 0 || to < 0 ? '' : bytes.slice(from, to);
}

/** What the groups of the first match hold; groups at the end that took no part are left out. */
export function regexExtract(subject: unknown, pattern: unknown): unknown[] {
  const { bytes, machine } = machineOf(subject, pattern);
  const captures = machine.search(0);
  if (!captures) return [];
  let count = captures.length / 2 - 1;
  while (count > 0 && (captures[2 * count] ?? -1) < 0) count--;
  return Array.from({ length: count }, (_, i) => fromLatin1(group(bytes, captures, i + 1)));
}

/** What replacing a match costs, beside the search. */
const UNITS_PER_MATCH = 15;
const UNITS_PER_BYTE = 0.2;
/** A replacement that names groups is read anew for every match. */
const UNITS_PER_EXPANDED_BYTE = 5;

const REPLACEMENT = /\\(?:g\{?(\d+)\}?|(\d+)|([\s\S]))|(&)/g;

function expand(replacement: string, bytes: string, captures: Captures): string {
  return replacement.replace(
    REPLACEMENT,
    (_: string, braced?: string, digits?: string, literal?: string, whole?: string) => {
      if (literal !== undefined) return literal === '\\' || literal === '&' ? literal : `\\${literal}`;
      return group(bytes, captures, whole ? 0 : Number(braced ?? digits));
    },
  );
}

/** Replaces every match. After an empty one, a match with something in it is tried at the same place. */
export function regexReplace(subject: unknown, pattern: unknown, replacement: unknown): string | Uint8Array {
  const { bytes, machine } = machineOf(subject, pattern);
  const template = toLatin1(text(replacement));
  const isPlain = !/[\\&]/.test(template);
  let result = '';
  let at = 0;
  let copied = 0;
  let wasEmpty = false;
  while (at <= bytes.length) {
    const captures = machine.search(at, wasEmpty ? { anchored: true, notEmpty: true } : {});
    if (!captures) {
      if (!wasEmpty) break;
      wasEmpty = false;
      at++;
      continue;
    }
    const [from = at, to = at] = captures;
    if (!isPlain) spend(template.length * UNITS_PER_EXPANDED_BYTE);
    const inserted = isPlain ? template : expand(template, bytes, captures);
    spend(UNITS_PER_MATCH + inserted.length * UNITS_PER_BYTE);

    result += bytes.slice(copied, from) + inserted;
    copied = to;
    wasEmpty = to === from;
    at = to;
  }
  return fromLatin1(result + bytes.slice(copied));
}
