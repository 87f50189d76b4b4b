import { type RuleRecord, webhookOf } from '@sluice/contract';
import { useTranslation } from 'react-i18next';
import { useUpdateRule } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { BulkButtons } from '../ui/BulkButtons.tsx';
import { useBulkRun } from '../ui/bulk-run.ts';
import type { Selection } from '../ui/selection.ts';

/** The summary tells of failures. */
const QUIET = { quiet: true };

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
  const update = useUpdateRule(QUIET);
  const own = selected.filter((rule) => webhookOf(rule) === undefined);
  const off = own.filter((rule) => !rule.enable);
  const on = own.filter((rule) => rule.enable);
  const none = own.length === 0 ? t('bulk.onlyWebhooks') : undefined;

  const { busy, run } = useBulkRun(selection, {
    done: (count) => t('bulk.done', { count }),
    failed: (values) => t('bulk.failed', values),
  });
  return (
    <BulkButtons
      enable={{
        isBusy: busy === 'enable',
        disabledReason: viewer ?? none ?? (off.length === 0 ? t('bulk.allEnabled') : undefined),
        onClick: () => void run('enable', off, (id) => update.mutateAsync({ id, change: { enable: true } })),
      }}
      disable={{
        isBusy: busy === 'disable',
        disabledReason: viewer ?? none ?? (on.length === 0 ? t('bulk.allDisabled') : undefined),
        onClick: () => void run('disable', on, (id) => update.mutateAsync({ id, change: { enable: false } })),
      }}
      remove={{ disabledReason: viewer ?? none, onClick: () => onDelete(own) }}
    />
  );
}
