import { resourceId } from '@sluice/contract';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Channel, readChannel, useChannels, useCreateChannel, useUpdateChannel } from '../api/channels.ts';
import { useSchema } from '../api/schemas.ts';
import { useTemplateFields } from '../channels/template-fields.ts';
import { useConnectorDrawer } from '../channels/use-connector-drawer.tsx';
import { useFormDraft } from '../forms/form-draft.ts';
import { LoopWarning, useFormLoops } from '../forms/LoopWarning.tsx';
import { buildForm } from '../forms/model/build.ts';
import { toBody } from '../forms/model/submit.ts';
import type { FormModel } from '../forms/model/types.ts';
import { ProbePanel, useFormProbe } from '../forms/ProbePanel.tsx';
import { RestoredNote } from '../forms/RestoredNote.tsx';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import { type Stored, useFormGuard } from '../forms/use-form-guard.ts';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CopyDialog } from '../ui/CopyDialog.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { LIST_PATH } from './channel-paths.ts';
import { MadeDialog } from './MadeDialog.tsx';

export interface ChannelSettingsProps {
  readonly channel: Channel;
  readonly locked: string | undefined;
  readonly viewer: string | undefined;
  /** The copy dialog is wanted. */
  readonly isCopying: boolean;
  readonly onCopyStart: () => void;
  readonly onCopyClose: () => void;
}

/** The configuration of an action or source as a form. */
export function ChannelSettings(props: ChannelSettingsProps) {
  const { channel } = props;
  const { t } = useTranslation('actions');
  const { data, error, refetch } = useSchema('actions');
  const model = useMemo(
    () => (data === undefined ? undefined : buildForm(data, { kind: channel.kind, type: channel.type, mode: 'edit' })),
    [data, channel.kind, channel.type],
  );
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines />
    ) : (
      <LoadError what={t('form.what')} error={error} onRetry={() => void refetch()} />
    );
  }
  if (model === undefined) {
    return (
      <Note tone="bad" alert>
        <p>{t('form.unknownType', { type: channel.type })}</p>
      </Note>
    );
  }
  return <Filled {...props} model={model} />;
}

function Filled({
  channel,
  model,
  locked,
  viewer,
  isCopying,
  onCopyStart,
  onCopyClose,
}: ChannelSettingsProps & { readonly model: FormModel }) {
  const { kind, name } = channel;
  const { t } = useTranslation(['actions', 'connectors', 'ui']);
  const navigate = useNavigate();
  const form = useSchemaForm(model, channel.record);
  const draft = useFormDraft(`${kind}.${channel.id}`, form);
  const probe = useFormProbe(kind, form);
  const update = useUpdateChannel(kind, { quiet: true });
  const create = useCreateChannel(kind);
  const all = useChannels(kind).data ?? [];
  const fields = useTemplateFields(channel.rules);
  const [isAsking, setIsAsking] = useState(false);
  const [copied, setCopied] = useState<string>();
  const { createConnector, drawer } = useConnectorDrawer();
  const loops = useFormLoops(kind, form);
  // When what stands here was read; another time on the backend means that somebody else was faster.
  const [readAt, setReadAt] = useState(channel.modifiedAt);
  const guard = useFormGuard({
    name,
    form,
    stored: channel,
    read: () => readChannel(kind, channel.id),
    save: (over) => save(over),
    busy: update.isPending,
  });
  if (!form.dirty && readAt !== channel.modifiedAt) {
    setReadAt(channel.modifiedAt);
    form.reset(channel.record);
  }
  const isOutdated = form.dirty && readAt !== channel.modifiedAt;
  const nothing = form.dirty ? undefined : t('form.nothing');

  function save(over: Stored = { etag: guard.etag, record: channel.record }): void {
    // The switch of the page may have been moved since the form was filled.
    const config = { ...toBody(model, form.record, 'update'), enable: over.record.enable ?? true };
    update.mutate(
      { id: channel.id, config, etag: over.etag },
      {
        onSuccess: (made) => {
          setIsAsking(false);
          setReadAt(made.modifiedAt);
          guard.adopt(made.etag);
          guard.close();
          draft.saved();
          form.reset(made.record);
          toastDone(t(`done.updated.${kind}`, { name }));
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
      {draft.restored && (
        <div className="head-note">
          <RestoredNote draft={draft} />
        </div>
      )}
      {isOutdated && (
        <div className="head-note">
          <Note tone="warn" alert>
            <p>{t('form.outdated')}</p>
          </Note>
        </div>
      )}
      <div className="form-grid">
        <form
          className="panel"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (locked !== undefined || !form.dirty || !form.check({ stored: channel.record })) return;
            if (isOutdated) guard.ask(channel);
            else setIsAsking(true);
          }}
        >
          <SchemaForm form={form} locked={locked} templateFields={fields} createConnector={createConnector} />
          <div className="action-bar">
            <Button
              icon="copy"
              disabledReason={viewer}
              onClick={() => {
                if (form.check({ forCopy: true })) onCopyStart();
              }}
            >
              {t('form.saveAsCopy')}
            </Button>
            <span className="grow" />
            {form.problems.size > 0 && (
              <span className="danger-text small hide-s">{t('form.toCorrect', { count: form.problems.size })}</span>
            )}
            <Button
              busy={probe.running && t('connectors:form.testing')}
              disabledReason={locked}
              onClick={() => probe.run()}
            >
              {t('connectors:form.test')}
            </Button>
            <Button
              look="primary"
              type="submit"
              busy={update.isPending && t('form.updating')}
              disabledReason={locked ?? nothing}
            >
              {t('form.update')}
            </Button>
          </div>
        </form>
        <div className="side">
          <LoopWarning loops={loops} />
          <ProbePanel form={form} probe={probe} disabledReason={locked} />
        </div>
      </div>
      <LeaveGuard when={form.dirty && copied === undefined} onLeave={draft.forget} />
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
      <CopyDialog
        opened={isCopying}
        onClose={onCopyClose}
        source={name}
        field="name"
        taken={(candidate) => all.some((one) => one.id === resourceId(channel.type, candidate))}
        onCopy={async (candidate) => {
          if (!form.check({ forCopy: true })) {
            onCopyClose();
            throw new Error('masked');
          }
          await create.mutateAsync(toBody(model, { ...form.record, name: candidate }, 'copy'));
        }}
        onDone={(candidate) => {
          toastDone(t(`done.created.${kind}`, { name: candidate }));
          setCopied(resourceId(channel.type, candidate));
        }}
      />
      <MadeDialog
        kind={kind}
        id={copied}
        isCopy
        onClose={() => {
          setCopied(undefined);
          void navigate({ to: LIST_PATH[kind] });
        }}
      />
      {drawer}
    </>
  );
}
