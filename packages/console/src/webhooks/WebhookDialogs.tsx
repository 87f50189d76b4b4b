import type { MutationMeta } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook, WebhookInput } from '../api/webhook.ts';
import { useDeleteWebhook, useUpdateWebhook } from '../api/webhooks.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toastDone } from '../ui/toast-store.ts';

interface DialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

/** Body parts as the backend takes them back: what it only says itself is left out. */
function settable(record: Webhook['connector'], drop: readonly string[]) {
  const readOnly = [
    'type',
    'name',
    'status',
    'status_reason',
    'status_raw',
    'status_fault',
    'node_status',
    'actions',
    'sources',
    'rules',
    'created_at',
    'last_modified_at',
    'error',
    ...drop,
  ];
  return Object.fromEntries(Object.entries(record ?? {}).filter(([key]) => !readOnly.includes(key)));
}

/** Enables or disables all three parts, and makes those that are missing. */
export function useSwitchWebhook(meta?: MutationMeta) {
  const update = useUpdateWebhook(meta);
  const input = (webhook: Webhook, enable: boolean): WebhookInput => ({
    name: webhook.name,
    enable,
    description: webhook.description,
    sql: webhook.sql === '' ? 'SELECT\n  *\nFROM\n  "#"' : webhook.sql,
    connector: settable(webhook.connector, []),
    action: settable(webhook.action, ['connector']),
  });
  return {
    busy: update.isPending,
    run: (webhook: Webhook, enable: boolean, onDone: () => void) =>
      update.mutate(input(webhook, enable), { onSuccess: onDone }),
    turn: (webhook: Webhook, enable: boolean) => update.mutateAsync(input(webhook, enable)),
  };
}

export function DisableWebhookDialog({ webhook, onClose }: DialogProps) {
  const { t } = useTranslation('webhooks');
  const { busy, run } = useSwitchWebhook();
  const { name, url } = webhook;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('disable.title', { name })}
      confirm={{
        label: t('disable.confirm'),
        busyLabel: t('disable.busy'),
        busy,
        onConfirm: () =>
          run(webhook, false, () => {
            toastDone(t('done.disabled', { name }));
            onClose();
          }),
      }}
    >
      <p>{t('disable.text', { url })}</p>
    </ConfirmDialog>
  );
}

export function DeleteWebhookDialog({
  webhook,
  onClose,
  onDeleted,
}: DialogProps & { readonly onDeleted?: () => void }) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const remove = useDeleteWebhook();
  const { name, url } = webhook;
  const [failed, setFailed] = useState(false);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('delete.title', { name })}
      confirm={{
        label: failed ? t('ui:retry') : t('delete.confirm'),
        busyLabel: t('ui:deleting'),
        busy: remove.isPending,
        onConfirm: () =>
          remove.mutate(name, {
            onSuccess: () => {
              toastDone(t('done.deleted', { name }));
              onClose();
              onDeleted?.();
            },
            onError: () => setFailed(true),
          }),
      }}
    >
      <p>{t('delete.text', { url })}</p>
    </ConfirmDialog>
  );
}
