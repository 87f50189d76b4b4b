import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../api/backend.ts';
import { BAN_KINDS, type BanKind, useCreateBan } from '../api/bans.ts';
import { ExpiryField } from '../ui/ExpiryField.tsx';
import { type ExpiryChoice, expiryOf } from '../ui/expiry.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { isBannable } from './bannable.ts';

const ENDS: readonly ExpiryChoice[] = ['never', 'hour', 'oneDay', 'week', 'month', 'day'];
const EXAMPLES: Readonly<Record<BanKind, string>> = {
  clientid: 'truck-17',
  username: 'truck',
  peerhost: '10.0.0.17',
  peerhost_net: '10.0.0.0/8',
};

/** Whom to keep out, why and until when. Mounted while it is open. */
export function BanDialog({
  clientid,
  onClose,
}: {
  /** A client to begin with. */
  readonly clientid?: string;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['mqtt', 'ui']);
  const isEmbedded = useCapabilities().data?.backend === 'embedded';
  const create = useCreateBan();
  const [as, setAs] = useState<BanKind>('clientid');
  const [who, setWho] = useState(clientid ?? '');
  const [reason, setReason] = useState('');
  const [end, setEnd] = useState<{ readonly choice: ExpiryChoice; readonly day: string }>({ choice: 'never', day: '' });
  const [checked, setChecked] = useState(false);
  const until = expiryOf(end.choice, end.day);
  const whoError =
    who.trim() === '' ? t('ban.whoRequired') : isBannable(as, who.trim()) ? undefined : t(`ban.bad.${as}`);

  function submit(): void {
    setChecked(true);
    if (whoError !== undefined || until === null) return;
    create.mutate(
      { as, who: who.trim(), reason: reason.trim(), until },
      {
        onSuccess: () => {
          toastDone(t('ban.created', { name: who.trim() }));
          onClose();
        },
      },
    );
  }

  return (
    <FormDialog
      title={t('ban.newTitle')}
      width={520}
      submit={{ label: t('ban.confirm'), busy: create.isPending && t('ban.busy') }}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{t(isEmbedded ? 'ban.effectNow' : 'ban.effect')}</p>
      <Field label={t('ban.as')}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={as}
            onChange={(event) => setAs(BAN_KINDS.find((kind) => kind === event.target.value) ?? 'clientid')}
          >
            {BAN_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`ban.kind.${kind}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t(`ban.kind.${as}`)} required error={checked && whoError}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            placeholder={EXAMPLES[as]}
            value={who}
            onChange={(event) => setWho(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('ban.reason')} hint={t('ui:optional')}>
        {(control) => (
          <input {...control} className="input" value={reason} onChange={(event) => setReason(event.target.value)} />
        )}
      </Field>
      <ExpiryField
        label={t('ban.until')}
        never={t('ban.untilLifted')}
        choices={ENDS}
        choice={end.choice}
        day={end.day}
        isBad={checked && until === null}
        onChange={(choice, day) => setEnd({ choice, day })}
      />
    </FormDialog>
  );
}
