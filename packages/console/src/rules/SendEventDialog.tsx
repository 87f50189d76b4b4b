import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../api/errors.ts';
import { useTestRule } from '../api/rule-test.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Note } from '../ui/Note.tsx';
import { toastDone } from '../ui/toast-store.ts';

/** Runs a made-up event through the saved rule with its outputs: asked first, because they really send. */
export function SendEventDialog({
  opened,
  onClose,
  ruleId,
  title,
  context,
  onSent,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly ruleId: string;
  /** What the event is known by: its topic or its name. */
  readonly title: string;
  readonly context: Readonly<Record<string, unknown>>;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation(['rules', 'ui']);
  const test = useTestRule();
  const [stop, setStop] = useState(false);
  const close = () => {
    test.reset();
    onClose();
  };
  const send = () =>
    test.mutate(
      { id: ruleId, context, stop },
      {
        onSuccess: () => {
          toastDone(t('send.done'));
          onSent();
          close();
        },
        onError: (error) => {
          // The list shows a run that did not match as well as any other.
          if (isApiError(error) && error.status === 412) {
            toastDone(t('send.noMatch'));
            onSent();
            close();
          }
        },
      },
    );
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={t('send.title', { title })}
      confirm={{
        label: t('send.confirm'),
        busyLabel: t('send.busy'),
        busy: test.isPending,
        danger: false,
        onConfirm: send,
      }}
    >
      <p>{t(stop ? 'send.textStop' : 'send.text')}</p>
      <label className="row check-row">
        <input
          type="checkbox"
          className="checkbox"
          checked={stop}
          onChange={(event) => setStop(event.target.checked)}
        />
        <span>{t('send.stop')}</span>
      </label>
      {test.error !== null && !(isApiError(test.error) && test.error.status === 412) && (
        <Note tone="bad" alert>
          <p className="break">{test.error.message}</p>
        </Note>
      )}
    </ConfirmDialog>
  );
}
