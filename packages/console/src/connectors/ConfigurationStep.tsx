import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Connector, useCreateConnector } from '../api/connectors.ts';
import { useMayWrite } from '../api/session.ts';
import { useFormDraft } from '../forms/form-draft.ts';
import { useLoopToast } from '../forms/LoopWarning.tsx';
import { toBody } from '../forms/model/submit.ts';
import type { FormModel, FormRecord } from '../forms/model/types.ts';
import { useFormProbe } from '../forms/ProbePanel.tsx';
import { RestoredNote } from '../forms/RestoredNote.tsx';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { Button } from '../ui/Button.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { ConnectorForm } from './ConnectorForm.tsx';

interface ConfigurationStepProps {
  readonly model: FormModel;
  readonly start: FormRecord | undefined;
  readonly isCopy: boolean;
  readonly note?: ReactNode;
  /** Left of the bar: cancel, back. */
  readonly secondary: ReactNode;
  /** In a drawer there is no navigation to guard. */
  readonly guarded: boolean;
  /** The record as it is now, to be kept while another type is looked at. */
  readonly onRecord?: (record: FormRecord) => void;
  readonly onCreated: (connector: Connector) => void;
}

/** Step 2: the form of the type, its test, and "Create". */
export function ConfigurationStep({
  model,
  start,
  isCopy,
  note,
  secondary,
  guarded,
  onRecord,
  onCreated,
}: ConfigurationStepProps) {
  const { t } = useTranslation(['connectors', 'ui']);
  const form = useSchemaForm(model, start);
  const probe = useFormProbe('connector', form);
  const draft = useFormDraft(`connector.${isCopy ? 'copy' : 'new'}.${model.type}`, form);
  const create = useCreateConnector({ quiet: true });
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [created, setCreated] = useState(false);
  const tellLoops = useLoopToast();
  useEffect(() => onRecord?.(form.record), [onRecord, form.record]);

  function submit(): void {
    if (viewer !== undefined || create.isPending || !form.check({ forCopy: isCopy })) return;
    create.mutate(toBody(model, form.record, isCopy ? 'copy' : 'create'), {
      onSuccess: (connector) => {
        setCreated(true);
        draft.forget();
        tellLoops(connector);
        onCreated(connector);
      },
      onError: (error) => form.refuse(error),
    });
  }

  return (
    <>
      <ConnectorForm
        form={form}
        probe={probe}
        onSubmit={submit}
        note={
          (draft.restored || note) && (
            <>
              <RestoredNote draft={draft} />
              {note}
            </>
          )
        }
        secondary={secondary}
        buttons={(id) => (
          <>
            <Button busy={probe.running && t('form.testing')} disabledReason={viewer} onClick={() => probe.run()}>
              {t('form.test')}
            </Button>
            <Button
              type="submit"
              form={id}
              look="primary"
              busy={create.isPending && t('ui:creating')}
              disabledReason={viewer}
            >
              {t('form.create')}
            </Button>
          </>
        )}
      />
      {guarded && <LeaveGuard when={form.dirty && !created} onLeave={draft.forget} />}
    </>
  );
}
