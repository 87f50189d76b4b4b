import { Fault } from './fault.ts';

/**
 * How much work one run of a rule may do. Everything whose effort depends on data asks here first: steps of regular
 * expressions and of jq, rows of FOREACH, bytes that a function reads or makes. Work is counted, not timed, so that a busy
 * machine makes no rule fail.
 *
 * One unit is what takes about 10 ns. The account belongs to the module, not to an argument of 190 functions:
 * evaluation is synchronous, and a run starts no other.
 */
export const UNITS_PER_RUN = 200_000;

/**
 * A long message brings work of its own: what it has beyond this length (UTF-16 code units or bytes) earns more units, so
 * that a legitimate megabyte gets through. Up to it a run ends within 5 ms; beyond, a MB adds some 30 ms.
 */
const FREE_LENGTH = 65_536;
const UNITS_PER_EXTRA = 3;

/** What the account is opened for. */
interface Payer {
  get(column: string): unknown;
}

export const EXHAUSTED =
  'This is more work than a rule may do for one message. Give it less: shorter texts, fewer items, a simpler pattern.';

let left = Number.POSITIVE_INFINITY;
let granted = Number.POSITIVE_INFINITY;
let exhausted = false;
let payer: Payer | undefined;

/** Starts the account of a run. */
export function openBudget(event: Payer): void {
  left = UNITS_PER_RUN;
  granted = UNITS_PER_RUN;
  exhausted = false;
  payer = event;
}

/** Ends it: outside of a run nothing is counted. Gives the units that were used. */
export function closeBudget(): number {
  const used = granted - left;
  left = Number.POSITIVE_INFINITY;
  granted = Number.POSITIVE_INFINITY;
  payer = undefined;
  return used;
}

/** Has the run asked for more than it had? Then its result is none, whoever caught the fault on the way. */
export function isExhausted(): boolean {
  return exhausted;
}

/**
 * Takes units before work is done; throws a `Fault` when there are not enough. `what` names the work where no function is
 * at it.
 */
export function spend(units: number, what?: string): void {
  if (units > left) extend(units, what);
  left -= units;
}

/** Takes units for work that is already done, which is how it overdraws the account. */
export function settle(units: number): void {
  left -= units;
  if (left < 0) extend(0);
}

/** How many times `units` the run may still spend. */
export function affordable(units: number): number {
  earn();
  return Math.floor(Math.max(0, left) / units);
}

/** The length of the payload is asked for once, and only when it matters. */
function earn(): void {
  const payload = payer?.get('payload');
  payer = undefined;
  if (typeof payload === 'string' || payload instanceof Uint8Array) {
    const extra = Math.max(0, payload.length - FREE_LENGTH) * UNITS_PER_EXTRA;
    left += extra;
    granted += extra;
  }
}

function extend(units: number, what?: string): void {
  earn();
  if (units <= left) return;
  exhausted = true;
  left = Math.min(left, 0);
  throw new Fault(what === undefined ? EXHAUSTED : `${what}: ${EXHAUSTED}`);
}

const ITEM = 8;

/** An integer of thousands of digits: its text and its products cost more than its bytes. */
const LARGE = 2n ** 1024n;
const LARGE_SIZE = 5000;
const HUGE = 2n ** 8192n;
const HUGE_SIZE = 60_000;

function sizeOfBig(value: bigint): number {
  if (value < LARGE && value > -LARGE) return ITEM;
  return value < HUGE && value > -HUGE ? LARGE_SIZE : HUGE_SIZE;
}

/** Roughly how much there is of a value, in bytes. What lies deeper in maps and lists is counted by whoever goes there. */
export function sizeOf(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return value.length;
    case 'bigint':
      return sizeOfBig(value);
    case 'object':
      if (value instanceof Uint8Array) return value.length;
      return Array.isArray(value) ? value.length * ITEM : ITEM;
    default:
      return 0;
  }
}
