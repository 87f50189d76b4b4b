import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MqttUser, useSaveMqttUser } from '../api/mqtt.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog, useSubmitWords } from '../ui/FormDialog.tsx';
import { toastDone } from '../ui/toast-store.ts';

/** A new MQTT user, or another password or rights for one. Mounted while it is open. */
export function MqttUserDialog({
  user,
  taken,
  onClose,
}: {
  readonly user: MqttUser | undefined;
  readonly taken: (name: string) => boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('mqtt');
  const isNew = user === undefined;
  const save = useSaveMqttUser(isNew);
  const [name, setName] = useState(user?.user_id ?? '');
  const [password, setPassword] = useState('');
  const [isSuperuser, setIsSuperuser] = useState(user?.is_superuser ?? false);
  const [checked, setChecked] = useState(false);
  const words = useSubmitWords(isNew, save.isPending);
  const nameError = !isNew
    ? undefined
    : name === ''
      ? t('user.nameRequired')
      : taken(name)
        ? t('user.taken', { name })
        : undefined;
  const passwordError = isNew && password === '' ? t('user.passwordRequired') : undefined;

  function submit(): void {
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
    <FormDialog
      title={isNew ? t('user.newTitle') : t('user.editTitle', { name })}
      submit={words}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
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
      <div>
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
      </div>
    </FormDialog>
  );
}
