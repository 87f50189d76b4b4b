import { sizeOf, spend } from '../value/budget.ts';

/** Units for each byte of a value that a function of jq works on. */
const UNITS_PER_BYTE = 0.5;
const UNITS_PER_VALUE = 14;

/** Pays for work on values as a whole: their texts and the members of their arrays and objects. */
export function spendOn(...values: unknown[]): void {
  for (const value of values) spend(UNITS_PER_VALUE + UNITS_PER_BYTE * sizeOf(value));
}

/** Units for each member of an array or an object that is copied. */
const UNITS_PER_ITEM = 1;
const UNITS_PER_KEY = 30;

/** Pays for a copy of an array or an object. */
export function spendOnCopy(value: unknown): void {
  if (Array.isArray(value)) spend(value.length * UNITS_PER_ITEM);
  else if (typeof value === 'object' && value !== null) spend(Object.keys(value).length * UNITS_PER_KEY);
}
