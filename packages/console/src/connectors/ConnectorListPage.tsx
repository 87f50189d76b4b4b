import { webhookOf } from '@sluice/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Connector, useConnectors, useEnableConnector, useReconnectConnector } from '../api/connectors.ts';
import { useFeature } from '../api/features.ts';
import { useMayWrite } from '../api/session.ts';
import { ExportAllButton } from '../channels/ExportAllButton.tsx';
import { useYamlEntry } from '../channels/export-yaml.ts';
import type { Column } from '../ui/column.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useEnableColumn, useMenuColumn } from '../ui/list-columns.tsx';
import { type ListLogic, useListState } from '../ui/list-state.ts';
import type { MenuAction } from '../ui/Menu.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { isProblemLook, type StatusWord, statusLook, statusRank } from '../ui/status.ts';
import { byTypeOrder, systemLook } from '../ui/systems.ts';
import { toastDone } from '../ui/toast-store.ts';
import { ConnectorFailed, ConnectorRate } from './ConnectorCounters.tsx';
import { DeleteDialog, DisableDialog } from './ConnectorDialogs.tsx';
import { ConnectorsBulkBar } from './ConnectorsBulkBar.tsx';
import { canCreateRule, useCreateRule } from './create-rule.tsx';
import { ChannelLink } from './Dependants.tsx';

const lookOf = (connector: Connector) => statusLook(connector.status, 'connector', connector.enable);
const nameOf = (connector: Connector) => connector.name;
const LIST: ListLogic<Connector> = {
  idOf: (row) => row.id,
  textsOf: (row) => [row.id, row.description, systemLook(row.type).label],
  isEnabled: (row) => row.enable,
  filters: {
    status: (row, value) => lookOf(row).word === value,
    type: (row, value) => row.type === value,
  },
  problem: { in: 'status', has: (row) => isProblemLook(lookOf(row)) },
};
const STATES: readonly StatusWord[] = [
  'connected',
  'connecting',
  'inconsistent',
  'disconnected',
  'stopped',
  'disabled',
];

function UsedBy({ connector }: { readonly connector: Connector }) {
  const { t } = useTranslation('connectors');
  const all = [
    ...connector.actionIds.map((id) => ({ kind: 'action' as const, id })),
    ...connector.sourceIds.map((id) => ({ kind: 'source' as const, id })),
  ];
  const [first, ...rest] = all;
  if (first === undefined) return <span className="muted">{t('usedBy.nothing')}</span>;
  return (
    <span className="row" style={{ gap: 6 }}>
      <ChannelLink kind={first.kind} id={first.id} type={connector.type} />
      {rest.length > 0 && (
        <span className="muted small" title={rest.map((one) => one.id).join('\n')}>
          {t('usedBy.more', { count: rest.length })}
        </span>
      )}
    </span>
  );
}

interface RowActions {
  readonly onDisable: (connector: Connector) => void;
  readonly onDelete: (connector: Connector) => void;
  readonly onCreateRule: (connector: Connector) => void;
}

function useColumns({ onDisable, onDelete, onCreateRule }: RowActions): readonly Column<Connector>[] {
  const { t } = useTranslation(['connectors', 'ui']);
  const navigate = useNavigate();
  const enable = useEnableConnector();
  const reconnect = useReconnectConnector();
  const yaml = useYamlEntry('connector');
  const hasCounters = useFeature('all_metrics') === true;
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');

  const reasonNot = (connector: Connector) => {
    const webhook = webhookOf(connector);
    return webhook === undefined ? viewer : t('webhookOwns', { name: webhook });
  };

  function menuOf(connector: Connector): readonly MenuAction[] {
    const not = reasonNot(connector);
    const broken = connector.status !== 'connected' && connector.enable;
    return [
      {
        label: t('menu.settings'),
        icon: 'settings',
        onSelect: () => void navigate({ to: '/connector/$id', params: { id: connector.id } }),
      },
      ...(broken
        ? [
            {
              label: t('menu.reconnect'),
              icon: 'refresh',
              disabledReason: viewer,
              onSelect: () =>
                reconnect.mutate(
                  { id: connector.id },
                  { onSuccess: () => toastDone(t('done.reconnecting', { name: connector.name })) },
                ),
            } as const,
          ]
        : []),
      ...(canCreateRule(connector.type)
        ? [
            {
              label: t('menu.createRule'),
              icon: 'rules',
              disabledReason: not,
              onSelect: () => onCreateRule(connector),
            } as const,
          ]
        : []),
      {
        label: t('menu.copy'),
        icon: 'copy',
        disabledReason: not,
        onSelect: () => void navigate({ to: '/connector/create', search: { action: 'copy', target: connector.id } }),
      },
      ...yaml(connector.id),
      {
        label: t('menu.delete'),
        icon: 'trash',
        danger: true,
        divided: true,
        disabledReason: not,
        onSelect: () => onDelete(connector),
      },
    ];
  }

  const enabled = useEnableColumn<Connector>({
    isEnabled: (row) => row.enable,
    switchLabel: (row) => t('enableSwitch', { name: row.name }),
    reasonNot,
    width: '84px',
    onSwitch: (row, on) => {
      if (on)
        enable.mutate(
          { id: row.id, enable: true },
          { onSuccess: () => toastDone(t('done.enabled', { name: row.name })) },
        );
      else onDisable(row);
    },
  });
  const menu = useMenuColumn(nameOf, menuOf);

  return [
    {
      id: 'name',
      label: t('column.name'),
      sortBy: (row) => row.name,
      narrow: 'title',
      width: '24%',
      cell: (row) => (
        <Link to="/connector/$id" params={{ id: row.id }} className="id row">
          <Icon name={systemLook(row.type).icon} />
          <span className="clip">{row.name}</span>
        </Link>
      ),
    },
    {
      id: 'type',
      label: t('column.type'),
      sortBy: (row) => systemLook(row.type).label,
      narrow: 'left',
      width: '136px',
      cell: (row) => systemLook(row.type).label,
    },
    {
      id: 'status',
      label: t('column.status'),
      sortBy: (row) => statusRank(lookOf(row)),
      narrow: 'state',
      width: '132px',
      cell: (row) => <ResourceStatus state={row} />,
    },
    {
      id: 'used',
      label: t('column.usedBy'),
      sortBy: (row) => row.actionIds.length + row.sourceIds.length,
      hideBelow: 's',
      cell: (row) => <UsedBy connector={row} />,
    },
    ...(hasCounters
      ? [
          {
            id: 'rate',
            label: t('column.rate'),
            number: true,
            hideBelow: 's' as const,
            width: '88px',
            cell: (row: Connector) => <ConnectorRate connector={row} />,
          },
          {
            id: 'failed',
            label: t('column.failed'),
            number: true,
            hideBelow: 's' as const,
            width: '88px',
            cell: (row: Connector) => <ConnectorFailed connector={row} />,
          },
        ]
      : []),
    {
      id: 'description',
      label: t('column.description'),
      hideBelow: 'm',
      cell: (row) => <span className="soft">{row.description}</span>,
    },
    enabled,
    menu,
  ];
}

export function ConnectorListPage() {
  const { t } = useTranslation(['connectors', 'ui']);
  const navigate = useNavigate();
  const { data, error, refetch } = useConnectors();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [disabling, setDisabling] = useState<Connector>();
  const [deleting, setDeleting] = useState<Connector>();
  const createRule = useCreateRule();
  const columns = useColumns({ onDisable: setDisabling, onDelete: setDeleting, onCreateRule: createRule.start });
  const list = useListState(data, LIST);
  const { total, enabled, bad } = list;
  const types = [...new Set((data ?? []).map((row) => row.type))].sort(byTypeOrder);
  return (
    <ListPage
      title={t('title')}
      list={list}
      load={{ what: t('listWhat'), error, refetch }}
      summary={t(bad > 0 ? 'summaryBad' : 'summaryAll', { total, enabled, bad })}
      create={
        data?.length !== 0 && (
          <>
            {total > 0 && <ExportAllButton kind="connector" />}
            <LinkButton look="primary" icon="plus" to="/connector/create" disabledReason={viewer}>
              {t('create')}
            </LinkButton>
          </>
        )
      }
      empty={
        <div className="panel">
          <EmptyState title={t('empty.title')} text={t('empty.text')}>
            <LinkButton look="primary" icon="plus" to="/connector/create" disabledReason={viewer}>
              {t('empty.start')}
            </LinkButton>
          </EmptyState>
        </div>
      }
      searchHint={t('searchHint')}
      filters={[
        {
          name: 'status',
          label: t('filter.status'),
          options: STATES.map((word) => ({ value: word, label: t(`ui:statusOf.${word}`) })),
        },
        {
          name: 'type',
          label: t('filter.type'),
          options: types.map((type) => ({ value: type, label: systemLook(type).label })),
        },
      ]}
      problemsLabel={t('filter.problems')}
      columns={columns}
      sort="status"
      nameOf={nameOf}
      onOpen={(row) => void navigate({ to: '/connector/$id', params: { id: row.id } })}
      count={t('summary', { count: total })}
      bulk={<ConnectorsBulkBar selected={list.selected} selection={list.selection} />}
    >
      <DisableDialog connector={disabling} onClose={() => setDisabling(undefined)} />
      <DeleteDialog connector={deleting} onClose={() => setDeleting(undefined)} />
      {createRule.dialog}
    </ListPage>
  );
}
