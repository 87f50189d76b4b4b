import type { Expression, Item, Statement } from '../syntax/ast.ts';
import type { RunResult } from '../types.ts';
import type { Run } from './compile.ts';
import { compileCondition } from './expression.ts';
import type { Frame, Test } from './frame.ts';
import { namesRead } from './names-read.ts';
import { compileItems } from './row.ts';
import { mergedScope } from './scope.ts';

const NO_MATCH: RunResult = { kind: 'no_match' };

export const rowOfFrame = (frame: Frame): Record<string, unknown> => frame.row;

function eventColumns(frame: Frame, put: (name: string, value: unknown) => void): void {
  const event = frame.event;
  for (const name of event.names()) put(name, event.get(name));
}

/** Can nothing go wrong in this item but the reading of the payload as JSON? */
function isSafe(item: Item): boolean {
  if (item.kind === 'star') return true;
  const kind = item.expression.kind;
  const harmless = kind === 'path' || kind === 'string' || kind === 'integer' || kind === 'float' || kind === 'boolean';
  return harmless && (item.alias === undefined || item.alias.rest.length === 0);
}

function looksInside(expression: Expression): boolean {
  return expression.kind === 'path' && expression.head === 'payload' && expression.rest.length > 0;
}

/**
 * SELECT comes before WHERE, which sees its aliases. Where the condition reads none of them and the items cannot fail,
 * the condition is tried first: most events of most rules end there.
 */
export function compileSelect(statement: Statement): Run {
  const { puts, layer } = compileItems(statement.items, mergedScope([]), rowOfFrame, eventColumns);
  const where = statement.where && compileCondition(statement.where, mergedScope([layer]));
  const fill = (frame: Frame): void => {
    for (const put of puts) put(frame);
  };
  const rows = (frame: Frame): RunResult => ({ kind: 'rows', rows: [frame.row] });

  if (!where || !statement.where) {
    return (frame) => {
      fill(frame);
      return rows(frame);
    };
  }
  const read = namesRead(statement.where);
  const set = statement.items.flatMap((item) => (item.kind === 'item' ? [headOf(item)] : []));
  if (
    statement.items.every(isSafe) &&
    !set.some((name) => name !== undefined && read.has(name) && !isItself(statement, name))
  ) {
    // The condition reads the event alone here: no row exists yet.
    return filterFirst(statement, compileCondition(statement.where, mergedScope([])), fill, rows);
  }
  return (frame, at) => {
    fill(frame);
    at.clause = 'where';
    return where(frame) ? rows(frame) : NO_MATCH;
  };
}

function headOf(item: Extract<Item, { kind: 'item' }>): string | undefined {
  if (item.alias) return item.alias.head;
  return item.expression.kind === 'path' ? item.expression.head : undefined;
}

/** Does every item that sets `name` set it to the column of that name? */
function isItself(statement: Statement, name: string): boolean {
  return statement.items.every((item) => {
    if (item.kind === 'star' || headOf(item) !== name) return true;
    const node = item.expression;
    return node.kind === 'path' && node.head === name && node.rest.length === 0;
  });
}

function filterFirst(
  statement: Statement,
  where: Test,
  fill: (frame: Frame) => void,
  rows: (frame: Frame) => RunResult,
): Run {
  // A payload that is no JSON fails in SELECT, whatever WHERE would have said.
  const decodes = statement.items.some((item) => item.kind === 'item' && looksInside(item.expression));
  return (frame, at) => {
    if (decodes) frame.open(frame.event.get('payload'));
    at.clause = 'where';
    if (!where(frame)) return NO_MATCH;
    at.clause = 'select';
    fill(frame);
    return rows(frame);
  };
}
