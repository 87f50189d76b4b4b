import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Role, type User, useCreateUser, useUpdateUser } from '../api/users.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Segments } from '../ui/Segments.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { isGoodPassword } from './password-rule.ts';

const USERNAME = /^[A-Za-z0-9._@-]{1,100}$/;

interface UserDialogProps {
  /** The user to edit; absent for a new one. */
  readonly user: User | undefined;
  readonly taken: (name: string) => boolean;
  readonly onClose: () => void;
}

/** A new user, or the role and description of one. Mounted while it is open. */
export function UserDialog({ user, taken, onClose }: UserDialogProps) {
  const { t } = useTranslation(['settings', 'ui']);
  const create = useCreateUser();
  const update = useUpdateUser();
  const [username, setUsername] = useState(user?.username ?? '');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<Role>(user?.role === 'viewer' ? 'viewer' : 'administrator');
  const [description, setDescription] = useState(user?.description ?? '');
  const [checked, setChecked] = useState(false);
  const isNew = user === undefined;
  const nameError = !isNew
    ? undefined
    : !USERNAME.test(username)
      ? t('users.nameBad')
      : taken(username)
        ? t('users.nameTaken', { name: username })
        : undefined;
  const passwordError = isNew && !isGoodPassword(password) ? t('users.passwordBad') : undefined;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (nameError !== undefined || passwordError !== undefined) return;
    const done = () => {
      toastDone(t(isNew ? 'users.created' : 'users.saved', { name: username }));
      onClose();
    };
    if (isNew) create.mutate({ username, password, role, description }, { onSuccess: done });
    else update.mutate({ username, role, description }, { onSuccess: done });
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={isNew ? t('users.newTitle') : t('users.editTitle', { name: username })}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('ui:cancel')}
          </Button>
          <Button
            look="primary"
            type="submit"
            form="user-form"
            busy={(create.isPending && t('ui:creating')) || (update.isPending && t('ui:saving'))}
          >
            {isNew ? t('ui:create') : t('ui:save')}
          </Button>
        </>
      }
    >
      <form id="user-form" className="dialog-form" onSubmit={submit} noValidate>
        {isNew && (
          <>
            <Field label={t('users.name')} required help={t('users.nameHelp')} error={checked && nameError}>
              {(control) => (
                <input
                  {...control}
                  className="input mono"
                  data-autofocus
                  autoComplete="off"
                  value={username}
                  onChange={(event) => setUsername(event.target.value)}
                />
              )}
            </Field>
            <Field label={t('users.password')} required help={t('users.passwordHelp')} error={checked && passwordError}>
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
          </>
        )}
        <Field label={t('users.role')} help={t(`users.roleHelp.${role}`)} group>
          {() => (
            <Segments
              label={t('users.role')}
              value={role}
              options={(['administrator', 'viewer'] as const).map((value) => ({
                value,
                label: t(`users.roles.${value}`),
              }))}
              onChange={setRole}
            />
          )}
        </Field>
        <Field label={t('users.description')} hint={t('ui:optional')}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
