import { useTranslation } from 'react-i18next';
import type { Webhook } from '../api/webhook.ts';
import { useDeleteWebhook } from '../api/webhooks.ts';
import { BulkBar } from '../ui/BulkBar.tsx';
import type { Selection } from '../ui/selection.ts';
import { useSwitchWebhook } from './WebhookDialogs.tsx';

const QUIET = { quiet: true };
const rowsOf = (webhooks: readonly Webhook[]) => webhooks.map(({ name }) => ({ id: name }));
const linesOf = (webhooks: readonly Webhook[]) =>
  webhooks.map(({ name, url }) => ({ id: name, link: <span className="ref">{name}</span>, effect: url }));

/** What can be done with the selected webhooks; one in parts is repaired on its own page. */
export function WebhooksBulkBar({
  selected,
  selection,
}: {
  readonly selected: readonly Webhook[];
  readonly selection: Selection;
}) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const { turn } = useSwitchWebhook(QUIET);
  const remove = useDeleteWebhook(QUIET);
  const whole = selected.filter((webhook) => webhook.complete);
  const on = whole.filter((webhook) => webhook.enable);
  const switchOne = async (name: string, enable: boolean) => {
    const webhook = selected.find((one) => one.name === name);
    if (webhook !== undefined) await turn(webhook, enable);
  };
  return (
    <BulkBar
      selection={selection}
      texts={{ done: (count) => t('done.bulk', { count }), failed: (values) => t('bulkFailed', values) }}
      enable={{ rows: rowsOf(whole.filter((webhook) => !webhook.enable)), run: (name) => switchOne(name, true) }}
      disable={{
        rows: rowsOf(on),
        title: t('disable.many', { count: on.length }),
        text: <p>{t('disable.manyText')}</p>,
        dependants: linesOf(on),
        confirm: t('disable.confirmMany'),
        busyLabel: t('disable.busy'),
        run: (name) => switchOne(name, false),
      }}
      remove={{
        rows: rowsOf(selected),
        title: t('delete.many', { count: selected.length }),
        text: <p>{t('delete.manyText')}</p>,
        dependants: linesOf(selected),
        confirm: t('delete.confirmMany'),
        busyLabel: t('ui:deleting'),
        run: (name) => remove.mutateAsync(name),
      }}
    />
  );
}
