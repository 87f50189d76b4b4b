import type { RuleRecord } from '@sluice/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRules } from '../api/rules.ts';
import { useMayWrite } from '../api/session.ts';
import { inputName, inputOf } from '../editor/rule-input.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { LoadError } from '../ui/Note.tsx';
import { NothingMatches } from '../ui/NothingMatches.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { useSelection } from '../ui/selection.ts';
import { FilterChip, ProblemChip, SearchBox, Toolbar } from '../ui/Toolbar.tsx';
import { formatSort, matchesSearch, parseSort } from '../ui/table-order.ts';
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

const idOf = (row: ListedRule) => row.rule.id;

/** All rules: the one that misbehaves first. */
export function RuleListPage() {
  const { t } = useTranslation(['rules', 'ui']);
  const search = useSearch({ from: '/frame/rule/rules' });
  const navigate = useNavigate({ from: '/rule/rules' });
  const { data, error, refetch } = useRules();
  const viewer = useMayWrite() ? undefined : t('ui:viewerMayNot');
  const [deleting, setDeleting] = useState<readonly RuleRecord[]>([]);
  // Once loaded it stays, so that it can close in its own time.
  const hasAsked = useRef(false);
  if (deleting.length > 0) hasAsked.current = true;
  const ids = useMemo(() => (data ?? []).map((rule) => rule.id), [data]);
  const metrics = useListedMetrics(ids);
  const stateOf = useRuleStates();
  const selection = useSelection(ids);
  const columns = useRuleColumns((rule) => setDeleting([rule]));

  const all = useMemo(
    () =>
      (data ?? []).map((rule): ListedRule => {
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
  const rows = useMemo(
    () =>
      all.filter(
        (row) =>
          matchesSearch(
            search.q,
            row.rule.id,
            row.rule.sql,
            row.rule.description,
            ...row.inputs.map(inputName),
            ...row.outputs.map(outputName),
          ) &&
          (search.state === undefined ||
            (search.state === 'problem' ? isProblem(row.state) : row.state === search.state)) &&
          (search.enable === undefined || String(row.rule.enable) === search.enable) &&
          (search.input === undefined ||
            row.inputs.some((input) => input.kind === search.input || input.from === search.input)) &&
          (search.output === undefined ||
            row.outputs.some((output) => output.kind === search.output || outputName(output) === search.output)),
      ),
    [all, search],
  );
  const problems = all.filter((row) => isProblem(row.state)).length;
  const enabled = all.filter((row) => row.rule.enable).length;
  const change = (next: Partial<typeof search>) =>
    void navigate({ search: (previous) => ({ ...previous, ...next }), replace: true });
  const outputs = useMemo(
    () => [...new Set(all.flatMap((row) => row.outputs.filter((one) => one.kind === 'action').map(outputName)))].sort(),
    [all],
  );

  const head = (
    <PageHead
      title={t('title')}
      beside={
        all.length > 0 && (
          <span className="muted num hide-s">
            {t(problems > 0 ? 'summaryBad' : 'summaryAll', { total: all.length, enabled, bad: problems })}
          </span>
        )
      }
    >
      <LinkButton look="primary" icon="plus" to="/rule/rules/create" disabledReason={viewer}>
        {t('create.new')}
      </LinkButton>
    </PageHead>
  );
  if (data === undefined) {
    return (
      <>
        {head}
        {error === null ? (
          <SkeletonRows />
        ) : (
          <LoadError what={t('listWhat')} error={error} onRetry={() => void refetch()} />
        )}
      </>
    );
  }
  if (data.length === 0) {
    return (
      <>
        {head}
        <Suspense fallback={<SkeletonRows />}>
          <NoRules viewer={viewer} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      {head}
      <Toolbar>
        <SearchBox
          placeholder={t('searchHint')}
          value={search.q ?? ''}
          onChange={(q) => change({ q: q || undefined })}
        />
        <FilterChip
          label={t('filter.state')}
          value={search.state === 'problem' ? undefined : search.state}
          options={RULE_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
          onChange={(state) => change({ state })}
        />
        <FilterChip
          label={t('filter.input')}
          value={search.input}
          options={(['topic', 'event', 'source'] as const).map((kind) => ({
            value: kind,
            label: t(`input.kinds.${kind}`),
          }))}
          onChange={(input) => change({ input })}
        />
        <FilterChip
          label={t('filter.output')}
          value={search.output}
          options={[
            { value: 'republish', label: t('output.republish') },
            { value: 'console', label: t('output.console') },
            ...outputs.map((id) => ({ value: id, label: id })),
          ]}
          onChange={(output) => change({ output })}
        />
        <FilterChip
          label={t('filter.enabled')}
          value={search.enable}
          options={[
            { value: 'true', label: t('ui:enabled') },
            { value: 'false', label: t('ui:disabled') },
          ]}
          onChange={(enable) => change({ enable })}
        />
        {(problems > 0 || search.state === 'problem') && (
          <ProblemChip
            pressed={search.state === 'problem'}
            count={problems}
            label={t('filter.problems')}
            onToggle={(on) => change({ state: on ? 'problem' : undefined })}
          />
        )}
      </Toolbar>
      <DataTable
        label={t('title')}
        rows={rows}
        columns={columns}
        rowId={idOf}
        rowName={idOf}
        sort={parseSort(search.sort, 'state')}
        onSort={(sort) => change({ sort: formatSort(sort) })}
        onOpen={(row) => void navigate({ to: '/rule/rules/$id', params: { id: row.rule.id } })}
        selection={selection}
        foot={
          rows.length === all.length
            ? t('count', { count: all.length })
            : t('ui:table.filtered', { shown: rows.length, total: all.length })
        }
        bulk={
          <RulesBulkBar
            selected={data.filter((rule) => selection.ids.has(rule.id))}
            selection={selection}
            onDelete={setDeleting}
          />
        }
        empty={
          <NothingMatches
            text={search.q}
            onClear={() =>
              change({ q: undefined, state: undefined, input: undefined, output: undefined, enable: undefined })
            }
          />
        }
      />
      {hasAsked.current && (
        <Suspense>
          <DeleteRulesDialog
            rules={deleting}
            onClose={() => setDeleting([])}
            onDone={(failed) => selection.set(failed)}
          />
        </Suspense>
      )}
    </>
  );
}
