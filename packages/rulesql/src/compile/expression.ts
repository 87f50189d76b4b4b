import type { Case, Condition, Expression } from '../syntax/ast.ts';
import { spend } from '../value/budget.ts';
import { isSame } from '../value/compare.ts';
import { Fault } from '../value/fault.ts';
import { float, parseInteger } from '../value/number.ts';
import { sliceList } from '../value/path.ts';
import { kindOf } from '../value/value.ts';
import { ARITHMETIC, negate } from './arithmetic.ts';
import { compileCall } from './call.ts';
import { COMPARISONS } from './comparison.ts';
import type { Evaluate, Test } from './frame.ts';
import type { Scope } from './scope.ts';

/** Longest list that a range may make. */
const MAX_RANGE = 100_000;
const UNITS_PER_RANGE_ITEM = 0.4;

function rangeList(from: number, to: number): number[] {
  if (to - from >= MAX_RANGE) throw new Fault(`A range makes at most ${MAX_RANGE} items.`);
  spend((to - from) * UNITS_PER_RANGE_ITEM, `[${from}..${to}]`);
  const items = new Array<number>(Math.max(0, to - from + 1));
  for (let i = 0; i < items.length; i++) items[i] = from + i;
  return items;
}

function constant(value: unknown): Evaluate {
  return () => value;
}

/** Compiles an expression to a closure; names are read through `scope`. */
export function compileExpression(node: Expression, scope: Scope): Evaluate {
  switch (node.kind) {
    case 'integer':
      return constant(parseInteger(node.digits));
    case 'float':
      return constant(float(Number(node.digits)));
    case 'string':
    case 'boolean':
      return constant(node.value);
    case 'path':
      return scope.path(node);
    case 'range':
      return () => rangeList(node.from, node.to);
    case 'slice': {
      const list = scope.path(node.path);
      return (frame) => sliceList(list(frame), node.from, node.to);
    }
    case 'list': {
      const items = node.items.map((item) => compileExpression(item, scope));
      return (frame) => items.map((item) => item(frame));
    }
    case 'unary': {
      const operand = compileExpression(node.operand, scope);
      return node.operator === '+' ? operand : (frame) => negate(operand(frame));
    }
    case 'arithmetic': {
      const apply = ARITHMETIC[node.operator];
      const left = compileExpression(node.left, scope);
      const right = compileExpression(node.right, scope);
      return (frame) => apply(left(frame), right(frame));
    }
    case 'comparison': {
      const compare = COMPARISONS[node.operator];
      const left = compileExpression(node.left, scope);
      const right = compileExpression(node.right, scope);
      return (frame) => compare(left(frame), right(frame));
    }
    case 'call':
      return compileCall(
        node,
        node.args.map((arg) => compileExpression(arg, scope)),
        scope,
      );
    case 'case':
      return compileCase(node, scope);
  }
}

function compileCase(node: Case, scope: Scope): Evaluate {
  const otherwise = node.otherwise ? compileExpression(node.otherwise, scope) : constant(undefined);
  const results = node.branches.map((branch) => compileExpression(branch.result, scope));
  if (node.subject) {
    const subject = compileExpression(node.subject, scope);
    const values = node.branches.map((branch) => compileExpression(branch.when as Expression, scope));
    return (frame) => {
      const value = subject(frame);
      const found = values.findIndex((candidate) => isSame(value, candidate(frame)));
      return (results[found] ?? otherwise)(frame);
    };
  }
  const tests = node.branches.map((branch) => compileCondition(branch.when, scope));
  return (frame) => (results[tests.findIndex((test) => test(frame))] ?? otherwise)(frame);
}

function notCondition(what: string): Test {
  return () => {
    throw new Fault(`${what} is no condition. Compare it with something, for example "= true".`);
  };
}

/**
 * Compiles a condition. A bare column or number is refused as by the broker, even one that holds true; a function has to
 * give a boolean.
 */
export function compileCondition(node: Condition, scope: Scope): Test {
  switch (node.kind) {
    case 'and': {
      const tests = node.operands.map((operand) => compileCondition(operand, scope));
      return (frame) => tests.every((test) => test(frame));
    }
    case 'or': {
      const tests = node.operands.map((operand) => compileCondition(operand, scope));
      return (frame) => tests.some((test) => test(frame));
    }
    case 'not':
      return compileNegation(node.operand, scope);
    case 'in': {
      const subject = compileExpression(node.subject, scope);
      const items = node.items.map((item) => compileExpression(item, scope));
      const negated = node.negated;
      return (frame) => {
        const value = subject(frame);
        // All items are evaluated before any is compared: a fault in one of them counts.
        const candidates = items.map((item) => item(frame));
        return candidates.some((candidate) => isSame(value, candidate)) !== negated;
      };
    }
    case 'comparison':
      return compileExpression(node, scope) as Test;
    case 'boolean':
      return () => node.value;
    case 'call': {
      const call = compileExpression(node, scope);
      return (frame) => {
        const value = call(frame);
        if (typeof value === 'boolean') return value;
        throw new Fault(`${node.name.join('.')}() gave ${kindOf(value)}, but a condition needs true or false.`);
      };
    }
    case 'path':
      return notCondition(`The column "${node.head}"`);
    default:
      return notCondition('This value');
  }
}

/** NOT of a value that is no boolean is false. */
function compileNegation(operand: Condition, scope: Scope): Test {
  switch (operand.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'in': {
      const test = compileCondition(operand, scope);
      return (frame) => !test(frame);
    }
    default: {
      const value = compileExpression(operand, scope);
      return (frame) => value(frame) === false;
    }
  }
}
