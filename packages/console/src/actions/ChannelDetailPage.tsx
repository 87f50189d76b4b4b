import { webhookOf } from '@sluice/contract';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { type Channel, type ChannelKind, useChannel, useEnableChannel, useReconnectChannel } from '../api/channels.ts';
import { useDeadLetters } from '../api/dead-letters.ts';
import { isNotFound } from '../api/errors.ts';
import { useFeature } from '../api/features.ts';
import { useMayWrite } from '../api/session.ts';
import { useYamlEntry } from '../channels/export-yaml.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { EnableInHead } from '../ui/EnableInHead.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { MoreMenu } from '../ui/Menu.tsx';
import { LoadError, Note } from '../ui/Note.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { ResourceStatus } from '../ui/StatusTag.tsx';
import { systemLook } from '../ui/systems.ts';
import { TabLinks } from '../ui/TabLinks.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { ActionLetters } from './ActionLetters.tsx';
import { DeleteDialog, DisableDialog } from './ChannelDialogs.tsx';
import { ChannelOverview } from './ChannelOverview.tsx';
import { ChannelRules } from './ChannelRules.tsx';
import { ChannelSettings } from './ChannelSettings.tsx';
import { LIST_PATH, ruleStart } from './channel-paths.ts';
import './actions.css';
import { ReasonNote } from '../ui/ReasonNote.tsx';

/** One action or source. */
export function ChannelDetailPage({ kind }: { readonly kind: ChannelKind }) {
  const { t } = useTranslation('actions');
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useChannel(kind, id);
  if (data !== undefined) return <Detail key={data.id} channel={data} />;
  if (error === null) return <SkeletonLines />;
  if (!isNotFound(error)) return <LoadError what={id} error={error} onRetry={() => void refetch()} />;
  return (
    <div className="panel">
      <EmptyState title={t(`notFound.${kind}`, { id })} text={t('notFound.text')}>
        <LinkButton to={LIST_PATH[kind]}>{t(`notFound.toList.${kind}`)}</LinkButton>
      </EmptyState>
    </div>
  );
}

function Detail({ channel }: { readonly channel: Channel }) {
  const { kind, name } = channel;
  const { t } = useTranslation(['actions', 'ui']);
  const { tab, action } = useSearch({ strict: false });
  const navigate = useNavigate();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const webhook = webhookOf(channel);
  const locked = webhook === undefined ? viewer : t('webhookOwns', { name: webhook });
  const enable = useEnableChannel(kind);
  const reconnect = useReconnectChannel(kind);
  const yaml = useYamlEntry(kind);
  const [dialog, setDialog] = useState<'disable' | 'delete'>();
  // From the menu of a list the page opens with the dialog.
  const [isCopying, setIsCopying] = useState(action === 'copy' && viewer === undefined);
  const hasLetters = useFeature('dead_letters') === true && kind === 'action';
  const letters = useDeadLetters({ action: channel.id }, 1, kind === 'action').data;
  const active = tab === 'settings' || tab === 'rules' || (tab === 'letters' && hasLetters) ? tab : 'overview';
  const isDown = channel.enable && channel.status !== 'connected';

  return (
    <>
      <PageHead
        object
        title={name}
        beside={
          <>
            <ResourceStatus state={channel} filled />
            <span className="tag plain">{systemLook(channel.type).label}</span>
            <EnableInHead
              isEnabled={channel.enable}
              label={t('enableSwitch', { name })}
              disabledReason={locked}
              onChange={(on) =>
                on
                  ? enable.mutate(
                      { id: channel.id, enable: true },
                      { onSuccess: () => toastDone(t('done.enabled', { name })) },
                    )
                  : setDialog('disable')
              }
            />
          </>
        }
      >
        {isDown && (
          <Button
            icon="refresh"
            busy={reconnect.isPending && t('reconnect.busy')}
            disabledReason={viewer}
            onClick={() =>
              reconnect.mutate({ id: channel.id }, { onSuccess: () => toastDone(t('done.reconnecting', { name })) })
            }
          >
            {t('reconnect.label')}
          </Button>
        )}
        <LinkButton
          icon="rules"
          to="/rule/rules/create"
          search={ruleStart(kind, channel.id)}
          {...(locked === undefined ? {} : { disabledReason: locked })}
        >
          {t('menu.createRule')}
        </LinkButton>
        <MoreMenu
          label={t('ui:more')}
          actions={[
            {
              label: t('menu.copy'),
              icon: 'copy',
              disabledReason: viewer,
              onSelect: () => {
                setIsCopying(true);
                void navigate({ to: '.', search: { tab: 'settings' }, replace: true });
              },
            },
            ...yaml(channel.id),
            {
              label: t('menu.delete'),
              icon: 'trash',
              danger: true,
              divided: true,
              disabledReason: locked,
              onSelect: () => setDialog('delete'),
            },
          ]}
        />
      </PageHead>
      <ReasonNote state={channel} raw={channel.record.status_raw} />
      {webhook !== undefined && (
        <div className="head-note">
          <Note tone="info">
            <p>
              <Trans t={t} i18nKey="webhookOwnsLink" values={{ name: webhook }}>
                This action belongs to the webhook
                <Link to="/webhook/$name" params={{ name }} search={{ tab: 'setting' }}>
                  {webhook}
                </Link>
              </Trans>
            </p>
          </Note>
        </div>
      )}
      <TabLinks
        label={name}
        active={active}
        tabs={[
          { id: 'overview', label: t('tab.overview') },
          { id: 'settings', label: t('tab.settings') },
          { id: 'rules', label: t('tab.rules'), count: channel.rules.length },
          ...(hasLetters
            ? [{ id: 'letters', label: t('tab.letters'), ...(letters === undefined ? {} : { count: letters.count }) }]
            : []),
        ]}
      />
      {active === 'overview' && <ChannelOverview channel={channel} locked={viewer} />}
      {active === 'settings' && (
        <ChannelSettings
          channel={channel}
          locked={locked}
          viewer={viewer}
          isCopying={isCopying}
          onCopyClose={() => {
            setIsCopying(false);
            if (action !== undefined) void navigate({ to: '.', search: { tab: 'settings' }, replace: true });
          }}
          onCopyStart={() => setIsCopying(true)}
        />
      )}
      {active === 'rules' && <ChannelRules channel={channel} />}
      {active === 'letters' && <ActionLetters key={channel.id} id={channel.id} locked={viewer} />}
      <DisableDialog
        kind={kind}
        channel={dialog === 'disable' ? channel : undefined}
        onClose={() => setDialog(undefined)}
      />
      <DeleteDialog
        kind={kind}
        channel={dialog === 'delete' ? channel : undefined}
        onClose={() => setDialog(undefined)}
        onDone={() => void navigate({ to: LIST_PATH[kind] })}
      />
    </>
  );
}
