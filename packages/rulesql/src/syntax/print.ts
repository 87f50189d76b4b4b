import type { Condition, Expression, Item, Path, Segment, Statement } from './ast.ts';
import { isKeyword } from './token.ts';

/** How strongly a construct binds; what binds less is put in parentheses. */
const SUM = 1;
const PRODUCT = 2;
const SIGN = 3;
const ATOM = 4;

const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_@~$]*$/;
const RESERVED = new Set(['true', 'false', 'div', 'mod']);

function isPlain(name: string): boolean {
  return PLAIN_NAME.test(name) && !isKeyword(name) && !RESERVED.has(name);
}

function segment(node: Segment): string {
  if (node.kind === 'key') return `.${node.quoted ? quoteKey(node.key) : node.key}`;
  switch (node.index.kind) {
    case 'number':
      return `[${node.index.value}]`;
    case 'negativeZero':
      return '[-0]';
    case 'path':
      return `[${path(node.index.path)}]`;
  }
}

function quoteKey(key: string): string {
  return key.includes('"') ? `'${key}'` : `"${key}"`;
}

function path(node: Path): string {
  const head = node.quoted || !isPlain(node.head) ? `"${node.head}"` : node.head;
  return head + node.rest.map(segment).join('');
}

function strengthOf(node: Expression): number {
  if (node.kind === 'unary') return SIGN;
  if (node.kind !== 'arithmetic') return ATOM;
  return node.operator === '+' || node.operator === '-' ? SUM : PRODUCT;
}

/** In parentheses where it binds less than what is around it. */
function operand(node: Expression, least: number): string {
  const text = expression(node);
  const needs = strengthOf(node) < least || node.kind === 'comparison' || node.kind === 'case';
  return needs ? `(${text})` : text;
}

function expression(node: Expression): string {
  switch (node.kind) {
    case 'integer':
    case 'float':
      return node.digits;
    case 'string':
      return `'${node.value}'`;
    case 'boolean':
      return String(node.value);
    case 'path':
      return path(node);
    case 'range':
      return `[${node.from}..${node.to}]`;
    case 'slice':
      return `${path(node.path)}[${node.from}..${node.to}]`;
    case 'list':
      return `[${node.items.map((item) => operand(item, SUM)).join(', ')}]`;
    case 'unary':
      return `${node.operator} ${operand(node.operand, SIGN)}`;
    case 'arithmetic': {
      const strength = strengthOf(node);
      return `${operand(node.left, strength)} ${node.operator} ${operand(node.right, strength + 1)}`;
    }
    case 'comparison':
      return `${operand(node.left, SUM)} ${node.operator} ${operand(node.right, SUM)}`;
    case 'call': {
      const name = node.name.map((part, i) =>
        isPlain(part) || (i === 0 && RESERVED.has(part)) ? part : quoteKey(part),
      );
      return `${name.join('.')}(${node.args.map(expression).join(', ')})`;
    }
    case 'case': {
      const subject = node.subject ? ` ${operand(node.subject, SUM)}` : '';
      const branches = node.branches.map(({ when, result }) => ` WHEN ${condition(when)} THEN ${inResult(result)}`);
      const otherwise = node.otherwise ? ` ELSE ${inResult(node.otherwise)}` : '';
      return `CASE${subject}${branches.join('')}${otherwise} END`;
    }
  }
}

/** A result of CASE is a value or a comparison, never a CASE. */
function inResult(node: Expression): string {
  return node.kind === 'case' ? `(${expression(node)})` : expression(node);
}

function condition(node: Condition): string {
  switch (node.kind) {
    case 'and':
      return node.operands
        .map((inner) => (inner.kind === 'and' || inner.kind === 'or' ? `(${condition(inner)})` : condition(inner)))
        .join(' AND ');
    case 'or':
      return node.operands
        .map((inner) => (inner.kind === 'or' ? `(${condition(inner)})` : condition(inner)))
        .join(' OR ');
    case 'not': {
      const inner = node.operand;
      return `NOT ${inner.kind === 'and' || inner.kind === 'or' ? `(${condition(inner)})` : condition(inner)}`;
    }
    case 'in':
      return `${operand(node.subject, SUM)}${node.negated ? ' NOT' : ''} IN (${node.items.map(expression).join(', ')})`;
    default:
      return expression(node);
  }
}

function item(node: Item): string {
  if (node.kind === 'star') return '*';
  return node.alias ? `${expression(node.expression)} AS ${path(node.alias)}` : expression(node.expression);
}

/** A statement as text that reads back as the same tree. */
export function print(statement: Statement): string {
  const from = statement.from.map(({ text }) => (text.includes('"') ? `'${text}'` : `"${text}"`));
  const parts = [
    `${statement.kind.toUpperCase()} ${statement.items.map(item).join(', ')}`,
    ...(statement.do ? [`DO ${statement.do.map(item).join(', ')}`] : []),
    ...(statement.incase ? [`INCASE ${condition(statement.incase)}`] : []),
    `FROM ${from.join(', ')}`,
    ...(statement.where ? [`WHERE ${condition(statement.where)}`] : []),
  ];
  return parts.join(' ');
}
