import { resourceId, webhookOf } from '@sluice/contract';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import {
  type Connector,
  readConnector,
  useConnector,
  useConnectors,
  useCreateConnector,
  useEnableConnector,
  useReconnectConnector,
  useUpdateConnector,
} from '../api/connectors.ts';
import { isNotFound } from '../api/errors.ts';
import { stringifyExact } from '../api/exact-json.ts';
import { useMayWrite } from '../api/session.ts';
import { useFormDraft } from '../forms/form-draft.ts';
import { useLoopToast } from '../forms/LoopWarning.tsx';
import { toBody } from '../forms/model/submit.ts';
import type { FormModel } from '../forms/model/types.ts';
import { useFormProbe } from '../forms/ProbePanel.tsx';
import { RestoredNote } from '../forms/RestoredNote.tsx';
import { type Stored, useFormGuard } from '../forms/use-form-guard.ts';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { Button, Switch } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { CopyDialog } from '../ui/CopyDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { ReasonNote } from '../ui/ReasonNote.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { systemLook } from '../ui/systems.ts';
import { toastDone } from '../ui/toast-store.ts';
import { DeleteDialog, DisableDialog } from './ConnectorDialogs.tsx';
import { ConnectorForm } from './ConnectorForm.tsx';
import { useDependants } from './Dependants.tsx';
import { NodesPanel } from './NodesPanel.tsx';
import { SuccessDialog } from './SuccessDialog.tsx';
import { useConnectorModel } from './use-connector-model.ts';

function Head({
  connector,
  locked,
  onDeleted,
}: {
  readonly connector: Connector;
  readonly locked: string | undefined;
  readonly onDeleted: () => void;
}) {
  const { t } = useTranslation(['connectors', 'ui']);
  const enable = useEnableConnector();
  const reconnect = useReconnectConnector();
  const [dialog, setDialog] = useState<'disable' | 'delete'>();
  const look = systemLook(connector.type);
  const { name } = connector;
  return (
    <>
      <PageHead
        object
        title={
          <span className="row">
            <Icon name={look.icon} />
            {name}
          </span>
        }
        tabTitle={name}
        beside={
          <>
            <ResourceStatus state={connector} filled />
            <span className="tag plain">{look.label}</span>
          </>
        }
      >
        {connector.enable && connector.status !== 'connected' && (
          <Button
            icon="refresh"
            busy={reconnect.isPending && t('detail.reconnect')}
            disabledReason={locked}
            onClick={() =>
              reconnect.mutate({ id: connector.id }, { onSuccess: () => toastDone(t('done.reconnecting', { name })) })
            }
          >
            {t('detail.reconnect')}
          </Button>
        )}
        <span className="row">
          <Switch
            checked={connector.enable}
            label={t('enableSwitch', { name })}
            disabledReason={locked}
            onChange={(on) => {
              if (on)
                enable.mutate(
                  { id: connector.id, enable: true },
                  { onSuccess: () => toastDone(t('done.enabled', { name })) },
                );
              else setDialog('disable');
            }}
          />
          {connector.enable ? t('ui:enabled') : t('ui:disabled')}
        </span>
        <Button look="danger" icon="trash" disabledReason={locked} onClick={() => setDialog('delete')}>
          {t('ui:deleteEllipsis')}
        </Button>
      </PageHead>
      <DisableDialog connector={dialog === 'disable' ? connector : undefined} onClose={() => setDialog(undefined)} />
      <DeleteDialog
        connector={dialog === 'delete' ? connector : undefined}
        onClose={() => setDialog(undefined)}
        onDeleted={onDeleted}
      />
    </>
  );
}

function UsedByPanel({ connector }: { readonly connector: Connector }) {
  const { t } = useTranslation('connectors');
  const dependants = useDependants()([connector]);
  return (
    <section className="panel section" aria-label={t('detail.dependants')}>
      <div className="panel-head">{t('detail.dependants')}</div>
      {dependants.length === 0 ? (
        <p className="pad soft">{t('detail.nothing')}</p>
      ) : (
        <ul className="link-list">
          {dependants.map((one) => (
            <li key={one.id}>
              {one.link}
              <span className="end">{one.effect}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface EditProps {
  readonly connector: Connector;
  readonly model: FormModel;
  readonly locked: string | undefined;
  /** After saving; absent inside another page. */
  readonly onSaved: () => void;
}

function Edit({ connector, model, locked, onSaved }: EditProps) {
  const { t } = useTranslation(['connectors', 'ui']);
  const form = useSchemaForm(model, connector.record);
  const probe = useFormProbe('connector', form);
  const draft = useFormDraft(`connector.${connector.id}`, form);
  const update = useUpdateConnector({ quiet: true });
  const create = useCreateConnector();
  const all = useConnectors().data ?? [];
  const [dialog, setDialog] = useState<'update' | 'copy'>();
  const [made, setMade] = useState<Connector>();
  const [leaving, setLeaving] = useState(false);
  const tellLoops = useLoopToast();

  const guard = useFormGuard({
    name: connector.name,
    form,
    stored: connector,
    read: () => readConnector(connector.id),
    save: (over) => save(over),
    busy: update.isPending,
  });

  function save(over: Stored = { etag: guard.etag, record: connector.record }): void {
    // The switch of the page may have been moved since the form was filled.
    const body = { ...toBody(model, form.record, 'update'), enable: over.record.enable ?? true };
    update.mutate(
      { id: connector.id, config: body, etag: over.etag },
      {
        onSuccess: (saved) => {
          setDialog(undefined);
          setLeaving(true);
          tellLoops(saved);
          draft.forget();
          toastDone(t('done.updated', { name: connector.name }));
          onSaved();
        },
        onError: (error) => {
          setDialog(undefined);
          if (!guard.refused(error)) form.refuse(error);
        },
      },
    );
  }

  const ask = () => {
    if (locked === undefined && form.check({ stored: connector.record })) setDialog('update');
  };
  return (
    <>
      <ConnectorForm
        form={form}
        probe={probe}
        locked={locked}
        onSubmit={ask}
        note={draft.restored && <RestoredNote draft={draft} />}
        aside={
          <>
            <NodesPanel connector={connector} locked={locked} />
            <UsedByPanel connector={connector} />
          </>
        }
        secondary={
          <Button
            icon="copy"
            disabledReason={locked}
            onClick={() => {
              if (form.check({ forCopy: true })) setDialog('copy');
            }}
          >
            {t('form.saveAsCopy')}
          </Button>
        }
        buttons={(id) => (
          <>
            <Button
              busy={probe.running && t('form.testing')}
              disabledReason={locked}
              onClick={() => probe.run({ type: connector.type, name: connector.name })}
            >
              {t('form.test')}
            </Button>
            <Button
              type="submit"
              form={id}
              look="primary"
              busy={update.isPending && t('form.updating')}
              disabledReason={locked}
            >
              {t('form.update')}
            </Button>
          </>
        )}
      />
      <ConfirmDialog
        opened={dialog === 'update'}
        onClose={() => setDialog(undefined)}
        title={t('form.updateTitle', { name: connector.name })}
        confirm={{
          label: t('form.updateConfirm'),
          busyLabel: t('form.updating'),
          busy: update.isPending,
          danger: false,
          onConfirm: () => save(),
        }}
      >
        <p>{t('form.updateText')}</p>
      </ConfirmDialog>
      <CopyDialog
        opened={dialog === 'copy'}
        onClose={() => setDialog(undefined)}
        source={connector.name}
        field="name"
        taken={(name) => all.some((one) => one.id === resourceId(connector.type, name))}
        onCopy={async (name) => {
          const copy = await create.mutateAsync({ ...toBody(model, form.record, 'copy'), type: connector.type, name });
          setMade(copy);
        }}
        onDone={() => setLeaving(true)}
      />
      <SuccessDialog connector={leaving ? made : undefined} />
      {guard.dialog}
      <LeaveGuard when={form.dirty && !leaving} onLeave={draft.forget} />
    </>
  );
}

/** One connector: how it is, what uses it, and its settings. */
export function ConnectorDetail({
  id,
  onSaved,
  onDeleted,
}: {
  readonly id: string;
  readonly onSaved: () => void;
  readonly onDeleted: () => void;
}) {
  const { t } = useTranslation(['connectors', 'ui']);
  const { data: connector, error, refetch } = useConnector(id);
  const { model, document, error: schemaError, retry } = useConnectorModel(connector?.type, 'edit');
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  if (connector === undefined) {
    if (error === null) {
      return (
        <div className="panel">
          <SkeletonLines />
        </div>
      );
    }
    if (!isNotFound(error)) return <LoadError what={t('detail.what')} error={error} onRetry={() => void refetch()} />;
    return (
      <>
        <PageHead title={t('detail.notFound', { name: id })} />
        <div className="panel">
          <EmptyState text={t('detail.notFoundText')}>
            <LinkButton to="/connector">{t('detail.toList')}</LinkButton>
          </EmptyState>
        </div>
      </>
    );
  }
  const webhook = webhookOf(connector);
  const locked = webhook === undefined ? viewer : t('webhookOwns', { name: webhook });
  return (
    <>
      <Head connector={connector} locked={locked} onDeleted={onDeleted} />
      <ReasonNote state={connector} raw={connector.record.status_raw} />
      {webhook !== undefined && (
        <div className="head-note">
          <Note tone="info">
            <p>
              <Trans t={t} i18nKey="webhookOwnsLink" values={{ name: webhook }}>
                This connector belongs to the webhook
                <Link to="/webhook/$name" params={{ name: connector.name }} search={{ tab: 'setting' }}>
                  {webhook}
                </Link>
              </Trans>
            </p>
          </Note>
        </div>
      )}
      {schemaError !== null ? (
        <LoadError what={t('wizard.schemaWhat')} error={schemaError} onRetry={retry} />
      ) : model !== undefined ? (
        <Edit connector={connector} model={model} locked={locked} onSaved={onSaved} />
      ) : document === undefined ? (
        <div className="panel">
          <SkeletonLines />
        </div>
      ) : (
        <Note tone="warn">
          <p>{t('wizard.unknownType', { type: connector.type })}</p>
          <pre className="raw">{stringifyExact(connector.record, 2)}</pre>
        </Note>
      )}
    </>
  );
}

export function ConnectorDetailPage() {
  const { id } = useParams({ from: '/frame/connector/$id' });
  const navigate = useNavigate();
  const toList = () => void navigate({ to: '/connector', ignoreBlocker: true });
  return <ConnectorDetail key={id} id={id} onSaved={toList} onDeleted={toList} />;
}
