import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApiKey, useCreateApiKey, useUpdateApiKey } from '../api/api-keys.ts';
import type { Role } from '../api/users.ts';
import { ExpiryField } from '../ui/ExpiryField.tsx';
import { dayOf, type ExpiryChoice, expiryOf } from '../ui/expiry.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog, useSubmitWords } from '../ui/FormDialog.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { RoleField } from './RoleField.tsx';

const ENDS: readonly ExpiryChoice[] = ['never', 'month', 'quarter', 'year', 'day'];
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,253}$/;

export interface ApiSecret {
  readonly name: string;
  readonly key: string;
  readonly secret: string;
}

interface ApiKeyDialogProps {
  /** The key to change; absent for a new one. */
  readonly apiKey: ApiKey | undefined;
  readonly taken: (name: string) => boolean;
  readonly onCreated: (secret: ApiSecret) => void;
  readonly onClose: () => void;
}

/** A new key, or description and expiry of one. Mounted while it is open. */
export function ApiKeyDialog({ apiKey, taken, onCreated, onClose }: ApiKeyDialogProps) {
  const { t } = useTranslation(['settings', 'ui']);
  const create = useCreateApiKey();
  const update = useUpdateApiKey();
  const isNew = apiKey === undefined;
  const before = apiKey === undefined || apiKey.expired_at === 'infinity' ? undefined : new Date(apiKey.expired_at);
  const [name, setName] = useState(apiKey?.name ?? '');
  const [desc, setDesc] = useState(apiKey?.desc ?? '');
  const [role, setRole] = useState<Role>('viewer');
  const [choice, setChoice] = useState<ExpiryChoice>(isNew ? 'quarter' : before === undefined ? 'never' : 'day');
  const [day, setDay] = useState(before === undefined ? '' : dayOf(before));
  const [checked, setChecked] = useState(false);
  const untouched = before !== undefined && choice === 'day' && day === dayOf(before);
  const expiredAt = untouched ? apiKey?.expired_at : expiryOf(choice, day);
  const nameError = !isNew
    ? undefined
    : !NAME.test(name)
      ? t('keys.nameBad')
      : taken(name)
        ? t('keys.nameTaken', { name })
        : undefined;

  const words = useSubmitWords(isNew, create.isPending || update.isPending);

  function submit(): void {
    setChecked(true);
    if (nameError !== undefined || expiredAt === null) return;
    if (isNew) {
      create.mutate(
        { name, desc, role, expiredAt },
        {
          onSuccess: (made) => {
            onClose();
            onCreated({ name: made.name, key: made.api_key, secret: made.api_secret });
          },
        },
      );
    } else {
      update.mutate(
        { name, desc, enable: apiKey.enable, expired_at: expiredAt ?? 'infinity' },
        {
          onSuccess: () => {
            toastDone(t('keys.saved', { name }));
            onClose();
          },
        },
      );
    }
  }

  return (
    <FormDialog
      width={480}
      title={isNew ? t('keys.newTitle') : t('keys.editTitle', { name })}
      submit={words}
      onSubmit={submit}
      onClose={onClose}
    >
      {isNew && (
        <Field label={t('keys.name')} required help={t('keys.nameHelp')} error={checked && nameError}>
          {(control) => (
            <input
              {...control}
              className="input mono"
              data-autofocus
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      )}
      <Field label={t('keys.description')} hint={t('ui:optional')}>
        {(control) => (
          <input {...control} className="input" value={desc} onChange={(event) => setDesc(event.target.value)} />
        )}
      </Field>
      {isNew && <RoleField value={role} help={t(`keys.roleHelp.${role}`)} onChange={setRole} />}
      <ExpiryField
        label={t('keys.expires')}
        help={t('keys.expiresHelp')}
        choices={ENDS}
        choice={choice}
        day={day}
        isBad={checked && expiredAt === null}
        onChange={(nextChoice, nextDay) => {
          setChoice(nextChoice);
          setDay(nextDay);
        }}
      />
    </FormDialog>
  );
}
