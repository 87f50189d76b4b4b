import { useTranslation } from 'react-i18next';
import type { ChannelKind } from '../api/channels.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { ruleStart } from './channel-paths.ts';

/** An action or source was made, anew or as a copy: on to a rule, or back to the list. */
export function MadeDialog({
  kind,
  id,
  isCopy = false,
  onClose,
}: {
  readonly kind: ChannelKind;
  readonly id: string | undefined;
  readonly isCopy?: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('actions');
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title={t(isCopy ? 'copied.title' : 'made.title', { id: id ?? '' })}
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
      <p>{t(isCopy ? 'copied.text' : `made.text.${kind}`)}</p>
    </Dialog>
  );
}
