import { webhookOf } from '@sluice/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Channel, type ChannelKind, useEnableChannel, useReconnectChannel } from '../api/channels.ts';
import { useMayWrite } from '../api/session.ts';
import { useYamlEntry } from '../channels/export-yaml.ts';
import { Count, Rate } from '../ui/Counter.tsx';
import type { Column } from '../ui/column.ts';
import { formatCount } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { useEnableColumn, useMenuColumn } from '../ui/list-columns.tsx';
import type { MenuAction } from '../ui/Menu.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { statusLook, statusRank } from '../ui/status.ts';
import { systemLook } from '../ui/systems.ts';
import { toastDone } from '../ui/toast-store.ts';
import { DETAIL_PATH, ruleStart } from './channel-paths.ts';
import { useListMetrics } from './list-metrics.ts';
import { RuleLinks } from './RuleLinks.tsx';

/** Cells with counters ask for them while their row is in view. */
function ChannelRate({ channel }: { readonly channel: Channel }) {
  const metrics = useListMetrics(channel);
  return <Rate value={channel.enable ? metrics?.rate : undefined} />;
}

function ChannelCount({ channel, of }: { readonly channel: Channel; readonly of: 'waiting' | 'failed' | 'received' }) {
  const { t } = useTranslation('actions');
  const metrics = useListMetrics(channel);
  if (of !== 'failed') return <Count value={of === 'waiting' ? metrics?.queuing : metrics?.received} />;
  const parts = metrics && {
    refused: formatCount(metrics.failed),
    dropped: formatCount(metrics.dropped),
  };
  return (
    <span title={parts && t('column.failedParts', parts)}>
      <Count value={metrics && metrics.failed + metrics.dropped} isBad />
      {metrics !== undefined && <span className="only-s"> {t('column.failedNarrow')}</span>}
    </span>
  );
}

/** The columns of the list of actions or sources. */
export function useChannelColumns(
  kind: ChannelKind,
  onDisable: (channel: Channel) => void,
  onDelete: (channel: Channel) => void,
): readonly Column<Channel>[] {
  const { t } = useTranslation(['actions', 'ui']);
  const navigate = useNavigate();
  const enable = useEnableChannel(kind);
  const reconnect = useReconnectChannel(kind);
  const yaml = useYamlEntry(kind);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const lockedBy = (channel: Channel) => {
    const webhook = webhookOf(channel);
    return webhook === undefined ? viewer : t('webhookOwns', { name: webhook });
  };
  const menuOf = (channel: Channel): readonly MenuAction[] => [
    {
      label: t('menu.settings'),
      icon: 'settings',
      onSelect: () => void navigate({ to: DETAIL_PATH[kind], params: { id: channel.id }, search: { tab: 'settings' } }),
    },
    {
      label: t('menu.reconnect'),
      icon: 'refresh',
      disabledReason:
        viewer ??
        (!channel.enable
          ? t('reconnect.disabled')
          : channel.status === 'connected'
            ? t('reconnect.connected')
            : undefined),
      onSelect: () =>
        reconnect.mutate(
          { id: channel.id },
          { onSuccess: () => toastDone(t('done.reconnecting', { name: channel.name })) },
        ),
    },
    {
      label: t('menu.createRule'),
      icon: 'rules',
      disabledReason: lockedBy(channel),
      onSelect: () => void navigate({ to: '/rule/rules/create', search: ruleStart(kind, channel.id) }),
    },
    {
      label: t('menu.copy'),
      icon: 'copy',
      disabledReason: lockedBy(channel),
      onSelect: () =>
        void navigate({
          to: DETAIL_PATH[kind],
          params: { id: channel.id },
          search: { tab: 'settings', action: 'copy' },
        }),
    },
    ...yaml(channel.id),
    {
      label: t('menu.delete'),
      icon: 'trash',
      danger: true,
      divided: true,
      disabledReason: lockedBy(channel),
      onSelect: () => onDelete(channel),
    },
  ];
  const enabled = useEnableColumn<Channel>({
    isEnabled: (row) => row.enable,
    switchLabel: (row) => t('enableSwitch', { name: row.name }),
    reasonNot: lockedBy,
    onSwitch: (row, on) => {
      if (on)
        enable.mutate(
          { id: row.id, enable: true },
          { onSuccess: () => toastDone(t('done.enabled', { name: row.name })) },
        );
      else onDisable(row);
    },
  });
  const menu = useMenuColumn<Channel>((row) => row.name, menuOf);
  const counters: readonly Column<Channel>[] =
    kind === 'action'
      ? [
          {
            id: 'waiting',
            label: t('column.waiting'),
            number: true,
            hideBelow: 's',
            width: '78px',
            cell: (row) => <ChannelCount channel={row} of="waiting" />,
          },
          {
            id: 'failed',
            label: t('column.failed'),
            number: true,
            narrow: 'right',
            width: '82px',
            cell: (row) => <ChannelCount channel={row} of="failed" />,
          },
        ]
      : [
          {
            id: 'received',
            label: t('column.received'),
            number: true,
            narrow: 'right',
            width: '96px',
            cell: (row) => <ChannelCount channel={row} of="received" />,
          },
        ];
  return [
    {
      id: 'name',
      label: t('ui:name'),
      sortBy: (row) => row.name,
      narrow: 'title',
      width: '20%',
      cell: (row) => (
        <Link to={DETAIL_PATH[kind]} params={{ id: row.id }} className="id row" title={row.description || row.id}>
          <Icon name={systemLook(row.type).icon} />
          <span className="clip">{row.name}</span>
        </Link>
      ),
    },
    {
      id: 'type',
      label: t('ui:type'),
      sortBy: (row) => systemLook(row.type).label,
      hideBelow: 'm',
      width: '112px',
      cell: (row) => systemLook(row.type).label,
    },
    {
      id: 'status',
      label: t('ui:status'),
      sortBy: (row) => statusRank(statusLook(row.status, kind, row.enable)),
      narrow: 'left',
      width: '126px',
      cell: (row) => <ResourceStatus state={row} />,
    },
    {
      id: 'rate',
      label: t('column.rate'),
      number: true,
      narrow: 'state',
      width: '76px',
      cell: (row) => <ChannelRate channel={row} />,
    },
    ...counters,
    {
      id: 'rules',
      label: t('column.rules'),
      sortBy: (row) => row.rules.length,
      hideBelow: 's',
      cell: (row) => <RuleLinks rules={row.rules} />,
    },
    {
      id: 'connector',
      label: t('column.connector'),
      sortBy: (row) => row.connector,
      hideBelow: 'm',
      cell: (row) => (
        <Link className="ref" to="/connector/$id" params={{ id: `${row.type}:${row.connector}` }}>
          <span className="clip">{row.connector}</span>
        </Link>
      ),
    },
    {
      id: 'modified',
      label: t('column.modified'),
      sortBy: (row) => row.modifiedAt,
      hideBelow: 'm',
      width: '104px',
      cell: (row) => <ShortTime brief time={row.modifiedAt === 0 ? undefined : row.modifiedAt} />,
    },
    enabled,
    menu,
  ];
}
