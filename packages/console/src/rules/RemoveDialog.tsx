import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';

/** Taking an input away rewrites FROM: asked about first. The last one cannot go. */
export function RemoveDialog({
  name,
  kind,
  isLast,
  onClose,
  onConfirm,
}: {
  /** What goes; absent while nothing is asked. */
  readonly name: string | undefined;
  readonly kind: 'input' | 'output';
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const { t } = useTranslation('rules');
  const isBlocked = kind === 'input' && isLast;
  return (
    <ConfirmDialog
      opened={name !== undefined}
      onClose={onClose}
      title={isBlocked ? t('removeDialog.lastTitle') : t(`removeDialog.${kind}Title`, { name: name ?? '' })}
      {...(isBlocked
        ? {}
        : { confirm: { label: t(`removeDialog.${kind}Confirm`), busyLabel: '', busy: false, onConfirm } })}
    >
      <p>{isBlocked ? t('removeDialog.lastText') : t(`removeDialog.${kind}Text`)}</p>
    </ConfirmDialog>
  );
}
