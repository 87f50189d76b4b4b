import type { Flow, FlowEdge } from './flow.ts';

/** Where things are in the drawing, in px from the top. */
export const NODE_HEIGHT = 44;
const PITCH = 62;
const WIDEST = 12.5;
const THINNEST = 2;

export interface FlowLayout {
  readonly height: number;
  readonly inputs: readonly number[];
  readonly rules: readonly number[];
  readonly outputs: readonly number[];
  readonly left: readonly Ribbon[];
  readonly right: readonly Ribbon[];
}

export interface Ribbon {
  readonly edge: FlowEdge;
  /** Middle at both ends. */
  readonly y1: number;
  readonly y2: number;
  readonly width: number;
}

/** Width by the square root of the rate, so that small streams stay visible beside large ones. */
export function ribbonWidth(rate: number | undefined, largest: number): number {
  if (rate === undefined || rate <= 0 || largest <= 0) return THINNEST;
  return THINNEST + (WIDEST - THINNEST) * Math.sqrt(Math.min(1, rate / largest));
}

/** Tops of nodes spread over the height. */
function column(count: number, height: number): readonly number[] {
  const used = count * NODE_HEIGHT;
  const gap = count > 1 ? Math.min(height / 2, (height - used) / (count - 1)) : 0;
  const start = count > 1 ? 0 : (height - NODE_HEIGHT) / 2;
  return Array.from({ length: count }, (_, index) => start + index * (NODE_HEIGHT + gap));
}

/** Ends of ribbons lie beside each other at a node instead of on top of each other. */
function ends(
  edges: readonly FlowEdge[],
  widths: readonly number[],
  tops: readonly number[],
  at: 'from' | 'to',
  towards: readonly number[],
): readonly number[] {
  const result = new Array<number>(edges.length).fill(0);
  const other = at === 'from' ? 'to' : 'from';
  for (const [node, top] of tops.entries()) {
    const own = edges.map((_, index) => index).filter((index) => edges[index]?.[at] === node);
    own.sort((a, b) => (towards[edges[a]?.[other] ?? 0] ?? 0) - (towards[edges[b]?.[other] ?? 0] ?? 0));
    const total = own.reduce((sum, index) => sum + (widths[index] ?? 0), 0);
    let y = top + NODE_HEIGHT / 2 - total / 2;
    for (const index of own) {
      const width = widths[index] ?? 0;
      result[index] = y + width / 2;
      y += width;
    }
  }
  return result;
}

export function layoutFlow(flow: Flow): FlowLayout {
  const rows = Math.max(flow.inputs.length, flow.rules.length, flow.outputs.length, 1);
  const height = rows * PITCH - (PITCH - NODE_HEIGHT);
  const inputs = column(flow.inputs.length, height);
  const rules = column(flow.rules.length, height);
  const outputs = column(flow.outputs.length, height);
  const largest = Math.max(0, ...[...flow.left, ...flow.right].map((edge) => edge.rate ?? 0));
  const ribbons = (edges: readonly FlowEdge[], from: readonly number[], to: readonly number[]): readonly Ribbon[] => {
    const widths = edges.map((edge) => ribbonWidth(edge.rate, largest));
    const starts = ends(edges, widths, from, 'from', to);
    const stops = ends(edges, widths, to, 'to', from);
    return edges.map((edge, index) => ({
      edge,
      y1: starts[index] ?? 0,
      y2: stops[index] ?? 0,
      width: widths[index] ?? THINNEST,
    }));
  };
  return {
    height,
    inputs,
    rules,
    outputs,
    left: ribbons(flow.left, inputs, rules),
    right: ribbons(flow.right, rules, outputs),
  };
}
