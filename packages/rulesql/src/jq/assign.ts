import { binaryJq } from './arithmetic.ts';
import type { Jq } from './ast.ts';
import type { Machine } from './machine.ts';
import type { Scope } from './scope.ts';
import { deletePaths, getPath, isTrue, type JqPath, setPath } from './value.ts';

/** `=`, `|=` and their like: the input with other values under the paths of the left side. */
export function assignJq(
  machine: Machine,
  node: Extract<Jq, { kind: 'assign' }>,
  scope: Scope | undefined,
  value: unknown,
  emit: (result: unknown) => void,
): void {
  const { operator, left, right } = node;
  const paths = machine.paths(left, scope, value);
  if (operator === '|=') {
    const removed: JqPath[] = [];
    let result = value;
    for (const path of paths) {
      const [first] = firstOf(machine, right, scope, getPath(result, path));
      if (first === undefined) removed.push(path);
      else result = setPath(result, path, first);
    }
    emit(deletePaths(result, removed));
    return;
  }
  machine.run(right, scope, value, undefined, (operand) => {
    let result = value;
    for (const path of paths) {
      const before = operator === '=' ? null : getPath(result, path);
      result = setPath(result, path, updated(operator, before, operand));
    }
    emit(result);
  });
}

/** The first result, if there is one. */
function firstOf(machine: Machine, node: Jq, scope: Scope | undefined, value: unknown): unknown[] {
  const results: unknown[] = [];
  const token = {};
  machine.stoppable(token, () =>
    machine.run(node, scope, value, undefined, (result) => {
      results.push(result);
      throw token;
    }),
  );
  return results;
}

function updated(operator: Extract<Jq, { kind: 'assign' }>['operator'], before: unknown, operand: unknown): unknown {
  switch (operator) {
    case '=':
    case '|=':
      return operand;
    case '//=':
      return isTrue(before) ? before : operand;
    case '+=':
      return binaryJq('+', before, operand);
    case '-=':
      return binaryJq('-', before, operand);
    case '*=':
      return binaryJq('*', before, operand);
    case '/=':
      return binaryJq('/', before, operand);
    case '%=':
      return binaryJq('%', before, operand);
  }
}
