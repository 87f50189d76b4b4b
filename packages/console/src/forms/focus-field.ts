import { controlId } from './form-context.ts';
import type { Path } from './model/types.ts';

/** Frames to wait for a control that a tab or a block has yet to show. */
const PATIENCE = 10;

/** Scrolls to the control of a path and gives it the focus; opens closed blocks on the way. */
export function focusField(formId: string, path: Path, patience = PATIENCE): void {
  // The control may be of a part of the path (a row of a map belongs to the map).
  for (let length = path.length; length > 0; length--) {
    const element = document.getElementById(controlId(formId, path.slice(0, length)));
    if (element === null) continue;
    for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
      if (parent instanceof HTMLDetailsElement) parent.open = true;
    }
    element.scrollIntoView({
      block: 'center',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    element.focus({ preventScroll: true });
    return;
  }
  if (patience > 0) requestAnimationFrame(() => focusField(formId, path, patience - 1));
}
