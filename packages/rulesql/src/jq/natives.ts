import { spend } from '../value/budget.ts';
import { encodeText, toLatin1 } from '../value/bytes.ts';
import { faultMessage } from '../value/fault.ts';
import { readJson } from '../value/json-decode.ts';
import { isMap } from '../value/value.ts';
import { fromRuleValue } from './convert.ts';
import { spendOn } from './effort.ts';
import { toStringJq } from './formats.ts';
import type { Native, NativeCall } from './machine.ts';
import { matchJq } from './regex.ts';
import {
  arrayOf,
  compareJq,
  deletePaths,
  isTrue,
  JqError,
  keysOf,
  numberOf,
  pathOf,
  setPath,
  toJson,
  typeOf,
  wrongType,
  wrongTypes,
} from './value.ts';

const MAX_ITEMS = 100_000;

/** A function of the input alone. */
function ofValue(apply: (value: unknown, machine: NativeCall['machine']) => unknown): Native {
  return ({ machine, value, trace, emit }) => {
    spendOn(value);
    emit(apply(value, machine), trace === undefined ? undefined : null);
  };
}

/** A function of the input and of the values of its arguments, in every combination. */
function ofValues(apply: (value: unknown, ...args: unknown[]) => unknown): Native {
  return ({ machine, args, scope, value, trace, emit }) => {
    const bind = (i: number, bound: readonly unknown[]): void => {
      const arg = args[i];
      if (arg) machine.run(arg, scope, value, undefined, (item) => bind(i + 1, [...bound, item]));
      else {
        spendOn(value, ...bound);
        emit(apply(value, ...bound), trace === undefined ? undefined : null);
      }
    };
    bind(0, []);
  };
}

function numeric(apply: (n: number) => number): Native {
  return ofValue((value) => apply(numberOf(value)));
}

function stringOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw wrongType(value, what);
  return value;
}

function lengthOf(value: unknown): number {
  switch (typeOf(value)) {
    case 'null':
      return 0;
    case 'boolean':
      throw wrongType(value, 'has no length');
    case 'number':
      return Math.abs(value as number);
    case 'string':
      return [...(value as string)].length;
    case 'array':
      return (value as unknown[]).length;
    case 'object':
      return Object.keys(value as object).length;
  }
}

function keys(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.map((_, i) => i);
  if (isMap(value)) return keysOf(value);
  throw wrongType(value, 'has no keys');
}

function has(value: unknown, key: unknown): boolean {
  if (isMap(value) && typeof key === 'string') return Object.hasOwn(value, key);
  if (Array.isArray(value) && typeof key === 'number') return key >= 0 && key < value.length;
  throw new JqError(`Cannot check whether ${typeOf(value)} has a ${typeOf(key)} key`);
}

function contains(a: unknown, b: unknown): boolean {
  spendOn(a);
  if (isMap(a) && isMap(b)) return Object.keys(b).every((key) => Object.hasOwn(a, key) && contains(a[key], b[key]));
  if (Array.isArray(a) && Array.isArray(b)) return b.every((item) => a.some((other) => contains(other, item)));
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b);
  if (typeOf(a) === typeOf(b)) return compareJq(a, b) === 0;
  throw wrongTypes(a, b, 'checked for containment');
}

function flatten(value: readonly unknown[], depth: number): unknown[] {
  spendOn(value);
  return value.flatMap((item) => (Array.isArray(item) && depth > 0 ? flatten(item, depth - 1) : [item]));
}

interface Keyed {
  readonly item: unknown;
  readonly key: readonly unknown[];
}

/** Items with the values of a filter, in its order. */
function sortedBy({ machine, args, scope, value }: NativeCall): Keyed[] {
  const filter = args[0];
  spendOn(value);
  const keyed = arrayOf(value, 'cannot be sorted, as it is not an array').map((item) => ({
    item,
    key: filter ? machine.all(filter, scope, item) : [item],
  }));
  return keyed.sort((a, b) => compareJq(a.key, b.key));
}

function grouped(items: readonly Keyed[]): unknown[][] {
  const groups: { key: readonly unknown[]; items: unknown[] }[] = [];
  for (const { item, key } of items) {
    const last = groups.at(-1);
    if (last && compareJq(last.key, key) === 0) last.items.push(item);
    else groups.push({ key, items: [item] });
  }
  return groups.map((group) => group.items);
}

function bySort(apply: (items: readonly Keyed[]) => unknown): Native {
  return (call) => call.emit(apply(sortedBy(call)), call.trace === undefined ? undefined : null);
}

/** Among equals `max` is the last one. */
function extreme(direction: 1 | -1): Native {
  return (call) => {
    const items = sortedBy(call);
    call.emit((direction === 1 ? items.at(-1) : items[0])?.item ?? null, call.trace === undefined ? undefined : null);
  };
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = stringOf(value, 'cannot be parsed as a number').trim();
  const number = text === 'nan' ? Number.NaN : Number(text);
  if (text === '' || (Number.isNaN(number) && text !== 'nan')) throw new JqError(`Cannot parse '${text}' as a number`);
  return number;
}

function fromJson(value: unknown): unknown {
  try {
    return fromRuleValue(readJson(stringOf(value, 'cannot be parsed as JSON')));
  } catch (thrown) {
    throw thrown instanceof JqError ? thrown : new JqError(faultMessage(thrown));
  }
}

function implode(value: unknown): string {
  return arrayOf(value, 'implode input must be an array')
    .map((code) => {
      if (typeof code !== 'number' || code < 0 || code > 0x10ffff) throw new JqError('Invalid codepoint literal');
      return String.fromCodePoint(Math.trunc(code));
    })
    .join('');
}

function join(value: unknown, separator: unknown): string {
  const texts = arrayOf(value, 'cannot be joined').map((item) => {
    if (item === null) return '';
    if (typeof item === 'object') throw wrongTypes(separator, item, 'added');
    return toStringJq(item);
  });
  return texts.join(stringOf(separator, 'cannot join'));
}

function transpose(value: unknown): unknown[] {
  const rows = arrayOf(value, 'cannot be transposed').map((row) => arrayOf(row, 'is no row'));
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, i) => {
    spendOn(rows);
    return rows.map((row) => row[i] ?? null);
  });
}

/** Texts are searched byte by byte, and places count bytes. */
const UNITS_PER_PLACE = 10;

function stringIndices(value: unknown, piece: unknown): number[] | null {
  if (value === null) return null;
  const wanted = toLatin1(stringOf(piece, 'cannot be searched for'));
  const source = toLatin1(stringOf(value, 'cannot be searched'));
  const places: number[] = [];
  for (let at = wanted === '' ? -1 : source.indexOf(wanted); at !== -1; at = source.indexOf(wanted, at + 1)) {
    spend(UNITS_PER_PLACE);
    places.push(at);
  }
  return places;
}

function asciiCase(from: RegExp, shift: number): Native {
  return ofValue((value) =>
    stringOf(value, 'input must be a string').replace(from, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + shift),
    ),
  );
}

/** `name/arity` of everything that is not written in jq. */
export const NATIVES: Readonly<Record<string, Native>> = {
  'empty/0': () => undefined,
  'not/0': ofValue((value) => !isTrue(value)),
  'true/0': ofValue(() => true),
  'false/0': ofValue(() => false),
  'null/0': ofValue(() => null),
  'error/0': ({ value }) => {
    throw new JqError(value);
  },
  'error/1': ofValues((_, message) => {
    throw new JqError(message);
  }),
  'length/0': ofValue(lengthOf),
  'utf8bytelength/0': ofValue((value) => encodeText(stringOf(value, 'only strings have UTF-8 byte length')).length),
  'keys/0': ofValue(keys),
  'keys_unsorted/0': ofValue((value) => (isMap(value) ? Object.keys(value) : keys(value))),
  'has/1': ofValues(has),
  'contains/1': ofValues(contains),
  'type/0': ofValue(typeOf),
  'infinite/0': ofValue(() => Number.POSITIVE_INFINITY),
  'nan/0': ofValue(() => Number.NaN),
  'isinfinite/0': ofValue((value) => Math.abs(numberOf(value)) === Number.POSITIVE_INFINITY),
  'isnan/0': ofValue((value) => Number.isNaN(numberOf(value))),
  'isnormal/0': ofValue((value) => Number.isFinite(value) && Math.abs(numberOf(value)) >= 2 ** -1022),
  'floor/0': numeric(Math.floor),
  'ceil/0': numeric(Math.ceil),
  'round/0': numeric((n) => Math.sign(n) * Math.round(Math.abs(n))),
  'trunc/0': numeric(Math.trunc),
  'fabs/0': numeric(Math.abs),
  'sqrt/0': numeric(Math.sqrt),
  'exp/0': numeric(Math.exp),
  'exp2/0': numeric((n) => 2 ** n),
  'exp10/0': numeric((n) => 10 ** n),
  'log/0': numeric(Math.log),
  'log2/0': numeric(Math.log2),
  'log10/0': numeric(Math.log10),
  'sin/0': numeric(Math.sin),
  'cos/0': numeric(Math.cos),
  'tan/0': numeric(Math.tan),
  'asin/0': numeric(Math.asin),
  'acos/0': numeric(Math.acos),
  'atan/0': numeric(Math.atan),
  'cbrt/0': numeric(Math.cbrt),
  'pow/2': ofValues((_, base, exponent) => numberOf(base) ** numberOf(exponent)),
  'log/2': ofValues((_, base, n) => Math.log(numberOf(n)) / Math.log(numberOf(base))),
  'atan2/2': ofValues((_, y, x) => Math.atan2(numberOf(y), numberOf(x))),
  'tostring/0': ofValue(toStringJq),
  'tonumber/0': ofValue(toNumber),
  'tojson/0': ofValue(toJson),
  'fromjson/0': ofValue(fromJson),
  'ascii_downcase/0': asciiCase(/[A-Z]/g, 32),
  'ascii_upcase/0': asciiCase(/[a-z]/g, -32),
  'explode/0': ofValue((value) =>
    [...stringOf(value, 'cannot be exploded')].map((character) => character.codePointAt(0)),
  ),
  'implode/0': ofValue(implode),
  'startswith/1': ofValues((value, piece) =>
    stringOf(value, 'startswith() requires string inputs').startsWith(
      stringOf(piece, 'startswith() requires string inputs'),
    ),
  ),
  'endswith/1': ofValues((value, piece) =>
    stringOf(value, 'endswith() requires string inputs').endsWith(stringOf(piece, 'endswith() requires string inputs')),
  ),
  'split/1': ofValues((value, separator) => {
    const text = stringOf(value, 'split input must be a string');
    const piece = stringOf(separator, 'split separator must be a string');
    return text === '' ? [] : piece === '' ? [...text] : text.split(piece);
  }),
  'trim/0': ofValue((value) => stringOf(value, 'trim input must be a string').trim()),
  'ltrim/0': ofValue((value) => stringOf(value, 'trim input must be a string').trimStart()),
  'rtrim/0': ofValue((value) => stringOf(value, 'trim input must be a string').trimEnd()),
  'join/1': ofValues(join),
  '_strindices/1': ofValues(stringIndices),
  'test/2': ofValues((value, re, flags) => matchJq(value, re, flags).length > 0),
  'match/2': ({ machine, args, scope, value, trace, emit }) => {
    const [pattern, flagNode] = args;
    if (!pattern || !flagNode) return;
    machine.run(flagNode, scope, value, undefined, (flags) =>
      machine.run(pattern, scope, value, undefined, (re) => {
        for (const match of matchJq(value, re, flags)) emit(match, trace === undefined ? undefined : null);
      }),
    );
  },
  'sort/0': bySort((items) => items.map(({ item }) => item)),
  'sort_by/1': bySort((items) => items.map(({ item }) => item)),
  'group_by/1': bySort(grouped),
  'unique/0': bySort((items) => grouped(items).map((group) => group[0])),
  'unique_by/1': bySort((items) => grouped(items).map((group) => group[0])),
  'min/0': extreme(-1),
  'max/0': extreme(1),
  'min_by/1': extreme(-1),
  'max_by/1': extreme(1),
  'reverse/0': ofValue((value) => {
    if (value === null) return [];
    if (typeof value === 'string') return [...value].reverse().join('');
    return [...arrayOf(value, 'cannot be reversed, as it is not an array')].reverse();
  }),
  'flatten/0': ofValue((value) => flatten(arrayOf(value, 'cannot be flattened'), MAX_ITEMS)),
  'flatten/1': ofValues((value, depth) => {
    const levels = numberOf(depth);
    if (levels < 0) throw new JqError('flatten depth must not be negative');
    return flatten(arrayOf(value, 'cannot be flattened'), levels);
  }),
  'transpose/0': ofValue(transpose),
  'setpath/2': ofValues((value, path, item) => setPath(value, pathOf(path), item)),
  'delpaths/1': ofValues((value, paths) =>
    deletePaths(value, arrayOf(paths, 'Paths must be specified as an array').map(pathOf)),
  ),
  'now/0': ofValue((_, machine) => machine.now() / 1000),
  'input_line_number/0': ofValue(() => 0),
  'builtins/0': ofValue(() => Object.keys(NATIVES)),
};
