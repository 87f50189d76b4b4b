import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiKey, useApiKeys, useDeleteApiKey, useUpdateApiKey } from '../api/api-keys.ts';
import { useMayWrite } from '../api/session.ts';
import { Switch } from '../ui/Button.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { ManagedList } from '../ui/ManagedList.tsx';
import { ShortTime } from '../ui/ShortTime.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
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

function useColumns(keys: readonly ApiKey[]): readonly Column<ApiKey>[] {
  const { t } = useTranslation(['settings', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const update = useUpdateApiKey();
  return [
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
    ...(keys.some((key) => key.role !== undefined)
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
      width: '180px',
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
  ];
}

/** Keys with which programs use the API. */
export function ApiKeys() {
  const { t } = useTranslation(['settings', 'ui']);
  const { data, error, refetch } = useApiKeys();
  const remove = useDeleteApiKey();
  const columns = useColumns(data ?? []);
  const [made, setMade] = useState<ApiSecret>();
  return (
    <>
      <ManagedList
        label={t('tabs.keys')}
        load={{ what: t('keys.what'), rows: data, error, refetch }}
        idOf={idOf}
        columns={columns}
        sort="name"
        createLabel={t('keys.create')}
        empty={{ title: t('keys.emptyTitle'), text: t('keys.emptyText') }}
        editLabel={t('users.edit')}
        dialog={(key, onClose) => (
          <ApiKeyDialog
            apiKey={key}
            taken={(name) => (data ?? []).some((one) => one.name === name)}
            onCreated={setMade}
            onClose={onClose}
          />
        )}
        removal={{
          label: t('ui:deleteEllipsis'),
          title: (key) => t('keys.deleteTitle', { name: key.name }),
          text: t('keys.deleteText'),
          confirm: t('keys.deleteConfirm'),
          busyLabel: t('ui:deleting'),
          busy: remove.isPending,
          done: (key) => t('keys.deleted', { name: key.name }),
          run: (key, onDone) => remove.mutate(key.name, { onSuccess: onDone }),
        }}
      />
      {made !== undefined && <ApiSecretDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
