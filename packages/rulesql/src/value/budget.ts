import { Fault } from './fault.ts';

/**
 * How much work one run of a rule may do. Everything whose effort depends on data asks here first: steps of regular
 * expressions and of jq, rows of FOREACH, bytes that a function reads or makes. Work is counted, not timed, so that a busy
 * machine makes no rule fail.
 *
 * One unit stands for some 10 ns of work, whatever the work is: `bench/rulesql/worst-case.ts` shows how near that comes. A
 * run on a message of 64 KiB has 190,000 units. The account belongs to the module, not to an argument of 190 functions:
 * evaluation is synchronous, and a run starts no other.
 */
export const UNITS_PER_RUN = 60_000;

/**
 * A message brings work of its own: every byte of its payload (or UTF-16 code unit, where it is text) earns more units, so
 * that a legitimate megabyte gets through.
 */
export const UNITS_PER_PAYLOAD_BYTE = 2;

/** What the account is opened for. */
interface Payer {
  get(column: string): unknown;
}

export const EXHAUSTED =
  'This is more work than a rule may do for one message. Give it less: shorter texts, fewer items, a simpler pattern.';

/** What is left of the account, and what it was given. In an array, as a number in a variable is made anew by every change. */
const account = new Float64Array(2).fill(Number.POSITIVE_INFINITY);
const LEFT = 0;
const GRANTED = 1;

let exhausted = false;
let payer: Payer | undefined;

function grant(units: number): void {
  account[LEFT] = (account[LEFT] ?? 0) + units;
  account[GRANTED] = (account[GRANTED] ?? 0) + units;
}

/** Starts the account of a run. */
export function openBudget(event: Payer): void {
  account[LEFT] = UNITS_PER_RUN;
  account[GRANTED] = UNITS_PER_RUN;
  exhausted = false;
  payer = event;
}

/** Ends it: outside of a run nothing is counted. Gives the units that were used. */
export function closeBudget(): number {
  const used = (account[GRANTED] ?? 0) - (account[LEFT] ?? 0);
  account[LEFT] = Number.POSITIVE_INFINITY;
  account[GRANTED] = Number.POSITIVE_INFINITY;
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
  const left = (account[LEFT] ?? 0) - units;
  if (left < 0) extend(units, what);
  else account[LEFT] = left;
}

/** Takes units for work that is already done, which is how it overdraws the account. */
export function settle(units: number): void {
  const left = (account[LEFT] ?? 0) - units;
  account[LEFT] = left;
  if (left < 0) extend(0);
}

/** How many times `units` the run may still spend. */
export function affordable(units: number): number {
  earn();
  return Math.floor(Math.max(0, account[LEFT] ?? 0) / units);
}

/** The length of the payload is asked for once, and only when it matters. */
function earn(): void {
  const payload = payer?.get('payload');
  payer = undefined;
  if (typeof payload === 'string' || payload instanceof Uint8Array) grant(payload.length * UNITS_PER_PAYLOAD_BYTE);
}

function extend(units: number, what?: string): void {
  earn();
  const left = (account[LEFT] ?? 0) - units;
  if (left >= 0) {
    account[LEFT] = left;
    return;
  }
  account[LEFT] = Math.min(account[LEFT] ?? 0, 0);
  exhausted = true;
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
