import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';

interface BulkButton {
  readonly onClick: () => void;
  readonly disabledReason: string | undefined;
  readonly isBusy?: boolean;
}

/** Enable, disable and delete, for the selected rows; a button without its part is not there. */
export function BulkButtons({
  enable,
  disable,
  remove,
}: {
  readonly enable: BulkButton | undefined;
  readonly disable: BulkButton | undefined;
  readonly remove: BulkButton;
}) {
  const { t } = useTranslation('ui');
  return (
    <>
      {enable !== undefined && (
        <Button
          size="sm"
          busy={enable.isBusy === true && t('enable')}
          disabledReason={enable.disabledReason}
          onClick={enable.onClick}
        >
          {t('enable')}
        </Button>
      )}
      {disable !== undefined && (
        <Button
          size="sm"
          busy={disable.isBusy === true && t('disable')}
          disabledReason={disable.disabledReason}
          onClick={disable.onClick}
        >
          {t('disable')}
        </Button>
      )}
      <Button size="sm" look="danger" icon="trash" disabledReason={remove.disabledReason} onClick={remove.onClick}>
        {t('deleteEllipsis')}
      </Button>
    </>
  );
}
