import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRuleEvents } from '../api/rule-events.ts';
import { useMayWrite } from '../api/session.ts';
import { fullName, useWebhooks, type Webhook } from '../api/webhooks.ts';
import { Switch } from '../ui/Button.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { MoreMenu } from '../ui/Menu.tsx';
import { LoadError } from '../ui/Note.tsx';
import { NothingMatches } from '../ui/NothingMatches.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { ResourceStatus, StatusText } from '../ui/StatusTag.tsx';
import { statusLook, statusRank } from '../ui/status.ts';
import { FilterChip, SearchBox, Toolbar } from '../ui/Toolbar.tsx';
import { formatSort, matchesSearch, parseSort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';
import { triggerOf } from './trigger.ts';
import { DeleteWebhookDialog, DisableWebhookDialog, useSwitchWebhook } from './WebhookDialogs.tsx';

const idOf = (webhook: Webhook) => webhook.name;

function TriggerCell({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('webhooks');
  const events = useRuleEvents();
  const trigger = useMemo(
    () =>
      triggerOf(
        webhook.sql,
        events.map((event) => event.event),
      ),
    [webhook.sql, events],
  );
  if (webhook.sql === '') return <span className="muted">—</span>;
  const more = trigger.kind === 'messages' && trigger.topics.length > 0 ? trigger.topics.join(', ') : undefined;
  return (
    <span className="row" title={webhook.sql}>
      {t(`triggers.${trigger.kind}`)}
      {more !== undefined && <span className="muted mono small clip">{more}</span>}
    </span>
  );
}

export function WebhookListPage() {
  const { t } = useTranslation(['webhooks', 'ui']);
  const search = useSearch({ from: '/frame/webhook' });
  const navigate = useNavigate({ from: '/webhook' });
  const { data, error, refetch } = useWebhooks();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const { run: switchTo } = useSwitchWebhook();
  const [dialog, setDialog] = useState<{ readonly kind: 'disable' | 'delete'; readonly webhook: Webhook }>();
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace: true });
  const open = (webhook: Webhook) => void navigate({ to: '/webhook/$name', params: { name: fullName(webhook.name) } });

  const rows = useMemo(
    () =>
      (data ?? []).filter(
        (row) =>
          matchesSearch(search.q, row.name, row.url, row.description) &&
          (search.enable === undefined || String(row.enable) === search.enable),
      ),
    [data, search],
  );

  const columns: readonly Column<Webhook>[] = [
    {
      id: 'name',
      label: t('column.name'),
      sortBy: idOf,
      narrow: 'title',
      cell: (row) => (
        <Link to="/webhook/$name" params={{ name: fullName(row.name) }} className="id row">
          <Icon name="webhooks" />
          <span className="clip">{row.name}</span>
        </Link>
      ),
    },
    {
      id: 'url',
      label: t('column.url'),
      sortBy: (row) => row.url,
      narrow: 'left',
      cell: (row) => <span className="mono small">{row.url}</span>,
    },
    { id: 'trigger', label: t('column.trigger'), hideBelow: 's', cell: (row) => <TriggerCell webhook={row} /> },
    {
      id: 'status',
      label: t('column.status'),
      sortBy: (row) => (row.complete ? statusRank(statusLook(row.status, 'action', row.enable)) : -1),
      narrow: 'state',
      cell: (row) =>
        row.complete ? (
          <ResourceStatus state={row} />
        ) : (
          <StatusText tone="info" shape="square">
            {t('incomplete')}
          </StatusText>
        ),
    },
    {
      id: 'enabled',
      label: t('column.enabled'),
      width: '84px',
      hideBelow: 's',
      cell: (row) => (
        <Switch
          checked={row.enable}
          label={t('enableSwitch', { name: row.name })}
          disabledReason={viewer ?? (row.complete ? undefined : t('incomplete'))}
          onChange={(on) => {
            if (on) switchTo(row, true, () => toastDone(t('done.enabled', { name: row.name })));
            else setDialog({ kind: 'disable', webhook: row });
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
      cell: (row) => (
        <MoreMenu
          label={`${t('ui:more')}: ${row.name}`}
          actions={[
            {
              label: t('menu.edit'),
              icon: 'settings',
              onSelect: () =>
                void navigate({
                  to: '/webhook/$name',
                  params: { name: fullName(row.name) },
                  search: { tab: 'setting' },
                }),
            },
            {
              label: t('menu.delete'),
              icon: 'trash',
              danger: true,
              divided: true,
              disabledReason: viewer,
              onSelect: () => setDialog({ kind: 'delete', webhook: row }),
            },
          ]}
        />
      ),
    },
  ];

  const head = (
    <PageHead
      title={t('title')}
      beside={
        data !== undefined &&
        data.length > 0 && (
          <span className="muted num hide-s">
            {t('summaryEnabled', { total: data.length, enabled: data.filter((row) => row.enable).length })}
          </span>
        )
      }
    >
      {data?.length !== 0 && (
        <LinkButton look="primary" icon="plus" to="/webhook/create" disabledReason={viewer}>
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
          <LoadError what={t('what')} error={error} onRetry={() => void refetch()} />
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
            <LinkButton look="primary" icon="plus" to="/webhook/create" disabledReason={viewer}>
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
          label={t('column.enabled')}
          value={search.enable}
          options={[
            { value: 'true', label: t('ui:enabled') },
            { value: 'false', label: t('ui:disabled') },
          ]}
          onChange={(enable) => change({ enable })}
        />
      </Toolbar>
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={idOf}
        sort={parseSort(search.sort, 'status')}
        onSort={(next) => change({ sort: formatSort(next) })}
        onOpen={open}
        foot={
          rows.length === data.length
            ? t('summary', { count: data.length })
            : t('ui:table.filtered', { shown: rows.length, total: data.length })
        }
        empty={<NothingMatches text={search.q} onClear={() => change({ q: undefined, enable: undefined })} />}
      />
      {dialog?.kind === 'disable' && (
        <DisableWebhookDialog webhook={dialog.webhook} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteWebhookDialog webhook={dialog.webhook} onClose={() => setDialog(undefined)} />
      )}
    </>
  );
}
