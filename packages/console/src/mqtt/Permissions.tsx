import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isNotFound } from '../api/errors.ts';
import {
  type PermissionList,
  useDeletePermissions,
  useMqttPermissions,
  usePermissionSettings,
  useSavePermissionSettings,
} from '../api/mqtt.ts';
import { useMayWrite } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { Glyph } from '../ui/Glyph.tsx';
import { LoadError } from '../ui/Note.tsx';
import { Segments } from '../ui/Segments.tsx';
import { SkeletonLines } from '../ui/Skeleton.tsx';
import { toastDone } from '../ui/toast-store.ts';
import { PermissionDialog } from './PermissionDialog.tsx';

function NoMatch() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const { data } = usePermissionSettings();
  const save = useSavePermissionSettings();
  if (data === undefined) return null;
  const change = (next: Partial<typeof data>) =>
    save.mutate({ ...data, ...next } as typeof data, { onSuccess: () => toastDone(t('permission.settingsSaved')) });
  return (
    <section className="panel pad fields" aria-label={t('permission.settings')}>
      <Field label={t('permission.noMatch')} help={viewer ?? t('permission.noMatchHelp')} group>
        {() => (
          <Segments
            label={t('permission.noMatch')}
            value={data.no_match}
            disabled={viewer !== undefined}
            options={(['allow', 'deny'] as const).map((value) => ({ value, label: t(`permission.${value}`) }))}
            onChange={(no_match) => change({ no_match })}
          />
        )}
      </Field>
      <Field label={t('permission.denied')} help={t('permission.deniedHelp')} group>
        {() => (
          <Segments
            label={t('permission.denied')}
            value={data.deny_action}
            disabled={viewer !== undefined}
            options={(['ignore', 'disconnect'] as const).map((value) => ({
              value,
              label: t(`permission.${value}`),
            }))}
            onChange={(deny_action) => change({ deny_action })}
          />
        )}
      </Field>
    </section>
  );
}

function ListPanel({
  list,
  onEdit,
  onDelete,
}: {
  readonly list: PermissionList;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const { t } = useTranslation(['mqtt', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  return (
    <section className="panel">
      <h2 className="panel-head">
        {t(`permission.scope.${list.scope}`)} <span className="mono break">{list.name}</span>
        <span className="end row">
          <Button size="sm" icon="edit" disabledReason={viewer} onClick={onEdit}>
            {t('permission.edit')}
          </Button>
          {(list.scope !== 'all' || list.rules.length > 0) && (
            <Button size="sm" look="danger" disabledReason={viewer} onClick={onDelete}>
              {t('ui:deleteEllipsis')}
            </Button>
          )}
        </span>
      </h2>
      {list.rules.length === 0 ? (
        <p className="pad soft">{t(list.scope === 'all' ? 'permission.noneAll' : 'permission.none')}</p>
      ) : (
        <ol className="link-list">
          {list.rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
            <li key={index}>
              <span className="status permission-word" data-status={rule.permission === 'allow' ? 'ok' : 'bad'}>
                <Glyph
                  shape={rule.permission === 'allow' ? 'tick' : 'cross'}
                  tone={rule.permission === 'allow' ? 'ok' : 'bad'}
                />
                {t(`permission.${rule.permission}`)}
              </span>
              <span className="permission-word">{t(`permission.action.${rule.action}`)}</span>
              <span className="mono break">{rule.topic}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What clients may publish and subscribe to: the lines of the client first, then of the user, then of everybody. */
export function Permissions() {
  const { t } = useTranslation(['mqtt', 'ui']);
  const { data, error, refetch } = useMqttPermissions();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const remove = useDeletePermissions();
  const [editing, setEditing] = useState<PermissionList | 'new'>();
  const [deleting, setDeleting] = useState<PermissionList>();
  if (data === undefined) {
    if (error === null) return <SkeletonLines />;
    if (!isNotFound(error))
      return <LoadError what={t('permission.what')} error={error} onRetry={() => void refetch()} />;
    return (
      <div className="panel">
        <EmptyState slim text={t('permission.absent')} />
      </div>
    );
  }
  return (
    <div className="stack mqtt-narrow">
      <NoMatch />
      <div className="row wrap">
        <Button icon="plus" look="primary" disabledReason={viewer} onClick={() => setEditing('new')}>
          {t('permission.create')}
        </Button>
        <span className="muted small">{t('permission.order')}</span>
      </div>
      {data.map((list) => (
        <ListPanel
          key={`${list.scope} ${list.name}`}
          list={list}
          onEdit={() => setEditing(list)}
          onDelete={() => setDeleting(list)}
        />
      ))}
      {editing !== undefined && (
        <PermissionDialog
          list={editing === 'new' ? undefined : editing}
          taken={(scope, name) => data.some((list) => list.scope === scope && list.name === name)}
          onClose={() => setEditing(undefined)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== undefined}
        onClose={() => setDeleting(undefined)}
        title={t('permission.deleteTitle')}
        confirm={{
          label: t('permission.deleteConfirm'),
          busyLabel: t('ui:deleting'),
          busy: remove.isPending,
          onConfirm: () =>
            deleting !== undefined &&
            remove.mutate(deleting, {
              onSuccess: () => {
                toastDone(t('permission.deleted'));
                setDeleting(undefined);
              },
            }),
        }}
      >
        <p>{t('permission.deleteText', { count: deleting?.rules.length ?? 0 })}</p>
      </ConfirmDialog>
    </div>
  );
}
