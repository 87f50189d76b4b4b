import { copyName, parseResourceId, resourceId } from '@sluice/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Connector, useConnector, useConnectors } from '../api/connectors.ts';
import { changeType, initialRecord } from '../forms/model/record.ts';
import { withoutSecrets } from '../forms/model/secrets.ts';
import type { FormModel, FormRecord } from '../forms/model/types.ts';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { systemLook } from '../ui/systems.ts';
import { ConfigurationStep } from './ConfigurationStep.tsx';
import { Steps } from './Steps.tsx';
import { SuccessDialog } from './SuccessDialog.tsx';
import { TypeStep } from './TypeStep.tsx';
import { useConnectorModel } from './use-connector-model.ts';

interface Kept {
  readonly model: FormModel;
  readonly record: FormRecord;
}

/** The record to start with: kept from before, rebuilt for another type, or new. */
function startRecord(model: FormModel, kept: Kept | undefined): FormRecord {
  if (kept === undefined) return initialRecord(model);
  return kept.model.type === model.type ? kept.record : changeType(kept.record, kept.model, model);
}

function NewConnector() {
  const { t } = useTranslation(['connectors', 'ui']);
  const { type } = useSearch({ from: '/frame/connector/create' });
  const navigate = useNavigate({ from: '/connector/create' });
  const [picked, setPicked] = useState(type);
  const { document, model, error, retry } = useConnectorModel(type, 'create');
  const kept = useRef<Kept>(undefined);
  const [created, setCreated] = useState<Connector>();
  const keep = useCallback(
    (record: FormRecord) => {
      if (model !== undefined) kept.current = { model, record };
    },
    [model],
  );

  const toTypes = () => {
    setPicked(type);
    void navigate({ search: {} });
  };
  const next = () => picked !== undefined && void navigate({ search: { type: picked } });
  const cancel = (
    <LinkButton to="/connector" look="ghost">
      {t('ui:cancel')}
    </LinkButton>
  );

  if (error !== null) return <LoadError what={t('wizard.schemaWhat')} error={error} onRetry={retry} />;
  return (
    <>
      <PageHead
        title={
          type === undefined ? t('wizard.chooseTitle') : t('wizard.configureTitle', { type: systemLook(type).label })
        }
      >
        <Steps step={type === undefined ? 0 : 1} onBack={toTypes} />
      </PageHead>
      {type === undefined ? (
        <form
          className="panel type-panel"
          onSubmit={(event) => {
            event.preventDefault();
            next();
          }}
        >
          <TypeStep document={document} type={picked} onChange={setPicked} onNext={next} />
          <div className="action-bar">
            <span className="grow" />
            {cancel}
            <Button
              type="submit"
              look="primary"
              {...(picked === undefined ? { disabledReason: t('wizard.nextHelp') } : {})}
            >
              {t('ui:next')}
            </Button>
          </div>
        </form>
      ) : model !== undefined ? (
        <ConfigurationStep
          key={type}
          model={model}
          start={startRecord(model, kept.current)}
          isCopy={false}
          guarded
          secondary={
            <>
              <span className="hide-s">{cancel}</span>
              <Button look="ghost" onClick={toTypes}>
                {t('ui:back')}
              </Button>
            </>
          }
          onRecord={keep}
          onCreated={setCreated}
        />
      ) : document === undefined ? (
        <div className="panel">
          <SkeletonLines />
        </div>
      ) : (
        <Note tone="bad" alert>
          <p>{t('wizard.unknownType', { type })}</p>
        </Note>
      )}
      <SuccessDialog connector={created} />
    </>
  );
}

function CopyConnector({ source }: { readonly source: string }) {
  const { t } = useTranslation(['connectors', 'ui']);
  const original = useConnector(source);
  const all = useConnectors();
  const { model, document, error, retry } = useConnectorModel(original.data?.type, 'create');
  const [created, setCreated] = useState<Connector>();
  const name = parseResourceId(source)?.name ?? source;

  const failure = error ?? (original.data === undefined ? original.error : null);
  if (failure !== null) {
    return (
      <LoadError
        what={t('detail.what')}
        error={failure}
        onRetry={() => (error === null ? void original.refetch() : retry())}
      />
    );
  }
  const ready = original.data !== undefined && all.data !== undefined && model !== undefined;
  const taken = (candidate: string) =>
    (all.data ?? []).some((one) => one.id === resourceId(original.data?.type ?? '', candidate));
  return (
    <>
      <PageHead title={t('wizard.copyTitle', { name })}>
        <Steps step={1} />
      </PageHead>
      {ready ? (
        <ConfigurationStep
          model={model}
          start={withoutSecrets(model, { ...original.data.record, name: copyName(name, taken) })}
          isCopy
          guarded
          note={
            JSON.stringify(original.data.record).includes('"******"') && (
              <Note tone="info">
                <p>{t('wizard.secretsCleared')}</p>
              </Note>
            )
          }
          secondary={
            <LinkButton to="/connector" look="ghost">
              {t('ui:cancel')}
            </LinkButton>
          }
          onCreated={setCreated}
        />
      ) : document !== undefined && original.data !== undefined && model === undefined ? (
        <Note tone="bad" alert>
          <p>{t('wizard.unknownType', { type: original.data.type })}</p>
        </Note>
      ) : (
        <div className="panel">
          <SkeletonLines />
        </div>
      )}
      <SuccessDialog connector={created} />
    </>
  );
}

/** `?action=copy&target=type:name` starts at step 2 with everything but the name and the secrets of the original. */
export function ConnectorCreatePage() {
  const { action, target } = useSearch({ from: '/frame/connector/create' });
  return action === 'copy' && target !== undefined ? <CopyConnector key={target} source={target} /> : <NewConnector />;
}
