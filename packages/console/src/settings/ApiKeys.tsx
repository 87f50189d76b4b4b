import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiKey, useApiKeys, useDeleteApiKey, useUpdateApiKey } from '../api/api-keys.ts';
import { useMayWrite } from '../api/session.ts';
import { Button, Switch } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { MoreMenu } from '../ui/Menu.tsx';
import { LoadError } from '../ui/Note.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { parseSort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';
import { ApiKeyDialog, type ApiSecret } from './ApiKeyDialog.tsx';
import { ApiSecretDialog } from './ApiSecretDialog.tsx';

const idOf = (key: ApiKey) => key.name;

function isExpired(key: ApiKey): boolean {
  return key.expired ?? (key.expired_at !== 'infinity' && Date.parse(key.expired_at) <= Date.now());
}

function Expiry({ apiKey }: { readonly apiKey: ApiKey }) {
  const { t } = useTranslation('settings');
  if (apiKey.expired_at === 'infinity') return <span className="muted">{t('keys.expiry.never')}</span>;
  const time = <ShortTime time={apiKey.expired_at} />;
  if (!isExpired(apiKey)) return time;
  return (
    <span className="row">
      <StatusText tone="bad" shape="diamond">
        {t('keys.expired')}
      </StatusText>
      {time}
    </span>
  );
}

/** Keys with which programs use the API. */
export function ApiKeys() {
  const { t } = useTranslation(['settings', 'ui']);
  const { data, error, refetch } = useApiKeys();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const update = useUpdateApiKey();
  const remove = useDeleteApiKey();
  const [sort, setSort] = useState(parseSort(undefined, 'name'));
  const [editing, setEditing] = useState<ApiKey | 'new'>();
  const [deleting, setDeleting] = useState<ApiKey>();
  const [made, setMade] = useState<ApiSecret>();

  if (data === undefined) {
    return error === null ? (
      <SkeletonRows count={3} />
    ) : (
      <LoadError what={t('keys.what')} error={error} onRetry={() => void refetch()} />
    );
  }

  const columns: readonly Column<ApiKey>[] = [
    {
      id: 'name',
      label: t('keys.name'),
      sortBy: idOf,
      narrow: 'title',
      cell: (key) => <span className="id">{key.name}</span>,
    },
    {
      id: 'key',
      label: t('keys.key'),
      hideBelow: 'm',
      width: '240px',
      cell: (key) => <span className="mono small soft">{key.api_key}</span>,
    },
    ...(data.some((key) => key.role !== undefined)
      ? [
          {
            id: 'role',
            label: t('users.column.role'),
            sortBy: (key: ApiKey) => key.role ?? '',
            hideBelow: 's' as const,
            width: '130px',
            cell: (key: ApiKey) =>
              key.role === 'administrator' || key.role === 'viewer' ? t(`users.roles.${key.role}`) : key.role,
          },
        ]
      : []),
    {
      id: 'description',
      label: t('keys.description'),
      hideBelow: 's',
      cell: (key) => <span className="soft">{key.desc}</span>,
    },
    {
      id: 'created',
      label: t('ui:created'),
      sortBy: (key) => key.created_at,
      hideBelow: 'm',
      width: '160px',
      cell: (key) => <ShortTime time={key.created_at} />,
    },
    {
      id: 'expires',
      label: t('keys.expires'),
      sortBy: (key) => (key.expired_at === 'infinity' ? undefined : key.expired_at),
      narrow: 'left',
      width: '210px',
      cell: (key) => <Expiry apiKey={key} />,
    },
    {
      id: 'enabled',
      label: t('ui:enabled'),
      width: '90px',
      narrow: 'state',
      cell: (key) => (
        <Switch
          checked={key.enable}
          label={t('keys.enableSwitch', { name: key.name })}
          disabledReason={viewer}
          onChange={(enable) =>
            update.mutate(
              { name: key.name, desc: key.desc, enable, expired_at: key.expired_at },
              {
                onSuccess: () => toastDone(t(enable ? 'keys.enabledDone' : 'keys.disabledDone', { name: key.name })),
              },
            )
          }
        />
      ),
    },
    {
      id: 'menu',
      label: t('ui:table.actions'),
      silentLabel: true,
      width: '44px',
      narrow: 'menu',
      cell: (key) => (
        <MoreMenu
          label={`${t('ui:more')}: ${key.name}`}
          actions={[
            { label: t('users.edit'), icon: 'edit', disabledReason: viewer, onSelect: () => setEditing(key) },
            {
              label: t('users.delete'),
              icon: 'trash',
              danger: true,
              divided: true,
              disabledReason: viewer,
              onSelect: () => setDeleting(key),
            },
          ]}
        />
      ),
    },
  ];
  const newKey = (
    <Button icon="plus" look="primary" disabledReason={viewer} onClick={() => setEditing('new')}>
      {t('keys.create')}
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <div className="panel">
          <EmptyState title={t('keys.emptyTitle')} text={t('keys.emptyText')}>
            {newKey}
          </EmptyState>
        </div>
      ) : (
        <>
          <div className="row settings-bar">{newKey}</div>
          <DataTable
            label={t('tabs.keys')}
            rows={data}
            columns={columns}
            rowId={idOf}
            rowName={idOf}
            sort={sort}
            onSort={setSort}
          />
        </>
      )}
      {editing !== undefined && (
        <ApiKeyDialog
          apiKey={editing === 'new' ? undefined : editing}
          taken={(name) => data.some((key) => key.name === name)}
          onCreated={setMade}
          onClose={() => setEditing(undefined)}
        />
      )}
      {made !== undefined && <ApiSecretDialog made={made} onClose={() => setMade(undefined)} />}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t('keys.deleteTitle', { name: deleting?.name ?? '' })}
        confirm={{
          label: t('keys.deleteConfirm'),
          busyLabel: t('ui:deleting'),
          busy: remove.isPending,
          onConfirm: () => {
            if (deleting === undefined) return;
            remove.mutate(deleting.name, {
              onSuccess: () => {
                toastDone(t('keys.deleted', { name: deleting.name }));
                setDeleting(undefined);
              },
            });
          },
        }}
      >
        <p>{t('keys.deleteText')}</p>
      </ConfirmDialog>
    </>
  );
}
