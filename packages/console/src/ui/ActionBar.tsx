import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';

/** Where the buttons of a form go inside a drawer: its foot. `undefined` outside of drawers. */
export const DrawerFoot = createContext<{ readonly element: HTMLElement | null } | undefined>(undefined);

/**
 * The buttons of a form, in a bar that stays in view: below the form, or at the foot of the drawer it is in. There a
 * submit button is not inside its form: name the form with `form={id}`.
 */
export function ActionBar({ children }: { readonly children: ReactNode }) {
  const foot = use(DrawerFoot);
  if (foot === undefined) return <div className="action-bar">{children}</div>;
  return foot.element === null ? null : createPortal(children, foot.element);
}
