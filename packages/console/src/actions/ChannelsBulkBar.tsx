import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, type ChannelKind, useDeleteChannel, useEnableChannel } from '../api/channels.ts';
import { useMayWrite } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { runBulk } from '../ui/bulk.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Selection } from '../ui/selection.ts';
import { toastDone, toastProblem } from '../ui/toast-store.ts';
import { ruleDependants } from './RuleLinks.tsx';
import { webhookOf } from './webhook-channel.ts';

/** Enables, disables or deletes what is selected, with one summary; what failed stays selected. */
export function ChannelsBulkBar({
  kind,
  selected,
  selection,
}: {
  readonly kind: ChannelKind;
  readonly selected: readonly Channel[];
  readonly selection: Selection;
}) {
  const { t } = useTranslation(['actions', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const enable = useEnableChannel(kind);
  const remove = useDeleteChannel(kind);
  const [asking, setAsking] = useState<'disable' | 'delete'>();
  const [busy, setBusy] = useState(false);
  const own = selected.filter((channel) => webhookOf(channel) === undefined);
  const off = own.filter((channel) => !channel.enable);
  const on = own.filter((channel) => channel.enable);
  const free = own.filter((channel) => channel.rules.length === 0);
  const used = own.filter((channel) => channel.rules.length > 0);
  const none = own.length === 0 ? t('bulk.onlyWebhooks') : undefined;

  const run = async (channels: readonly Channel[], call: (id: string) => Promise<unknown>) => {
    setBusy(true);
    const outcome = await runBulk(
      channels.map((one) => one.id),
      call,
    );
    setBusy(false);
    setAsking(undefined);
    selection.set(outcome.failed);
    if (outcome.failed.length === 0) toastDone(t('bulk.done', { count: outcome.done.length }));
    else {
      toastProblem(
        t('bulk.failed', {
          done: outcome.done.length,
          failed: outcome.failed.length,
          names: outcome.failed.slice(0, 5).join(', '),
          reason: outcome.reason,
        }),
      );
    }
  };
  return (
    <>
      <Button
        size="sm"
        disabledReason={viewer ?? none ?? (off.length === 0 ? t('bulk.allEnabled') : undefined)}
        onClick={() => void run(off, (id) => enable.mutateAsync({ id, enable: true }))}
      >
        {t('ui:enable')}
      </Button>
      <Button
        size="sm"
        disabledReason={viewer ?? none ?? (on.length === 0 ? t('bulk.allDisabled') : undefined)}
        onClick={() => setAsking('disable')}
      >
        {t('ui:disable')}
      </Button>
      <Button size="sm" look="danger" icon="trash" disabledReason={viewer ?? none} onClick={() => setAsking('delete')}>
        {t('ui:deleteEllipsis')}
      </Button>
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(undefined)}
        title={t('bulk.disableTitle', { count: on.length })}
        dependants={ruleDependants([...new Set(on.flatMap((one) => one.rules))])}
        confirm={{
          label: t(`disable.confirm.${kind}`),
          busyLabel: t('disable.busy'),
          busy,
          onConfirm: () => void run(on, (id) => enable.mutateAsync({ id, enable: false })),
        }}
      >
        <p>{t(`disable.used.${kind}`)}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={() => setAsking(undefined)}
        title={free.length === 0 ? t('bulk.deleteNone') : t('bulk.deleteTitle', { count: free.length })}
        dependants={used.map((one) => ({ id: one.id, link: <span className="ref">{one.id}</span> }))}
        {...(free.length === 0
          ? {}
          : {
              confirm: {
                label: t(`delete.confirm.${kind}`),
                busyLabel: t('ui:deleting'),
                busy,
                onConfirm: () => void run(free, (id) => remove.mutateAsync({ id })),
              },
            })}
      >
        {free.length > 0 && <p>{t('delete.free')}</p>}
        {used.length > 0 && <p>{t('bulk.deleteUsed')}</p>}
      </ConfirmDialog>
    </>
  );
}
