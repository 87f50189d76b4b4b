import { type ReactNode, useId } from 'react';
import { ModalLayer } from './ModalLayer.tsx';

export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Buttons, the safest first and with `data-autofocus`. */
  readonly foot: ReactNode;
  /** In px; 440 unless told. */
  readonly width?: number;
  /** A click beside it does not close it. */
  readonly sticky?: boolean;
  readonly children?: ReactNode;
}

/** A question over the page. Esc closes it, and the focus goes back to where it was. */
export function Dialog({ opened, onClose, title, foot, width = 440, sticky = false, children }: DialogProps) {
  const id = useId();
  if (!opened) return null;
  return (
    <ModalLayer
      className="dialog"
      placeClassName="dialog-place"
      labelledBy={id}
      width={`${width}px`}
      sticky={sticky}
      onClose={onClose}
    >
      <h2 id={id} className="dialog-head">
        {title}
      </h2>
      <div className="dialog-body">{children}</div>
      <div className="dialog-foot">{foot}</div>
    </ModalLayer>
  );
}
