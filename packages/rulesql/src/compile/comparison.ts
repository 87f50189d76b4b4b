import { matchesTopic } from '@sluice/contract';
import type { ComparisonOperator } from '../syntax/ast.ts';
import { displayText } from '../value/bytes.ts';
import { compareValues } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { parseNumber } from '../value/number.ts';
import { isNumeric, isText, kindOf } from '../value/value.ts';

type Compare = (left: unknown, right: unknown) => boolean;

function toNumber(text: string | Uint8Array): unknown {
  const number = typeof text === 'string' ? parseNumber(text) : undefined;
  if (number === undefined) throw new Fault(`The text "${displayText(text)}" is compared with a number, but is none.`);
  return number;
}

function isAtom(value: unknown): boolean {
  return typeof value === 'boolean' || value === null;
}

/** A text that meets a number is read as one; true, false and null meet a text as their names. */
function aligned(left: unknown, right: unknown): readonly [unknown, unknown] {
  if (isText(left)) {
    if (isNumeric(right)) return [toNumber(left), right];
    if (isAtom(right)) return [left, String(right)];
  } else if (isText(right)) {
    if (isNumeric(left)) return [left, toNumber(right)];
    if (isAtom(left)) return [String(left), right];
  }
  return [left, right];
}

function ordered(test: (order: number) => boolean): Compare {
  return (left, right) => {
    // A missing value is equal to nothing but another one, not even unequal.
    if (left === undefined || right === undefined) return left === right && test(0);
    const [a, b] = aligned(left, right);
    return test(compareValues(a, b));
  };
}

const matches: Compare = (left, right) => {
  if (left === undefined || right === undefined) return false;
  const [topic, filter] = aligned(left, right);
  if (!isText(topic) || !isText(filter)) {
    throw new Fault(`"=~" compares a topic with a topic filter, not ${kindOf(topic)} with ${kindOf(filter)}.`);
  }
  return matchesTopic(displayText(topic), displayText(filter));
};

const equal = ordered((order) => order === 0);
const unequal = ordered((order) => order !== 0);
const less = ordered((order) => order < 0);
const lessOrEqual = ordered((order) => order <= 0);
const greater = ordered((order) => order > 0);
const greaterOrEqual = ordered((order) => order >= 0);

/** The two usual cases, numbers and texts, without a detour. */
function isPlain(left: unknown, right: unknown): boolean {
  return typeof left === 'number' && typeof right === 'number';
}

export const COMPARISONS: Readonly<Record<ComparisonOperator, Compare>> = {
  '=': (a, b) => ((typeof a === 'string' && typeof b === 'string') || isPlain(a, b) ? a === b : equal(a, b)),
  '!=': (a, b) => ((typeof a === 'string' && typeof b === 'string') || isPlain(a, b) ? a !== b : unequal(a, b)),
  '<': (a, b) => (isPlain(a, b) ? (a as number) < (b as number) : less(a, b)),
  '<=': (a, b) => (isPlain(a, b) ? (a as number) <= (b as number) : lessOrEqual(a, b)),
  '>': (a, b) => (isPlain(a, b) ? (a as number) > (b as number) : greater(a, b)),
  '>=': (a, b) => (isPlain(a, b) ? (a as number) >= (b as number) : greaterOrEqual(a, b)),
  '=~': matches,
  '~=': () => {
    throw new Fault('"~=" is no comparison. To match a topic filter, write "=~".');
  },
};
