import type { Condition, Path } from '../syntax/ast.ts';

function ofPath(path: Path, names: Set<string>): void {
  names.add(path.head);
  for (const segment of path.rest) {
    if (segment.kind === 'index' && segment.index.kind === 'path') ofPath(segment.index.path, names);
  }
}

function collect(node: Condition, names: Set<string>): void {
  switch (node.kind) {
    case 'path':
      ofPath(node, names);
      break;
    case 'slice':
      ofPath(node.path, names);
      break;
    case 'list':
      for (const item of node.items) collect(item, names);
      break;
    case 'unary':
    case 'not':
      collect(node.operand, names);
      break;
    case 'arithmetic':
    case 'comparison':
      collect(node.left, names);
      collect(node.right, names);
      break;
    case 'call':
      for (const arg of node.args) collect(arg, names);
      break;
    case 'and':
    case 'or':
      for (const operand of node.operands) collect(operand, names);
      break;
    case 'in':
      collect(node.subject, names);
      for (const item of node.items) collect(item, names);
      break;
    case 'case':
      if (node.subject) collect(node.subject, names);
      for (const { when, result } of node.branches) {
        collect(when, names);
        collect(result, names);
      }
      if (node.otherwise) collect(node.otherwise, names);
      break;
    case 'integer':
    case 'float':
    case 'string':
    case 'boolean':
    case 'range':
      break;
  }
}

/** Names of all columns and aliases that a condition reads. */
export function namesRead(node: Condition): ReadonlySet<string> {
  const names = new Set<string>();
  collect(node, names);
  return names;
}
