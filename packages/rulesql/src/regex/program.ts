import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { firstSet, isAnchored } from './first-set.ts';
import { isNullable } from './nullable.ts';
import type { Assertion, ByteSet, Node, Pattern } from './syntax.ts';

/** One step of the machine. Targets are places in the program. */
export type Instruction =
  | { readonly op: 'set'; readonly set: ByteSet }
  /** Goes on at `first`, and at `second` if that fails. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  | { readonly op: 'save'; readonly slot: number }
  /** Repeats one set without a step for each byte. `next` holds the bytes that can come after it, if they are known. */
  | {
      readonly op: 'run';
      readonly set: ByteSet;
      readonly min: number;
      readonly max: number;
      readonly lazy: boolean;
      next?: ByteSet | undefined;
    }
  /** Notes the position in a slot; `progress` fails where it has not moved since. */
  | { readonly op: 'progress'; readonly slot: number }
  | { readonly op: 'assert'; readonly assertion: Assertion }
  | { readonly op: 'back'; readonly index: number; readonly ignoreCase: boolean }
  | { readonly op: 'look'; readonly behind: number | undefined; readonly negative: boolean; end: number }
  | { readonly op: 'atomic'; end: number }
  | { readonly op: 'keep' }
  | { readonly op: 'match' };

export interface Program {
  readonly code: readonly Instruction[];
  /** Slots for group bounds and loop marks. */
  readonly slots: number;
  readonly groups: number;
  /** Bytes that every match starts with, if they are known. */
  readonly first: ByteSet | undefined;
  /** It can match at the start of the text only. */
  readonly anchored: boolean;
  /**
   * Numbers of the instructions that choose how to go on; `undefined` where the outcome of a choice depends on more than
   * its place (references to groups, loops that may stand still).
   */
  readonly choices: { readonly numbers: Int32Array; readonly count: number } | undefined;
  /** Every match starts with bytes of this set, as many as there are; where one attempt fails, all of the run do. */
  readonly leading: ByteSet | undefined;
}

const MAX_CODE = 20_000;
const UNITS_PER_INSTRUCTION = 7;

/** All fields of all instructions, in one order: objects of one shape are read several times as fast. */
const UNIFORM = {
  op: 'match',
  set: undefined,
  first: 0,
  second: 0,
  to: 0,
  slot: 0,
  min: 0,
  max: 0,
  lazy: false,
  next: undefined,
  assertion: undefined,
  index: 0,
  ignoreCase: false,
  behind: undefined,
  negative: false,
  end: 0,
};

export function compilePattern(pattern: Pattern): Program {
  return new Compiler(pattern.groups).compile(pattern.node);
}

class Compiler {
  readonly #code: Instruction[] = [];
  readonly #groups: number;
  #slots: number;
  #standsStill = false;

  constructor(groups: number) {
    this.#groups = groups;
    this.#slots = 2 * (groups + 1);
  }

  compile(node: Node): Program {
    this.#node(node);
    this.#emit({ op: 'match' });
    const dependsOnPlace = !this.#standsStill && !this.#code.some(({ op }) => op === 'back');
    noteFollowers(this.#code);
    return {
      code: this.#code,
      choices: dependsOnPlace ? numberChoices(this.#code) : undefined,
      leading: dependsOnPlace ? leadingRun(this.#code) : undefined,
      slots: this.#slots,
      groups: this.#groups,
      first: firstSet(node),
      anchored: isAnchored(node),
    };
  }

  #emit<I extends Instruction>(instruction: I): I {
    if (this.#code.length >= MAX_CODE) throw new Fault('the pattern is too large.');
    spend(UNITS_PER_INSTRUCTION);
    const uniform = { ...UNIFORM, ...instruction };
    this.#code.push(uniform);
    return uniform;
  }

  #here(): number {
    return this.#code.length;
  }

  #node(node: Node): void {
    switch (node.kind) {
      case 'set':
        this.#emit({ op: 'set', set: node.set });
        break;
      case 'sequence':
        for (const inner of node.nodes) this.#node(inner);
        break;
      case 'either':
        this.#either(node.branches);
        break;
      case 'repeat':
        this.#repeat(node);
        break;
      case 'group':
        this.#emit({ op: 'save', slot: 2 * node.index });
        this.#node(node.node);
        this.#emit({ op: 'save', slot: 2 * node.index + 1 });
        break;
      case 'atomic':
        this.#inner(this.#emit({ op: 'atomic', end: 0 }), node.node);
        break;
      case 'look':
        this.#look(node);
        break;
      case 'back':
        this.#emit({ op: 'back', index: node.index, ignoreCase: node.ignoreCase });
        break;
      case 'assert':
        this.#emit({ op: 'assert', assertion: node.assertion });
        break;
      case 'keep':
        this.#emit({ op: 'keep' });
        break;
    }
  }

  #inner(head: { end: number }, node: Node): void {
    this.#node(node);
    this.#emit({ op: 'match' });
    head.end = this.#here();
  }

  #look(node: Extract<Node, { kind: 'look' }>): void {
    if (!node.behind) {
      this.#inner(this.#emit({ op: 'look', behind: undefined, negative: node.negative, end: 0 }), node.node);
      return;
    }
    // Every alternative has a width of its own.
    const branches = node.node.kind === 'either' ? node.node.branches : [node.node];
    const looks = branches.map((branch) => ({ branch, width: widthOf(branch) }));
    if (node.negative) {
      for (const { branch, width } of looks) {
        this.#inner(this.#emit({ op: 'look', behind: width, negative: true, end: 0 }), branch);
      }
      return;
    }
    this.#alternatives(looks, ({ branch, width }) =>
      this.#inner(this.#emit({ op: 'look', behind: width, negative: false, end: 0 }), branch),
    );
  }

  #either(branches: readonly Node[]): void {
    this.#alternatives(branches, (branch) => this.#node(branch));
  }

  #alternatives<T>(items: readonly T[], emit: (item: T) => void): void {
    const jumps: { to: number }[] = [];
    for (const [i, item] of items.entries()) {
      if (i === items.length - 1) {
        emit(item);
        break;
      }
      const split = this.#emit({ op: 'split', first: this.#here() + 1, second: 0 });
      emit(item);
      jumps.push(this.#emit({ op: 'jump', to: 0 }));
      split.second = this.#here();
    }
    for (const jump of jumps) jump.to = this.#here();
  }

  #repeat(node: Extract<Node, { kind: 'repeat' }>): void {
    if (node.mode === 'possessive') {
      this.#inner(this.#emit({ op: 'atomic', end: 0 }), { ...node, mode: 'greedy' });
      return;
    }
    const lazy = node.mode === 'lazy';
    if (node.node.kind === 'set') {
      this.#emit({ op: 'run', set: node.node.set, min: node.min, max: node.max, lazy });
      return;
    }
    for (let i = 0; i < node.min; i++) this.#node(node.node);
    if (node.max === Number.POSITIVE_INFINITY) this.#loop(node.node, lazy);
    else this.#optional(node.node, node.max - node.min, lazy);
  }

  #loop(body: Node, lazy: boolean): void {
    const start = this.#here();
    const split = this.#emit({ op: 'split', first: start + 1, second: 0 });
    if (isNullable(body)) {
      const slot = this.#slots++;
      this.#standsStill = true;
      this.#emit({ op: 'save', slot });
      this.#node(body);
      this.#emit({ op: 'progress', slot });
    } else this.#node(body);
    this.#emit({ op: 'jump', to: start });
    this.#setSplit(split, start + 1, this.#here(), lazy);
  }

  #optional(body: Node, times: number, lazy: boolean): void {
    const splits: { readonly split: { first: number; second: number }; readonly body: number }[] = [];
    for (let i = 0; i < times; i++) {
      splits.push({ split: this.#emit({ op: 'split', first: 0, second: 0 }), body: this.#here() });
      this.#node(body);
    }
    for (const { split, body: place } of splits) this.#setSplit(split, place, this.#here(), lazy);
  }

  #setSplit(split: { first: number; second: number }, body: number, after: number, lazy: boolean): void {
    split.first = lazy ? after : body;
    split.second = lazy ? body : after;
  }
}

function numberChoices(code: readonly Instruction[]): { readonly numbers: Int32Array; readonly count: number } {
  const numbers = new Int32Array(code.length);
  let count = 0;
  for (const [pc, { op }] of code.entries()) {
    if (op !== 'split' && op !== 'run') continue;
    numbers[pc] = count;
    // The number after that of a run is for the places where it ends.
    count += op === 'run' ? 2 : 1;
  }
  return { numbers, count };
}

/** Bytes that can come at a place of the program, if it takes one of a set there for certain. */
function bytesAt(code: readonly Instruction[], from: number): ByteSet | undefined {
  for (let pc = from; ; ) {
    const instruction = code[pc];
    if (instruction?.op === 'save') pc++;
    else if (instruction?.op === 'jump' && instruction.to > pc) pc = instruction.to;
    else if (instruction?.op === 'set') return instruction.set;
    else return instruction?.op === 'run' && instruction.min > 0 ? instruction.set : undefined;
  }
}

function noteFollowers(code: readonly Instruction[]): void {
  for (const [pc, instruction] of code.entries()) {
    if (instruction.op === 'run') instruction.next = bytesAt(code, pc + 1);
  }
}

function leadingRun(code: readonly Instruction[]): ByteSet | undefined {
  const first = code.find(({ op }) => op !== 'save');
  return first?.op === 'run' && first.max === Number.POSITIVE_INFINITY ? first.set : undefined;
}

/** Bytes that a pattern always takes; looking back needs to know. */
function widthOf(node: Node): number {
  switch (node.kind) {
    case 'set':
      return 1;
    case 'sequence':
      return node.nodes.reduce((sum, inner) => sum + widthOf(inner), 0);
    case 'either': {
      const widths = node.branches.map(widthOf);
      if (new Set(widths).size === 1) return widths[0] ?? 0;
      break;
    }
    case 'repeat':
      if (node.min === node.max) return node.min * widthOf(node.node);
      break;
    case 'group':
    case 'atomic':
      return widthOf(node.node);
    case 'look':
    case 'assert':
    case 'keep':
      return 0;
    case 'back':
      break;
  }
  throw new Fault('the pattern is not valid: what is looked back at must have a fixed length.');
}
