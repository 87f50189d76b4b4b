import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';

const FOCUSABLE =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';

/** Open layers, the top one last: only that one hears keys. */
const layers: HTMLElement[] = [];

function focusable(layer: HTMLElement): readonly HTMLElement[] {
  return [...layer.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.checkVisibility?.() ?? true);
}

/** Tab goes round inside the layer. */
function keepInside(event: KeyboardEvent, layer: HTMLElement): void {
  const all = focusable(layer);
  const first = all[0];
  const last = all.at(-1);
  const { activeElement } = document;
  const isOutside = !layer.contains(activeElement);
  if (first === undefined || last === undefined) event.preventDefault();
  else if (event.shiftKey && (activeElement === first || activeElement === layer || isOutside)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && (activeElement === last || isOutside)) {
    event.preventDefault();
    first.focus();
  }
}

/** The page behind does not scroll, and stands where it stood although its scroll bar is gone. */
function coverPage(): void {
  const root = document.documentElement;
  // Its own width: room that is kept for a scroll bar counts too.
  root.style.setProperty('--scroll-bar', `${window.innerWidth - root.getBoundingClientRect().width}px`);
  root.classList.add('modal-open');
}

interface ModalLayerProps {
  readonly className: string;
  /** Around the box: where on the page it stands. */
  readonly placeClassName: string;
  readonly labelledBy: string;
  readonly onClose: () => void;
  /** A click beside the box does not close it. */
  readonly sticky?: boolean;
  readonly width: string;
  readonly children: ReactNode;
}

/**
 * A box over the page that keeps the focus until it is closed: it starts at `[data-autofocus]`, or at the first
 * control, and goes back to where it was. Esc and a click beside it close it. Mounted while it is open.
 */
export function ModalLayer(props: ModalLayerProps) {
  const { className, placeClassName, labelledBy, onClose, sticky = false, width, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;

  useLayoutEffect(() => {
    const layer = box.current;
    if (layer === null) return;
    const before = document.activeElement;
    layers.push(layer);
    if (layers.length === 1) coverPage();
    (layer.querySelector<HTMLElement>('[data-autofocus]') ?? focusable(layer)[0] ?? layer).focus();
    const onKey = (event: KeyboardEvent) => {
      // A control inside may have used the key itself: an editor, a menu, a list of suggestions.
      if (layers.at(-1) !== layer || event.defaultPrevented) return;
      if (event.key === 'Tab') keepInside(event, layer);
      else if (event.key === 'Escape') {
        event.preventDefault();
        latest.current();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) document.documentElement.classList.remove('modal-open');
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  return createPortal(
    <div
      className={`scrim ${placeClassName}`}
      onPointerDown={(event) => {
        if (!sticky && event.target === event.currentTarget) onClose();
      }}
    >
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby={labelledBy}
        tabIndex={-1}
        className={className}
        style={{ width }}
      >
        {children}
      </div>
    </div>,
    document.body,
  );
}
