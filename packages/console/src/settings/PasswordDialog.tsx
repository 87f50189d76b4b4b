import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/session.ts';
import { signedOut } from '../api/session-store.ts';
import { useChangePassword } from '../api/users.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { isGoodPassword } from './password-rule.ts';

/** Changes the password of the signed-in user; the backend ends the session then. Mounted while it is open. */
export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['settings', 'ui']);
  const session = useSession();
  const change = useChangePassword();
  const [values, setValues] = useState({ old: '', next: '', repeat: '' });
  const [checked, setChecked] = useState(false);
  const errors = {
    old: values.old === '' ? t('password.oldRequired') : undefined,
    next: !isGoodPassword(values.next)
      ? t('users.passwordBad')
      : values.next === values.old
        ? t('password.same')
        : undefined,
    repeat: values.repeat !== values.next ? t('users.repeatBad') : undefined,
  };

  function submit(): void {
    setChecked(true);
    if (Object.values(errors).some(Boolean) || session === undefined) return;
    change.mutate(
      { username: session.username, oldPassword: values.old, newPassword: values.next },
      {
        onSuccess: () => {
          toastDone(t('password.done'));
          onClose();
          signedOut(true);
        },
      },
    );
  }

  const input = (key: keyof typeof values, label: string, autoComplete: string, help?: string) => (
    <Field label={label} required error={checked && errors[key]} help={help}>
      {(control) => (
        <input
          {...control}
          type="password"
          className="input"
          autoComplete={autoComplete}
          data-autofocus={key === 'old' || undefined}
          value={values[key]}
          onChange={(event) => setValues({ ...values, [key]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title={t('password.title')}
      submit={{ label: t('password.submit'), busy: change.isPending && t('password.busy') }}
      error={change.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {input('old', t('password.old'), 'current-password')}
      {input('next', t('password.new'), 'new-password', t('users.passwordHelp'))}
      {input('repeat', t('users.repeat'), 'new-password')}
    </FormDialog>
  );
}
