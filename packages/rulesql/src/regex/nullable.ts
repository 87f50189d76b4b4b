import type { Node } from './syntax.ts';

/** May it match without taking a byte? */
export function isNullable(node: Node): boolean {
  switch (node.kind) {
    case 'set':
      return false;
    case 'sequence':
      return node.nodes.every(isNullable);
    case 'either':
      return node.branches.some(isNullable);
    case 'repeat':
      return node.min === 0 || isNullable(node.node);
    case 'group':
    case 'atomic':
      return isNullable(node.node);
    case 'look':
    case 'assert':
    case 'keep':
    case 'back':
      return true;
  }
}
