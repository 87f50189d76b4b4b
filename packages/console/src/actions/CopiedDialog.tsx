import { useTranslation } from 'react-i18next';
import type { ChannelKind } from '../api/channels.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { ruleStart } from './channel-paths.ts';

/** After a copy: on to a rule, or back to the list. */
export function CopiedDialog({
  kind,
  id,
  onClose,
}: {
  readonly kind: ChannelKind;
  readonly id: string | undefined;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('actions');
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={t('copied.title', { id: id ?? '' })}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {t(`copied.back.${kind}`)}
          </Button>
          <LinkButton look="primary" to="/rule/rules/create" search={ruleStart(kind, id ?? '')}>
            {t('copied.createRule')}
          </LinkButton>
        </>
      }
    >
      <p>{t('copied.text')}</p>
    </Dialog>
  );
}
