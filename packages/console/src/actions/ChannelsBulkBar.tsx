import { webhookOf } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, type ChannelKind, useDeleteChannel, useEnableChannel } from '../api/channels.ts';
import { useMayWrite } from '../api/session.ts';
import { BulkButtons } from '../ui/BulkButtons.tsx';
import { useBulkRun } from '../ui/bulk-run.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import type { Selection } from '../ui/selection.ts';
import { ruleDependants } from './RuleLinks.tsx';

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
  const own = selected.filter((channel) => webhookOf(channel) === undefined);
  const off = own.filter((channel) => !channel.enable);
  const on = own.filter((channel) => channel.enable);
  const free = own.filter((channel) => channel.rules.length === 0);
  const used = own.filter((channel) => channel.rules.length > 0);
  const none = own.length === 0 ? t('bulk.onlyWebhooks') : undefined;

  const { busy, run } = useBulkRun(selection, {
    done: (count) => t('bulk.done', { count }),
    failed: (values) => t('bulk.failed', values),
  });
  const finish = async (...step: Parameters<typeof run>) => {
    await run(...step);
    setAsking(undefined);
  };
  return (
    <>
      <BulkButtons
        enable={{
          disabledReason: viewer ?? none ?? (off.length === 0 ? t('bulk.allEnabled') : undefined),
          onClick: () => void run('enable', off, (id) => enable.mutateAsync({ id, enable: true })),
        }}
        disable={{
          disabledReason: viewer ?? none ?? (on.length === 0 ? t('bulk.allDisabled') : undefined),
          onClick: () => setAsking('disable'),
        }}
        remove={{ disabledReason: viewer ?? none, onClick: () => setAsking('delete') }}
      />
      <ConfirmDialog
        opened={asking === 'disable'}
        onClose={() => setAsking(undefined)}
        title={t('bulk.disableTitle', { count: on.length })}
        dependants={ruleDependants([...new Set(on.flatMap((one) => one.rules))])}
        confirm={{
          label: t(`disable.confirm.${kind}`),
          busyLabel: t('disable.busy'),
          busy: busy === 'disable',
          onConfirm: () => void finish('disable', on, (id) => enable.mutateAsync({ id, enable: false })),
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
                busy: busy === 'delete',
                onConfirm: () => void finish('delete', free, (id) => remove.mutateAsync({ id })),
              },
            })}
      >
        {free.length > 0 && <p>{t('delete.free')}</p>}
        {used.length > 0 && <p>{t('bulk.deleteUsed')}</p>}
      </ConfirmDialog>
    </>
  );
}
