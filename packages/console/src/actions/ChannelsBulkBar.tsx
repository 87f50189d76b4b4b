import { webhookOf } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { type Channel, type ChannelKind, useDeleteChannel, useEnableChannel } from '../api/channels.ts';
import { BulkBar } from '../ui/BulkBar.tsx';
import type { Selection } from '../ui/selection.ts';
import { ruleDependants } from './RuleLinks.tsx';

const QUIET = { quiet: true };

/** What can be done with the selected actions or sources; those of webhooks, and those that rules use, are not deleted here. */
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
  const enable = useEnableChannel(kind, QUIET);
  const remove = useDeleteChannel(kind, QUIET);
  const own = selected.filter((channel) => webhookOf(channel) === undefined);
  const on = own.filter((channel) => channel.enable);
  const rules = [...new Set(on.flatMap((channel) => channel.rules))];
  const free = own.filter((channel) => channel.rules.length === 0);
  const blocked = selected.filter((channel) => !free.includes(channel));
  return (
    <BulkBar
      selection={selection}
      texts={{ done: (count) => t('bulk.done', { count }), failed: (values) => t('bulk.failed', values) }}
      enable={{
        rows: own.filter((channel) => !channel.enable),
        run: (id) => enable.mutateAsync({ id, enable: true }),
      }}
      disable={{
        rows: on,
        title: t('bulk.disableTitle', { count: on.length }),
        text: <p>{rules.length === 0 ? t('bulk.disableFree') : t(`disable.used.${kind}`)}</p>,
        dependants: ruleDependants(rules),
        confirm: t(`disable.confirm.${kind}`),
        busyLabel: t('disable.busy'),
        run: (id) => enable.mutateAsync({ id, enable: false }),
      }}
      remove={{
        rows: free,
        title: free.length === 0 ? t('bulk.deleteNone') : t('bulk.deleteTitle', { count: free.length }),
        text: (
          <>
            {free.length > 0 && <p>{t('bulk.deleteFree')}</p>}
            {blocked.length > 0 && <p>{t('bulk.deleteBlocked')}</p>}
          </>
        ),
        dependants: blocked.map((one) => ({ id: one.id, link: <span className="ref">{one.id}</span> })),
        confirm: t(`delete.confirm.${kind}`),
        busyLabel: t('ui:deleting'),
        run: (id) => remove.mutateAsync({ id }),
      }}
    />
  );
}
