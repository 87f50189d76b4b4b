import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { landmarkOf, useFloating } from './floating.ts';

const OPEN_MS = 500;
/** Time to move the pointer from the thing to its tip: what is in it can be read and copied. */
const CLOSE_MS = 120;

function Bubble({
  anchor,
  id,
  label,
  onEnter,
  onLeave,
}: {
  readonly anchor: Element;
  readonly id: string;
  readonly label: ReactNode;
  readonly onEnter: () => void;
  readonly onLeave: () => void;
}) {
  const ref = useFloating<HTMLDivElement>(anchor, 'above', 'center', 6);
  return createPortal(
    <div
      ref={ref}
      id={id}
      role="tooltip"
      popover="manual"
      className="tip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
    >
      {label}
    </div>,
    landmarkOf(anchor),
  );
}

type Anchor = HTMLAttributes<HTMLElement>;

/** More about the thing under the pointer or the focus, after 500 ms; Esc takes it away. */
export function Tip({ label, children }: { readonly label: ReactNode; readonly children: ReactElement<Anchor> }) {
  const id = useId();
  const [anchor, setAnchor] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const soon = (next: Element | undefined, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setAnchor(undefined);
  };
  const own = children.props;
  const both =
    <E extends SyntheticEvent>(first: ((event: E) => void) | undefined, then: (event: E) => void) =>
    (event: E) => {
      first?.(event);
      then(event);
    };
  const described = [own['aria-describedby'], anchor === undefined ? undefined : id].filter(Boolean).join(' ');
  const target = cloneElement(children, {
    ...(described === '' ? {} : { 'aria-describedby': described }),
    onPointerEnter: both(own.onPointerEnter, (event: PointerEvent<HTMLElement>) => soon(event.currentTarget, OPEN_MS)),
    onPointerLeave: both(own.onPointerLeave, (_: PointerEvent<HTMLElement>) => soon(undefined, CLOSE_MS)),
    onPointerDown: both(own.onPointerDown, (event: PointerEvent<HTMLElement>) => {
      // A finger has nothing to hover with: pressing shows it.
      if (event.pointerType === 'touch') soon(event.currentTarget, OPEN_MS / 2);
      else close();
    }),
    onFocus: both(own.onFocus, (event: FocusEvent<HTMLElement>) => {
      if (event.currentTarget.matches(':focus-visible')) soon(event.currentTarget, OPEN_MS);
    }),
    onBlur: both(own.onBlur, (_: FocusEvent<HTMLElement>) => close()),
    onKeyDown: both(own.onKeyDown, (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Escape' || anchor === undefined) return;
      event.stopPropagation();
      close();
    }),
  });
  return (
    <>
      {target}
      {anchor?.isConnected && (
        <Bubble
          anchor={anchor}
          id={id}
          label={label}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => soon(undefined, CLOSE_MS)}
        />
      )}
    </>
  );
}
