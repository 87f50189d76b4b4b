import { Fault } from '../value/fault.ts';
import { readJson } from '../value/json-decode.ts';
import { isFloat, isInt, isMap, isNumeric, isText, kindOf, sizeOfMap } from '../value/value.ts';
import { list, string } from './arguments.ts';
import type { checkDocs } from './docs/check.ts';
import type { Implementations, Pure } from './implementation.ts';

function firstOf(isWanted: (value: unknown) => boolean): Pure {
  return (...args) => {
    const candidates = args.length === 1 ? list(args[0]) : args;
    return candidates.find(isWanted);
  };
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

export const check: Implementations<typeof checkDocs> = {
  is_null: (value) => value === undefined,
  is_not_null: (value) => value !== undefined,
  is_null_var: (value) => value === undefined || value === null,
  is_not_null_var: (value) => value !== undefined && value !== null,
  is_str: isText,
  is_bool: (value) => typeof value === 'boolean',
  is_int: isInt,
  is_float: isFloat,
  is_num: isNumeric,
  is_map: isMap,
  is_array: Array.isArray,
  is_empty(value) {
    const opened = isText(value) ? readJson(string(value)) : value;
    if (Array.isArray(opened)) return opened.length === 0;
    if (isMap(opened)) return sizeOfMap(opened) === 0;
    throw new Fault(`a map or a list is needed, not ${kindOf(opened)}.`);
  },
  null: () => undefined,
  coalesce: firstOf((value) => value !== undefined),
  coalesce_ne: firstOf((value) => !isNothing(value)),
};
