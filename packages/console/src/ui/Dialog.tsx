import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';

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
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      centered
      closeOnClickOutside={!sticky}
      size={width}
      zIndex="var(--z-dialog)"
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ content: 'dialog', overlay: 'scrim' }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Title className="dialog-head">{title}</Modal.Title>
        <div className="dialog-body">{children}</div>
        <div className="dialog-foot">{foot}</div>
      </Modal.Content>
    </Modal.Root>
  );
}
