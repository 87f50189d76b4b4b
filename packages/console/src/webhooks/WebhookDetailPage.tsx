import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '../api/channels.ts';
import { useMayWrite } from '../api/session.ts';
import { fullName, shortName, type Webhook, webhookResourceId } from '../api/webhook.ts';
import { useUpdateWebhook, useWebhook, useWebhooks } from '../api/webhooks.ts';
import { ActionOverview } from '../app/flows.tsx';
import { Button, Switch } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LeaveGuard } from '../ui/LeaveGuard.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ResourceStatus, StatusTag } from '../ui/StatusTag.tsx';
import { TabLinks } from '../ui/TabLinks.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { useSaveGuard } from '../ui/use-save-guard.tsx';
import { useWebhookForm, useWebhookModels, type WebhookModels } from './use-webhook-form.ts';
import { DeleteWebhookDialog, DisableWebhookDialog, useSwitchWebhook } from './WebhookDialogs.tsx';
import { WebhookForm } from './WebhookForm.tsx';

function Incomplete({
  webhook,
  locked,
  onRemove,
}: {
  readonly webhook: Webhook;
  readonly locked: string | undefined;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('webhooks');
  const { busy, run } = useSwitchWebhook();
  const parts = webhook.missing.map((part) => t(`part.${part}`)).join(', ');
  // Without its connector nobody knows the address: the settings below ask for it.
  const canRepair = webhook.connector !== undefined;
  return (
    <div className="head-note">
      <Note tone="info">
        <p>{webhook.missing.length === 0 ? t('incompleteLoose') : t('incompleteHelp', { parts })}</p>
        <div className="row">
          {canRepair && (
            <Button
              size="sm"
              busy={busy && t('repairing')}
              disabledReason={locked}
              onClick={() => run(webhook, true, () => toastDone(t('done.repaired', { name: webhook.name })))}
            >
              {t('repair')}
            </Button>
          )}
          <Button size="sm" look="danger" disabledReason={locked} onClick={onRemove}>
            {t('remove')}
          </Button>
        </div>
      </Note>
    </div>
  );
}

interface SettingsProps {
  /** As it is now. */
  readonly webhook: Webhook;
  readonly models: WebhookModels;
  readonly locked: string | undefined;
  readonly onSaved: () => void;
}

function Settings(props: SettingsProps) {
  const { t } = useTranslation('webhooks');
  const { data, error, refetch, read } = useWebhook(props.webhook.name);
  if (data !== undefined) return <Filled {...props} stored={data} read={read} />;
  if (error === null) return <SkeletonLines />;
  return <LoadError what={t('what')} error={error} onRetry={() => void refetch()} />;
}

function Filled({
  webhook,
  models,
  locked,
  onSaved,
  stored,
  read,
}: SettingsProps & { readonly stored: Webhook; readonly read: () => Promise<Webhook> }) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const [first] = useState(stored);
  const state = useWebhookForm(models, first);
  const update = useUpdateWebhook({ quiet: true });
  const [left, setLeft] = useState(false);
  const guard = useSaveGuard<Webhook>({
    name: webhook.name,
    etag: first.etag,
    read,
    linesOf: state.linesOf,
    isAside: (theirs) => theirs.enable !== first.enable,
    take: (theirs) => {
      state.take(theirs);
      toastDone(t('ui:conflict.taken'));
    },
    save: (over) => submit(over),
    busy: update.isPending,
  });
  function submit({ etag, enable, complete }: Webhook = { ...webhook, etag: guard.etag }): void {
    if (locked !== undefined || update.isPending) return;
    const input = state.input();
    if (input === undefined) return;
    update.mutate(
      { ...input, enable: enable || !complete, etag },
      {
        onSuccess: () => {
          setLeft(true);
          state.draft.forget();
          toastDone(t('done.saved', { name: input.name }));
          onSaved();
        },
        onError: (error) => {
          if (!guard.refused(error)) state.refuse(error);
        },
      },
    );
  }
  return (
    <>
      <WebhookForm
        state={state}
        isNew={false}
        locked={locked}
        onSubmit={() => submit()}
        bar={
          <>
            <span className="grow" />
            <Button type="submit" look="primary" busy={update.isPending && t('ui:saving')} disabledReason={locked}>
              {t('ui:save')}
            </Button>
          </>
        }
      />
      {guard.dialog}
      <LeaveGuard when={state.dirty && !left} onLeave={state.draft.forget} />
    </>
  );
}

function Overview({ webhook, locked }: { readonly webhook: Webhook; readonly locked: string | undefined }) {
  const { t } = useTranslation('webhooks');
  const id = webhookResourceId(webhook.name);
  const { data: action } = useChannel('action', id);
  return (
    <div className="stack">
      {action !== undefined && (
        <Suspense fallback={<SkeletonLines count={6} />}>
          <ActionOverview channel={action} locked={locked} />
        </Suspense>
      )}
      <section className="panel" aria-label={t('detail.parts')}>
        <div className="panel-head">{t('detail.parts')}</div>
        <ul className="link-list">
          {!webhook.missing.includes('connector') && (
            <li>
              {t('part.connector')}{' '}
              <Link to="/connector/$id" params={{ id }} className="ref end">
                {id}
              </Link>
            </li>
          )}
          {!webhook.missing.includes('action') && (
            <li>
              {t('part.action')}{' '}
              <Link to="/rule/actions/$id" params={{ id }} className="ref end">
                {id}
              </Link>
            </li>
          )}
          {!webhook.missing.includes('rule') && (
            <li>
              {t('part.rule')}{' '}
              <Link to="/rule/rules/$id" params={{ id: fullName(webhook.name) }} className="ref end">
                {fullName(webhook.name)}
              </Link>
            </li>
          )}
        </ul>
      </section>
    </div>
  );
}

/** Works with the name of the webhook as well as with the name its parts share. */
export function WebhookDetailPage() {
  const { t } = useTranslation(['webhooks', 'ui']);
  const { name: given } = useParams({ from: '/frame/webhook/$name' });
  const search = useSearch({ from: '/frame/webhook/$name' });
  const navigate = useNavigate();
  const name = shortName(given);
  const { data, error, refetch } = useWebhooks();
  const { models, error: schemaError, retry } = useWebhookModels();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const { run: switchTo } = useSwitchWebhook();
  const [dialog, setDialog] = useState<'disable' | 'delete'>();
  const webhook = data?.find((one) => one.name === name);
  const toList = () => void navigate({ to: '/webhook', ignoreBlocker: true });

  if (data === undefined) {
    return error === null ? (
      <div className="panel">
        <SkeletonLines />
      </div>
    ) : (
      <LoadError what={t('what')} error={error} onRetry={() => void refetch()} />
    );
  }
  if (webhook === undefined) {
    return (
      <>
        <PageHead title={t('detail.notFound', { name })} />
        <div className="panel">
          <EmptyState text={t('detail.notFoundText')}>
            <LinkButton to="/webhook">{t('detail.toList')}</LinkButton>
          </EmptyState>
        </div>
      </>
    );
  }
  const tab = search.tab === 'setting' || search.tab === 'settings' ? 'setting' : 'overview';
  return (
    <>
      <PageHead
        object
        title={name}
        beside={
          webhook.complete ? (
            <ResourceStatus state={webhook} filled />
          ) : (
            <StatusTag tone="info" shape="square">
              {t('incomplete')}
            </StatusTag>
          )
        }
      >
        <span className="row">
          <Switch
            checked={webhook.enable}
            label={t('enableSwitch', { name })}
            disabledReason={viewer ?? (webhook.complete ? undefined : t('incomplete'))}
            onChange={(on) => {
              if (on) switchTo(webhook, true, () => toastDone(t('done.enabled', { name })));
              else setDialog('disable');
            }}
          />
          {webhook.enable ? t('ui:enabled') : t('ui:disabled')}
        </span>
        <Button look="danger" icon="trash" disabledReason={viewer} onClick={() => setDialog('delete')}>
          {t('ui:deleteEllipsis')}
        </Button>
      </PageHead>
      {!webhook.complete && <Incomplete webhook={webhook} locked={viewer} onRemove={() => setDialog('delete')} />}
      <TabLinks
        label={t('detail.tabs')}
        active={tab}
        tabs={[
          { id: 'overview', label: t('detail.overview') },
          { id: 'setting', label: t('detail.setting') },
        ]}
      />
      {tab === 'overview' ? (
        <Overview webhook={webhook} locked={viewer} />
      ) : models !== undefined ? (
        <Settings webhook={webhook} models={models} locked={viewer} onSaved={toList} />
      ) : schemaError !== null ? (
        <LoadError what={t('what')} error={schemaError} onRetry={retry} />
      ) : (
        <SkeletonLines />
      )}
      {dialog === 'disable' && <DisableWebhookDialog webhook={webhook} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteWebhookDialog webhook={webhook} onClose={() => setDialog(undefined)} onDeleted={toList} />
      )}
    </>
  );
}
