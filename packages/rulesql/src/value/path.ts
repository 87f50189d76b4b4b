import { spend } from './budget.ts';
import { Fault } from './fault.ts';
import { readPayload, spendOnJson } from './json-decode.ts';
import { getKey, isMap, withKey } from './value.ts';

/** One step into a value: a key of a map, or a place in a list (1 is the first, -1 the last). */
export type Step =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'index'; readonly index: number }
  /** `[0]` and `[-0]`: nothing when read; when written, before the first and after the last. */
  | { readonly kind: 'edge'; readonly at: 'head' | 'tail' };

function decodeQuietly(text: string): unknown {
  // Only a map or a list has something inside.
  if (!/^\s*[{[]/.test(text)) return undefined;
  spendOnJson(text);
  try {
    return readPayload(text);
  } catch {
    return undefined;
  }
}

/** What a step leads to; text is looked into as JSON. `undefined` where there is nothing. */
function getStep(container: unknown, step: Step): unknown {
  const value = typeof container === 'string' ? decodeQuietly(container) : container;
  if (typeof value !== 'object' || value === null) return undefined;
  if (step.kind === 'key') return isMap(value) ? getKey(value, step.key) : undefined;
  if (step.kind === 'edge' || step.index === 0 || !Array.isArray(value)) return undefined;
  return value.at(step.index > 0 ? step.index - 1 : step.index);
}

/** Follows the steps from `value`. */
export function getSteps(value: unknown, steps: readonly Step[]): unknown {
  let current = value;
  for (const step of steps) {
    if (current === undefined) return undefined;
    current = getStep(current, step);
  }
  return current;
}

/**
 * A copy of `container` in which the steps lead to `value`. What is no map gives way to a map, what is no list to a
 * list; a place outside a list is ignored.
 */
export function putSteps(container: unknown, steps: readonly Step[], value: unknown, from = 0): unknown {
  const step = steps[from];
  if (step === undefined) return value;
  const inner = from === steps.length - 1 ? value : putSteps(getStep(container, step), steps, value, from + 1);
  return putStep(container, step, inner);
}

const UNITS_PER_COPIED = 2;

function putStep(container: unknown, step: Step, value: unknown): unknown {
  if (step.kind === 'key') {
    return isMap(container) ? withKey(container, step.key, value) : withKey({}, step.key, value);
  }
  if (!Array.isArray(container)) return [value];
  spend(container.length * UNITS_PER_COPIED);
  if (step.kind === 'edge') return step.at === 'head' ? [value, ...container] : [...container, value];
  const place = step.index > 0 ? step.index - 1 : container.length + step.index;
  if (place < 0 || place >= container.length) return container;
  return container.with(place, value);
}

/** `[from..to]` of a list: an end past it is clipped, a start before it is a fault. */
export function sliceList(value: unknown, from: number, to: number): unknown[] {
  if (!Array.isArray(value)) throw new Fault('Only a list has a range.');
  if (from === 0 || to === 0) throw new Fault('A range counts from 1, or from -1 backwards; 0 is no place.');
  const start = from > 0 ? from : value.length + from + 1;
  const end = to > 0 ? to : value.length + to + 1;
  if (start < 1) throw new Fault('The range starts before the list.');
  if (end < start - 1) throw new Fault('The range ends before it starts.');
  return value.slice(start - 1, end);
}
