import type { Path } from '../syntax/ast.ts';
import { getSteps, type Step } from '../value/path.ts';
import { getKey, isMap } from '../value/value.ts';
import type { Evaluate, Frame } from './frame.ts';
import { compileSteps, follow, type Steps } from './steps.ts';

/**
 * How a clause reads names. Names set by earlier items are known when compiling, so every lookup is decided there:
 * - a `layered` scope (SELECT, FOREACH, DO) reads its own row first and, where that gives nothing, what lies below;
 * - a `merged` scope (WHERE, INCASE) reads a name that a row has set from the row only.
 */
export interface Scope {
  /** May functions such as `topic()` see the event here? */
  readonly seesEvent: boolean;
  path(path: Path): Evaluate;
}

/** A set of names above the columns of the event. */
export interface Layer {
  readonly names: ReadonlySet<string>;
  read(frame: Frame, name: string): unknown;
  /**
   * Whose payload this is, if it has one: 'column' when it took the place of the event's (by `*` or by an item such as
   * `payload.x` without alias), 'alias' when an alias made it.
   */
  readonly payload: 'none' | 'column' | 'alias';
}

function eventLookup(frame: Frame, name: string): unknown {
  return frame.event.get(name);
}

type Lookup = (frame: Frame, name: string) => unknown;

/** The event with the layers laid over it: the last layer that has a name decides. */
function mergedLookup(layers: readonly Layer[]): Lookup {
  if (layers.length === 0) return eventLookup;
  return (frame, name) => {
    for (const layer of layers) if (layer.names.has(name)) return layer.read(frame, name);
    return frame.event.get(name);
  };
}

/** `lookup` of one name, decided when compiling. */
function lookupOf(layers: readonly Layer[], name: string): Evaluate {
  const layer = layers.find((candidate) => candidate.names.has(name));
  return layer ? (frame) => layer.read(frame, name) : (frame) => frame.event.get(name);
}

/** The payload that paths lead into. The event's own hides one that an alias made. */
function payloadOf(layers: readonly Layer[]): Evaluate {
  const column = layers.find((layer) => layer.payload === 'column');
  if (column) return (frame) => column.read(frame, 'payload');
  const alias = layers.find((layer) => layer.names.has('payload'));
  if (!alias) return (frame) => frame.event.get('payload');
  return (frame) => {
    const own = frame.event.get('payload');
    return own === undefined ? alias.read(frame, 'payload') : own;
  };
}

/** Variables of an index under `payload` are looked up in the payload itself. */
function insideRoot(inside: unknown): (name: string) => unknown {
  return (name) => (isMap(inside) ? getKey(inside, name) : undefined);
}

function inPayload(payload: Evaluate, steps: Steps): Evaluate {
  if (steps.kind === 'fixed' && steps.steps[0]?.kind === 'key') {
    const [{ key }, ...rest] = steps.steps as readonly [Extract<Step, { kind: 'key' }>, ...Step[]];
    if (rest.length === 0) return (frame) => frame.member(payload(frame), key);
    return (frame) => getSteps(frame.member(payload(frame), key), rest);
  }
  return (frame) => {
    const inside = frame.inside(payload(frame));
    return follow(inside, steps, insideRoot(inside));
  };
}

/** A scope over the event and the layers (first one on top). */
export function mergedScope(layers: readonly Layer[]): Scope {
  const lookup = mergedLookup(layers);
  return {
    seesEvent: true,
    path({ head, rest }) {
      const value = lookupOf(layers, head);
      if (rest.length === 0) return value;
      const steps = compileSteps(rest);
      if (head === 'payload') return inPayload(payloadOf(layers), steps);
      return (frame) => follow(value(frame), steps, (name) => lookup(frame, name));
    },
  };
}

/** A scope that reads `top` first and, where that gives nothing, the scope below. */
export function layeredScope(top: Layer, below: Scope): Scope {
  return {
    seesEvent: false,
    path(path) {
      const lower = below.path(path);
      if (!top.names.has(path.head)) return lower;
      const steps = compileSteps(path.rest);
      const upper: Evaluate =
        path.head === 'payload' && path.rest.length > 0
          ? inPayload((frame) => top.read(frame, 'payload'), steps)
          : (frame) =>
              follow(top.read(frame, path.head), steps, (name) =>
                top.names.has(name) ? top.read(frame, name) : undefined,
              );
      return (frame) => {
        const value = upper(frame);
        return value === undefined ? lower(frame) : value;
      };
    },
  };
}
