import { settle } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { WORD } from './byte-set.ts';
import { DeadEnds } from './dead-ends.ts';
import type { Instruction, Program } from './program.ts';
import type { Assertion, ByteSet } from './syntax.ts';

/**
 * Steps that a search may take without getting any further in the text, beside some for its length. A pattern such as (a+)+$ would take years on
 * some texts, and the engine has other rules to run.
 */
const MAX_DETOUR = 100_000;

/** Steps for each byte that a search has left behind it. */
const STEPS_PER_BYTE = 16;

/** Units of the rule's budget that a step costs. */
const UNITS_PER_STEP = 2.4;

/** What some instructions cost beside their own step: what they put aside to be put back, what they start anew. */
const STEPS_PER_SAVE = 1;
const STEPS_PER_LOOK = 8;

/** Steps are paid for in portions of this size while a search runs. */
const PORTION = 1000;

/** A search that goes on for this many steps notes its dead ends; on long texts, where notes cost more, later. */
const STEPS_UNTIL_NOTES = 500;
const BYTES_PER_STEP_UNTIL_NOTES = 64;

/** Bytes that a run of one set passes for one step. */
const BYTES_PER_STEP = 8;

/** Notes of dead ends that a look at them passes for one step. */
const NOTES_PER_STEP = 32;

/** Bounds of the match and of its groups; -1 where a group took no part. */
export type Captures = Int32Array;

export interface SearchOptions {
  /** Only a match that starts at `from`. */
  readonly anchored?: boolean;
  /** No empty match at `from`. */
  readonly notEmpty?: boolean;
}

type Run = Extract<Instruction, { readonly op: 'run' }>;

/** No set holds it: what stands behind the end of a text. */
const NO_BYTE = 256;

function lowerCase(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}

/** Entries of the backtracking stack: either a place to go on, or a slot to put back. */
const PUT_BACK = -1;

export class Machine {
  readonly #program: Program;
  readonly #subject: Uint8Array;
  /** Steps taken in all searches of this subject, those that are paid for, and when to look up next. */
  #steps = 0;
  #paid = 0;
  #checkAt = 0;
  #slots: Int32Array;
  #start = 0;
  #lastSet: ByteSet | undefined = undefined;
  #lastFrom = 0;
  #lastEnd = 0;
  #deadEnds: DeadEnds | undefined = undefined;

  /** `subject` holds the bytes of the text. */
  constructor(program: Program, subject: Uint8Array) {
    this.#program = program;
    this.#subject = subject;
    this.#slots = new Int32Array(program.slots).fill(-1);
  }

  /** The first match at or after `from`. */
  search(from: number, options: SearchOptions = {}): Captures | undefined {
    this.#deadEnds = undefined;
    this.#checkAt =
      this.#steps + STEPS_UNTIL_NOTES + Math.floor((this.#subject.length - from) / BYTES_PER_STEP_UNTIL_NOTES);
    const captures = this.#search(from, options);
    this.#pay();
    return captures;
  }

  #search(from: number, options: SearchOptions): Captures | undefined {
    const { first, anchored, leading } = this.#program;
    const last = options.anchored ? from : anchored ? 0 : this.#subject.length;
    for (let start = from; start <= last; start++) {
      if (first && !options.anchored) {
        start = this.#nextStart(start, first);
        if (start > last) break;
      }
      this.#start = start;
      this.#slots.fill(-1);
      this.#slots[0] = start;
      const end = this.#run(0, start, options.notEmpty ? start : -1, true);
      if (end !== -1) {
        this.#slots[1] = end;
        return this.#slots.slice(0, 2 * (this.#program.groups + 1));
      }
      if (leading) start = this.#endOf(leading, start);
    }
    return undefined;
  }

  /** Where a run of a set ends. */
  #endOf(set: ByteSet, from: number): number {
    const subject = this.#subject;
    let at = from;
    while (at < subject.length && set[subject[at] ?? NO_BYTE] === 1) at++;
    settle(((at - from) / BYTES_PER_STEP) * UNITS_PER_STEP);
    return at;
  }

  #pay(): void {
    settle((this.#steps - this.#paid) * UNITS_PER_STEP);
    this.#paid = this.#steps;
  }

  /** Looks up from the steps now and then: pays for them, refuses too many, and begins to note dead ends. */
  #check(): void {
    this.#pay();
    if (this.#steps > MAX_DETOUR + this.#subject.length + STEPS_PER_BYTE * this.#start) {
      throw new Fault('the pattern takes too long on this text. Avoid repetitions inside repetitions.');
    }
    this.#checkAt = this.#steps + PORTION;
    this.#deadEnds ??= DeadEnds.of(this.#program, this.#start, this.#subject.length);
  }

  /** The next place whose byte can start a match; behind the text where there is none. */
  #nextStart(from: number, first: ByteSet): number {
    const subject = this.#subject;
    let at = from;
    while (at < subject.length && first[subject[at] ?? NO_BYTE] !== 1) at++;
    settle(((at - from) / BYTES_PER_STEP) * UNITS_PER_STEP);
    return at < subject.length ? at : subject.length + 1;
  }

  #holds(assertion: Assertion, at: number): boolean {
    const subject = this.#subject;
    switch (assertion) {
      case 'start':
        return at === 0;
      case 'lineStart':
        return at === 0 || subject[at - 1] === 10;
      case 'veryEnd':
        return at === subject.length;
      case 'end':
        return at === subject.length || (at === subject.length - 1 && subject[at] === 10);
      case 'lineEnd':
        return at === subject.length || subject[at] === 10;
      case 'word':
        return this.#isWord(at - 1) !== this.#isWord(at);
      case 'notWord':
        return this.#isWord(at - 1) === this.#isWord(at);
    }
  }

  #isWord(at: number): boolean {
    return at >= 0 && at < this.#subject.length && WORD[this.#subject[at] ?? NO_BYTE] === 1;
  }

  /** Length of a group's text if it stands at `at` again; -1 if not. */
  #backReference(index: number, at: number, ignoreCase: boolean): number {
    const from = this.#slots[2 * index] ?? -1;
    const to = this.#slots[2 * index + 1] ?? -1;
    if (from < 0 || to < 0) return -1;
    const subject = this.#subject;
    const length = to - from;
    if (at + length > subject.length) return -1;
    this.#steps += Math.ceil(length / BYTES_PER_STEP);
    for (let i = 0; i < length; i++) {
      const wanted = subject[from + i] ?? NO_BYTE;
      const found = subject[at + i] ?? NO_BYTE;
      if (wanted !== found && !(ignoreCase && lowerCase(wanted) === lowerCase(found))) return -1;
    }
    return length;
  }

  /**
   * Where a run of a set ends, at `reach` at the latest. The last answer is kept, as a loop around a run asks again and
   * again from within it.
   */
  #runEnd(set: ByteSet, from: number, reach: number): number {
    const subject = this.#subject;
    if (this.#lastSet === set && from >= this.#lastFrom && from <= this.#lastEnd) return Math.min(this.#lastEnd, reach);
    let end = from;
    while (end < reach && set[subject[end] ?? NO_BYTE] === 1) end++;
    this.#steps += Math.floor((end - from) / BYTES_PER_STEP);
    if (reach === subject.length) {
      this.#lastSet = set;
      this.#lastFrom = from;
      this.#lastEnd = end;
    }
    return end;
  }

  /** Where a greedy run may end, at most at `from`: before a byte that can come next, and not tried yet; -1 if nowhere. */
  #nextOfGreedy(pc: number, run: Run, from: number, least: number, deadEnds: DeadEnds | undefined): number {
    const subject = this.#subject;
    const next = run.next;
    let at = from;
    for (;;) {
      const before = at;
      if (next) while (at >= least && next[subject[at] ?? NO_BYTE] !== 1) at--;
      const fresh = at >= least && deadEnds ? deadEnds.lastFresh(pc, at, least) : at;
      this.#steps += Math.floor((before - at) / BYTES_PER_STEP + (at - fresh) / NOTES_PER_STEP);
      if (fresh === at || fresh < least) return fresh >= least ? fresh : -1;
      at = fresh;
    }
  }

  /** Lets a lazy run take one byte more, and on to a byte that can come next; -1 where it cannot. */
  #nextOfLazy(run: Run, from: number, limit: number): number {
    const subject = this.#subject;
    const { set, next } = run;
    let at = from;
    do {
      if (set[subject[at] ?? NO_BYTE] !== 1) return -1;
      at++;
    } while (next && at < limit && next[subject[at] ?? NO_BYTE] !== 1);
    this.#steps += Math.floor((at - from) / BYTES_PER_STEP);
    return at;
  }

  /**
   * Runs from a place in the program; gives the position where it matched, or -1. `notEmptyAt` may not be the end. Only
   * the outermost run leaves dead ends behind: what an inner one has tried in vain may be tried again for another reason.
   */
  #run(entry: number, start: number, notEmptyAt: number, isOutermost: boolean): number {
    const code = this.#program.code;
    const subject = this.#subject;
    const stack: number[] = [];
    let pc = entry;
    let at = start;
    for (;;) {
      if (++this.#steps > this.#checkAt) this.#check();
      const instruction = code[pc];
      const deadEnds = isOutermost ? this.#deadEnds : undefined;
      let ok = true;
      switch (instruction?.op) {
        case 'set':
          ok = at < subject.length && instruction.set[subject[at] ?? NO_BYTE] === 1;
          at++;
          pc++;
          break;
        case 'run': {
          if (deadEnds?.enters(pc, at)) {
            ok = false;
            break;
          }
          const limit = Math.min(subject.length, at + instruction.max);
          const least = at + instruction.min;
          let end = this.#runEnd(instruction.set, at, instruction.lazy ? Math.min(least, limit) : limit);
          ok = end >= least;
          if (ok && !instruction.lazy && deadEnds) {
            end = this.#nextOfGreedy(pc, instruction, end, least, deadEnds);
            ok = end !== -1;
          }
          pc++;
          if (ok && !instruction.lazy && end > least) stack.push(least, end - 1, pc);
          // A lazy run goes on byte by byte: its next place is a negative one.
          if (ok && instruction.lazy && end < limit) stack.push(limit, end, -pc - 2);
          at = end;
          break;
        }
        case 'split':
          if (deadEnds?.enters(pc, at)) {
            ok = false;
            break;
          }
          stack.push(at, at, instruction.second);
          pc = instruction.first;
          break;
        case 'jump':
          pc = instruction.to;
          break;
        case 'save':
          this.#steps += STEPS_PER_SAVE;
          stack.push(instruction.slot, this.#slots[instruction.slot] ?? -1, PUT_BACK);
          this.#slots[instruction.slot] = at;
          pc++;
          break;
        case 'progress':
          ok = this.#slots[instruction.slot] !== at;
          // An empty turn ends the loop: the jump after this is skipped.
          if (!ok) {
            ok = true;
            pc += 2;
          } else pc++;
          break;
        case 'assert':
          ok = this.#holds(instruction.assertion, at);
          pc++;
          break;
        case 'back': {
          const length = this.#backReference(instruction.index, at, instruction.ignoreCase);
          ok = length >= 0;
          at += length;
          pc++;
          break;
        }
        case 'look': {
          const from = at - (instruction.behind ?? 0);
          this.#steps += STEPS_PER_LOOK;
          const before = this.#slots.slice();
          const found = from >= 0 && this.#run(pc + 1, from, -1, false) !== -1;
          ok = found !== instruction.negative;
          if (!ok || instruction.negative) this.#slots = before;
          pc = instruction.end;
          break;
        }
        case 'atomic': {
          this.#steps += STEPS_PER_LOOK;
          const before = this.#slots.slice();
          const end = this.#run(pc + 1, at, -1, false);
          ok = end !== -1;
          if (!ok) this.#slots = before;
          else for (const [slot, value] of before.entries()) stack.push(slot, value, PUT_BACK);
          at = end;
          pc = instruction.end;
          break;
        }
        case 'keep':
          stack.push(0, this.#slots[0] ?? -1, PUT_BACK);
          this.#slots[0] = at;
          pc++;
          break;
        default:
          if (at !== notEmptyAt) return at;
          ok = false;
      }
      if (ok) continue;
      // Back to the last choice that is left.
      for (;;) {
        const target = stack.pop();
        if (target === undefined) return -1;
        const second = stack.pop() ?? 0;
        const first = stack.pop() ?? 0;
        if (target === PUT_BACK) {
          this.#slots[first] = second;
          continue;
        }
        if (target < PUT_BACK) {
          pc = -target - 2;
          const run = code[pc - 1];
          if (run?.op !== 'run') continue;
          at = this.#nextOfLazy(run, second, first);
          if (at === -1) continue;
          if (at < first) stack.push(first, at, target);
        } else {
          pc = target;
          at = second;
          // What a greedy run took is given back byte by byte.
          const run = code[target - 1];
          if (first < second && run?.op === 'run') {
            at = this.#nextOfGreedy(target - 1, run, second, first, isOutermost ? this.#deadEnds : undefined);
            if (at === -1) continue;
            if (first < at) stack.push(first, at - 1, target);
          }
        }
        break;
      }
    }
  }
}
