import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';

/** Asked when someone leaves a page with unsaved changes. */
export function UnsavedDialog({
  leaving,
}: {
  readonly leaving: { readonly proceed: () => void; readonly stay: () => void } | undefined;
}) {
  const { t } = useTranslation('rules');
  return (
    <Dialog
      opened={leaving !== undefined}
      onClose={() => leaving?.stay()}
      title={t('unsaved.title')}
      foot={
        <>
          <Button look="ghost" onClick={() => leaving?.stay()} data-autofocus>
            {t('unsaved.stay')}
          </Button>
          <Button look="danger-solid" onClick={() => leaving?.proceed()}>
            {t('unsaved.leave')}
          </Button>
        </>
      }
    >
      <p>{t('unsaved.text')}</p>
    </Dialog>
  );
}
