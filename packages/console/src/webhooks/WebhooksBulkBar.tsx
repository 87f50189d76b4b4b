import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../api/session.ts';
import type { Webhook } from '../api/webhook.ts';
import { useDeleteWebhook } from '../api/webhooks.ts';
import { BulkButtons } from '../ui/BulkButtons.tsx';
import { useBulkRun } from '../ui/bulk-run.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Selection } from '../ui/selection.ts';
import { useSwitchWebhook } from './WebhookDialogs.tsx';

/** Enable, disable or delete what is selected, with one summary; what failed stays selected. */
export function WebhooksBulkBar({
  selected,
  selection,
}: {
  readonly selected: readonly Webhook[];
  readonly selection: Selection;
}) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const { turn } = useSwitchWebhook({ quiet: true });
  const remove = useDeleteWebhook({ quiet: true });
  const [asking, setAsking] = useState<'disable' | 'delete'>();
  // A webhook in parts is repaired one by one: what is missing is said on its page.
  const whole = selected.filter((webhook) => webhook.complete);
  const off = whole.filter((webhook) => !webhook.enable);
  const on = whole.filter((webhook) => webhook.enable);
  const rows = (webhooks: readonly Webhook[]) => webhooks.map(({ name }) => ({ id: name }));
  const named = (name: string) => selected.find((webhook) => webhook.name === name);
  const switchOne = async (name: string, enable: boolean) => {
    const webhook = named(name);
    if (webhook !== undefined) await turn(webhook, enable);
  };

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
                isBusy: busy === 'enable',
                onClick: () => void run('enable', rows(off), (name) => switchOne(name, true)),
              }
        }
        disable={on.length === 0 ? undefined : { disabledReason: viewer, onClick: () => setAsking('disable') }}
        remove={{ disabledReason: viewer, onClick: () => setAsking('delete') }}
      />
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(undefined)}
        title={t('disable.many', { count: on.length })}
        dependants={on.map(({ name, url }) => ({ id: name, link: <span className="ref">{name}</span>, effect: url }))}
        confirm={{
          label: t('disable.confirmMany'),
          busyLabel: t('disable.busy'),
          busy: busy === 'disable',
          onConfirm: () => void finish('disable', rows(on), (name) => switchOne(name, false)),
        }}
      >
        <p>{t('disable.manyText')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        title={t('delete.many', { count: selected.length })}
        dependants={selected.map(({ name, url }) => ({
          id: name,
          link: <span className="ref">{name}</span>,
          effect: url,
        }))}
        confirm={{
          label: t('delete.confirmMany'),
          busyLabel: t('ui:deleting'),
          busy: busy === 'delete',
          onConfirm: () => void finish('delete', rows(selected), (name) => remove.mutateAsync(name)),
        }}
      >
        <p>{t('delete.manyText')}</p>
      </ConfirmDialog>
    </>
  );
}
