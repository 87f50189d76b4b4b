import type { Condition, Item, Statement } from './ast.ts';

/** Calls `visit` on a node and everything inside it, the outer ones first. */
export function walk(node: Condition, visit: (node: Condition) => void): void {
  visit(node);
  switch (node.kind) {
    case 'list':
      for (const item of node.items) walk(item, visit);
      break;
    case 'unary':
    case 'not':
      walk(node.operand, visit);
      break;
    case 'arithmetic':
    case 'comparison':
      walk(node.left, visit);
      walk(node.right, visit);
      break;
    case 'call':
      for (const arg of node.args) walk(arg, visit);
      break;
    case 'and':
    case 'or':
      for (const operand of node.operands) walk(operand, visit);
      break;
    case 'in':
      walk(node.subject, visit);
      for (const item of node.items) walk(item, visit);
      break;
    case 'case':
      if (node.subject) walk(node.subject, visit);
      for (const { when, result } of node.branches) {
        walk(when, visit);
        walk(result, visit);
      }
      if (node.otherwise) walk(node.otherwise, visit);
      break;
    case 'slice':
      walk(node.path, visit);
      break;
    case 'path':
      for (const segment of node.rest) {
        if (segment.kind === 'index' && segment.index.kind === 'path') walk(segment.index.path, visit);
      }
      break;
    case 'integer':
    case 'float':
    case 'string':
    case 'boolean':
    case 'range':
      break;
  }
}

/** `walk` over all expressions of items. */
export function walkItems(items: readonly Item[], visit: (node: Condition) => void): void {
  for (const item of items) if (item.kind === 'item') walk(item.expression, visit);
}

/** `walk` over a whole statement. */
export function walkStatement(statement: Statement, visit: (node: Condition) => void): void {
  walkItems(statement.items, visit);
  walkItems(statement.do ?? [], visit);
  if (statement.incase) walk(statement.incase, visit);
  if (statement.where) walk(statement.where, visit);
}
