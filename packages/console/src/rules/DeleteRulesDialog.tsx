import type { RuleRecord } from '@sluice/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannels, useDeleteChannel } from '../api/channels.ts';
import { useDeleteRule, useRuleMetrics } from '../api/rules.ts';
import { runBulk } from '../ui/bulk.ts';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { formatRate } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { systemLook } from '../ui/systems.ts';
import { toastDone, toastProblem } from '../ui/toast-store.ts';
import { onlyUsedBy } from './only-used-by.ts';

export interface DeleteRulesDialogProps {
  /** Empty: closed. */
  readonly rules: readonly RuleRecord[];
  readonly onClose: () => void;
  /** After all were deleted; ids of those that were not. */
  readonly onDone?: (failed: readonly string[]) => void;
}

/** Deletes rules and, if wanted, the actions and sources that nothing else uses: rules first, so that nothing dangles. */
export function DeleteRulesDialog({ rules, onClose, onDone }: DeleteRulesDialogProps) {
  const { t } = useTranslation(['rules', 'ui']);
  const actions = useChannels('action').data ?? [];
  const sources = useChannels('source').data ?? [];
  const removeRule = useDeleteRule();
  const removeAction = useDeleteChannel('action');
  const removeSource = useDeleteChannel('source');
  const [withThem, setWithThem] = useState(true);
  const [busy, setBusy] = useState(false);
  const orphans = onlyUsedBy(rules, actions, sources);
  const [only] = rules;

  const run = async () => {
    setBusy(true);
    const gone = await runBulk(
      rules.map((rule) => rule.id),
      (id) => removeRule.mutateAsync(id),
    );
    const failed = [...gone.failed];
    if (failed.length === 0 && withThem) {
      const rest = await runBulk(
        orphans.map((one) => `${one.kind} ${one.id}`),
        (key) => {
          const [kind = '', id = ''] = [key.slice(0, key.indexOf(' ')), key.slice(key.indexOf(' ') + 1)];
          return (kind === 'action' ? removeAction : removeSource).mutateAsync({ id });
        },
      );
      failed.push(...rest.failed);
    }
    setBusy(false);
    onClose();
    if (failed.length === 0) toastDone(t('done.deleted', { count: rules.length, id: only?.id ?? '' }));
    else toastProblem(t('delete.failed', { names: failed.join(', ') }));
    onDone?.(gone.failed);
  };

  return (
    <ConfirmDialog
      opened={rules.length > 0}
      onClose={onClose}
      title={
        rules.length === 1 ? t('delete.title', { id: only?.id ?? '' }) : t('delete.titleMany', { count: rules.length })
      }
      confirm={{
        label: t('delete.confirm', { count: rules.length }),
        busyLabel: t('ui:deleting'),
        busy,
        onConfirm: () => void run(),
      }}
    >
      {only !== undefined && rules.length === 1 && <Impact id={only.id} />}
      <p>{t('delete.text')}</p>
      {orphans.length > 0 && (
        <>
          <label className="row check-row">
            <input
              type="checkbox"
              className="checkbox"
              checked={withThem}
              onChange={(event) => setWithThem(event.target.checked)}
            />
            <span>{t('delete.withThem')}</span>
          </label>
          <ul className="dependants">
            {orphans.map((one) => (
              <li key={`${one.kind} ${one.id}`}>
                <Link
                  className="ref"
                  to={one.kind === 'action' ? '/rule/actions/$id' : '/rule/source/$id'}
                  params={{ id: one.id }}
                  onClick={onClose}
                >
                  <Icon name={systemLook(one.type).icon} />
                  <span className="clip">{one.id}</span>
                </Link>
                <span className="end small muted">{t(one.kind === 'action' ? 'kind.action' : 'kind.source')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}

/** What will stop: said with the rate of this moment. */
function Impact({ id }: { readonly id: string }) {
  const { t } = useTranslation('rules');
  const metrics = useRuleMetrics(id).data?.metrics;
  if (metrics === undefined) return null;
  return <p>{t('delete.impact', { rate: formatRate(metrics['matched.rate.last5m']) })}</p>;
}
