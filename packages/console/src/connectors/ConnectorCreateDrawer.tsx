import { useTranslation } from 'react-i18next';
import type { Connector } from '../api/connectors.ts';
import { Button } from '../ui/Button.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { ConfigurationStep } from './ConfigurationStep.tsx';
import { useConnectorModel } from './use-connector-model.ts';

export interface ConnectorCreateDrawerProps {
  readonly opened: boolean;
  readonly type: string;
  readonly onClose: () => void;
  /** After creating: the new connector is chosen where the drawer was opened from. */
  readonly onCreated: (connector: Connector) => void;
}

export function ConnectorCreateDrawer({ opened, type, onClose, onCreated }: ConnectorCreateDrawerProps) {
  const { t } = useTranslation(['connectors', 'ui']);
  const { model, document, error, retry } = useConnectorModel(opened ? type : undefined, 'create');
  return (
    <SideDrawer opened={opened} onClose={onClose} title={t('create')}>
      {error !== null && opened ? (
        <LoadError what={t('wizard.schemaWhat')} error={error} onRetry={retry} />
      ) : model !== undefined ? (
        <ConfigurationStep
          model={model}
          start={undefined}
          isCopy={false}
          guarded={false}
          secondary={
            <Button look="ghost" onClick={onClose}>
              {t('ui:cancel')}
            </Button>
          }
          onCreated={(connector) => {
            onClose();
            toastDone(t('done.created', { name: connector.name }));
            onCreated(connector);
          }}
        />
      ) : document === undefined ? (
        <SkeletonLines />
      ) : (
        <Note tone="bad" alert>
          <p>{t('wizard.unknownType', { type })}</p>
        </Note>
      )}
    </SideDrawer>
  );
}
