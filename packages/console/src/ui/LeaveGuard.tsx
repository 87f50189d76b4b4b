import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Asks before unsaved changes are left, inside the console and by closing the tab. */
export function LeaveGuard({ when, onLeave }: { readonly when: boolean; readonly onLeave?: () => void }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname && next.pathname !== '/login',
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <LeaveDialog
      opened={blocker.status === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
    />
  );
}

/** The question whether to leave unsaved changes. */
export function LeaveDialog({
  opened,
  onStay,
  onLeave,
}: {
  readonly opened: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}) {
  const { t } = useTranslation('ui');
  return (
    <Dialog
      opened={opened}
      onClose={onStay}
      title={t('leave.title')}
      foot={
        <>
          <Button look="ghost" onClick={onLeave}>
            {t('leave.leave')}
          </Button>
          <Button look="primary" data-autofocus onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  );
}
