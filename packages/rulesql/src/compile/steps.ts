import type { Index, Segment } from '../syntax/ast.ts';
import { getSteps, type Step } from '../value/path.ts';

/** Where the variables of an index are looked up. */
export type Root = (name: string) => unknown;

/** Steps known when compiling, or a function that finds them when running. */
export type Steps =
  | { readonly kind: 'fixed'; readonly steps: readonly Step[] }
  | { readonly kind: 'dynamic'; readonly steps: (root: Root) => readonly Step[] };

function fixedStep(segment: Segment): Step | undefined {
  if (segment.kind === 'key') return { kind: 'key', key: segment.key };
  const index = segment.index;
  switch (index.kind) {
    case 'number':
      return index.value === 0 ? { kind: 'edge', at: 'head' } : { kind: 'index', index: index.value };
    case 'negativeZero':
      return { kind: 'edge', at: 'tail' };
    case 'path':
      return undefined;
  }
}

/** An index that is no integer leads nowhere, as place 0 does. */
function indexStep(index: Extract<Index, { kind: 'path' }>): (root: Root) => Step {
  const rest = compileSteps(index.path.rest);
  return (root) => {
    const value = getSteps(root(index.path.head), rest.kind === 'fixed' ? rest.steps : rest.steps(root));
    return { kind: 'index', index: typeof value === 'number' && Number.isInteger(value) ? value : 0 };
  };
}

export function compileSteps(segments: readonly Segment[]): Steps {
  const parts = segments.map((segment) => {
    const step = fixedStep(segment);
    if (step) return step;
    return segment.kind === 'index' && segment.index.kind === 'path' ? indexStep(segment.index) : undefined;
  });
  const steps = parts.filter((part): part is Step => typeof part === 'object');
  if (steps.length === parts.length) return { kind: 'fixed', steps };
  return {
    kind: 'dynamic',
    steps: (root) =>
      parts.flatMap((part) => (part === undefined ? [] : typeof part === 'function' ? [part(root)] : [part])),
  };
}

export function follow(value: unknown, steps: Steps, root: Root): unknown {
  return getSteps(value, steps.kind === 'fixed' ? steps.steps : steps.steps(root));
}
