import type { ActionMetrics } from '@sluice/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAllChannelMetrics } from '../api/all-metrics.ts';
import { useFeature } from '../api/features.ts';
import { useRuleEvents } from '../api/rule-events.ts';
import { useMayWrite } from '../api/session.ts';
import { fullName, type Webhook, webhookResourceId } from '../api/webhook.ts';
import { useWebhooks } from '../api/webhooks.ts';
import { Count, Rate } from '../ui/Counter.tsx';
import type { Column } from '../ui/column.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useEnableColumn, useMenuColumn } from '../ui/list-columns.tsx';
import { type ListLogic, useListState } from '../ui/list-state.ts';
import { ResourceStatus, StatusText } from '../ui/StatusTag.tsx';
import { isProblemLook, type StatusWord, statusLook, statusRank } from '../ui/status.ts';
import { toastDone } from '../ui/toast-store.ts';
import { triggerOf } from './trigger.ts';
import { DeleteWebhookDialog, DisableWebhookDialog, useSwitchWebhook } from './WebhookDialogs.tsx';
import { WebhooksBulkBar } from './WebhooksBulkBar.tsx';
import { useWebhookYaml } from './webhook-yaml.ts';

const lookOf = (row: Webhook) => statusLook(row.status, 'action', row.enable);
const LIST: ListLogic<Webhook> = {
  idOf: (row) => row.name,
  textsOf: (row) => [row.name, row.url, row.description],
  isEnabled: (row) => row.enable,
  filters: {
    status: (row, value) => (row.complete ? lookOf(row).word : 'incomplete') === value,
  },
  problem: { in: 'status', has: (row) => !row.complete || isProblemLook(lookOf(row)) },
};

const STATES: readonly StatusWord[] = ['available', 'connecting', 'inconsistent', 'unavailable', 'stopped', 'disabled'];

function failedOf(metrics: ActionMetrics | undefined): number | undefined {
  return metrics && metrics.failed + metrics.dropped;
}

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
  const navigate = useNavigate();
  const { data, error, refetch } = useWebhooks();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const { run: switchTo } = useSwitchWebhook();
  const [dialog, setDialog] = useState<{ readonly kind: 'disable' | 'delete'; readonly webhook: Webhook }>();
  const list = useListState(data, LIST);
  const { total, enabled, bad } = list;
  const canExport = useFeature('export') === true;
  const hasCounters = useFeature('all_metrics') === true;
  const yaml = useWebhookYaml();
  const metrics = useAllChannelMetrics().data;
  const metricsOf = (row: Webhook) => metrics?.actions[webhookResourceId(row.name)];

  const enabledColumn = useEnableColumn<Webhook>({
    isEnabled: LIST.isEnabled,
    switchLabel: (row) => t('enableSwitch', { name: row.name }),
    reasonNot: (row) => viewer ?? (row.complete ? undefined : t('incomplete')),
    width: '84px',
    sortable: false,
    onSwitch: (row, on) => {
      if (on) switchTo(row, true, () => toastDone(t('done.enabled', { name: row.name })));
      else setDialog({ kind: 'disable', webhook: row });
    },
  });
  const menuColumn = useMenuColumn(LIST.idOf, (row) => [
    {
      label: t('menu.edit'),
      icon: 'settings',
      onSelect: () =>
        void navigate({ to: '/webhook/$name', params: { name: fullName(row.name) }, search: { tab: 'setting' } }),
    },
    ...(canExport && row.complete
      ? [{ label: t('ui:exportYaml'), icon: 'download', onSelect: () => yaml.mutate(row.name) } as const]
      : []),
    {
      label: t('menu.delete'),
      icon: 'trash',
      danger: true,
      divided: true,
      disabledReason: viewer,
      onSelect: () => setDialog({ kind: 'delete', webhook: row }),
    },
  ]);
  const columns: readonly Column<Webhook>[] = [
    {
      id: 'name',
      label: t('column.name'),
      sortBy: LIST.idOf,
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
      sortBy: (row) => (row.complete ? statusRank(lookOf(row)) : -1),
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
    ...(hasCounters
      ? [
          {
            id: 'rate',
            label: t('column.rate'),
            number: true,
            hideBelow: 's' as const,
            width: '88px',
            sortBy: (row: Webhook) => metricsOf(row)?.rate,
            cell: (row: Webhook) => <Rate value={metricsOf(row)?.rate} />,
          },
          {
            id: 'failed',
            label: t('column.failed'),
            number: true,
            hideBelow: 's' as const,
            width: '88px',
            sortBy: (row: Webhook) => failedOf(metricsOf(row)),
            cell: (row: Webhook) => <Count value={failedOf(metricsOf(row))} isBad />,
          },
        ]
      : []),
    enabledColumn,
    menuColumn,
  ];

  return (
    <ListPage
      title={t('title')}
      list={list}
      load={{ what: t('what'), error, refetch }}
      summary={t(bad > 0 ? 'summaryBad' : 'summaryEnabled', { total, enabled, bad })}
      create={
        data?.length !== 0 && (
          <LinkButton look="primary" icon="plus" to="/webhook/create" disabledReason={viewer}>
            {t('create')}
          </LinkButton>
        )
      }
      empty={
        <div className="panel">
          <EmptyState title={t('empty.title')} text={t('empty.text')}>
            <LinkButton look="primary" icon="plus" to="/webhook/create" disabledReason={viewer}>
              {t('empty.start')}
            </LinkButton>
          </EmptyState>
        </div>
      }
      searchHint={t('searchHint')}
      filters={[
        {
          name: 'status',
          label: t('column.status'),
          options: [
            ...STATES.map((word) => ({ value: word, label: t(`ui:statusOf.${word}`) })),
            { value: 'incomplete', label: t('incomplete') },
          ],
        },
      ]}
      problemsLabel={t('filter.problems')}
      columns={columns}
      sort="status"
      onOpen={(webhook) => void navigate({ to: '/webhook/$name', params: { name: fullName(webhook.name) } })}
      count={t('summary', { count: total })}
      bulk={<WebhooksBulkBar selected={list.selected} selection={list.selection} />}
    >
      {dialog?.kind === 'disable' && (
        <DisableWebhookDialog webhook={dialog.webhook} onClose={() => setDialog(undefined)} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteWebhookDialog webhook={dialog.webhook} onClose={() => setDialog(undefined)} />
      )}
    </ListPage>
  );
}
