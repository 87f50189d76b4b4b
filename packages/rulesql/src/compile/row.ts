import type { Item, Path } from '../syntax/ast.ts';
import { putSteps, type Step } from '../value/path.ts';
import { setKey } from '../value/value.ts';
import { compileExpression } from './expression.ts';
import type { Frame } from './frame.ts';
import { madeUpName } from './made-up-name.ts';
import { type Layer, layeredScope, type Scope } from './scope.ts';
import { compileSteps } from './steps.ts';

type Row = Record<string, unknown>;
type RowOf = (frame: Frame) => Row;

/** Adds one item to the row that is being made; gives its value. */
type Put = (frame: Frame) => unknown;

/** Items of SELECT, FOREACH or DO, compiled. */
export interface CompiledItems {
  readonly puts: readonly Put[];
  /** What the items leave behind, for the clauses that come after. */
  readonly layer: Layer;
}

/** Builds the layer while the items are compiled, so that each sees exactly what comes before it. */
class GrowingLayer implements Layer {
  readonly names: Set<string> = new Set();
  payload: Layer['payload'] = 'none';
  readonly rowOf: RowOf;

  constructor(rowOf: RowOf) {
    this.rowOf = rowOf;
  }

  read(frame: Frame, name: string): unknown {
    return this.rowOf(frame)[name];
  }

  /** As it is now. */
  snapshot(): Layer {
    const rowOf = this.rowOf;
    return {
      names: new Set(this.names),
      payload: this.payload,
      read: (frame, name) => rowOf(frame)[name],
    };
  }
}

/**
 * Writes a value under a path. A payload that is still text is read as JSON first where the name of the target is of the
 * same sort as the payload (both from the event, or both from an alias); otherwise what the text held is lost, as the
 * broker does it.
 */
function compilePut(target: Path, rowOf: RowOf, opensPayload: boolean): (frame: Frame, value: unknown) => void {
  const { head, rest } = target;
  if (rest.length === 0) return (frame, value) => setKey(rowOf(frame), head, value);
  const steps = compileSteps(rest);
  return (frame, value) => {
    const row = rowOf(frame);
    const before = Object.hasOwn(row, head) ? row[head] : undefined;
    const container = opensPayload ? frame.inside(before) : before;
    const list: readonly Step[] =
      steps.kind === 'fixed' ? steps.steps : steps.steps((name) => (Object.hasOwn(row, name) ? row[name] : undefined));
    setKey(row, head, putSteps(container, list, value));
  };
}

/** `*`: all columns. A name that an alias has set before keeps it; a payload that took the event's place loses it. */
function compileStar(
  layer: GrowingLayer,
  below: (frame: Frame, put: (name: string, value: unknown) => void) => void,
): Put {
  const kept = new Set(layer.names);
  if (layer.payload === 'column') kept.delete('payload');
  const rowOf = layer.rowOf;
  return (frame) => {
    const row = rowOf(frame);
    below(frame, (name, value) => {
      if (!kept.has(name)) setKey(row, name, value);
    });
    return undefined;
  };
}

/**
 * Compiles the items of a clause.
 * @param below what the items read where the row has nothing
 * @param columns hands out everything that `*` stands for
 */
export function compileItems(
  items: readonly Item[],
  below: Scope,
  rowOf: RowOf,
  columns: (frame: Frame, put: (name: string, value: unknown) => void) => void,
): CompiledItems {
  const layer = new GrowingLayer(rowOf);
  const puts = items.map((item): Put => {
    if (item.kind === 'star') {
      const put = compileStar(layer, columns);
      if (layer.payload === 'none') layer.payload = 'column';
      return put;
    }
    return compileItem(item, layer, below);
  });
  return { puts, layer: layer.snapshot() };
}

function compileItem(item: Extract<Item, { kind: 'item' }>, layer: GrowingLayer, below: Scope): Put {
  const value = compileExpression(item.expression, layeredScope(layer.snapshot(), below));
  const target = item.alias ?? implicitTarget(item);
  if (!target) {
    const name = madeUpName(item.expression);
    return (frame) => {
      const result = value(frame);
      setKey(layer.rowOf(frame), name(frame), result);
      return result;
    };
  }
  const put = compilePut(target, layer.rowOf, noteTarget(target, item.alias !== undefined, layer));
  return (frame) => {
    const result = value(frame);
    put(frame, result);
    return result;
  };
}

/** Notes the name of the target; tells whether a payload there is opened before it is written into. */
function noteTarget(target: Path, explicit: boolean, layer: GrowingLayer): boolean {
  const isPayload = target.head === 'payload';
  const own = !explicit && target.rest.length > 0 ? 'column' : 'alias';
  const opens = isPayload && target.rest.length > 0 && layer.payload === own;
  if (isPayload && layer.payload === 'none') layer.payload = own;
  layer.names.add(target.head);
  return opens;
}

/** Where an item without alias goes: a path to itself, a text to its own name. */
function implicitTarget(item: Extract<Item, { kind: 'item' }>): Path | undefined {
  const node = item.expression;
  if (node.kind === 'path') return node;
  if (node.kind === 'slice') return node.path;
  if (node.kind === 'string') return { kind: 'path', head: node.value, quoted: true, rest: [], span: node.span };
  return undefined;
}
