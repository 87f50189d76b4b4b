import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../api/errors.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Note } from './Note.tsx';

/** A few fields in a dialog; Enter sends them. Mounted while it is open. */
export function FormDialog({
  title,
  width,
  submit,
  error = null,
  onSubmit,
  onClose,
  children,
}: {
  readonly title: ReactNode;
  /** In px. */
  readonly width?: number;
  /** The main button. `busy`: what it says while the call is under way. */
  readonly submit: { readonly label: string; readonly busy: string | false; readonly disabledReason?: string };
  /** Why the call was refused, to show above the fields. */
  readonly error?: unknown;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  const id = useId();
  function send(event: FormEvent): void {
    event.preventDefault();
    if (submit.busy === false && submit.disabledReason === undefined) onSubmit();
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      {...(width === undefined ? {} : { width })}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            look="primary"
            type="submit"
            form={id}
            busy={submit.busy}
            {...(submit.disabledReason === undefined ? {} : { disabledReason: submit.disabledReason })}
          >
            {submit.label}
          </Button>
        </>
      }
    >
      <form id={id} className="dialog-form" onSubmit={send} noValidate>
        {error !== null && (
          <Note tone="bad" alert>
            <p>{errorText(error)}</p>
          </Note>
        )}
        {children}
      </form>
    </Dialog>
  );
}

/** What the button of such a dialog says for a new object or a changed one. */
export function useSubmitWords(
  isNew: boolean,
  isBusy: boolean,
): { readonly label: string; readonly busy: string | false } {
  const { t } = useTranslation('ui');
  return isNew
    ? { label: t('create'), busy: isBusy && t('creating') }
    : { label: t('save'), busy: isBusy && t('saving') };
}
