import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Connector, useConnectors, useEnableConnector, useReconnectConnector } from '../api/connectors.ts';
import { useMayWrite } from '../api/session.ts';
import { Switch } from '../ui/Button.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { type MenuAction, MoreMenu } from '../ui/Menu.tsx';
import { LoadError } from '../ui/Note.tsx';
import { NothingMatches } from '../ui/NothingMatches.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { useSelection } from '../ui/selection.ts';
import { type StatusWord, statusLook, statusRank } from '../ui/status.ts';
import { byTypeOrder, systemLook } from '../ui/systems.ts';
import { FilterChip, ProblemChip, SearchBox, Toolbar } from '../ui/Toolbar.tsx';
import { formatSort, matchesSearch, parseSort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';
import { BulkBar } from './BulkBar.tsx';
import { DeleteDialog, DisableDialog } from './ConnectorDialogs.tsx';
import { canCreateRule, useCreateRule } from './create-rule.tsx';
import { ChannelLink } from './Dependants.tsx';
import { webhookOf } from './webhook-owned.ts';

const lookOf = (connector: Connector) => statusLook(connector.status, 'connector', connector.enable);
const idOf = (connector: Connector) => connector.id;
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

  return [
    {
      id: 'name',
      label: t('column.name'),
      sortBy: (row) => row.name,
      narrow: 'title',
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
      cell: (row) => systemLook(row.type).label,
    },
    {
      id: 'status',
      label: t('column.status'),
      sortBy: (row) => statusRank(lookOf(row)),
      narrow: 'state',
      cell: (row) => <ResourceStatus state={row} />,
    },
    {
      id: 'used',
      label: t('column.usedBy'),
      sortBy: (row) => row.actionIds.length + row.sourceIds.length,
      hideBelow: 's',
      cell: (row) => <UsedBy connector={row} />,
    },
    {
      id: 'description',
      label: t('column.description'),
      hideBelow: 'm',
      cell: (row) => <span className="soft">{row.description}</span>,
    },
    {
      id: 'enabled',
      label: t('column.enabled'),
      sortBy: (row) => (row.enable ? 0 : 1),
      width: '84px',
      hideBelow: 's',
      cell: (row) => (
        <Switch
          checked={row.enable}
          label={t('enableSwitch', { name: row.name })}
          disabledReason={reasonNot(row)}
          onChange={(on) => {
            if (on)
              enable.mutate(
                { id: row.id, enable: true },
                { onSuccess: () => toastDone(t('done.enabled', { name: row.name })) },
              );
            else onDisable(row);
          }}
        />
      ),
    },
    {
      id: 'menu',
      label: t('ui:table.actions'),
      silentLabel: true,
      width: '44px',
      narrow: 'menu',
      cell: (row) => <MoreMenu label={`${t('ui:more')}: ${row.name}`} actions={menuOf(row)} />,
    },
  ];
}

export function ConnectorListPage() {
  const { t } = useTranslation(['connectors', 'ui']);
  const search = useSearch({ from: '/frame/connector' });
  const navigate = useNavigate({ from: '/connector' });
  const { data, error, refetch } = useConnectors();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [disabling, setDisabling] = useState<Connector>();
  const [deleting, setDeleting] = useState<Connector>();
  const createRule = useCreateRule();
  const columns = useColumns({ onDisable: setDisabling, onDelete: setDeleting, onCreateRule: createRule.start });

  const rows = useMemo(
    () =>
      (data ?? []).filter(
        (row) =>
          matchesSearch(search.q, row.id, row.description, systemLook(row.type).label) &&
          (search.type === undefined || row.type === search.type) &&
          (search.enable === undefined || String(row.enable) === search.enable) &&
          (search.status === undefined ||
            (search.status === 'problem'
              ? ['bad', 'warn'].includes(lookOf(row).tone)
              : lookOf(row).word === search.status)),
      ),
    [data, search],
  );
  const existing = useMemo(() => (data ?? []).map(idOf), [data]);
  const selection = useSelection(existing);
  const problems = (data ?? []).filter((row) => ['bad', 'warn'].includes(lookOf(row).tone)).length;
  const enabled = (data ?? []).filter((row) => row.enable).length;

  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace: true });
  const types = [...new Set((data ?? []).map((row) => row.type))].sort(byTypeOrder);
  const sort = parseSort(search.sort, 'status');

  const head = (
    <PageHead
      title={t('title')}
      beside={
        data !== undefined &&
        data.length > 0 && (
          <span className="muted num hide-s">
            {t(problems > 0 ? 'summaryBad' : 'summaryAll', { total: data.length, enabled, bad: problems })}
          </span>
        )
      }
    >
      {data?.length !== 0 && (
        <LinkButton look="primary" icon="plus" to="/connector/create" disabledReason={viewer}>
          {t('create')}
        </LinkButton>
      )}
    </PageHead>
  );

  if (data === undefined) {
    return (
      <>
        {head}
        {error === null ? (
          <SkeletonRows />
        ) : (
          <LoadError what={t('listWhat')} error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  if (data.length === 0) {
    return (
      <>
        {head}
        <div className="panel">
          <EmptyState title={t('empty.title')} text={t('empty.text')}>
            <LinkButton look="primary" icon="plus" to="/connector/create" disabledReason={viewer}>
              {t('empty.start')}
            </LinkButton>
          </EmptyState>
        </div>
      </>
    );
  }
  return (
    <>
      {head}
      <Toolbar>
        <SearchBox
          placeholder={t('searchHint')}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
        />
        <FilterChip
          label={t('filter.status')}
          value={search.status === 'problem' ? undefined : search.status}
          options={STATES.map((word) => ({ value: word, label: t(`ui:statusOf.${word}`) }))}
          onChange={(status) => change({ status })}
        />
        <FilterChip
          label={t('filter.type')}
          value={search.type}
          options={types.map((type) => ({ value: type, label: systemLook(type).label }))}
          onChange={(type) => change({ type })}
        />
        <FilterChip
          label={t('filter.enabled')}
          value={search.enable}
          options={[
            { value: 'true', label: t('ui:enabled') },
            { value: 'false', label: t('ui:disabled') },
          ]}
          onChange={(enable) => change({ enable })}
        />
        {(problems > 0 || search.status === 'problem') && (
          <ProblemChip
            pressed={search.status === 'problem'}
            count={problems}
            label={t('filter.problems')}
            onToggle={(on) => change({ status: on ? 'problem' : undefined })}
          />
        )}
      </Toolbar>
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={(row) => row.name}
        sort={sort}
        onSort={(next) => change({ sort: formatSort(next) })}
        onOpen={(row) => void navigate({ to: '/connector/$id', params: { id: row.id } })}
        selection={selection}
        foot={
          rows.length === data.length
            ? t('summary', { count: data.length })
            : t('ui:table.filtered', { shown: rows.length, total: data.length })
        }
        bulk={<BulkBar selected={data.filter((row) => selection.ids.has(row.id))} selection={selection} />}
        empty={
          <NothingMatches
            text={search.q}
            onClear={() => change({ q: undefined, type: undefined, status: undefined, enable: undefined })}
          />
        }
      />
      <DisableDialog connector={disabling} onClose={() => setDisabling(undefined)} />
      <DeleteDialog connector={deleting} onClose={() => setDeleting(undefined)} />
      {createRule.dialog}
    </>
  );
}
