import { isSchemaFunction } from '../functions/catalog.ts';
import { arityOf } from '../functions/doc.ts';
import { effortOf, effortOfResult } from '../functions/effort.ts';
import { functionEntry } from '../functions/table.ts';
import type { Call } from '../syntax/ast.ts';
import { settle, sizeOf, spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { isFloat } from '../value/value.ts';
import { add, divide, subtract } from './arithmetic.ts';
import type { Evaluate } from './frame.ts';
import type { Scope } from './scope.ts';

/** The module that all functions live in; a statement may name it before the function. */
const OWN_MODULE = 'emqx_rule_funcs';

/** Operators that may be called by their quoted names. */
const ARITHMETIC_NAMES: Readonly<Record<string, typeof add>> = { '+': add, '-': subtract, '/': divide };

function faulty(message: string): Evaluate {
  return () => {
    throw new Fault(message);
  };
}

/** Puts the function's name before what went wrong inside it. */
function rethrow(name: string, thrown: unknown): never {
  throw thrown instanceof Fault ? new Fault(`${name}(): ${thrown.message}`) : thrown;
}

/** The broker has no event to read here either; only arguments of the wrong kind are faults. */
function unseen(args: readonly Evaluate[], name: string): Evaluate {
  return (frame) => {
    for (const arg of args) {
      const value = arg(frame);
      if (isFloat(value)) throw new Fault(`${name}() takes an integer, not a float.`);
    }
    return undefined;
  };
}

/**
 * A call. A function that does not exist, or takes another number of arguments, is a fault of the run and not of the
 * statement: the broker accepts such rules, and the branch may never be taken.
 */
export function compileCall(call: Call, args: readonly Evaluate[], scope: Scope): Evaluate {
  const name = call.name.at(-1) ?? '';
  if (call.name.length > 2 || (call.name.length === 2 && call.name[0] !== OWN_MODULE)) {
    return faulty(`There is no function "${call.name.join('.')}".`);
  }
  const operator = ARITHMETIC_NAMES[name];
  if (operator && args.length === 2) {
    const [left, right] = args;
    return (frame) => operator(left?.(frame), right?.(frame));
  }
  const entry = functionEntry(name);
  if (!entry) {
    const why = isSchemaFunction(name) ? ' here: it needs the schema registry of an EMQX cluster' : '';
    return faulty(`There is no function "${name}"${why}.`);
  }
  const { min, max } = arityOf(entry.doc);
  if (args.length < min || args.length > max) return faulty(`${name}() does not take ${args.length} arguments.`);
  const implementation = entry.implementation;
  const effort = effortOf(name);
  const finish = (result: unknown): unknown => {
    settle(effortOfResult(result));
    return result;
  };
  if (typeof implementation !== 'function') {
    if (entry.doc.needsEvent && !scope.seesEvent) return unseen(args, name);
    return (frame) => {
      const values = args.map((arg) => arg(frame));
      try {
        spend(effort(sizesOf(values)));
        return finish(implementation.run(frame, ...values));
      } catch (thrown) {
        return rethrow(name, thrown);
      }
    };
  }
  const [first, second] = args;
  if (args.length === 1 && first) {
    return (frame) => {
      const a = first(frame);
      try {
        spend(effort(sizeOf(a)));
        return finish(implementation(a));
      } catch (thrown) {
        return rethrow(name, thrown);
      }
    };
  }
  if (args.length === 2 && first && second) {
    return (frame) => {
      const a = first(frame);
      const b = second(frame);
      try {
        spend(effort(sizeOf(a) + sizeOf(b)));
        return finish(implementation(a, b));
      } catch (thrown) {
        return rethrow(name, thrown);
      }
    };
  }
  return (frame) => {
    const values = args.map((arg) => arg(frame));
    try {
      spend(effort(sizesOf(values)));
      return finish(implementation(...values));
    } catch (thrown) {
      return rethrow(name, thrown);
    }
  };
}

function sizesOf(values: readonly unknown[]): number {
  let sum = 0;
  for (const value of values) sum += sizeOf(value);
  return sum;
}
