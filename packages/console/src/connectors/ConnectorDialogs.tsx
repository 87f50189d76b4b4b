import { webhookOf } from '@sluice/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { type Connector, useDeleteConnector, useEnableConnector } from '../api/connectors.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { useDependants } from './Dependants.tsx';

interface DialogProps {
  /** Absent: closed. The last one stays on screen while the dialog fades. */
  readonly connector: Connector | undefined;
  readonly onClose: () => void;
}

function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** Disabling asks first and names what stops; enabling never asks. */
export function DisableDialog({ connector, onClose }: DialogProps) {
  const { t } = useTranslation('connectors');
  const enable = useEnableConnector();
  const dependantsOf = useDependants();
  const shown = useLast(connector);
  if (shown === undefined) return null;
  const dependants = dependantsOf([shown]);
  return (
    <ConfirmDialog
      opened={connector !== undefined}
      onClose={onClose}
      title={t('disable.title', { name: shown.name })}
      dependants={dependants}
      confirm={{
        label: t('disable.confirm'),
        busyLabel: t('disable.busy'),
        busy: enable.isPending,
        onConfirm: () =>
          enable.mutate(
            { id: shown.id, enable: false },
            {
              onSuccess: () => {
                onClose();
                toastDone(t('done.disabled', { name: shown.name }));
              },
            },
          ),
      }}
    >
      <p>{dependants.length === 0 ? t('disable.free') : t('disable.used')}</p>
    </ConfirmDialog>
  );
}

/** A connector in use, or of a webhook, cannot be deleted: the dialog leads to what is in the way. */
export function DeleteDialog({ connector, onClose, onDeleted }: DialogProps & { readonly onDeleted?: () => void }) {
  const { t } = useTranslation(['connectors', 'ui']);
  const remove = useDeleteConnector();
  const dependantsOf = useDependants();
  const shown = useLast(connector);
  if (shown === undefined) return null;
  const { name } = shown;
  const webhook = webhookOf(shown);
  const dependants = dependantsOf([shown]);
  const opened = connector !== undefined;
  if (webhook !== undefined) {
    return (
      <ConfirmDialog opened={opened} onClose={onClose} title={t('delete.webhook', { name })}>
        <p>
          <Trans t={t} i18nKey="webhookOwnsLink" values={{ name: webhook }}>
            This connector belongs to the webhook
            <Link to="/webhook/$name" params={{ name }} search={{ tab: 'setting' }}>
              {webhook}
            </Link>
          </Trans>
        </p>
      </ConfirmDialog>
    );
  }
  if (dependants.length > 0) {
    return (
      <ConfirmDialog opened={opened} onClose={onClose} title={t('delete.inUse', { name })} dependants={dependants}>
        <p>{t('delete.inUseText', { count: dependants.length })}</p>
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('delete.title', { name })}
      confirm={{
        label: t('delete.confirm'),
        busyLabel: t('ui:deleting'),
        busy: remove.isPending,
        onConfirm: () =>
          remove.mutate(shown.id, {
            onSuccess: () => {
              onClose();
              toastDone(t('done.deleted', { name }));
              onDeleted?.();
            },
          }),
      }}
    >
      <p>{t('delete.text')}</p>
    </ConfirmDialog>
  );
}
