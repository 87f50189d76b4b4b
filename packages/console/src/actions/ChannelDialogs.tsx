import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Channel,
  type ChannelKind,
  useChannelMetrics,
  useDeleteChannel,
  useEnableChannel,
} from '../api/channels.ts';
import { isApiError } from '../api/errors.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { formatCount, formatRate } from '../ui/format.ts';
import { toastDone } from '../ui/toast-store.ts';
import { ruleDependants } from './RuleLinks.tsx';

interface DialogProps {
  readonly kind: ChannelKind;
  /** Absent: closed. */
  readonly channel: Channel | undefined;
  readonly onClose: () => void;
}

/** Disabling stops what depends on it: said first, with the rate that will stop. */
export function DisableDialog({ kind, channel, onClose }: DialogProps) {
  const { t } = useTranslation('actions');
  const enable = useEnableChannel(kind);
  const name = channel?.name ?? '';
  const rules = channel?.rules ?? [];
  return (
    <ConfirmDialog
      opened={channel !== undefined}
      onClose={onClose}
      title={t('disable.title', { name })}
      dependants={ruleDependants(rules)}
      confirm={{
        label: t(`disable.confirm.${kind}`),
        busyLabel: t('disable.busy'),
        busy: enable.isPending,
        onConfirm: () =>
          channel !== undefined &&
          enable.mutate(
            { id: channel.id, enable: false },
            {
              onSuccess: () => {
                onClose();
                toastDone(t('done.disabled', { name }));
              },
            },
          ),
      }}
    >
      {channel !== undefined && <Impact kind={kind} channel={channel} />}
      <p>{rules.length === 0 ? t('disable.free') : t(`disable.used.${kind}`)}</p>
    </ConfirmDialog>
  );
}

function Impact({ kind, channel }: { readonly kind: ChannelKind; readonly channel: Channel }) {
  const { t } = useTranslation('actions');
  const metrics = useChannelMetrics(kind, channel.id).data?.metrics;
  if (metrics === undefined) return null;
  const held = metrics.queuing + metrics.inflight;
  return (
    <p>
      {t('impact.rate', { rate: formatRate(metrics.rate) })}
      {held > 0 && ` ${t('impact.waiting', { count: held, shown: formatCount(held) })}`}
    </p>
  );
}

/**
 * An action in use can be deleted together with its place in the rules; a source in use cannot, because the rule would
 * be left without an input.
 */
export function DeleteDialog({ kind, channel, onClose, onDone }: DialogProps & { readonly onDone?: () => void }) {
  const { t } = useTranslation(['actions', 'ui']);
  const remove = useDeleteChannel(kind);
  const [found, setFound] = useState<{ readonly id: string; readonly rules: readonly string[] }>();
  const name = channel?.name ?? '';
  // The backend knows better than a list that is two seconds old.
  const rules = found !== undefined && found.id === channel?.id ? found.rules : (channel?.rules ?? []);
  const isBlocked = kind === 'source' && rules.length > 0;
  const run = () => {
    if (channel === undefined) return;
    remove.mutate(
      { id: channel.id, withRules: rules.length > 0 },
      {
        onSuccess: () => {
          onClose();
          toastDone(t(`done.deleted.${kind}`, { name }));
          onDone?.();
        },
        onError: (error) => {
          const used = isApiError(error) ? (error.body as { rules?: readonly string[] } | undefined)?.rules : undefined;
          if (used !== undefined) setFound({ id: channel.id, rules: used });
        },
      },
    );
  };
  return (
    <ConfirmDialog
      opened={channel !== undefined}
      onClose={onClose}
      title={isBlocked ? t('delete.inUse', { name }) : t('delete.title', { name })}
      dependants={ruleDependants(rules)}
      {...(isBlocked
        ? {}
        : {
            confirm: {
              label: t(`delete.confirm.${kind}`),
              busyLabel: t('ui:deleting'),
              busy: remove.isPending,
              onConfirm: run,
            },
          })}
    >
      {!isBlocked && channel !== undefined && <Impact kind={kind} channel={channel} />}
      <p>
        {isBlocked
          ? t('delete.sourceBlocked', { count: rules.length })
          : rules.length === 0
            ? t('delete.free')
            : t('delete.used', { count: rules.length })}
      </p>
    </ConfirmDialog>
  );
}
