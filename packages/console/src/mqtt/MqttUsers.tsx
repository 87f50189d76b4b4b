import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../api/errors.ts';
import { type MqttUser, useDeleteMqttUser, useMqttUsers, useSaveMqttUser } from '../api/mqtt.ts';
import { useMayWrite } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { MoreMenu } from '../ui/Menu.tsx';
import { LoadError } from '../ui/Note.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { parseSort } from '../ui/table-order.ts';
import { toastDone } from '../ui/toast-store.ts';

const idOf = (user: MqttUser) => user.user_id;

function UserDialog({
  user,
  taken,
  onClose,
}: {
  readonly user: MqttUser | undefined;
  readonly taken: (name: string) => boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['mqtt', 'ui']);
  const isNew = user === undefined;
  const save = useSaveMqttUser(isNew);
  const [name, setName] = useState(user?.user_id ?? '');
  const [password, setPassword] = useState('');
  const [isSuperuser, setIsSuperuser] = useState(user?.is_superuser ?? false);
  const [checked, setChecked] = useState(false);
  const nameError = !isNew
    ? undefined
    : name === ''
      ? t('user.nameRequired')
      : taken(name)
        ? t('user.taken', { name })
        : undefined;
  const passwordError = isNew && password === '' ? t('user.passwordRequired') : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (nameError !== undefined || passwordError !== undefined) return;
    save.mutate(
      { user_id: name, is_superuser: isSuperuser, password: password === '' ? undefined : password },
      {
        onSuccess: () => {
          toastDone(t('user.saved', { name }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={isNew ? t('user.newTitle') : t('user.editTitle', { name })}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button look="primary" type="submit" form="mqtt-user" busy={save.isPending && t('ui:saving')}>
            {isNew ? t('ui:create') : t('ui:save')}
          </Button>
        </>
      }
    >
      <form id="mqtt-user" className="stack" onSubmit={submit} noValidate>
        {isNew && (
          <Field label={t('user.name')} required error={checked && nameError}>
            {(control) => (
              <input
                {...control}
                className="input mono"
                data-autofocus
                autoComplete="off"
                spellCheck={false}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field
          label={t('user.password')}
          required={isNew}
          error={checked && passwordError}
          help={isNew ? undefined : t('user.passwordKeep')}
        >
          {(control) => (
            <input
              {...control}
              type="password"
              className="input"
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <label className="tick">
          <input
            type="checkbox"
            className="checkbox"
            checked={isSuperuser}
            onChange={(event) => setIsSuperuser(event.target.checked)}
          />
          {t('user.superuser')}
        </label>
        <p className="help">{t('user.superuserHelp')}</p>
      </form>
    </Dialog>
  );
}

/** Who may connect with which password. */
export function MqttUsers() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const { data, error, refetch } = useMqttUsers();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const remove = useDeleteMqttUser();
  const [sort, setSort] = useState(parseSort(undefined, 'name'));
  const [editing, setEditing] = useState<MqttUser | 'new'>();
  const [deleting, setDeleting] = useState<MqttUser>();
  if (data === undefined) {
    if (error === null) return <SkeletonRows count={3} />;
    if (!isNotFound(error)) return <LoadError what={t('user.what')} error={error} onRetry={() => void refetch()} />;
    return (
      <div className="panel">
        <EmptyState slim text={t('user.absent')} />
      </div>
    );
  }
  const columns: readonly Column<MqttUser>[] = [
    {
      id: 'name',
      label: t('user.name'),
      sortBy: idOf,
      narrow: 'title',
      cell: (user) => <span className="id">{user.user_id}</span>,
    },
    {
      id: 'superuser',
      label: t('user.rights'),
      sortBy: (user) => (user.is_superuser ? 0 : 1),
      narrow: 'left',
      cell: (user) => (user.is_superuser ? t('user.isSuperuser') : t('user.isOrdinary')),
    },
    {
      id: 'menu',
      label: t('ui:table.actions'),
      silentLabel: true,
      width: '44px',
      narrow: 'menu',
      cell: (user) => (
        <MoreMenu
          label={`${t('ui:more')}: ${user.user_id}`}
          actions={[
            { label: t('user.edit'), icon: 'edit', disabledReason: viewer, onSelect: () => setEditing(user) },
            {
              label: t('ui:deleteEllipsis'),
              icon: 'trash',
              danger: true,
              divided: true,
              disabledReason: viewer,
              onSelect: () => setDeleting(user),
            },
          ]}
        />
      ),
    },
  ];
  const create = (
    <Button icon="plus" look="primary" disabledReason={viewer} onClick={() => setEditing('new')}>
      {t('user.create')}
    </Button>
  );
  return (
    <>
      {data.length === 0 ? (
        <div className="panel">
          <EmptyState title={t('user.emptyTitle')} text={t('user.emptyText')}>
            {create}
          </EmptyState>
        </div>
      ) : (
        <div className="mqtt-narrow">
          <div className="row mqtt-bar">{create}</div>
          <DataTable
            label={t('tabs.users')}
            rows={data}
            columns={columns}
            rowId={idOf}
            rowName={idOf}
            sort={sort}
            onSort={setSort}
          />
        </div>
      )}
      {editing !== undefined && (
        <UserDialog
          user={editing === 'new' ? undefined : editing}
          taken={(name) => data.some((user) => user.user_id === name)}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t('user.deleteTitle', { name: deleting?.user_id ?? '' })}
        confirm={{
          label: t('user.deleteConfirm'),
          busyLabel: t('ui:deleting'),
          busy: remove.isPending,
          onConfirm: () =>
            deleting !== undefined &&
            remove.mutate(deleting.user_id, {
              onSuccess: () => {
                toastDone(t('user.deleted', { name: deleting.user_id }));
                setDeleting(undefined);
              },
            }),
        }}
      >
        <p>{t('user.deleteText')}</p>
      </ConfirmDialog>
    </>
  );
}
