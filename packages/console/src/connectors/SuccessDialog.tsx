import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Connector } from '../api/connectors.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { canCreateRule, useCreateRule } from './create-rule.tsx';

/** A connector was made: go on to a rule, or back to the list. */
export function SuccessDialog({ connector }: { readonly connector: Connector | undefined }) {
  const { t } = useTranslation('connectors');
  const navigate = useNavigate();
  const createRule = useCreateRule();
  const toList = () => void navigate({ to: '/connector', ignoreBlocker: true });
  if (connector === undefined) return null;
  return (
    <>
      <Dialog
        opened={!createRule.asking}
        onClose={toList}
        title={t('success.title', { name: connector.name })}
        foot={
          <>
            <Button look={canCreateRule(connector.type) ? 'ghost' : 'primary'} onClick={toList}>
              {t('success.toList')}
            </Button>
            {canCreateRule(connector.type) && (
              <Button look="primary" data-autofocus onClick={() => createRule.start(connector)}>
                {t('success.createRule')}
              </Button>
            )}
          </>
        }
      >
        <p>{t('success.text')}</p>
      </Dialog>
      {createRule.dialog}
    </>
  );
}
