import type { Condition, Item } from '../syntax/ast.ts';
import { walk, walkItems } from '../syntax/walk.ts';

/** What it costs to evaluate one node of a statement, beside what functions charge for themselves. */
const UNITS_PER_NODE = 1.5;

/** Units for evaluating items once: as if every branch were taken. */
export function costOfItems(items: readonly Item[]): number {
  let nodes = 0;
  walkItems(items, () => nodes++);
  return nodes * UNITS_PER_NODE;
}

/** The same for a condition. */
export function costOf(condition: Condition | undefined): number {
  let nodes = 0;
  if (condition) walk(condition, () => nodes++);
  return nodes * UNITS_PER_NODE;
}
