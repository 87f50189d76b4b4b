import { describe, expect, it } from 'vitest';
import type { Flow, FlowNode } from './flow.ts';
import { layoutFlow, NODE_HEIGHT, ribbonWidth } from './flow-layout.ts';

const node = (id: string): FlowNode => ({ id, kind: 'topic', label: id, tone: 'ok', rate: undefined });

describe('the drawing', () => {
  const flow: Flow = {
    inputs: [node('a')],
    rules: [node('r'), node('s'), node('t')],
    outputs: [node('x'), node('y')],
    left: [
      { from: 0, to: 0, rate: 100, bad: false },
      { from: 0, to: 2, rate: 1, bad: false },
    ],
    right: [{ from: 1, to: 1, rate: undefined, bad: true }],
    hidden: 0,
  };
  const layout = layoutFlow(flow);
  it('keeps nodes apart and inside', () => {
    for (const tops of [layout.inputs, layout.rules, layout.outputs]) {
      for (const [index, top] of tops.entries()) {
        expect(top).toBeGreaterThanOrEqual(0);
        expect(top + NODE_HEIGHT).toBeLessThanOrEqual(layout.height + 0.01);
        if (index > 0) expect(top - (tops[index - 1] ?? 0)).toBeGreaterThanOrEqual(NODE_HEIGHT);
      }
    }
  });
  it('puts ribbons of one node beside each other, within the node', () => {
    const [one, other] = layout.left;
    expect(other!.y1 - one!.y1).toBeCloseTo((one!.width + other!.width) / 2);
    const middle = (layout.inputs[0] ?? 0) + NODE_HEIGHT / 2;
    expect(Math.abs(one!.y1 - middle)).toBeLessThan(NODE_HEIGHT / 2);
  });
  it('grows with the rate and never vanishes', () => {
    expect(ribbonWidth(undefined, 10)).toBe(2);
    expect(ribbonWidth(0, 10)).toBe(2);
    expect(ribbonWidth(10, 10)).toBe(12.5);
    expect(ribbonWidth(2.5, 10)).toBeCloseTo(7.25);
  });
});
