import { negate, quotient, remainder } from '../compile/arithmetic.ts';
import { compareValues } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { float, intOf } from '../value/number.ts';
import { isInt } from '../value/value.ts';
import { double, number } from './arguments.ts';
import type { mathDocs } from './docs/math.ts';
import type { Implementations, Pure } from './implementation.ts';

/** A function of doubles; outside its domain it is a fault. */
function ofDouble(apply: (n: number) => number): Pure {
  return (n) => {
    const result = apply(double(n));
    if (Number.isNaN(result)) throw new Fault('the number is outside the domain of the function.');
    return float(result);
  };
}

/** Rounds floats; integers are what they are. */
function rounding(apply: (n: number) => number): Pure {
  return (n) => (isInt(n) ? n : intOf(apply(double(n))));
}

export const math: Implementations<typeof mathDocs> = {
  abs: (n) => (compareValues(number(n), 0) < 0 ? negate(n) : n),
  ceil: rounding(Math.ceil),
  floor: rounding(Math.floor),
  round: rounding((n) => Math.sign(n) * Math.round(Math.abs(n))),
  sqrt: ofDouble(Math.sqrt),
  power(base, exponent) {
    const result = double(base) ** double(exponent);
    if (Number.isNaN(result)) throw new Fault('the numbers are outside the domain of the function.');
    return float(result);
  },
  exp: ofDouble(Math.exp),
  log: ofDouble(Math.log),
  log2: ofDouble(Math.log2),
  log10: ofDouble(Math.log10),
  fmod(a, b) {
    const divisor = double(b);
    if (divisor === 0) throw new Fault('division by zero.');
    return float(double(a) % divisor);
  },
  div: quotient,
  mod: remainder,
  eq: (a, b) => compareValues(a, b) === 0,
  sin: ofDouble(Math.sin),
  cos: ofDouble(Math.cos),
  tan: ofDouble(Math.tan),
  asin: ofDouble(Math.asin),
  acos: ofDouble(Math.acos),
  atan: ofDouble(Math.atan),
  sinh: ofDouble(Math.sinh),
  cosh: ofDouble(Math.cosh),
  tanh: ofDouble(Math.tanh),
  asinh: ofDouble(Math.asinh),
  acosh: ofDouble(Math.acosh),
  atanh: ofDouble(Math.atanh),
};
