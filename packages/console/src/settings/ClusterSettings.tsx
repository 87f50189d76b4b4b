import type { JsonObject } from '@sluice/contract';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities, useHealth } from '../api/backend.ts';
import { useCluster, useClusterConfig, useInviteNode, useRemoveNode } from '../api/cluster-settings.ts';
import { useMayWrite } from '../api/session.ts';
import { buildSettingsForm } from '../forms/model/build.ts';
import { nodeOfValues, withTexts } from '../forms/model/settings-schema.ts';
import { SchemaForm } from '../forms/SchemaForm.tsx';
import { useSchemaForm } from '../forms/use-schema-form.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { Field } from '../ui/Field.tsx';
import { LoadError } from '../ui/Note.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { CLUSTER_TEXTS } from './cluster-texts.ts';

const NO_DOCUMENT = { info: { title: '', version: '' }, paths: {}, components: { schemas: {} } };

/** `name@host`. */
const NODE = /^[^\s@]+@[^\s@]+$/;

function InviteNode() {
  const { t } = useTranslation(['settings', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const invite = useInviteNode();
  const [node, setNode] = useState('');
  const [checked, setChecked] = useState(false);
  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (viewer !== undefined || !NODE.test(node.trim())) return;
    invite.mutate(node.trim(), {
      onSuccess: () => {
        toastDone(t('cluster.invited', { node: node.trim() }));
        setNode('');
        setChecked(false);
      },
    });
  }
  return (
    <form className="invite" noValidate onSubmit={submit}>
      <Field
        label={t('cluster.invite')}
        help={t('cluster.inviteHelp')}
        error={checked && !NODE.test(node.trim()) && t('cluster.inviteBad')}
      >
        {(control) => (
          <div className="row">
            <input
              {...control}
              className="input mono grow"
              placeholder="emqx@10.0.0.2"
              value={node}
              onChange={(event) => setNode(event.target.value)}
            />
            <Button type="submit" busy={invite.isPending && t('cluster.inviting')} disabledReason={viewer}>
              {t('cluster.inviteNow')}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

function Nodes({ self, isEmbedded }: { readonly self: string; readonly isEmbedded: boolean }) {
  const { t } = useTranslation(['settings', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const nodes = useHealth().data?.nodes ?? [];
  const remove = useRemoveNode();
  const [leaving, setLeaving] = useState<string>();
  return (
    <section className="panel settings-form section" aria-label={t('cluster.nodes')}>
      <div className="panel-head">{t('cluster.nodes')}</div>
      <ul className="link-list">
        {nodes.map(({ node, node_status, version }) => (
          <li key={node}>
            <span className="mono break">{node}</span>
            {node === self && <span className="tag plain">{t('cluster.self')}</span>}
            <StatusText
              tone={node_status === 'running' ? 'ok' : 'bad'}
              shape={node_status === 'running' ? 'disc' : 'diamond'}
            >
              {node_status === 'running' ? t('cluster.running') : t('cluster.stopped')}
            </StatusText>
            <span className="end muted num">{version}</span>
            {!isEmbedded && node !== self && (
              <Button size="sm" disabledReason={viewer} onClick={() => setLeaving(node)}>
                {t('cluster.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t('cluster.removeTitle', { node: leaving ?? '' })}
        confirm={{
          label: t('cluster.removeConfirm'),
          busyLabel: t('cluster.removing'),
          busy: remove.isPending,
          onConfirm: () =>
            leaving !== undefined &&
            remove.mutate(leaving, {
              onSuccess: () => {
                toastDone(t('cluster.removed', { node: leaving }));
                setLeaving(undefined);
              },
            }),
        }}
      >
        <p>{t('cluster.removeText')}</p>
      </ConfirmDialog>
    </section>
  );
}

/** How the nodes find each other, as text: these settings belong to the nodes' own files. */
function Discovery({ config }: { readonly config: JsonObject }) {
  const model = useMemo(
    () => buildSettingsForm(NO_DOCUMENT, withTexts(nodeOfValues(config), CLUSTER_TEXTS), 'cluster', 'view'),
    [config],
  );
  const form = useSchemaForm(model, config);
  const { t } = useTranslation('settings');
  return (
    <div className="panel settings-form">
      <SchemaForm form={form} locked={t('cluster.fixed')}>
        {config.discovery_strategy === 'manual' && <InviteNode />}
      </SchemaForm>
    </div>
  );
}

/** Form kind `cluster`. */
export function ClusterSettings() {
  const { t } = useTranslation('settings');
  const capabilities = useCapabilities().data;
  const isEmbedded = capabilities?.backend === 'embedded';
  const cluster = useCluster();
  const config = useClusterConfig(capabilities !== undefined && !isEmbedded);
  if (cluster.data === undefined) {
    return cluster.error === null ? (
      <div className="panel settings-form">
        <SkeletonLines count={12} />
      </div>
    ) : (
      <LoadError what={t('cluster.what')} error={cluster.error} onRetry={() => void cluster.refetch()} />
    );
  }
  // The embedded engine is one node and says so in the same words.
  const own: JsonObject = { name: cluster.data.name, ...(isEmbedded ? { discovery_strategy: 'singleton' } : {}) };
  const shown = { ...own, ...config.data };
  return (
    <>
      {config.error !== null && config.data === undefined ? (
        <LoadError what={t('cluster.what')} error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        capabilities !== undefined && !config.isLoading && <Discovery key={JSON.stringify(shown)} config={shown} />
      )}
      <Nodes self={cluster.data.self} isEmbedded={isEmbedded} />
    </>
  );
}
