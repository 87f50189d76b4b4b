import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { isMap, setKey } from '../value/value.ts';
import type { BinaryOperator } from './ast.ts';
import { spendOn, spendOnCopy } from './effort.ts';
import { compareJq, JqError, wrongTypes } from './value.ts';

const MAX_TEXT = 1_000_000;
const UNITS_PER_CHARACTER = 0.1;

function merge(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>, deep: boolean): unknown {
  spendOnCopy(a);
  spendOnCopy(b);
  const result: Record<string, unknown> = { ...a };
  for (const key of Object.keys(b)) {
    const before = Object.hasOwn(a, key) ? a[key] : undefined;
    const after = b[key];
    setKey(result, key, deep && isMap(before) && isMap(after) ? merge(before, after, true) : after);
  }
  return result;
}

function addJq(a: unknown, b: unknown): unknown {
  if (a === null) return b;
  if (b === null) return a;
  if (typeof a === 'number' && typeof b === 'number') return a + b;
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length + b.length > MAX_TEXT) throw new Fault('a text of jq grows too long.');
    return a + b;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    spendOnCopy(a);
    spendOnCopy(b);
    return [...a, ...b];
  }
  if (isMap(a) && isMap(b)) return merge(a, b, false);
  throw wrongTypes(a, b, 'added');
}

function multiply(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return a * b;
  if (typeof a === 'string' && typeof b === 'number') return repeat(a, b);
  if (typeof a === 'number' && typeof b === 'string') return repeat(b, a);
  if (isMap(a) && isMap(b)) return merge(a, b, true);
  throw wrongTypes(a, b, 'multiplied');
}

function repeat(text: string, times: number): string | null {
  if (!(times > 0)) return null;
  if (text.length * times > MAX_TEXT) throw new Fault('a text of jq grows too long.');
  spend(text.length * times * UNITS_PER_CHARACTER);
  return text.repeat(Math.max(1, Math.ceil(times - 0.5)));
}

function divide(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') {
    if (b === 0) throw wrongTypes(a, b, 'divided because the divisor is zero');
    return a / b;
  }
  if (typeof a === 'string' && typeof b === 'string') {
    spendOn(a);
    return a === '' ? [] : a.split(b);
  }
  throw wrongTypes(a, b, 'divided');
}

function remainder(a: unknown, b: unknown): number {
  if (typeof a !== 'number' || typeof b !== 'number') throw wrongTypes(a, b, 'divided');
  const divisor = Math.trunc(b);
  if (divisor === 0) throw wrongTypes(a, b, 'divided because the divisor is zero');
  return (Math.trunc(a) % Math.abs(divisor)) + 0;
}

function subtract(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (Array.isArray(a) && Array.isArray(b)) return without(a, b);
  throw wrongTypes(a, b, 'subtracted');
}

/** A comparison costs beside its own that it is looked for. */
const UNITS_PER_COMPARED = 3;

function without(a: readonly unknown[], b: readonly unknown[]): unknown[] {
  return a.filter((item) => {
    const at = b.findIndex((other) => compareJq(item, other) === 0);
    spend((at === -1 ? b.length : at) * UNITS_PER_COMPARED);
    return at === -1;
  });
}

export function binaryJq(operator: BinaryOperator, a: unknown, b: unknown): unknown {
  switch (operator) {
    case '+':
      return addJq(a, b);
    case '-':
      return subtract(a, b);
    case '*':
      return multiply(a, b);
    case '/':
      return divide(a, b);
    case '%':
      return remainder(a, b);
    case '==':
      return compareJq(a, b) === 0;
    case '!=':
      return compareJq(a, b) !== 0;
    case '<':
      return compareJq(a, b) < 0;
    case '<=':
      return compareJq(a, b) <= 0;
    case '>':
      return compareJq(a, b) > 0;
    case '>=':
      return compareJq(a, b) >= 0;
  }
}

export function negateJq(value: unknown): number {
  if (typeof value !== 'number') throw new JqError('only a number can be negated');
  return -value;
}
