import { parseResourceId, resourceId } from '@sluice/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Channel,
  type ChannelKind,
  channelQuery,
  readChannel,
  useChannels,
  useCreateChannel,
  useUpdateChannel,
} from '../api/channels.ts';
import { useSchema } from '../api/schemas.ts';
import { useMayWrite } from '../api/session.ts';
import { useFormDraft } from '../forms/form-draft.ts';
import { LoopWarning, useFormLoops, useLoopToast } from '../forms/LoopWarning.tsx';
import { buildForm } from '../forms/model/build.ts';
import { initialRecord } from '../forms/model/record.ts';
import { toBody } from '../forms/model/submit.ts';
import type { FormModel, FormRecord } from '../forms/model/types.ts';
import { ProbePanel, useFormProbe } from '../forms/ProbePanel.tsx';
import { RestoredNote } from '../forms/RestoredNote.tsx';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import { type Stored, useFormGuard } from '../forms/use-form-guard.ts';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { ActionBar } from '../ui/ActionBar.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { byTypeOrder, systemLook } from '../ui/systems.ts';
import { toastDone } from '../ui/toast-store.ts';
import { useChannelTypes } from './channel-types.ts';
import { useConnectorDrawer } from './use-connector-drawer.tsx';
import './channels.css';

export interface ChannelFormProps {
  readonly kind: ChannelKind;
  /** Absent: chosen in the form. */
  readonly type?: string;
  /** The object that is changed; absent for a new one. */
  readonly id?: string;
  /** Name of a connector to start with. */
  readonly connector?: string;
  /** Names for `${…}` in templates. */
  readonly fields: readonly string[];
  /** The id of what was created or changed. */
  readonly onDone: (id: string) => void;
  readonly onCancel: () => void;
  /** On the button that leaves the form of a new one: "Back" unless told. */
  readonly backLabel?: string;
}

/** Creates an action or source on the backend, or changes one, beside the page that needs it. */
export function ChannelForm(props: ChannelFormProps) {
  const { kind, id } = props;
  const { t } = useTranslation(['actions', 'ui']);
  const types = useChannelTypes(kind);
  const [chosen, setChosen] = useState(props.type);
  const type = id === undefined ? (chosen ?? types[0]) : parseResourceId(id)?.type;
  const schema = useSchema('actions');
  const stored = useQuery({ ...channelQuery(kind, id ?? ''), enabled: id !== undefined, refetchInterval: false });
  const model = useMemo(
    () =>
      schema.data === undefined || type === undefined
        ? undefined
        : buildForm(schema.data, { kind, type, mode: id === undefined ? 'create' : 'edit' }),
    [schema.data, kind, type, id],
  );
  const error = schema.error ?? stored.error;
  if (error !== null && (schema.data === undefined || (id !== undefined && stored.data === undefined))) {
    return (
      <LoadError
        what={t('form.what')}
        error={error}
        onRetry={() => void (schema.error === null ? stored.refetch() : schema.refetch())}
      />
    );
  }
  if (schema.data === undefined || type === undefined || (id !== undefined && stored.data === undefined))
    return <SkeletonLines />;
  if (model === undefined) {
    return (
      <Note tone="bad" alert>
        <p>{t('form.unknownType', { type })}</p>
      </Note>
    );
  }
  return (
    <div className="channel-form">
      {id === undefined && props.type === undefined && types.length > 1 && (
        <Field label={t('ui:type')}>
          {(control) => (
            <select {...control} className="input" value={type} onChange={(event) => setChosen(event.target.value)}>
              {[...types].sort(byTypeOrder).map((one) => (
                <option key={one} value={one}>
                  {systemLook(one).label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Filled key={`${type} ${id ?? ''}`} {...props} model={model} stored={stored.data} />
    </div>
  );
}

function Filled({
  kind,
  model,
  stored,
  connector,
  fields,
  onDone,
  onCancel,
  backLabel,
}: ChannelFormProps & { readonly model: FormModel; readonly stored: Channel | undefined }) {
  const { t } = useTranslation(['actions', 'connectors', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [start] = useState(
    (): FormRecord => stored?.record ?? { ...initialRecord(model), ...(connector === undefined ? {} : { connector }) },
  );
  const form = useSchemaForm(model, start);
  const draft = useFormDraft(`${kind}.${stored?.id ?? `new.${model.type}`}`, form);
  const probe = useFormProbe(kind, form);
  const create = useCreateChannel(kind, { quiet: true });
  const update = useUpdateChannel(kind, { quiet: true });
  const taken = useChannels(kind).data ?? [];
  const [isAsking, setIsAsking] = useState(false);
  const { createConnector, drawer } = useConnectorDrawer();
  const loops = useFormLoops(kind, form);
  const tellLoops = useLoopToast();

  const guard = useFormGuard({
    name: stored?.name ?? '',
    form,
    stored: stored ?? { record: start },
    read: () => readChannel(kind, stored?.id ?? ''),
    save: (over) => save(over),
    busy: update.isPending,
  });

  const name = typeof form.record.name === 'string' ? form.record.name : '';
  const isTaken = stored === undefined && taken.some((one) => one.id === resourceId(model.type, name));
  const submit = () => {
    if (viewer !== undefined || !form.check(stored === undefined ? {} : { stored: stored.record })) return;
    if (stored !== undefined) setIsAsking(true);
    else if (!isTaken) {
      create.mutate(toBody(model, form.record, 'create'), {
        onSuccess: (made) => {
          draft.forget();
          toastDone(t(`done.created.${kind}`, { name: made.name }));
          tellLoops(made);
          onDone(made.id);
        },
        onError: (error) => form.refuse(error),
      });
    }
  };
  function save(over: Stored = { etag: guard.etag, record: stored?.record ?? start }): void {
    if (stored === undefined) return;
    const config = { ...toBody(model, form.record, 'update'), enable: over.record.enable ?? true };
    update.mutate(
      { id: stored.id, config, etag: over.etag },
      {
        onSuccess: (made) => {
          draft.forget();
          setIsAsking(false);
          toastDone(t(`done.updated.${kind}`, { name }));
          tellLoops(made);
          onDone(stored.id);
        },
        onError: (error) => {
          setIsAsking(false);
          if (!guard.refused(error)) form.refuse(error);
        },
      },
    );
  }
  return (
    <>
      <RestoredNote draft={draft} />
      <div className="form-grid">
        <div className="panel">
          <SchemaForm form={form} locked={viewer} templateFields={fields} createConnector={createConnector} />
        </div>
        <div className="side">
          <LoopWarning loops={loops} />
          <ProbePanel form={form} probe={probe} disabledReason={viewer} />
        </div>
      </div>
      {isTaken && (
        <Note tone="bad" alert>
          <p>{t('form.taken', { name })}</p>
        </Note>
      )}
      <ActionBar>
        <Button
          look="ghost"
          onClick={() => {
            draft.forget();
            onCancel();
          }}
        >
          {stored === undefined ? (backLabel ?? t('ui:back')) : t('ui:cancel')}
        </Button>
        <span className="grow" />
        {form.problems.size > 0 && (
          <span className="danger-text small hide-s">{t('form.toCorrect', { count: form.problems.size })}</span>
        )}
        <Button
          busy={probe.running && t('connectors:form.testing')}
          disabledReason={viewer}
          onClick={() => probe.run()}
        >
          {t('connectors:form.test')}
        </Button>
        <Button look="primary" busy={create.isPending && t('ui:creating')} disabledReason={viewer} onClick={submit}>
          {stored === undefined ? t(`form.create.${kind}`) : t('form.update')}
        </Button>
      </ActionBar>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={t('form.updateTitle', { name })}
        confirm={{
          label: t(`form.updateConfirm.${kind}`),
          busyLabel: t('form.updating'),
          busy: update.isPending,
          danger: false,
          onConfirm: () => save(),
        }}
      >
        <p>{t(`form.updateText.${kind}`)}</p>
        <LoopWarning loops={loops} />
      </ConfirmDialog>
      {guard.dialog}
      {drawer}
    </>
  );
}
