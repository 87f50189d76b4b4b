import { webhookOf } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { type Connector, useDeleteConnector, useEnableConnector } from '../api/connectors.ts';
import { BulkBar } from '../ui/BulkBar.tsx';
import type { Selection } from '../ui/selection.ts';
import { useDependants } from './Dependants.tsx';

const QUIET = { quiet: true };

/** What can be done with the selected connectors; those of webhooks, and those in use, are not deleted here. */
export function ConnectorsBulkBar({
  selected,
  selection,
}: {
  readonly selected: readonly Connector[];
  readonly selection: Selection;
}) {
  const { t } = useTranslation(['connectors', 'ui']);
  const enable = useEnableConnector(QUIET);
  const remove = useDeleteConnector(QUIET);
  const dependantsOf = useDependants();
  const own = selected.filter((connector) => webhookOf(connector) === undefined);
  const on = own.filter((connector) => connector.enable);
  const free = own.filter((connector) => connector.actionIds.length + connector.sourceIds.length === 0);
  const blocked = selected.filter((connector) => !free.includes(connector));
  return (
    <BulkBar
      selection={selection}
      texts={{ done: (count) => t('done.bulk', { count }), failed: (values) => t('bulkFailed', values) }}
      enable={{
        rows: own.filter((connector) => !connector.enable),
        run: (id) => enable.mutateAsync({ id, enable: true }),
      }}
      disable={{
        rows: on,
        title: t('disable.many', { count: on.length }),
        text: <p>{t('disable.manyText')}</p>,
        dependants: dependantsOf(on),
        confirm: t('disable.confirm'),
        busyLabel: t('disable.busy'),
        run: (id) => enable.mutateAsync({ id, enable: false }),
      }}
      remove={{
        rows: free,
        title: free.length === 0 ? t('delete.manyNone') : t('delete.many', { count: free.length }),
        text: (
          <>
            {free.length > 0 && <p>{t('delete.manyText')}</p>}
            {blocked.length > 0 && <p>{t('delete.manyBlocked')}</p>}
          </>
        ),
        dependants: blocked.map((one) => ({ id: one.id, link: <span className="ref">{one.id}</span> })),
        confirm: t('delete.confirmMany'),
        busyLabel: t('ui:deleting'),
        run: (id) => remove.mutateAsync(id),
      }}
    />
  );
}
