import type { ArithmeticOperator } from '../syntax/ast.ts';
import { sizeOf, spend } from '../value/budget.ts';
import { concatText } from '../value/bytes.ts';
import { Fault } from '../value/fault.ts';
import { float, int, toDouble } from '../value/number.ts';
import { toText } from '../value/text.ts';
import { Float, isInt, isNumeric, isText, kindOf } from '../value/value.ts';

/** Units for each byte of texts that are joined. */
const UNITS_PER_BYTE = 0.1;

type Binary = (left: unknown, right: unknown) => unknown;

function bothNumbers(operator: string, left: unknown, right: unknown): void {
  if (isNumeric(left) && isNumeric(right)) return;
  const wrong = isNumeric(left) ? right : left;
  throw new Fault(`"${operator}" needs two numbers, but one side is ${kindOf(wrong)}.`);
}

function bothIntegers(operator: string, left: unknown, right: unknown): void {
  if (!isInt(left) || !isInt(right)) {
    throw new Fault(`"${operator}" needs two integers, but one side is ${kindOf(isInt(left) ? right : left)}.`);
  }
  if (BigInt(right) === 0n) throw new Fault(`"${operator}" by zero.`);
}

/** Integers stay integers of any size; as soon as one side is a float the result is one. */
function exact(
  left: unknown,
  right: unknown,
  doubles: (a: number, b: number) => number,
  bigs: (a: bigint, b: bigint) => bigint,
): unknown {
  const a = left as number | bigint | Float;
  const b = right as number | bigint | Float;
  if (isInt(a) && isInt(b)) {
    if (typeof a === 'number' && typeof b === 'number') {
      const result = doubles(a, b);
      if (Number.isSafeInteger(result)) return result + 0;
    }
    spend(sizeOf(a) + sizeOf(b));
    return int(bigs(BigInt(a), BigInt(b)));
  }
  return float(doubles(toDouble(a), toDouble(b)));
}

export const add: Binary = (left, right) => {
  if (isNumeric(left) && isNumeric(right)) {
    return exact(
      left,
      right,
      (a, b) => a + b,
      (a, b) => a + b,
    );
  }
  if (isText(left) || isText(right)) {
    spend((sizeOf(left) + sizeOf(right)) * UNITS_PER_BYTE);
    return concatText([toText(left), toText(right)]);
  }
  throw new Fault(`"+" needs two numbers or a text, not ${kindOf(left)} and ${kindOf(right)}.`);
};

export const subtract: Binary = (left, right) => {
  bothNumbers('-', left, right);
  return exact(
    left,
    right,
    (a, b) => a - b,
    (a, b) => a - b,
  );
};

const multiply: Binary = (left, right) => {
  bothNumbers('*', left, right);
  return exact(
    left,
    right,
    (a, b) => a * b,
    (a, b) => a * b,
  );
};

/** Always a float. */
export const divide: Binary = (left, right) => {
  bothNumbers('/', left, right);
  const divisor = toDouble(right as number);
  if (divisor === 0) throw new Fault('"/" by zero.');
  return float(toDouble(left as number) / divisor);
};

/** Truncates toward zero. */
export const quotient: Binary = (left, right) => {
  bothIntegers('div', left, right);
  spend(sizeOf(left));
  return int(BigInt(left as number) / BigInt(right as number));
};

/** Has the sign of the left side. */
export const remainder: Binary = (left, right) => {
  bothIntegers('mod', left, right);
  if (typeof left === 'number' && typeof right === 'number') return (left % right) + 0;
  spend(sizeOf(left));
  return int(BigInt(left as number) % BigInt(right as number));
};

export const ARITHMETIC: Readonly<Record<ArithmeticOperator, Binary>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  div: quotient,
  mod: remainder,
};

/** Unary minus. */
export function negate(value: unknown): unknown {
  if (typeof value === 'number') return 0 - value;
  if (typeof value === 'bigint') return int(-value);
  if (value instanceof Float) return new Float(-value.value);
  throw new Fault(`"-" needs a number, not ${kindOf(value)}.`);
}
