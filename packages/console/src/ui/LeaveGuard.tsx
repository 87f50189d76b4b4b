import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Asks before unsaved changes are left, inside the console and by closing the tab. */
export function LeaveGuard({ when, onLeave }: { readonly when: boolean; readonly onLeave?: () => void }) {
  const { t } = useTranslation('ui');
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname && next.pathname !== '/login',
    enableBeforeUnload: when,
    withResolver: true,
  });
  return (
    <Dialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('leave.title')}
      foot={
        <>
          <Button
            look="ghost"
            onClick={() => {
              onLeave?.();
              blocker.proceed?.();
            }}
          >
            {t('leave.leave')}
          </Button>
          <Button look="primary" data-autofocus onClick={() => blocker.reset?.()}>
            {t('leave.stay')}
          </Button>
        </>
      }
    >
      <p>{t('leave.text')}</p>
    </Dialog>
  );
}
