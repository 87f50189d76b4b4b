import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Something that depends on the object, as a line with a link. */
export interface Dependant {
  readonly id: string;
  readonly link: ReactNode;
  /** At the right: a rate, a state. */
  readonly effect?: ReactNode;
}

function DependantList({ items }: { readonly items: readonly Dependant[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="dependants">
      {items.map((item) => (
        <li key={item.id}>
          {item.link}
          {item.effect !== undefined && <span className="end small">{item.effect}</span>}
        </li>
      ))}
    </ul>
  );
}

export interface ConfirmDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What will stop or be lost. */
  readonly children?: ReactNode;
  readonly dependants?: readonly Dependant[];
  /** Verb and thing: "Delete rule". Absent when something blocks it: then there is only "Close". */
  readonly confirm?: {
    readonly label: string;
    readonly busyLabel: string;
    readonly busy: boolean;
    readonly onConfirm: () => void;
    readonly danger?: boolean;
  };
}

export function ConfirmDialog({ opened, onClose, title, children, dependants = [], confirm }: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      foot={
        <>
          <Button look={confirm === undefined ? 'default' : 'ghost'} onClick={onClose} data-autofocus>
            {confirm === undefined ? t('close') : t('cancel')}
          </Button>
          {confirm !== undefined && (
            <Button
              look={confirm.danger === false ? 'primary' : 'danger-solid'}
              busy={confirm.busy && confirm.busyLabel}
              onClick={confirm.onConfirm}
            >
              {confirm.label}
            </Button>
          )}
        </>
      }
    >
      {children}
      <DependantList items={dependants} />
    </Dialog>
  );
}
