import type { Condition } from '../syntax/ast.ts';
import { walk } from '../syntax/walk.ts';

/** Names of all columns and aliases that a condition reads. */
export function namesRead(node: Condition): ReadonlySet<string> {
  const names = new Set<string>();
  walk(node, (inner) => {
    if (inner.kind === 'path') names.add(inner.head);
  });
  return names;
}
