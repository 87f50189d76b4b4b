import { controlId } from './form-context.ts';
import type { Path } from './model/types.ts';

/** Scrolls to the control of a path and gives it the focus; opens closed blocks on the way. */
export function focusField(formId: string, path: Path): void {
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
}
