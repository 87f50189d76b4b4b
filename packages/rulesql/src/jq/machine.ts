import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { isMap } from '../value/value.ts';
import { binaryJq, negateJq } from './arithmetic.ts';
import { assignJq } from './assign.ts';
import type { Jq } from './ast.ts';
import { bindPattern } from './bind.ts';
import { buildObject, buildString } from './build.ts';
import { foreachJq, reduceJq } from './fold.ts';
import { applyFormat } from './formats.ts';
import { findFunction, findLabel, findVariable, type Scope } from './scope.ts';
import { getJq, isTrue, JqError, type JqPath, keysOf, sliceJq, typeOf } from './value.ts';

/** A path while paths are asked for; `undefined` while not, `null` for a value that has none. */
export type Trace = JqPath | null | undefined;
export type Emit = (value: unknown, trace: Trace) => void;

/** A function that is not written in jq. */
export type Native = (call: NativeCall) => void;

export interface NativeCall {
  readonly machine: Machine;
  readonly args: readonly Jq[];
  readonly scope: Scope | undefined;
  readonly value: unknown;
  readonly trace: Trace;
  readonly emit: Emit;
}

/** Functions that every program has, by `name/arity`. */
export interface Library {
  native(key: string): Native | undefined;
  /** Functions that are written in jq. */
  defined(key: string): Extract<Scope, { kind: 'function' }> | undefined;
}

/** Units of the rule's budget that a step costs. */
const UNITS_PER_STEP = 12;

/** What it costs to note the path to a value. */
const UNITS_PER_PATH_STEP = 20;
const MAX_DEPTH = 600;

/** Carries what went wrong behind a `try` through it: only errors of its own body are caught. */
class Passing {
  readonly owner: object;
  readonly thrown: unknown;
  constructor(owner: object, thrown: unknown) {
    this.owner = owner;
    this.thrown = thrown;
  }
}

function extend(trace: Trace, key: unknown): Trace {
  if (trace === undefined) return undefined;
  if (trace === null) throw new JqError('Invalid path expression');
  spend(UNITS_PER_PATH_STEP);
  return [...trace, key];
}

/** What a value that was computed carries: no path. */
function noPath(trace: Trace): Trace {
  return trace === undefined ? undefined : null;
}

/** Runs jq programs: every filter hands its results on, one after the other. */
export class Machine {
  readonly now: () => number;
  readonly #library: Library;
  #depth = 0;

  constructor(library: Library, now: () => number) {
    this.#library = library;
    this.now = now;
  }

  step(): void {
    spend(UNITS_PER_STEP);
  }

  run(node: Jq, scope: Scope | undefined, value: unknown, trace: Trace, emit: Emit): void {
    this.step();
    if (++this.#depth > MAX_DEPTH) throw new Fault('the jq program nests too deep.');
    this.#node(node, scope, value, trace, emit);
    // What is thrown past here is caught by those who know how deep they are.
    this.#depth--;
  }

  /** All results. */
  all(node: Jq, scope: Scope | undefined, value: unknown): unknown[] {
    const results: unknown[] = [];
    this.run(node, scope, value, undefined, (result) => results.push(result));
    return results;
  }

  /** All paths. */
  paths(node: Jq, scope: Scope | undefined, value: unknown): JqPath[] {
    const paths: JqPath[] = [];
    this.run(node, scope, value, [], (_, trace) => {
      if (!trace) throw new JqError('Invalid path expression');
      paths.push(trace);
    });
    return paths;
  }

  #node(node: Jq, scope: Scope | undefined, value: unknown, trace: Trace, emit: Emit): void {
    switch (node.kind) {
      case 'identity':
        emit(value, trace);
        break;
      case 'recurse':
        this.recurse(value, trace, emit);
        break;
      case 'literal':
        emit(node.value, noPath(trace));
        break;
      case 'string':
        buildString(this, node.parts, node.format ?? '@text', '', scope, value, (text) => emit(text, noPath(trace)));
        break;
      case 'format':
        emit(applyFormat(node.name, value), noPath(trace));
        break;
      case 'index':
        this.run(node.target, scope, value, trace, (target, at) => {
          this.run(node.key, scope, value, undefined, (key) => emit(getJq(target, key), extend(at, key)));
        });
        break;
      case 'slice':
        this.#slice(node, scope, value, trace, emit);
        break;
      case 'iterate':
        this.run(node.target, scope, value, trace, (target, at) => this.iterate(target, at, emit));
        break;
      case 'array':
        emit(node.body ? this.all(node.body, scope, value) : [], noPath(trace));
        break;
      case 'object':
        buildObject(this, node.entries, {}, scope, value, (map) => emit(map, noPath(trace)));
        break;
      case 'negate':
        this.run(node.operand, scope, value, undefined, (operand) => emit(negateJq(operand), noPath(trace)));
        break;
      case 'pipe':
        this.run(node.left, scope, value, trace, (left, at) => this.run(node.right, scope, left, at, emit));
        break;
      case 'comma':
        this.run(node.left, scope, value, trace, emit);
        this.run(node.right, scope, value, trace, emit);
        break;
      case 'and':
      case 'or':
        this.#logic(node, scope, value, (result) => emit(result, noPath(trace)));
        break;
      case 'alternative':
        this.#alternative(node.left, node.right, scope, value, trace, emit);
        break;
      case 'binary':
        this.run(node.right, scope, value, undefined, (right) => {
          this.run(node.left, scope, value, undefined, (left) => {
            this.step();
            emit(binaryJq(node.operator, left, right), noPath(trace));
          });
        });
        break;
      case 'assign':
        assignJq(this, node, scope, value, (result) => emit(result, noPath(trace)));
        break;
      case 'if':
        this.run(node.test, scope, value, undefined, (test) => {
          this.run(isTrue(test) ? node.then : node.otherwise, scope, value, trace, emit);
        });
        break;
      case 'try':
        this.#try(node, scope, value, trace, emit);
        break;
      case 'reduce':
        emit(reduceJq(this, node, scope, value), noPath(trace));
        break;
      case 'foreach':
        foreachJq(this, node, scope, value, (result) => emit(result, noPath(trace)));
        break;
      case 'define':
        this.run(node.body, { kind: 'function', definition: node.definition, next: scope }, value, trace, emit);
        break;
      case 'call':
        this.#call(node, scope, value, trace, emit);
        break;
      case 'bind':
        this.run(node.source, scope, value, undefined, (source) => {
          bindPattern(this, node.pattern, source, scope, value, (inner) =>
            this.run(node.body, inner, value, trace, emit),
          );
        });
        break;
      case 'variable': {
        const found = findVariable(scope, node.name);
        if (!found) throw new Fault(`the jq program has no variable $${node.name}.`);
        emit(found.value, noPath(trace));
        break;
      }
      case 'label': {
        const token = {};
        this.stoppable(token, () =>
          this.run(node.body, { kind: 'label', name: node.name, token, next: scope }, value, trace, emit),
        );
        break;
      }
      case 'break': {
        const token = findLabel(scope, node.name);
        if (!token) throw new Fault(`the jq program has no label $${node.name}.`);
        throw token;
      }
    }
  }

  /** Runs until `token` is thrown. */
  stoppable(token: object, run: () => void): void {
    const depth = this.#depth;
    try {
      run();
    } catch (thrown) {
      if (thrown !== token) throw thrown;
      this.#depth = depth;
    }
  }

  iterate(value: unknown, trace: Trace, emit: Emit): void {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) emit(item, trace === undefined ? undefined : extend(trace, i));
    } else if (isMap(value)) {
      for (const key of keysOf(value)) emit(value[key], extend(trace, key));
    } else throw new JqError(`Cannot iterate over ${typeOf(value)}`);
  }

  recurse(value: unknown, trace: Trace, emit: Emit): void {
    this.step();
    emit(value, trace);
    if (Array.isArray(value) || isMap(value)) this.iterate(value, trace, (item, at) => this.recurse(item, at, emit));
  }

  #slice(
    node: Extract<Jq, { kind: 'slice' }>,
    scope: Scope | undefined,
    value: unknown,
    trace: Trace,
    emit: Emit,
  ): void {
    const bound = (source: Jq | undefined, use: (bound: unknown) => void): void => {
      if (source) this.run(source, scope, value, undefined, use);
      else use(null);
    };
    this.run(node.target, scope, value, trace, (target, at) => {
      bound(node.to, (to) => {
        bound(node.from, (from) => emit(sliceJq(target, from, to), extend(at, { start: from, end: to })));
      });
    });
  }

  #logic(
    node: Extract<Jq, { kind: 'pipe' | 'comma' | 'and' | 'or' | 'alternative' }>,
    scope: Scope | undefined,
    value: unknown,
    emit: (result: boolean) => void,
  ): void {
    this.run(node.left, scope, value, undefined, (left) => {
      if (isTrue(left) === (node.kind === 'or')) emit(node.kind === 'or');
      else this.run(node.right, scope, value, undefined, (right) => emit(isTrue(right)));
    });
  }

  #alternative(left: Jq, right: Jq, scope: Scope | undefined, value: unknown, trace: Trace, emit: Emit): void {
    let found = false;
    this.#guarded(
      (pass) =>
        this.run(left, scope, value, trace, (result, at) => {
          if (!isTrue(result)) return;
          found = true;
          pass(() => emit(result, at));
        }),
      () => undefined,
    );
    if (!found) this.run(right, scope, value, trace, emit);
  }

  /** Runs `body`; an error of its own goes to `handle`, one of what it hands on passes through. */
  #guarded(body: (pass: (emit: () => void) => void) => void, handle: (error: JqError) => void): void {
    const owner = {};
    const depth = this.#depth;
    try {
      body((emit) => {
        try {
          emit();
        } catch (thrown) {
          throw new Passing(owner, thrown);
        }
      });
    } catch (thrown) {
      if (thrown instanceof Passing && thrown.owner === owner) throw thrown.thrown;
      if (!(thrown instanceof JqError)) throw thrown;
      this.#depth = depth;
      handle(thrown);
    }
  }

  #try(node: Extract<Jq, { kind: 'try' }>, scope: Scope | undefined, value: unknown, trace: Trace, emit: Emit): void {
    this.#guarded(
      (pass) => this.run(node.body, scope, value, trace, (result, at) => pass(() => emit(result, at))),
      (error) => {
        if (node.handler) this.run(node.handler, scope, error.value, noPath(trace), emit);
      },
    );
  }

  #call(
    { name, key, args }: Extract<Jq, { kind: 'call' }>,
    scope: Scope | undefined,
    value: unknown,
    trace: Trace,
    emit: Emit,
  ): void {
    const local = findFunction(scope, name, args.length);
    if (local?.kind === 'filter') {
      this.run(local.body, local.scope, value, trace, emit);
      return;
    }
    const native = local ? undefined : this.#library.native(key);
    if (native) {
      native({ machine: this, args, scope, value, trace, emit });
      return;
    }
    const found = local ?? this.#library.defined(key);
    if (!found) throw new Fault(`the jq program has no function ${key}.`);
    this.#enter(found, args, 0, found, scope, value, trace, emit);
  }

  /** Binds the arguments one by one; `$name` takes values, so it may enter several times. */
  #enter(
    callee: Extract<Scope, { kind: 'function' }>,
    args: readonly Jq[],
    i: number,
    inner: Scope,
    scope: Scope | undefined,
    value: unknown,
    trace: Trace,
    emit: Emit,
  ): void {
    const param = callee.definition.params[i];
    const arg = args[i];
    if (param === undefined || !arg) {
      this.run(callee.definition.body, inner, value, trace, emit);
    } else if (param.startsWith('$')) {
      this.run(arg, scope, value, undefined, (bound) => {
        const variable: Scope = { kind: 'variable', name: param.slice(1), value: bound, next: inner };
        const filter: Scope = {
          kind: 'filter',
          name: param.slice(1),
          body: { kind: 'literal', value: bound },
          scope,
          next: variable,
        };
        this.#enter(callee, args, i + 1, filter, scope, value, trace, emit);
      });
    } else {
      this.#enter(
        callee,
        args,
        i + 1,
        { kind: 'filter', name: param, body: arg, scope, next: inner },
        scope,
        value,
        trace,
        emit,
      );
    }
  }
}
