import { describe, expect, it } from 'vitest';
import { placeBeside } from './floating.ts';

const view = { width: 400, height: 300 };
const size = { width: 100, height: 50 };
const at = (left: number, top: number) => ({ left, top, width: 40, height: 20 });

describe('what floats beside something', () => {
  it('stands at the wanted side, aligned', () => {
    expect(placeBeside(at(100, 100), size, view, 'below', 'start', 4)).toEqual({ left: 100, top: 124 });
    expect(placeBeside(at(100, 100), size, view, 'below', 'end', 4)).toEqual({ left: 40, top: 124 });
    expect(placeBeside(at(100, 100), size, view, 'above', 'center', 4)).toEqual({ left: 70, top: 46 });
  });
  it('goes to the other side where there is no room', () => {
    expect(placeBeside(at(100, 270), size, view, 'below', 'start', 4).top).toBe(216);
    expect(placeBeside(at(100, 10), size, view, 'above', 'start', 4).top).toBe(34);
  });
  it('stays in the window, its beginning in sight when it is too large', () => {
    expect(placeBeside(at(0, 100), size, view, 'below', 'end', 4).left).toBe(8);
    expect(placeBeside(at(390, 100), size, view, 'below', 'start', 4).left).toBe(292);
    expect(placeBeside(at(0, 100), { width: 600, height: 500 }, view, 'below', 'start', 4)).toEqual({
      left: 8,
      top: 8,
    });
  });
});
