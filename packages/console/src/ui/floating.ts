import { useLayoutEffect, useRef } from 'react';

export type Side = 'above' | 'below';
export type Align = 'start' | 'center' | 'end';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const MARGIN = 8;

/**
 * Where a floating box goes: at the wanted side of its anchor, at the other one where there is no room, and never out
 * of the window. All in CSS px of the window.
 */
export function placeBeside(
  anchor: Box,
  size: { readonly width: number; readonly height: number },
  view: { readonly width: number; readonly height: number },
  side: Side,
  align: Align,
  gap: number,
): { readonly left: number; readonly top: number } {
  const above = anchor.top - gap - size.height;
  const below = anchor.top + anchor.height + gap;
  const fitsAbove = above >= MARGIN;
  const fitsBelow = below + size.height <= view.height - MARGIN;
  const top = side === 'above' ? (fitsAbove || !fitsBelow ? above : below) : fitsBelow || !fitsAbove ? below : above;
  const left =
    align === 'start'
      ? anchor.left
      : align === 'end'
        ? anchor.left + anchor.width - size.width
        : anchor.left + (anchor.width - size.width) / 2;
  const within = (value: number, most: number) => Math.max(MARGIN, Math.min(value, most - MARGIN));
  return { left: within(left, view.width - size.width), top: within(top, view.height - size.height) };
}

/** The landmark, or the dialog, an element is in: what floats over it belongs there too. */
export function landmarkOf(element: Element): Element {
  return element.closest('[role="dialog"], main, header, nav, aside, footer') ?? document.body;
}

/** Shows the element of the ref above everything else, beside its anchor, for as long as it is mounted. */
export function useFloating<T extends HTMLElement>(anchor: Element, side: Side, align: Align, gap: number) {
  const ref = useRef<T>(null);
  useLayoutEffect(() => {
    const floating = ref.current;
    if (floating === null) return;
    const place = () => {
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const size = { width: floating.offsetWidth, height: floating.offsetHeight };
      const { left, top } = placeBeside(anchor.getBoundingClientRect(), size, view, side, align, gap);
      floating.style.left = `${left}px`;
      floating.style.top = `${top}px`;
    };
    floating.showPopover?.();
    place();
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [anchor, side, align, gap]);
  return ref;
}
