import { topicNameFault } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewMessage, usePublish } from '../api/retained.ts';
import { Field } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { Segments } from '../ui/Segments.tsx';
import { toastDone } from '../ui/toast-store.ts';

const QOS = ['0', '1', '2'] as const;

/** One message, sent by hand: to try a rule, or to set a retained message. Mounted while it is open. */
export function PublishDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('mqtt');
  const publish = usePublish();
  const [message, setMessage] = useState<NewMessage>({ topic: '', payload: '', qos: 0, retain: false });
  const [checked, setChecked] = useState(false);
  const isBad = topicNameFault(message.topic) !== undefined;
  const change = (part: Partial<NewMessage>) => setMessage({ ...message, ...part });

  function submit(): void {
    setChecked(true);
    if (isBad) return;
    publish.mutate(message, {
      onSuccess: ({ subscribed }) => {
        toastDone(t(subscribed ? 'publish.done' : 'publish.doneAlone', { topic: message.topic }));
        onClose();
      },
    });
  }

  return (
    <FormDialog
      title={t('publish.title')}
      width={560}
      submit={{ label: t('publish.send'), busy: publish.isPending && t('publish.sending') }}
      error={publish.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('retained.topic')} required error={checked && isBad && t('publish.topicBad')}>
        {(control) => (
          <input
            {...control}
            className="input mono"
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            placeholder="fleet/truck-17/cmd"
            value={message.topic}
            onChange={(event) => change({ topic: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('retained.payload')} help={message.retain ? t('publish.payloadRetained') : undefined}>
        {(control) => (
          <textarea
            {...control}
            className="input mono"
            rows={6}
            spellCheck={false}
            value={message.payload}
            onChange={(event) => change({ payload: event.target.value })}
          />
        )}
      </Field>
      <Field label="QoS" group>
        {() => (
          <Segments
            label="QoS"
            value={QOS[message.qos]}
            options={QOS.map((value) => ({ value, label: value }))}
            onChange={(value) => change({ qos: value === '0' ? 0 : value === '1' ? 1 : 2 })}
          />
        )}
      </Field>
      <label className="tick">
        <input
          type="checkbox"
          className="checkbox"
          checked={message.retain}
          onChange={(event) => change({ retain: event.target.checked })}
        />
        {t('publish.retain')}
      </label>
    </FormDialog>
  );
}
