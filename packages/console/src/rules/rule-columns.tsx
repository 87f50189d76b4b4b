import { type RuleMetrics, type RuleRecord, webhookOf } from '@sluice/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useChannels } from '../api/channels.ts';
import { useUpdateRule } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { useYamlEntry } from '../channels/export-yaml.ts';
import { inputName, type RuleInput } from '../editor/rule-input.ts';
import { Count, Rate } from '../ui/Counter.tsx';
import type { Column } from '../ui/column.ts';
import { UNKNOWN } from '../ui/format.ts';
import { Glyph } from '../ui/Glyph.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { useEnableColumn, useMenuColumn } from '../ui/list-columns.tsx';
import { Spark } from '../ui/Spark.tsx';
import { StatusText } from '../ui/StatusTag.tsx';
import { statusLook } from '../ui/status.ts';
import { systemLook } from '../ui/systems.ts';
import { toastDone } from '../ui/toast-store.ts';
import { type Output, outputName } from './rule-output.ts';
import { RULE_STATES, type RuleState } from './rule-state.ts';
import { STATE_LOOKS } from './rule-states.ts';

export interface ListedRule {
  readonly rule: RuleRecord;
  readonly inputs: readonly RuleInput[];
  readonly outputs: readonly Output[];
  readonly state: RuleState;
  /** `undefined`: not known yet. */
  readonly metrics: RuleMetrics | undefined;
  readonly rates: readonly number[];
}

function More({ count, names }: { readonly count: number; readonly names: readonly string[] }) {
  if (count === 0) return null;
  return (
    <span className="muted small" title={names.join('\n')}>
      +{count}
    </span>
  );
}

function Inputs({ inputs, sql }: { readonly inputs: readonly RuleInput[]; readonly sql: string }) {
  const [first, ...rest] = inputs;
  if (first === undefined) return <span className="muted">{UNKNOWN}</span>;
  const icon: IconName =
    first.kind === 'topic'
      ? 'message'
      : first.kind === 'event'
        ? 'event'
        : systemLook(first.id.split(':')[0] ?? '').icon;
  return (
    <span className="row cell-refs" title={sql}>
      <span className="ref">
        <Icon name={icon} />
        <span className="clip">{inputName(first)}</span>
      </span>
      <More count={rest.length} names={rest.map(inputName)} />
    </span>
  );
}

function Outputs({ outputs }: { readonly outputs: readonly Output[] }) {
  const { t } = useTranslation(['rules', 'ui']);
  const actions = useChannels('action').data;
  const [first, ...rest] = outputs;
  if (first === undefined) return <span className="muted">{t('noOutput')}</span>;
  const action = first.kind === 'action' ? actions?.find((one) => one.id === first.id) : undefined;
  const look = action === undefined ? undefined : statusLook(action.status, 'action', action.enable);
  const icon: IconName =
    first.kind === 'action'
      ? systemLook(first.id.split(':')[0] ?? '').icon
      : first.kind === 'republish'
        ? 'republish'
        : first.kind === 'console'
          ? 'terminal'
          : 'system';
  const name = first.kind === 'action' ? first.id.slice(first.id.indexOf(':') + 1) : outputName(first);
  return (
    <span className="row cell-refs">
      {first.kind === 'action' ? (
        <Link className="ref" to="/rule/actions/$id" params={{ id: first.id }} tabIndex={-1}>
          <Icon name={icon} />
          <span className="clip">{name}</span>
        </Link>
      ) : (
        <span className="ref">
          <Icon name={icon} />
          <span className="clip">{name}</span>
        </span>
      )}
      {look !== undefined && look.tone !== 'ok' && (
        <span title={t(`ui:statusOf.${look.word}`)}>
          <Glyph shape={look.shape} tone={look.tone} />
          <span className="sr">{t(`ui:statusOf.${look.word}`)}</span>
        </span>
      )}
      <More count={rest.length} names={rest.map(outputName)} />
    </span>
  );
}

/** The columns of the rule list. */
export function useRuleColumns(onDelete: (rule: RuleRecord) => void): readonly Column<ListedRule>[] {
  const { t } = useTranslation(['rules', 'ui']);
  const navigate = useNavigate();
  const update = useUpdateRule();
  const yaml = useYamlEntry('rule');
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const lockedBy = (rule: RuleRecord) => {
    const webhook = webhookOf(rule);
    return webhook === undefined ? viewer : t('webhookOwns', { name: webhook });
  };
  const enabled = useEnableColumn<ListedRule>({
    isEnabled: ({ rule }) => rule.enable,
    switchLabel: ({ rule }) => t('enableSwitch', { id: rule.id }),
    reasonNot: ({ rule }) => lockedBy(rule),
    onSwitch: ({ rule }, enable) =>
      update.mutate(
        { id: rule.id, change: { enable } },
        { onSuccess: () => toastDone(t(enable ? 'done.enabled' : 'done.disabled', { id: rule.id })) },
      ),
  });
  const menu = useMenuColumn<ListedRule>(
    ({ rule }) => rule.id,
    ({ rule }) => [
      {
        label: t('menu.settings'),
        icon: 'settings',
        onSelect: () => void navigate({ to: '/rule/rules/$id', params: { id: rule.id }, search: { tab: 'settings' } }),
      },
      {
        label: t('menu.copy'),
        icon: 'copy',
        disabledReason: lockedBy(rule),
        onSelect: () => void navigate({ to: '/rule/rules/create', search: { action: 'copy', target: rule.id } }),
      },
      ...yaml(rule.id),
      {
        label: t('menu.delete'),
        icon: 'trash',
        danger: true,
        divided: true,
        disabledReason: lockedBy(rule),
        onSelect: () => onDelete(rule),
      },
    ],
  );
  return [
    {
      id: 'id',
      label: t('ui:id'),
      sortBy: (row) => row.rule.id,
      narrow: 'title',
      cell: ({ rule }) => (
        <Link to="/rule/rules/$id" params={{ id: rule.id }} className="id" title={rule.description || rule.id}>
          {rule.id}
        </Link>
      ),
    },
    {
      id: 'inputs',
      label: t('column.inputs'),
      sortBy: (row) => row.inputs.map(inputName).join(),
      hideBelow: 's',
      cell: (row) => <Inputs inputs={row.inputs} sql={row.rule.sql} />,
    },
    {
      id: 'outputs',
      label: t('column.outputs'),
      sortBy: (row) => row.outputs.map(outputName).join(),
      hideBelow: 's',
      cell: (row) => <Outputs outputs={row.outputs} />,
    },
    {
      id: 'state',
      label: t('column.state'),
      sortBy: (row) => RULE_STATES.indexOf(row.state),
      narrow: 'left',
      width: '140px',
      cell: ({ state }) => {
        const look = STATE_LOOKS[state];
        return (
          <StatusText tone={look.tone} shape={look.shape}>
            {t(`state.${state}`)}
          </StatusText>
        );
      },
    },
    {
      id: 'rate',
      label: t('column.rate'),
      sortBy: (row) => row.metrics?.['matched.rate'],
      number: true,
      narrow: 'state',
      width: '78px',
      cell: ({ rule, metrics }) => <Rate value={rule.enable ? metrics?.['matched.rate'] : undefined} />,
    },
    {
      id: 'matched',
      label: t('column.matched'),
      sortBy: (row) => row.metrics?.matched,
      number: true,
      hideBelow: 'm',
      width: '104px',
      cell: ({ metrics }) => <Count value={metrics?.matched} />,
    },
    {
      id: 'failed',
      label: t('column.failed'),
      sortBy: (row) => row.metrics?.['failed.exception'],
      number: true,
      narrow: 'right',
      width: '82px',
      cell: ({ metrics }) => (
        <>
          <Count value={metrics?.['failed.exception']} isBad />
          <span className="only-s"> {t('column.failedNarrow')}</span>
        </>
      ),
    },
    {
      id: 'spark',
      label: t('column.last60'),
      hideBelow: 'm',
      width: '136px',
      cell: (row) => <Spark values={row.rule.enable ? row.rates : []} />,
    },
    enabled,
    menu,
  ];
}
