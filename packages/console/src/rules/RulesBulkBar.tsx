import type { RuleRecord } from '@sluice/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUpdateRule } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { Button } from '../ui/Button.tsx';
import { runBulk } from '../ui/bulk.ts';
import type { Selection } from '../ui/selection.ts';
import { toastDone, toastProblem } from '../ui/toast-store.ts';
import { webhookOfRule } from './webhook-rule.ts';

/** Enables, disables or deletes what is selected, with one summary; what failed stays selected. */
export function RulesBulkBar({
  selected,
  selection,
  onDelete,
}: {
  readonly selected: readonly RuleRecord[];
  readonly selection: Selection;
  readonly onDelete: (rules: readonly RuleRecord[]) => void;
}) {
  const { t } = useTranslation(['rules', 'ui']);
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const update = useUpdateRule();
  const [busy, setBusy] = useState<'on' | 'off'>();
  const own = selected.filter((rule) => webhookOfRule(rule) === undefined);
  const off = own.filter((rule) => !rule.enable);
  const on = own.filter((rule) => rule.enable);
  const none = own.length === 0 ? t('bulk.onlyWebhooks') : undefined;

  const run = async (rules: readonly RuleRecord[], enable: boolean) => {
    setBusy(enable ? 'on' : 'off');
    const outcome = await runBulk(
      rules.map((rule) => rule.id),
      (id) => update.mutateAsync({ id, change: { enable } }),
    );
    setBusy(undefined);
    selection.set(outcome.failed);
    if (outcome.failed.length === 0) toastDone(t('bulk.done', { count: outcome.done.length }));
    else {
      toastProblem(
        t('bulk.failed', {
          done: outcome.done.length,
          failed: outcome.failed.length,
          names: outcome.failed.slice(0, 5).join(', '),
          reason: outcome.reason,
        }),
      );
    }
  };
  return (
    <>
      <Button
        size="sm"
        busy={busy === 'on' && t('ui:enable')}
        disabledReason={viewer ?? none ?? (off.length === 0 ? t('bulk.allEnabled') : undefined)}
        onClick={() => void run(off, true)}
      >
        {t('ui:enable')}
      </Button>
      <Button
        size="sm"
        busy={busy === 'off' && t('ui:disable')}
        disabledReason={viewer ?? none ?? (on.length === 0 ? t('bulk.allDisabled') : undefined)}
        onClick={() => void run(on, false)}
      >
        {t('ui:disable')}
      </Button>
      <Button size="sm" look="danger" icon="trash" disabledReason={viewer ?? none} onClick={() => onDelete(own)}>
        {t('ui:deleteEllipsis')}
      </Button>
    </>
  );
}
