import type { Statement } from '../syntax/ast.ts';
import { spend } from '../value/budget.ts';
import { Fault } from '../value/fault.ts';
import { setKey } from '../value/value.ts';
import type { Run } from './compile.ts';
import { costOf, costOfItems } from './cost.ts';
import { compileCondition } from './expression.ts';
import type { Frame } from './frame.ts';
import { compileItems } from './row.ts';
import { type Layer, mergedScope } from './scope.ts';
import { rowOfFrame } from './select.ts';

/** Most rows that one event may become. */
const MAX_ROWS = 100_000;

/** What an item costs, and each column of its row. */
const UNITS_PER_ITEM = 16;
const UNITS_PER_COLUMN = 14;

const selectionOf = (frame: Frame): Record<string, unknown> => frame.selection;

/** The name that each item gets: the last alias, `item` without one; none where the alias is a path. */
function itemName(statement: Statement): string | undefined {
  const last = statement.items.at(-1);
  if (last?.kind !== 'item' || !last.alias) return 'item';
  return last.alias.rest.length === 0 ? last.alias.head : undefined;
}

/** FOREACH: selects, filters, then makes a row of each item that INCASE lets through. */
export function compileForeach(statement: Statement): Run {
  const selection = compileItems(statement.items, mergedScope([]), selectionOf, (frame, put) => {
    for (const name of frame.event.names()) put(name, frame.event.get(name));
  });
  const name = itemName(statement);
  const last = statement.items.at(-1);
  const itemLayer: Layer = {
    names: new Set(name === undefined ? [] : [name]),
    payload: 'none',
    read: (frame) => frame.item,
  };
  const everything = (frame: Frame, put: (name: string, value: unknown) => void): void => {
    for (const column of frame.event.names()) put(column, frame.event.get(column));
    for (const column of Object.keys(frame.selection)) put(column, frame.selection[column]);
    if (name !== undefined) put(name, frame.item);
  };
  const below = mergedScope([itemLayer, selection.layer]);
  const where = statement.where && compileCondition(statement.where, mergedScope([selection.layer]));
  const incase = statement.incase && compileCondition(statement.incase, below);
  const doItems = statement.do && compileItems(statement.do, below, rowOfFrame, everything);
  const makeRow = (frame: Frame): Record<string, unknown> => {
    const row: Record<string, unknown> = {};
    frame.row = row;
    if (doItems) for (const put of doItems.puts) put(frame);
    else everything(frame, (column, value) => setKey(row, column, value));
    return row;
  };

  const cost = UNITS_PER_ITEM + costOf(statement.incase) + costOfItems(statement.do ?? []);
  /** Units for an item; without DO its row takes over every column. */
  const effort = (frame: Frame): number =>
    cost + UNITS_PER_COLUMN * (doItems ? doItems.puts.length : frame.event.names().length);

  return (frame, at) => {
    if (last?.kind === 'star') throw new Fault('FOREACH needs a list to go over; "*" is none.');
    let collection: unknown;
    for (const put of selection.puts) collection = put(frame);
    at.clause = 'where';
    if (where && !where(frame)) return { kind: 'no_match' };
    const rows: unknown[] = [];
    // What is no list has no items; that is no fault.
    for (const item of Array.isArray(collection) ? collection : []) {
      spend(effort(frame), 'FOREACH');
      frame.item = item;
      at.clause = 'incase';
      if (incase && !incase(frame)) continue;
      at.clause = 'do';
      if (rows.push(makeRow(frame)) > MAX_ROWS) {
        return { kind: 'error', clause: 'foreach', message: `One event becomes at most ${MAX_ROWS} rows.` };
      }
    }
    return { kind: 'rows', rows };
  };
}
