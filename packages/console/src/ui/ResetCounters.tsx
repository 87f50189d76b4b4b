import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { toastDone } from './toast-store.ts';

/** The link that sets the counters of an object to zero, after asking. */
export function ResetCounters({
  title,
  text,
  disabledReason,
  isBusy,
  onReset,
}: {
  readonly title: string;
  /** What is lost and what is not. */
  readonly text: string;
  readonly disabledReason: string | undefined;
  readonly isBusy: boolean;
  readonly onReset: (onDone: () => void) => void;
}) {
  const { t } = useTranslation('ui');
  const [isAsking, setIsAsking] = useState(false);
  const done = () => {
    setIsAsking(false);
    toastDone(t('reset.done'));
  };
  return (
    <>
      <button
        type="button"
        className="link"
        disabled={disabledReason !== undefined}
        title={disabledReason}
        onClick={() => setIsAsking(true)}
      >
        {t('reset.ask')}
      </button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={title}
        confirm={{
          label: t('reset.confirm'),
          busyLabel: t('reset.busy'),
          busy: isBusy,
          onConfirm: () => onReset(done),
        }}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  );
}
