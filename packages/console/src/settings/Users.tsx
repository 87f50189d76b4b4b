import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite, useSession } from '../api/session.ts';
import { type User, useDeleteUser, useUpdateUser, useUsers } from '../api/users.ts';
import { Button, Switch } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { MoreMenu } from '../ui/Menu.tsx';
import { LoadError } from '../ui/Note.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { parseSort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { UserDialog } from './UserDialog.tsx';

const idOf = (user: User) => user.username;

export function Users() {
  const { t } = useTranslation(['settings', 'ui']);
  const { data, error, refetch } = useUsers();
  const session = useSession();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const update = useUpdateUser();
  const remove = useDeleteUser();
  const [sort, setSort] = useState(parseSort(undefined, 'name'));
  const [editing, setEditing] = useState<User | 'new'>();
  const [deleting, setDeleting] = useState<User>();
  const [changingPassword, setChangingPassword] = useState(false);

  const own = (
    <Button icon="key" onClick={() => setChangingPassword(true)}>
      {t('users.changePassword')}
    </Button>
  );
  const dialog = <PasswordDialog opened={changingPassword} onClose={() => setChangingPassword(false)} />;
  if (data === undefined) {
    return (
      <>
        <div className="row settings-bar">{own}</div>
        {error === null ? (
          <SkeletonRows count={3} />
        ) : (
          <LoadError what={t('users.what')} error={error} onRetry={() => void refetch()} />
        )}
        {dialog}
      </>
    );
  }

  const isSelf = (user: User) => user.username === session?.username;
  const canDisable = data.some((user) => user.enable !== undefined);
  const columns: readonly Column<User>[] = [
    {
      id: 'name',
      label: t('users.column.name'),
      sortBy: idOf,
      narrow: 'title',
      cell: (user) => (
        <span className="row">
          <span className="id">{user.username}</span>
          {isSelf(user) && <span className="tag plain">{t('users.you')}</span>}
        </span>
      ),
    },
    {
      id: 'role',
      label: t('users.column.role'),
      sortBy: (user) => user.role,
      narrow: 'left',
      cell: (user) =>
        user.role === 'administrator' || user.role === 'viewer' ? t(`users.roles.${user.role}`) : user.role,
    },
    {
      id: 'description',
      label: t('users.column.description'),
      hideBelow: 's',
      cell: (user) => <span className="soft">{user.description}</span>,
    },
    ...(canDisable
      ? [
          {
            id: 'state',
            label: t('users.column.state'),
            width: '120px',
            narrow: 'state' as const,
            cell: (user: User) => (
              <Switch
                checked={user.enable !== false}
                label={`${t('users.enable')}: ${user.username}`}
                disabledReason={viewer ?? (isSelf(user) ? t('users.mayNotDisableSelf') : undefined)}
                onChange={(enable) =>
                  update.mutate(
                    { username: user.username, enable },
                    { onSuccess: () => toastDone(t('users.saved', { name: user.username })) },
                  )
                }
              />
            ),
          },
        ]
      : []),
    {
      id: 'menu',
      label: t('ui:table.actions'),
      silentLabel: true,
      width: '44px',
      narrow: 'menu',
      cell: (user) => (
        <MoreMenu
          label={`${t('ui:more')}: ${user.username}`}
          actions={[
            { label: t('users.edit'), icon: 'edit', disabledReason: viewer, onSelect: () => setEditing(user) },
            {
              label: t('users.delete'),
              icon: 'trash',
              danger: true,
              divided: true,
              disabledReason: viewer ?? (isSelf(user) ? t('users.mayNotDeleteSelf') : undefined),
              onSelect: () => setDeleting(user),
            },
          ]}
        />
      ),
    },
  ];
  return (
    <>
      <div className="row settings-bar">
        {own}
        <Button icon="plus" look="primary" disabledReason={viewer} onClick={() => setEditing('new')}>
          {t('users.create')}
        </Button>
      </div>
      <DataTable
        label={t('tabs.users')}
        rows={data}
        columns={columns}
        rowId={idOf}
        rowName={idOf}
        sort={sort}
        onSort={setSort}
      />
      {editing !== undefined && (
        <UserDialog
          user={editing === 'new' ? undefined : editing}
          taken={(name) => data.some((user) => user.username === name)}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t('users.deleteTitle', { name: deleting?.username ?? '' })}
        confirm={{
          label: t('users.deleteConfirm'),
          busyLabel: t('ui:deleting'),
          busy: remove.isPending,
          onConfirm: () => {
            if (deleting === undefined) return;
            remove.mutate(deleting.username, {
              onSuccess: () => {
                toastDone(t('users.deleted', { name: deleting.username }));
                setDeleting(undefined);
              },
            });
          },
        }}
      >
        <p>{t('users.deleteText')}</p>
      </ConfirmDialog>
      {dialog}
    </>
  );
}
