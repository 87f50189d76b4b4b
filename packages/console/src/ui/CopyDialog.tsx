import { copyName } from '@sluice/contract';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { nameProblem, useNameText } from './name.ts';

export interface CopyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Name (or id, for a rule) of the original. */
  readonly source: string;
  /** A rule has an id, everything else a name. */
  readonly field: 'id' | 'name';
  readonly taken: (name: string) => boolean;
  /** Makes the copy; a rejection leaves the dialog open (the error is shown by who made the call). */
  readonly onCopy: (name: string) => Promise<unknown>;
  /** After the dialog has closed on success. */
  readonly onDone: (name: string) => void;
}

const CLOSE_AFTER_MS = 500;

/** Asks for the name of a copy. Reports success, and closes 500 ms later. */
export function CopyDialog({ opened, onClose, source, field, taken, onCopy, onDone }: CopyDialogProps) {
  const { t } = useTranslation('ui');
  const nameText = useNameText();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [state, setState] = useState<'asking' | 'copying' | 'done'>('asking');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a name is proposed when the dialog opens, not while it is open
  useEffect(() => {
    if (!opened) return;
    setName(copyName(source, taken));
    setError(undefined);
    setState('asking');
  }, [opened]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (state !== 'asking') return;
    const problem = nameProblem(name);
    if (problem !== undefined)
      return setError(problem === 'empty' ? t('copyDialog.required', { field: t(field) }) : nameText(problem));
    if (taken(name)) return setError(t('copyDialog.taken', { name }));
    setState('copying');
    try {
      await onCopy(name);
    } catch {
      setState('asking');
      return;
    }
    setState('done');
    setTimeout(() => {
      onClose();
      onDone(name);
    }, CLOSE_AFTER_MS);
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      width={400}
      title={t('copyDialog.title')}
      foot={
        <>
          <Button look="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          {state === 'done' ? (
            <span className="btn" role="status">
              <Icon name="check" />
              {t('copyDialog.done')}
            </span>
          ) : (
            <Button look="primary" type="submit" form="copy-form" busy={state === 'copying' && t('creating')}>
              {t('create')}
            </Button>
          )}
        </>
      }
    >
      <form id="copy-form" onSubmit={submit} noValidate>
        <Field label={t(field)} error={error} required>
          {(control) => (
            <input
              {...control}
              className="input mono"
              data-autofocus
              value={name}
              onChange={(event) => {
                setName(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
