import type { Jq } from './ast.ts';
import { bindPattern } from './bind.ts';
import type { Machine } from './machine.ts';
import type { Scope } from './scope.ts';

/** `reduce`: the last state. */
export function reduceJq(
  machine: Machine,
  node: Extract<Jq, { kind: 'reduce' }>,
  scope: Scope | undefined,
  value: unknown,
): unknown {
  let state = machine.all(node.start, scope, value).at(-1) ?? null;
  machine.run(node.source, scope, value, undefined, (item) => {
    bindPattern(machine, node.pattern, item, scope, value, (inner) => {
      state = machine.all(node.update, inner, state).at(-1) ?? null;
    });
  });
  return state;
}

/** `foreach`: every state. */
export function foreachJq(
  machine: Machine,
  node: Extract<Jq, { kind: 'foreach' }>,
  scope: Scope | undefined,
  value: unknown,
  emit: (result: unknown) => void,
): void {
  machine.run(node.start, scope, value, undefined, (start) => {
    let state = start;
    machine.run(node.source, scope, value, undefined, (item) => {
      bindPattern(machine, node.pattern, item, scope, value, (inner) => {
        machine.run(node.update, inner, state, undefined, (next) => {
          state = next;
          if (node.extract) machine.run(node.extract, inner, next, undefined, emit);
          else emit(next);
        });
      });
    });
  });
}
