import { negate } from '../compile/arithmetic.ts';
import { compareValues } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { isNumeric, kindOf } from '../value/value.ts';
import type { Implementations } from './implementation.ts';
import type { mathDocs } from './math-docs.ts';

export const math: Implementations<typeof mathDocs> = {
  abs(n) {
    if (!isNumeric(n)) throw new Fault(`a number is needed, not ${kindOf(n)}.`);
    return compareValues(n, 0) < 0 ? negate(n) : n;
  },
};
