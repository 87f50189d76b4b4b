import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite, useSession } from '../api/session.ts';
import { type User, useDeleteUser, useUpdateUser, useUsers } from '../api/users.ts';
import { Button, Switch } from '../ui/Button.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { ManagedList } from '../ui/ManagedList.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { UserDialog } from './UserDialog.tsx';

const idOf = (user: User) => user.username;

function useColumns(users: readonly User[], isSelf: (user: User) => boolean): readonly Column<User>[] {
  const { t } = useTranslation(['settings', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const update = useUpdateUser();
  const canDisable = users.some((user) => user.enable !== undefined);
  return [
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
  ];
}

export function Users() {
  const { t } = useTranslation(['settings', 'ui']);
  const { data, error, refetch } = useUsers();
  const session = useSession();
  const remove = useDeleteUser();
  const [changingPassword, setChangingPassword] = useState(false);
  const isSelf = (user: User) => user.username === session?.username;
  const columns = useColumns(data ?? [], isSelf);
  return (
    <>
      <ManagedList
        label={t('tabs.users')}
        load={{ what: t('users.what'), rows: data, error, refetch }}
        idOf={idOf}
        columns={columns}
        sort="name"
        createLabel={t('users.create')}
        bar={
          <Button icon="key" onClick={() => setChangingPassword(true)}>
            {t('users.changePassword')}
          </Button>
        }
        editLabel={t('users.edit')}
        dialog={(user, onClose) => (
          <UserDialog
            user={user}
            taken={(name) => (data ?? []).some((one) => one.username === name)}
            onClose={onClose}
          />
        )}
        removal={{
          label: t('ui:deleteEllipsis'),
          reasonNot: (user) => (isSelf(user) ? t('users.mayNotDeleteSelf') : undefined),
          title: (user) => t('users.deleteTitle', { name: user.username }),
          text: t('users.deleteText'),
          confirm: t('users.deleteConfirm'),
          busyLabel: t('ui:deleting'),
          busy: remove.isPending,
          done: (user) => t('users.deleted', { name: user.username }),
          run: (user, onDone) => remove.mutate(user.username, { onSuccess: onDone }),
        }}
      />
      {changingPassword && <PasswordDialog onClose={() => setChangingPassword(false)} />}
    </>
  );
}
