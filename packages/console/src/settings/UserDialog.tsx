import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../api/features.ts';
import { type Role, readUser, type User, useCreateUser, useUpdateUser } from '../api/users.ts';
import { recordLines } from '../forms/conflict-lines.ts';
import { mergeRecords } from '../forms/model/merge.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog, useSubmitWords } from '../ui/FormDialog.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { useSaveGuard } from '../ui/use-save-guard.tsx';
import { isGoodPassword } from './password-rule.ts';
import { RoleField } from './RoleField.tsx';

const USERNAME = /^[A-Za-z0-9._@-]{1,100}$/;

interface UserDialogProps {
  /** The user to edit; absent for a new one. */
  readonly user: User | undefined;
  readonly taken: (name: string) => boolean;
  readonly onClose: () => void;
}

/** A new user, or the role and description of one. Mounted while it is open. */
export function UserDialog(props: UserDialogProps) {
  const name = props.user?.username ?? '';
  const hasVersions = useFeature('etag');
  const stored = useQuery({
    queryKey: ['users', name],
    queryFn: ({ signal }) => readUser(name, signal),
    enabled: props.user !== undefined && hasVersions === true,
    refetchOnWindowFocus: false,
    // Always as it is now.
    gcTime: 0,
  });
  if (props.user === undefined || hasVersions === false) return <Form {...props} etag={undefined} />;
  // Without an answer the row of the list is what there is to edit.
  if (stored.data === undefined && stored.error === null) return null;
  return <Form {...props} user={stored.data?.value ?? props.user} etag={stored.data?.etag} />;
}

interface Editable {
  readonly role: string;
  readonly description: string;
}

function Form({ user, taken, onClose, etag }: UserDialogProps & { readonly etag: string | undefined }) {
  const { t } = useTranslation(['settings', 'ui']);
  const create = useCreateUser();
  const update = useUpdateUser();
  const [username, setUsername] = useState(user?.username ?? '');
  const [password, setPassword] = useState('');
  const [first, setFirst] = useState<Editable>({
    role: user?.role ?? 'administrator',
    description: user?.description ?? '',
  });
  const [value, setValue] = useState(first);
  const [checked, setChecked] = useState(false);
  const isNew = user === undefined;
  const role: Role = value.role === 'viewer' ? 'viewer' : 'administrator';
  const { description } = value;
  const nameError = !isNew
    ? undefined
    : !USERNAME.test(username)
      ? t('users.nameBad')
      : taken(username)
        ? t('users.nameTaken', { name: username })
        : undefined;
  const passwordError = isNew && !isGoodPassword(password) ? t('users.passwordBad') : undefined;
  const done = () => {
    toastDone(t(isNew ? 'users.created' : 'users.saved', { name: username }));
    onClose();
  };
  const editable = ({ role, description }: Editable) => ({ role, description });
  const guard = useSaveGuard<Editable & { readonly etag?: string | undefined }>({
    name: username,
    etag,
    read: async () => {
      const { value, etag } = await readUser(username);
      return { ...editable(value), etag };
    },
    linesOf: (theirs) =>
      recordLines(editable(first), editable(value), editable(theirs), ([key]) =>
        t(key === 'role' ? 'users.role' : 'users.description'),
      ),
    // Only whether they may sign in.
    isAside: () => true,
    take: (theirs) => {
      const merged = mergeRecords(editable(first), editable(value), editable(theirs));
      setFirst(editable(theirs));
      setValue({ role: String(merged.role), description: String(merged.description) });
      toastDone(t('ui:conflict.taken'));
    },
    save: (over) => save(over.etag),
    busy: update.isPending,
  });
  const words = useSubmitWords(isNew, create.isPending || update.isPending);

  function save(version = guard.etag): void {
    update.mutate({ username, role, description, etag: version }, { onSuccess: done, onError: guard.refused });
  }

  function submit(): void {
    setChecked(true);
    if (nameError !== undefined || passwordError !== undefined) return;
    if (isNew) create.mutate({ username, password, role, description }, { onSuccess: done });
    else save();
  }

  return (
    <>
      <FormDialog
        title={isNew ? t('users.newTitle') : t('users.editTitle', { name: username })}
        submit={words}
        onSubmit={submit}
        onClose={onClose}
      >
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
        <RoleField
          value={role}
          help={t(`users.roleHelp.${role}`)}
          onChange={(next) => setValue({ ...value, role: next })}
        />
        <Field label={t('users.description')} hint={t('ui:optional')}>
          {(control) => (
            <input
              {...control}
              className="input"
              value={description}
              onChange={(event) => setValue({ ...value, description: event.target.value })}
            />
          )}
        </Field>
      </FormDialog>
      {guard.dialog}
    </>
  );
}
