import type { RuleRecord } from '@sluice/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRules } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { ExportAllButton } from '../channels/ExportAllButton.tsx';
import { inputName, inputOf } from '../editor/rule-input.ts';
import { LinkButton } from '../ui/LinkButton.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { type ListLogic, useListState } from '../ui/list-state.ts';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useListedMetrics } from './metrics-sweep.ts';
import { RulesBulkBar } from './RulesBulkBar.tsx';
import { type ListedRule, useRuleColumns } from './rule-columns.tsx';
import { outputName, outputOf } from './rule-output.ts';
import { isProblem, RULE_STATES } from './rule-state.ts';
import { useRuleStates } from './rule-states.ts';
import './rules.css';

const NoRules = lazy(() => import('./NoRules.tsx').then((module) => ({ default: module.NoRules })));

const DeleteRulesDialog = lazy(() =>
  import('./DeleteRulesDialog.tsx').then((module) => ({ default: module.DeleteRulesDialog })),
);

const LIST: ListLogic<ListedRule> = {
  idOf: ({ rule }) => rule.id,
  textsOf: ({ rule, inputs, outputs }) => [
    rule.id,
    rule.sql,
    rule.description,
    ...inputs.map(inputName),
    ...outputs.map(outputName),
  ],
  isEnabled: ({ rule }) => rule.enable,
  filters: {
    state: (row, value) => row.state === value,
    input: (row, value) => row.inputs.some((input) => input.kind === value || input.from === value),
    output: (row, value) => row.outputs.some((output) => output.kind === value || outputName(output) === value),
  },
  problem: { in: 'state', has: (row) => isProblem(row.state) },
};

/** All rules: the one that misbehaves first. */
export function RuleListPage() {
  const { t } = useTranslation(['rules', 'ui']);
  const navigate = useNavigate();
  const { data, error, refetch, dataUpdatedAt } = useRules();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [deleting, setDeleting] = useState<readonly RuleRecord[]>([]);
  // Once loaded it stays, so that it can close in its own time.
  const hasAsked = useRef(false);
  if (deleting.length > 0) hasAsked.current = true;
  const ids = useMemo(() => (data ?? []).map((rule) => rule.id), [data]);
  const metrics = useListedMetrics(ids);
  const stateOf = useRuleStates();
  const columns = useRuleColumns((rule) => setDeleting([rule]));

  const all = useMemo(
    () =>
      data?.map((rule): ListedRule => {
        const swept = metrics.get(rule.id);
        return {
          rule,
          inputs: (rule.from ?? []).map(inputOf),
          outputs: rule.actions.map((one) => outputOf(one as Parameters<typeof outputOf>[0])),
          state: stateOf(rule, swept?.metrics),
          metrics: swept?.metrics,
          rates: swept?.rates ?? [],
        };
      }),
    [data, metrics, stateOf],
  );
  const list = useListState(all, LIST);
  const { total, enabled, bad, selection } = list;
  const outputs = useMemo(
    () =>
      [
        ...new Set((all ?? []).flatMap((row) => row.outputs.filter((one) => one.kind === 'action').map(outputName))),
      ].sort(),
    [all],
  );
  return (
    <ListPage
      title={t('title')}
      list={list}
      load={{ what: t('listWhat'), error, refetch, updatedAt: dataUpdatedAt }}
      summary={t(bad > 0 ? 'summaryBad' : 'summaryAll', { total, enabled, bad })}
      create={
        <>
          {total > 0 && <ExportAllButton kind="rule" />}
          <LinkButton look="primary" icon="plus" to="/rule/rules/create" disabledReason={viewer}>
            {t('create.new')}
          </LinkButton>
        </>
      }
      empty={
        <Suspense fallback={<SkeletonRows />}>
          <NoRules viewer={viewer} />
        </Suspense>
      }
      searchHint={t('searchHint')}
      filters={[
        {
          name: 'state',
          label: t('filter.state'),
          options: RULE_STATES.map((state) => ({ value: state, label: t(`state.${state}`) })),
        },
        {
          name: 'input',
          label: t('filter.input'),
          options: (['topic', 'event', 'source'] as const).map((kind) => ({
            value: kind,
            label: t(`input.kinds.${kind}`),
          })),
        },
        {
          name: 'output',
          label: t('filter.output'),
          options: [
            { value: 'republish', label: t('output.republish') },
            { value: 'console', label: t('output.console') },
            ...outputs.map((id) => ({ value: id, label: id })),
          ],
        },
      ]}
      problemsLabel={t('filter.problems')}
      columns={columns}
      sort="state"
      onOpen={({ rule }) => void navigate({ to: '/rule/rules/$id', params: { id: rule.id } })}
      count={t('count', { count: total })}
      bulk={
        <RulesBulkBar selected={list.selected.map((row) => row.rule)} selection={selection} onDelete={setDeleting} />
      }
    >
      {hasAsked.current && (
        <Suspense>
          <DeleteRulesDialog
            rules={deleting}
            onClose={() => setDeleting([])}
            onDone={(failed) => selection.set(failed)}
          />
        </Suspense>
      )}
    </ListPage>
  );
}
