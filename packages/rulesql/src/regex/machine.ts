import { Fault } from '../value/fault.ts';
import { WORD } from './byte-set.ts';
import type { Program } from './program.ts';
import type { Assertion, ByteSet } from './syntax.ts';

/**
 * Steps that one search may take: about 1 ms, some 5 ms while the code is cold. A pattern such as (a+)+$ would take years
 * on some texts, and the engine has other rules to run. Steps, not time: a busy machine must not make a rule fail.
 */
const MAX_STEPS = 70_000;

/** Bytes that a run of one set passes for one step. */
const BYTES_PER_STEP = 32;

/** Bounds of the match and of its groups; -1 where a group took no part. */
export type Captures = Int32Array;

export interface SearchOptions {
  /** Only a match that starts at `from`. */
  readonly anchored?: boolean;
  /** No empty match at `from`. */
  readonly notEmpty?: boolean;
}

/** Entries of the backtracking stack: either a place to go on, or a slot to put back. */
const PUT_BACK = -1;

export class Machine {
  readonly #program: Program;
  readonly #subject: string;
  #steps = 0;
  #slots: Int32Array;

  constructor(program: Program, subject: string) {
    this.#program = program;
    this.#subject = subject;
    this.#slots = new Int32Array(program.slots).fill(-1);
  }

  /** The first match at or after `from`. */
  search(from: number, options: SearchOptions = {}): Captures | undefined {
    const { first, anchored } = this.#program;
    const last = options.anchored ? from : anchored ? 0 : this.#subject.length;
    for (let start = from; start <= last; start++) {
      if (first && !options.anchored) {
        start = this.#nextStart(start, first);
        if (start > last) break;
      }
      this.#slots.fill(-1);
      this.#slots[0] = start;
      const end = this.#run(0, start, options.notEmpty ? start : -1);
      if (end !== -1) {
        this.#slots[1] = end;
        return this.#slots.slice(0, 2 * (this.#program.groups + 1));
      }
    }
    return undefined;
  }

  /** The next place whose byte can start a match; behind the text where there is none. */
  #nextStart(from: number, first: ByteSet): number {
    const subject = this.#subject;
    let at = from;
    while (at < subject.length && first[subject.charCodeAt(at)] !== 1) at++;
    this.#steps += Math.floor((at - from) / BYTES_PER_STEP);
    return at < subject.length ? at : subject.length + 1;
  }

  #step(): void {
    if (++this.#steps > MAX_STEPS) {
      throw new Fault('the pattern takes too long on this text. Avoid repetitions inside repetitions.');
    }
  }

  #holds(assertion: Assertion, at: number): boolean {
    const subject = this.#subject;
    switch (assertion) {
      case 'start':
        return at === 0;
      case 'lineStart':
        return at === 0 || subject.charCodeAt(at - 1) === 10;
      case 'veryEnd':
        return at === subject.length;
      case 'end':
        return at === subject.length || (at === subject.length - 1 && subject.charCodeAt(at) === 10);
      case 'lineEnd':
        return at === subject.length || subject.charCodeAt(at) === 10;
      case 'word':
        return this.#isWord(at - 1) !== this.#isWord(at);
      case 'notWord':
        return this.#isWord(at - 1) === this.#isWord(at);
    }
  }

  #isWord(at: number): boolean {
    return at >= 0 && at < this.#subject.length && WORD[this.#subject.charCodeAt(at)] === 1;
  }

  /** Length of a group's text if it stands at `at` again; -1 if not. */
  #backReference(index: number, at: number, ignoreCase: boolean): number {
    const from = this.#slots[2 * index] ?? -1;
    const to = this.#slots[2 * index + 1] ?? -1;
    if (from < 0 || to < 0) return -1;
    const wanted = this.#subject.slice(from, to);
    const found = this.#subject.slice(at, at + wanted.length);
    this.#steps += Math.ceil(wanted.length / BYTES_PER_STEP);
    const same = ignoreCase ? wanted.toLowerCase() === found.toLowerCase() : wanted === found;
    return same ? wanted.length : -1;
  }

  /** Runs from a place in the program; gives the position where it matched, or -1. `notEmptyAt` may not be the end. */
  #run(entry: number, start: number, notEmptyAt: number): number {
    const code = this.#program.code;
    const subject = this.#subject;
    const stack: number[] = [];
    let pc = entry;
    let at = start;
    for (;;) {
      this.#step();
      const instruction = code[pc];
      let ok = true;
      switch (instruction?.op) {
        case 'set':
          ok = at < subject.length && instruction.set[subject.charCodeAt(at)] === 1;
          at++;
          pc++;
          break;
        case 'run': {
          const limit = Math.min(subject.length, at + instruction.max);
          const least = at + instruction.min;
          let end = at;
          const reach = instruction.lazy ? Math.min(least, limit) : limit;
          while (end < reach && instruction.set[subject.charCodeAt(end)] === 1) end++;
          this.#steps += Math.floor((end - at) / BYTES_PER_STEP);
          ok = end >= least;
          pc++;
          if (ok && !instruction.lazy && end > least) stack.push(least, end - 1, pc);
          // A lazy run goes on byte by byte: its next place is a negative one.
          if (ok && instruction.lazy && end < limit) stack.push(limit, end, -pc - 2);
          at = end;
          break;
        }
        case 'split':
          stack.push(at, at, instruction.second);
          pc = instruction.first;
          break;
        case 'jump':
          pc = instruction.to;
          break;
        case 'save':
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
          const before = this.#slots.slice();
          const found = from >= 0 && this.#run(pc + 1, from, -1) !== -1;
          ok = found !== instruction.negative;
          if (!ok || instruction.negative) this.#slots = before;
          pc = instruction.end;
          break;
        }
        case 'atomic': {
          const before = this.#slots.slice();
          const end = this.#run(pc + 1, at, -1);
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
          if (run?.op !== 'run' || run.set[subject.charCodeAt(second)] !== 1) continue;
          at = second + 1;
          if (at < first) stack.push(first, at, target);
        } else {
          pc = target;
          at = second;
          // What a greedy run took is given back byte by byte.
          if (first < second) stack.push(first, second - 1, target);
        }
        break;
      }
    }
  }
}
