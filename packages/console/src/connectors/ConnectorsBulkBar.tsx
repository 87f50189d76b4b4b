import { webhookOf } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Connector, useDeleteConnector, useEnableConnector } from '../api/connectors.ts';
import { useMayWrite } from '../api/session.ts';
import { BulkButtons } from '../ui/BulkButtons.tsx';
import { useBulkRun } from '../ui/bulk-run.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Selection } from '../ui/selection.ts';
import { useDependants } from './Dependants.tsx';

/** Enable, disable or delete what is selected, with one summary; what failed stays selected. */
export function ConnectorsBulkBar({
  selected,
  selection,
}: {
  readonly selected: readonly Connector[];
  readonly selection: Selection;
}) {
  const { t } = useTranslation(['connectors', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const quiet = { quiet: true };
  const enable = useEnableConnector(quiet);
  const remove = useDeleteConnector(quiet);
  const dependantsOf = useDependants();
  const [asking, setAsking] = useState<'disable' | 'delete'>();

  const own = selected.filter((connector) => webhookOf(connector) === undefined);
  const off = own.filter((connector) => !connector.enable);
  const on = own.filter((connector) => connector.enable);
  const free = own.filter((connector) => connector.actionIds.length + connector.sourceIds.length === 0);
  const blocked = selected.filter((connector) => !free.includes(connector));

  const { busy, run } = useBulkRun(selection, {
    done: (count) => t('done.bulk', { count }),
    failed: (values) => t('bulkFailed', values),
  });
  const finish = async (...step: Parameters<typeof run>) => {
    await run(...step);
    setAsking(undefined);
  };
  return (
    <>
      <BulkButtons
        enable={
          off.length === 0
            ? undefined
            : {
                disabledReason: viewer,
                onClick: () => void run('enable', off, (id) => enable.mutateAsync({ id, enable: true })),
              }
        }
        disable={on.length === 0 ? undefined : { disabledReason: viewer, onClick: () => setAsking('disable') }}
        remove={{ disabledReason: viewer, onClick: () => setAsking('delete') }}
      />
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(undefined)}
        title={t('disable.many', { count: on.length })}
        dependants={dependantsOf(on)}
        confirm={{
          label: t('disable.confirm'),
          busyLabel: t('disable.busy'),
          busy: busy === 'disable',
          onConfirm: () => void finish('disable', on, (id) => enable.mutateAsync({ id, enable: false })),
        }}
      >
        <p>{t('disable.manyText')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        title={free.length === 0 ? t('delete.manyNone') : t('delete.many', { count: free.length })}
        dependants={blocked.map((one) => ({ id: one.id, link: <span className="ref">{one.id}</span> }))}
        {...(free.length === 0
          ? {}
          : {
              confirm: {
                label: t('delete.confirmMany'),
                busyLabel: t('ui:deleting'),
                busy: busy === 'delete',
                onConfirm: () => void finish('delete', free, (id) => remove.mutateAsync(id)),
              },
            })}
      >
        {free.length > 0 && <p>{t('delete.manyText')}</p>}
        {blocked.length > 0 && <p>{t('delete.manyBlocked')}</p>}
      </ConfirmDialog>
    </>
  );
}
