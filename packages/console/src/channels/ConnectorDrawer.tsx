import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateConnector } from '../api/connectors.ts';
import { useSchema } from '../api/schemas.ts';
import { useMayWrite } from '../api/session.ts';
import { buildForm } from '../forms/model/build.ts';
import { toBody } from '../forms/model/submit.ts';
import type { FormModel } from '../forms/model/types.ts';
import { ProbePanel, useFormProbe } from '../forms/ProbePanel.tsx';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { Button } from '../ui/Button.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { SideDrawer } from '../ui/SideDrawer.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toastDone } from '../ui/toast-store.ts';
import './channels.css';

export interface ConnectorDrawerProps {
  /** Type of the connector to create; absent: closed. */
  readonly type: string | undefined;
  readonly onClose: () => void;
  /** The name of the new connector. */
  readonly onCreated: (name: string) => void;
}

/** A new connector without leaving the form that needs one. */
export function ConnectorDrawer({ type, onClose, onCreated }: ConnectorDrawerProps) {
  const { t } = useTranslation('actions');
  return (
    <SideDrawer opened={type !== undefined} onClose={onClose} title={t('connectorDrawer.title')}>
      {type !== undefined && <Body type={type} onClose={onClose} onCreated={onCreated} />}
    </SideDrawer>
  );
}

function Body({
  type,
  onClose,
  onCreated,
}: {
  readonly type: string;
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}) {
  const { t } = useTranslation('actions');
  const { data, error, refetch } = useSchema('connectors');
  const model = useMemo(
    () => (data === undefined ? undefined : buildForm(data, { kind: 'connector', type, mode: 'create' })),
    [data, type],
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
        <p>{t('form.unknownType', { type })}</p>
      </Note>
    );
  }
  return <Filled model={model} onClose={onClose} onCreated={onCreated} />;
}

function Filled({
  model,
  onClose,
  onCreated,
}: {
  readonly model: FormModel;
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}) {
  const { t } = useTranslation(['actions', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const form = useSchemaForm(model);
  const probe = useFormProbe('connector', form);
  const create = useCreateConnector();
  const [isTried, setIsTried] = useState(false);
  const submit = () => {
    setIsTried(true);
    if (viewer !== undefined || !form.check()) return;
    create.mutate(toBody(model, form.record, 'create'), {
      onSuccess: (made) => {
        toastDone(t('connectorDrawer.done', { name: made.name }));
        onCreated(made.name);
      },
    });
  };
  return (
    <>
      <div className="channel-columns">
        <div className="panel">
          <SchemaForm form={form} locked={viewer} />
        </div>
        <ProbePanel form={form} probe={probe} disabledReason={viewer} />
      </div>
      <div className="drawer-actions">
        {isTried && form.problems.size > 0 && (
          <span className="danger-text small">{t('form.toCorrect', { count: form.problems.size })}</span>
        )}
        <Button look="ghost" onClick={onClose}>
          {t('ui:cancel')}
        </Button>
        <Button look="primary" busy={create.isPending && t('ui:creating')} disabledReason={viewer} onClick={submit}>
          {t('connectorDrawer.create')}
        </Button>
      </div>
    </>
  );
}
