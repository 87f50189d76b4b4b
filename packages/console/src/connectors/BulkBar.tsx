import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Connector, useDeleteConnector, useEnableConnector } from '../api/connectors.ts';
import { useMayWrite } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { runBulk } from '../ui/bulk.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Selection } from '../ui/selection.ts';
import { toastDone, toastProblem } from '../ui/toast-store.ts';
import { useDependants } from './Dependants.tsx';
import { webhookOf } from './webhook-owned.ts';

/** Enable, disable or delete what is selected, with one summary; what failed stays selected. */
export function BulkBar({
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
  const [busy, setBusy] = useState(false);

  const own = selected.filter((connector) => webhookOf(connector) === undefined);
  const off = own.filter((connector) => !connector.enable);
  const on = own.filter((connector) => connector.enable);
  const free = own.filter((connector) => connector.actionIds.length + connector.sourceIds.length === 0);
  const blocked = selected.filter((connector) => !free.includes(connector));

  async function run(connectors: readonly Connector[], call: (id: string) => Promise<unknown>): Promise<void> {
    setBusy(true);
    const outcome = await runBulk(
      connectors.map((one) => one.id),
      call,
    );
    setBusy(false);
    setAsking(undefined);
    selection.set(outcome.failed);
    if (outcome.failed.length === 0) toastDone(t('done.bulk', { count: outcome.done.length }));
    else {
      const names = outcome.failed.slice(0, 5).join(', ') + (outcome.failed.length > 5 ? '…' : '');
      toastProblem(
        t('bulkFailed', { done: outcome.done.length, failed: outcome.failed.length, names, reason: outcome.reason }),
      );
    }
  }

  return (
    <>
      {off.length > 0 && (
        <Button
          size="sm"
          disabledReason={viewer}
          onClick={() => void run(off, (id) => enable.mutateAsync({ id, enable: true }))}
        >
          {t('ui:enable')}
        </Button>
      )}
      {on.length > 0 && (
        <Button size="sm" disabledReason={viewer} onClick={() => setAsking('disable')}>
          {t('ui:disable')}
        </Button>
      )}
      <Button size="sm" look="danger" icon="trash" disabledReason={viewer} onClick={() => setAsking('delete')}>
        {t('ui:deleteEllipsis')}
      </Button>
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(undefined)}
        title={t('disable.many', { count: on.length })}
        dependants={dependantsOf(on)}
        confirm={{
          label: t('disable.confirm'),
          busyLabel: t('disable.busy'),
          busy,
          onConfirm: () => void run(on, (id) => enable.mutateAsync({ id, enable: false })),
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
                busy,
                onConfirm: () => void run(free, (id) => remove.mutateAsync(id)),
              },
            })}
      >
        {free.length > 0 && <p>{t('delete.manyText')}</p>}
        {blocked.length > 0 && <p>{t('delete.manyBlocked')}</p>}
      </ConfirmDialog>
    </>
  );
}
